import { Button, ButtonLink } from '@clearcall/ui/kit/button.tsx';
import { isEmail } from '@clearcall/ui/kit/email-address.ts';
import { Note } from '@clearcall/ui/kit/note.tsx';
import { useOrganisation } from '@clearcall/ui/kit/organisation.tsx';
import { PasswordField, TextField } from '@clearcall/ui/kit/text-field.tsx';
import { allRight, useField } from '@clearcall/ui/kit/use-field.ts';
import { login } from '@clearcall/ui/session/session.ts';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import classes from './account.module.css';
import { AccountFrame } from './account-frame.tsx';
import { useCarriedEmail } from './carried-email.ts';
import { codeOf, wordsOf } from './failure-words.ts';
import { ResendLink } from './resend-link.tsx';

/** What the server refused, and for which address. */
interface Refusal {
  code: string;
  words: string;
  email: string;
}

export function LoginForm() {
  const { links } = useOrganisation();
  const carried = useCarriedEmail();
  const email = useField((text) => (isEmail(text) ? null : 'Invalid Email'), carried);
  const password = useField((text) => (text === '' ? 'Invalid Password' : null));
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || !allRight([email, password])) return;
    setBusy(true);
    setRefusal(null);
    const given = email.text.trim();
    try {
      await login({ email: given, password: password.text });
    } catch (error) {
      setRefusal({ code: codeOf(error), words: wordsOf(error), email: given });
      setBusy(false);
    }
  };

  const along = (before: object) => ({ ...before, email: email.text.trim() });
  return (
    <AccountFrame title="Log in" tagline="Please, login or register for free">
      <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
        <TextField {...email.input} label="Email" type="email" name="email" autoComplete="username" />
        <PasswordField
          {...password.input}
          label="Password"
          name="password"
          autoComplete="current-password"
          maxLength={200}
        />
        <div className={classes.ends}>
          <Button type="submit" variant="filled" size="lg" loading={busy}>
            Log in
          </Button>
          <Link to="/auth/forgot" state={along}>
            Forgot password
          </Link>
        </div>
        {refusal === null || refusal.words === '' ? null : (
          <Note kind="bad" live>
            <p>{refusal.words}</p>
            {refusal.code === 'use_admin_portal' ? <a href="/admin/">Go to the ADMIN Portal</a> : null}
          </Note>
        )}
      </form>
      {refusal?.code === 'account_locked' ? <ResendLink key={refusal.email} email={refusal.email} /> : null}
      <div className={classes.other}>
        <p>New here?</p>
        <ButtonLink to="/auth/register" search={true} state={along}>
          Register
        </ButtonLink>
      </div>
      <nav className={classes.legal} aria-label="Legal">
        <a href={links.terms}>Terms of Use</a>
        <a href={links.privacy}>Privacy Policy</a>
        <a href={links.accessibility}>Accessibility</a>
      </nav>
    </AccountFrame>
  );
}
