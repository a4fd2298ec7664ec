import { decodeLink, type MailedLink } from '@clearcall/domain/mail/link.ts';
import { Button, ButtonLink } from '@clearcall/ui/kit/button.tsx';
import { Note } from '@clearcall/ui/kit/note.tsx';
import { noticeTexts } from '@clearcall/ui/kit/notice-texts.ts';
import { notify } from '@clearcall/ui/kit/notices.ts';
import { call } from '@clearcall/ui/session/call.ts';
import { dropSession } from '@clearcall/ui/session/session.ts';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import classes from './account.module.css';
import { AccountFrame } from './account-frame.tsx';
import { codeOf, wordsOf } from './failure-words.ts';

/** Where the link of the mail to a new address leads. */
export function ConfirmEmail() {
  const { token } = useParams({ from: '/auth/confirm/email/$token' });
  const link = decodeLink(token);
  return (
    <AccountFrame title="Confirm your new address">
      {link?.id === undefined ? (
        <Closed words="This link is not complete. Copy the whole of it from the mail." />
      ) : (
        <Confirm link={{ ...link, id: link.id }} />
      )}
    </AccountFrame>
  );
}

/** A person presses a button: programs that look through mails open links too, and would use this one up. */
function Confirm({ link }: { link: Required<MailedLink> }) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState({ code: '', words: '' });

  const confirm = async () => {
    if (busy) return;
    setBusy(true);
    setRefusal({ code: '', words: '' });
    try {
      await call('POST /users/email/confirmation', { body: link, quiet: true });
      dropSession();
      notify(noticeTexts.emailUpdated);
      await navigate({ to: '/auth/login', state: (before) => ({ ...before, email: link.email }) });
    } catch (error) {
      setRefusal({ code: codeOf(error), words: wordsOf(error) });
      setBusy(false);
    }
  };

  if (refusal.code === 'link_invalid' || refusal.code === 'link_expired') {
    return <Closed words={refusal.words} />;
  }
  return (
    <div className={classes.text}>
      <p>
        You log in with <b>{link.email}</b> from now on. You will be logged out everywhere.
      </p>
      <div className="row">
        <Button variant="filled" size="lg" loading={busy} onClick={() => void confirm()}>
          Confirm my new address
        </Button>
      </div>
      {refusal.words === '' ? null : (
        <Note kind="bad" live>
          {refusal.words}
        </Note>
      )}
    </div>
  );
}

function Closed(props: { words: string }) {
  return (
    <div className={classes.text}>
      <Note kind="bad" live>
        {props.words}
      </Note>
      <p className="soft">
        If you have confirmed the new address before, log in with it. If not, log in with the old one and
        change the address in your profile once more.
      </p>
      <div className="row">
        <ButtonLink to="/auth/login" variant="filled">
          Login
        </ButtonLink>
      </div>
    </div>
  );
}
