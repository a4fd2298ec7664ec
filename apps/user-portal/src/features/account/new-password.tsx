import { type PasswordJudge, usePasswordJudge } from '@clearcall/ui/kit/password-judge.ts';
import { PasswordChecklist } from '@clearcall/ui/kit/password-rule.tsx';
import { PasswordField } from '@clearcall/ui/kit/text-field.tsx';
import { type Field, useField } from '@clearcall/ui/kit/use-field.ts';

export interface NewPassword {
  password: Field;
  confirm: Field;
  judge: PasswordJudge;
}

/** A password that is chosen for the account of an address, and the same once more. Source: Specification 1, section 5. */
export function useNewPassword(email: string): NewPassword {
  const judge = usePasswordJudge(email);
  const password = useField(judge.judge);
  const confirm = useField((text, now) =>
    text === (now ? password.text : password.settled) ? null : 'Passwords mismatch.',
  );
  return { password, confirm, judge };
}

export function NewPasswordFields({ password, confirm, judge, label }: NewPassword & { label: string }) {
  return (
    <>
      <PasswordField
        {...password.input}
        required
        label={label}
        hint="At least 12 characters. It must contain a symbol."
        name="new-password"
        autoComplete="new-password"
        maxLength={200}
        onFocus={() => void judge.learn()}
        under={<PasswordChecklist password={password.settled} common={judge.isCommon(password.settled)} />}
      />
      <PasswordField
        {...confirm.input}
        required
        label="Confirm password"
        name="confirm-password"
        autoComplete="new-password"
        maxLength={200}
      />
    </>
  );
}
