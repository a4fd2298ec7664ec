import { decodeLink, type MailedLink } from '@clearcall/domain/mail/link.ts';
import { Button, ButtonLink } from '@clearcall/ui/kit/button.tsx';
import { Note } from '@clearcall/ui/kit/note.tsx';
import { noticeTexts } from '@clearcall/ui/kit/notice-texts.ts';
import { notify } from '@clearcall/ui/kit/notices.ts';
import { TextField } from '@clearcall/ui/kit/text-field.tsx';
import { allRight } from '@clearcall/ui/kit/use-field.ts';
import { call } from '@clearcall/ui/session/call.ts';
import { dropSession } from '@clearcall/ui/session/session.ts';
import { useNavigate, useParams } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import classes from './account.module.css';
import { AccountFrame } from './account-frame.tsx';
import { BackButton } from './back-button.tsx';
import { useCarriedEmail } from './carried-email.ts';
import { codeOf, wordsOf } from './failure-words.ts';
import { NewPasswordFields, useNewPassword } from './new-password.tsx';
import { TermsConsent } from './terms-consent.tsx';

/** Where the link of an invitation leads. Source: Specification 1, section 2. */
export function ChoosePassword() {
  const { token } = useParams({ from: '/auth/invite/$token' });
  const link = decodeLink(token);
  return (
    <AccountFrame title="Choose a Password">
      {link === null ? (
        <Closed email="" words="This link is not complete. Copy the whole of it from the mail." />
      ) : (
        <Choose link={link} />
      )}
    </AccountFrame>
  );
}

function Choose({ link }: { link: MailedLink }) {
  const navigate = useNavigate();
  const chosen = useNewPassword();
  const [accepted, setAccepted] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState({ code: '', words: '' });

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || !accepted || !allRight([chosen.password, chosen.confirm])) return;
    setBusy(true);
    setRefusal({ code: '', words: '' });
    dropSession();
    try {
      const { email, token } = link;
      await call('PATCH /users/invite/password', {
        body: { email, token, password: chosen.password.text, acceptedTerms: true },
        quiet: true,
      });
      notify(noticeTexts.passwordSaved);
      await navigate({ to: '/auth/login', state: (before) => ({ ...before, email }) });
    } catch (error) {
      const code = codeOf(error);
      setBusy(false);
      if (code === 'weak_password' || code === 'common_password') {
        chosen.password.refuse(wordsOf(error));
        chosen.password.focus();
      } else setRefusal({ code, words: wordsOf(error) });
    }
  };

  if (refusal.code === 'link_invalid' || refusal.code === 'link_expired') {
    return <Closed email={link.email} words={refusal.words} />;
  }
  return (
    <form className={classes.form} onSubmit={(event) => void save(event)} noValidate>
      {/* Password managers learn from it whose password this is. */}
      <TextField
        label="E-mail Address"
        type="email"
        name="email"
        autoComplete="username"
        value={link.email}
        readOnly
      />
      <NewPasswordFields {...chosen} label="Password" />
      <TermsConsent checked={accepted} onChange={setAccepted} />
      <div className="row">
        <Button type="submit" variant="filled" size="lg" loading={busy} disabled={!accepted}>
          Save Password
        </Button>
        <BackButton />
      </div>
      {refusal.words === '' ? null : (
        <Note kind="bad" live>
          {refusal.words}
        </Note>
      )}
    </form>
  );
}

/** A link that opens nothing: whoever has not chosen a password yet has another one sent. */
function Closed(props: { email: string; words: string }) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');

  const send = async () => {
    if (busy) return;
    setBusy(true);
    setFailure('');
    try {
      await call('POST /users/register/resend', { body: { email: props.email }, quiet: true });
      await navigate({ to: '/auth/invite/sent', state: (before) => ({ ...before, email: props.email }) });
    } catch (error) {
      setFailure(wordsOf(error));
      setBusy(false);
    }
  };

  return (
    <div className={classes.text}>
      <Note kind="bad" live>
        {props.words}
      </Note>
      <p className="soft">If you have chosen your password before, you can log in.</p>
      <div className="row">
        {props.email === '' ? null : (
          <Button variant="filled" loading={busy} onClick={() => void send()}>
            Have a new link sent
          </Button>
        )}
        <ButtonLink
          to="/auth/login"
          state={(before) => ({ ...before, email: props.email })}
          variant={props.email === '' ? 'filled' : 'subtle'}
        >
          Login
        </ButtonLink>
      </div>
      {failure === '' ? null : (
        <Note kind="bad" live>
          {failure}
        </Note>
      )}
    </div>
  );
}

/** After another link was asked for. It does not tell whether the address has an account. */
export function InvitationSent() {
  const email = useCarriedEmail();
  return (
    <AccountFrame title="Check your mailbox!">
      <div className={classes.text}>
        <p>
          If an account of {email === '' ? 'your address' : <b>{email}</b>} still waits for its password, a
          link to choose one is on its way.
        </p>
        <div className="row">
          <ButtonLink to="/auth/login" state={(before) => ({ ...before, email })} variant="filled">
            Login
          </ButtonLink>
        </div>
      </div>
    </AccountFrame>
  );
}
