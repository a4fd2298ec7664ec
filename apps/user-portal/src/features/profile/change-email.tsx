import { Button } from '@clearcall/ui/kit/button.tsx';
import { Dialog } from '@clearcall/ui/kit/dialog.tsx';
import { isEmail } from '@clearcall/ui/kit/email-address.ts';
import { noticeTexts } from '@clearcall/ui/kit/notice-texts.ts';
import { notify } from '@clearcall/ui/kit/notices.ts';
import { PasswordField, TextField } from '@clearcall/ui/kit/text-field.tsx';
import { allRight, useField } from '@clearcall/ui/kit/use-field.ts';
import { call } from '@clearcall/ui/session/call.ts';
import { CallError } from '@clearcall/ui/session/call-error.ts';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import classes from './profile.module.css';

/** Asks for another address and the password. Source: Specification 1, sections 2 and 5 (Change E-mail). */
export function ChangeEmail(props: { opened: boolean; onClose: () => void }) {
  const [sending, setSending] = useState(false);
  return (
    <Dialog
      opened={props.opened}
      onClose={props.onClose}
      title="Change E-mail"
      size={500}
      actions={
        <>
          <Button type="submit" form="change-email" variant="filled" loading={sending}>
            Update E-mail
          </Button>
          <Button onClick={props.onClose}>Cancel</Button>
        </>
      }
    >
      {props.opened ? <ChangeEmailForm sending={sending} setSending={setSending} /> : null}
    </Dialog>
  );
}

function ChangeEmailForm(props: { sending: boolean; setSending: (sending: boolean) => void }) {
  const navigate = useNavigate();
  const email = useField((text) => (isEmail(text) ? null : 'Invalid e-mail'));
  const password = useField((text) => (text === '' ? 'This field is required' : null));

  const send = async () => {
    props.setSending(true);
    try {
      const address = email.text.trim();
      await call('PATCH /users/email', { body: { email: address, password: password.text }, quiet: true });
      notify(noticeTexts.confirmationSent);
      await navigate({ to: '/auth/email/confirmation', search: { email: address } });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      const field = error.code === 'wrong_password' ? password : email;
      field.refuse(error.message);
      field.focus();
    } finally {
      props.setSending(false);
    }
  };
  return (
    <form
      id="change-email"
      noValidate
      className={classes.dialogFields}
      onSubmit={(event) => {
        event.preventDefault();
        if (!props.sending && allRight([email, password])) void send();
      }}
    >
      <p>We send a link to the new address. Until you open it you log in with the one you have.</p>
      <TextField
        {...email.input}
        required
        data-autofocus
        label="New email"
        type="email"
        autoComplete="email"
        spellCheck={false}
        autoCapitalize="none"
        maxLength={254}
      />
      <PasswordField
        {...password.input}
        required
        label="Current password"
        autoComplete="current-password"
        maxLength={200}
      />
    </form>
  );
}
