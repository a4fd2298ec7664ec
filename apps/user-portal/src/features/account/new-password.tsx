import { isWeakPassword } from '@clearcall/domain/model/password.ts';
import { PasswordChecklist, passwordRule } from '@clearcall/ui/kit/password-rule.tsx';
import { PasswordField } from '@clearcall/ui/kit/text-field.tsx';
import { type Field, useField } from '@clearcall/ui/kit/use-field.ts';

export interface NewPassword {
  password: Field;
  confirm: Field;
}

/** A password that is chosen, and the same once more. Source: Specification 1, section 5. */
export function useNewPassword(): NewPassword {
  const password = useField((text) => (isWeakPassword(text) ? passwordRule : null));
  const confirm = useField((text, now) =>
    text === (now ? password.text : password.settled) ? null : 'Passwords mismatch.',
  );
  return { password, confirm };
}

export function NewPasswordFields(props: NewPassword & { label: string }) {
  return (
    <>
      <PasswordField
        {...props.password.input}
        required
        label={props.label}
        hint="At least 12 characters. It must contain a symbol."
        name="new-password"
        autoComplete="new-password"
        maxLength={200}
        under={<PasswordChecklist password={props.password.settled} />}
      />
      <PasswordField
        {...props.confirm.input}
        required
        label="Confirm password"
        name="confirm-password"
        autoComplete="new-password"
        maxLength={200}
      />
    </>
  );
}
