import { type PasswordCheck, usePasswordCheck } from '@clearcall/ui/kit/field/password-check.ts';
import { PasswordChecklist } from '@clearcall/ui/kit/field/password-rule.tsx';
import { PasswordField } from '@clearcall/ui/kit/field/text-field.tsx';
import { type Field, useField } from '@clearcall/ui/kit/field/use-field.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';

export interface NewPassword {
  password: Field;
  confirm: Field;
  judge: PasswordCheck;
}

/**
 * A password that is chosen for the account of an address, and the same once more. Source: Requirements 1, 5.6 and 5.8.
 */
export function useNewPassword(email: string): NewPassword {
  const judge = usePasswordCheck(email);
  const password = useField(judge.judge);
  const confirm = useField((text, now) =>
    text === (now ? password.text : password.settled) ? null : t('account.fault.mismatch'),
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
        hint={t('account.hint.password')}
        name="new-password"
        autoComplete="new-password"
        maxLength={200}
        onFocus={() => void judge.load()}
        under={<PasswordChecklist password={password.settled} common={judge.isCommon(password.settled)} />}
      />
      <PasswordField
        {...confirm.input}
        required
        label={t('account.field.confirmPassword')}
        name="confirm-password"
        autoComplete="new-password"
        maxLength={200}
      />
    </>
  );
}
