import { isEmail } from '@clearcall/domain/forms/email-address.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { useCommand } from '@clearcall/ui/kit/command/use-command.ts';
import { TextField } from '@clearcall/ui/kit/field/text-field.tsx';
import { allRight, useField } from '@clearcall/ui/kit/field/use-field.ts';
import { EmailSent } from '@clearcall/ui/kit/state/emails-wait.tsx';
import { Note } from '@clearcall/ui/kit/state/note.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { failureText } from '@clearcall/ui/session/call-error.ts';
import classes from './account.module.css';

/**
 * Has the confirmation link sent again: to `email` at a press, or to an address that is asked for. What it says does not
 * tell whether the address has an account.
 */
export function ResendLink(props: { email: string }) {
  const asked = useField((text) => (isEmail(text) ? null : t('account.fault.email')));
  const email = props.email === '' ? asked.text.trim() : props.email;
  const resend = useCommand({
    send: (call) => call('POST /users/register/resend', { body: { email } }),
    showsError: true,
  });
  const failure = failureText(resend.error);

  return (
    <form
      className={classes.again}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (props.email !== '' || allRight([asked])) resend.send();
      }}
    >
      {props.email === '' ? (
        <TextField
          {...asked.input}
          label={t('account.field.email')}
          type="email"
          name="email"
          autoComplete="email"
        />
      ) : null}
      <Button type="submit" loading={resend.isPending}>
        {t('account.resend.do')}
      </Button>
      <div role="status">
        {resend.isSuccess ? (
          <p className="small soft">
            <EmailSent>{t('account.resend.sent', { email })}</EmailSent>
          </p>
        ) : null}
      </div>
      <Note kind="bad" live>
        {failure}
      </Note>
    </form>
  );
}
