import { isEmail } from '@clearcall/domain/forms/email-address.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { TextField } from '@clearcall/ui/kit/field/text-field.tsx';
import { allRight, useField } from '@clearcall/ui/kit/field/use-field.ts';
import { EmailSent } from '@clearcall/ui/kit/state/emails-wait.tsx';
import { Note } from '@clearcall/ui/kit/state/note.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { call } from '@clearcall/ui/session/call.ts';
import { type FormEvent, useState } from 'react';
import classes from './account.module.css';
import { failureText } from './failure-text.ts';

/**
 * Has the confirmation link sent again: to `email` at a press, or to an address that is asked for. What it says does not
 * tell whether the address has an account.
 */
export function ResendLink(props: { email: string }) {
  const asked = useField((text) => (isEmail(text) ? null : t('account.fault.email')));
  const [state, setState] = useState<'ready' | 'busy' | 'sent'>('ready');
  const [failure, setFailure] = useState('');
  const email = props.email === '' ? asked.text.trim() : props.email;

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (state === 'busy' || (props.email === '' && !allRight([asked]))) return;
    setState('busy');
    setFailure('');
    try {
      await call('POST /users/register/resend', { body: { email }, quiet: true });
      setState('sent');
    } catch (error) {
      setFailure(failureText(error));
      setState('ready');
    }
  };

  return (
    <form className={classes.again} onSubmit={(event) => void send(event)} noValidate>
      {props.email === '' ? (
        <TextField
          {...asked.input}
          label={t('account.field.email')}
          type="email"
          name="email"
          autoComplete="email"
        />
      ) : null}
      <Button type="submit" loading={state === 'busy'}>
        {t('account.resend.do')}
      </Button>
      <div role="status">
        {state === 'sent' ? (
          <p className="small soft">
            <EmailSent>{t('account.resend.sent', { email })}</EmailSent>
          </p>
        ) : null}
      </div>
      {failure === '' ? null : (
        <Note kind="bad" live>
          {failure}
        </Note>
      )}
    </form>
  );
}
