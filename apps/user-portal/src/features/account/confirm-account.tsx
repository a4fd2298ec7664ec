import { decodeLink, type MailedLink } from '@clearcall/domain/mail/link.ts';
import { Button, ButtonLink } from '@clearcall/ui/kit/button.tsx';
import { Note } from '@clearcall/ui/kit/note.tsx';
import { noticeTexts } from '@clearcall/ui/kit/notice-texts.ts';
import { notify } from '@clearcall/ui/kit/notices.ts';
import { PasswordField, TextField } from '@clearcall/ui/kit/text-field.tsx';
import { useArrival } from '@clearcall/ui/kit/use-arrival.ts';
import { allRight, useField } from '@clearcall/ui/kit/use-field.ts';
import { call } from '@clearcall/ui/session/call.ts';
import { dropSession } from '@clearcall/ui/session/session.ts';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useMailedToken } from '../../shell/mailed-token.ts';
import classes from './account.module.css';
import { AccountFrame } from './account-frame.tsx';
import { codeOf, wordsOf } from './failure-words.ts';
import { MailedPasswordForm } from './mailed-password-form.tsx';
import { NameFields } from './name-fields.tsx';
import { ResendLink } from './resend-link.tsx';
import { TermsConsent, termsNeed } from './terms-consent.tsx';
import { useWayBack } from './way-back.ts';

/** Where the link of the registration mail leads. */
export function ConfirmAccount() {
  const link = decodeLink(useMailedToken());
  return (
    <AccountFrame title="Confirm your account">
      {link === null ? (
        <Closed email="" words="This link is not complete. Copy the whole of it from the mail." />
      ) : (
        <Confirm link={link} />
      )}
    </AccountFrame>
  );
}

/**
 * Who reads the mail is not always who registered: the password of the registration shows that it is the same person.
 * Everybody else chooses one, and the account is theirs from the start. A person presses a button in any case: programs
 * that look through mails open links too, and would use this one up.
 */
function Confirm({ link }: { link: MailedLink }) {
  const navigate = useNavigate();
  const wayBack = useWayBack();
  const [choosing, setChoosing] = useState(false);
  const password = useField((text) => (text === '' ? 'Invalid Password' : null));
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState({ code: '', words: '' });

  const confirm = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || !allRight([password])) return;
    setBusy(true);
    setRefusal({ code: '', words: '' });
    dropSession();
    try {
      await call('POST /users/register/confirmation', {
        body: { ...link, password: password.text },
        quiet: true,
      });
      notify(noticeTexts.accountConfirmed);
      await navigate({
        to: '/auth/login',
        search: wayBack,
        state: (before) => ({ ...before, email: link.email }),
      });
    } catch (error) {
      setBusy(false);
      if (codeOf(error) === 'not_that_password') {
        password.refuse(wordsOf(error));
        password.focus();
      } else setRefusal({ code: codeOf(error), words: wordsOf(error) });
    }
  };

  const isClosed = refusal.code === 'link_invalid' || refusal.code === 'link_expired';
  useArrival(isClosed ? 'closed' : choosing ? 'choosing' : 'asked');
  if (isClosed) return <Closed email={link.email} words={refusal.words} />;
  if (choosing) return <Choose link={link} onBack={() => setChoosing(false)} />;
  return (
    <>
      <form className={classes.form} onSubmit={(event) => void confirm(event)} noValidate>
        <p>
          Somebody registered with <b>{link.email}</b>. If it was you, enter the password that you chose then.
        </p>
        {/* Password managers learn from it whose password this is. */}
        <TextField
          label="Email"
          type="email"
          name="email"
          autoComplete="username"
          value={link.email}
          readOnly
        />
        <PasswordField
          {...password.input}
          required
          label="Password"
          name="password"
          autoComplete="current-password"
          maxLength={200}
        />
        <div className="row">
          <Button type="submit" variant="filled" size="lg" loading={busy}>
            Confirm my account
          </Button>
        </div>
        {refusal.words === '' ? null : (
          <Note kind="bad" live>
            {refusal.words}
          </Note>
        )}
      </form>
      <section className={classes.below} aria-labelledby="not-me">
        <h2 id="not-me">Not you, or the password forgotten?</h2>
        <div className={classes.again}>
          <p className="soft">
            Choose a password of your own. Whatever was entered in your name is thrown away.
          </p>
          <Button onClick={() => setChoosing(true)}>Choose a new password</Button>
        </div>
      </section>
    </>
  );
}

/** The account begins with what its owner says here. */
function Choose({ link, onBack }: { link: MailedLink; onBack: () => void }) {
  const { email, token } = link;
  const firstName = useField((text) => (text.trim() === '' ? 'First Name is required.' : null));
  const lastName = useField((text) => (text.trim() === '' ? 'Last Name is required.' : null));
  const [accepted, setAccepted] = useState(false);
  const names = { firstName: firstName.text.trim(), lastName: lastName.text.trim() };
  return (
    <MailedPasswordForm
      email={email}
      labels={{ email: 'Email', password: 'New password', save: 'Confirm my account' }}
      save={(password) =>
        call('PATCH /users/invite/password', {
          body: { ...names, email, token, password, acceptedTerms: true },
          quiet: true,
        })
      }
      notice={noticeTexts.accountConfirmed}
      closed={(words) => <Closed email={email} words={words} />}
      needs={[
        names.firstName === '' || names.lastName === '' ? 'your name' : null,
        accepted ? null : termsNeed,
      ]}
      back={<Button onClick={onBack}>Back</Button>}
    >
      <NameFields firstName={firstName} lastName={lastName} />
      <TermsConsent checked={accepted} onChange={setAccepted} />
    </MailedPasswordForm>
  );
}

function Closed(props: { email: string; words: string }) {
  const wayBack = useWayBack();
  return (
    <>
      <div className={classes.text}>
        <Note kind="bad" live>
          {props.words}
        </Note>
        <p className="soft">If you have confirmed your account before, you can log in.</p>
        <div className="row">
          <ButtonLink
            to="/auth/login"
            search={wayBack}
            state={(before) => ({ ...before, email: props.email })}
            variant="filled"
          >
            Login
          </ButtonLink>
        </div>
      </div>
      <section className={classes.below} aria-labelledby="new-link">
        <h2 id="new-link">Have a new link sent</h2>
        <ResendLink email={props.email} />
      </section>
    </>
  );
}
