import { decodeLink, type MailedLink } from '@clearcall/domain/mail/link.ts';
import { Button, ButtonLink } from '@clearcall/ui/kit/button.tsx';
import { Note } from '@clearcall/ui/kit/note.tsx';
import { noticeTexts } from '@clearcall/ui/kit/notice-texts.ts';
import { notify } from '@clearcall/ui/kit/notices.ts';
import { call } from '@clearcall/ui/session/call.ts';
import { dropSession } from '@clearcall/ui/session/session.ts';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import classes from './account.module.css';
import { AccountFrame } from './account-frame.tsx';
import { codeOf, wordsOf } from './failure-words.ts';
import { ResendLink } from './resend-link.tsx';
import { useWayBack } from './way-back.ts';

/** Where the link of the registration mail leads. */
export function ConfirmAccount() {
  const { token } = useParams({ from: '/auth/confirm/$token' });
  const link = decodeLink(token);
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

/** A person presses a button: programs that look through mails open links too, and would use this one up. */
function Confirm({ link }: { link: MailedLink }) {
  const navigate = useNavigate();
  const wayBack = useWayBack();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState({ code: '', words: '' });

  const confirm = async () => {
    if (busy) return;
    setBusy(true);
    setRefusal({ code: '', words: '' });
    dropSession();
    try {
      await call('POST /users/register/confirmation', { body: link, quiet: true });
      notify(noticeTexts.accountConfirmed);
      await navigate({
        to: '/auth/login',
        search: wayBack,
        state: (before) => ({ ...before, email: link.email }),
      });
    } catch (error) {
      setRefusal({ code: codeOf(error), words: wordsOf(error) });
      setBusy(false);
    }
  };

  if (refusal.code === 'link_invalid' || refusal.code === 'link_expired') {
    return <Closed email={link.email} words={refusal.words} />;
  }
  return (
    <div className={classes.text}>
      <p>
        You registered with <b>{link.email}</b>. Confirm that this is your address, and you can log in.
      </p>
      <div className="row">
        <Button variant="filled" size="lg" loading={busy} onClick={() => void confirm()}>
          Confirm my account
        </Button>
      </div>
      <p className="soft">
        Somebody else may have entered your address. If you did not register, or are not sure,{' '}
        <Link to="/auth/forgot" search={wayBack} state={(before) => ({ ...before, email: link.email })}>
          choose your own password
        </Link>{' '}
        instead.
      </p>
      {refusal.words === '' ? null : (
        <Note kind="bad" live>
          {refusal.words}
        </Note>
      )}
    </div>
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
