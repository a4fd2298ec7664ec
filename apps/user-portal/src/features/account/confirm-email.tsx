import { decodeLink, type MailedLink } from '@clearcall/domain/mail/link.ts';
import { Button, ButtonLink } from '@clearcall/ui/kit/button.tsx';
import { PasswordField, TextField } from '@clearcall/ui/kit/field/text-field.tsx';
import { allRight, useField } from '@clearcall/ui/kit/field/use-field.ts';
import { useArrival } from '@clearcall/ui/kit/page/use-arrival.ts';
import { Note } from '@clearcall/ui/kit/state/note.tsx';
import { noticeTexts } from '@clearcall/ui/kit/state/notice-texts.ts';
import { notify } from '@clearcall/ui/kit/state/notices.ts';
import { RichText } from '@clearcall/ui/kit/text/rich-text.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { resumeSession } from '@clearcall/ui/session/access-token.ts';
import { call } from '@clearcall/ui/session/call.ts';
import { dropSession } from '@clearcall/ui/session/session.ts';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useMailedToken } from '../../shell/mailed-token.ts';
import classes from './account.module.css';
import { AccountFrame } from './account-frame.tsx';
import { codeOf, failureText } from './failure-text.ts';

/** Where the link of the mail to a new address leads. */
export function ConfirmEmail() {
  const link = decodeLink(useMailedToken());
  return (
    <AccountFrame title={t('account.address.title')}>
      {link?.id === undefined ? (
        <Closed sentence={t('account.fault.linkIncomplete')} />
      ) : (
        <Confirm link={{ ...link, id: link.id }} />
      )}
    </AccountFrame>
  );
}

/**
 * A person presses a button: programs that look through mails open links too, and would use this one up. Somebody else
 * may want this address for an account of theirs, so where the account is not logged in its password is asked for.
 */
function Confirm({ link }: { link: Required<MailedLink> }) {
  const navigate = useNavigate();
  const [asked, setAsked] = useState(false);
  const password = useField((text) => (text === '' ? t('account.fault.password') : null));
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState({ code: '', sentence: '' });

  const confirm = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || (asked && !allRight([password]))) return;
    setBusy(true);
    setRefusal({ code: '', sentence: '' });
    try {
      await resumeSession();
      const body = asked ? { ...link, password: password.text } : link;
      await call('POST /users/email/confirmation', { body, quiet: true });
      dropSession();
      notify(noticeTexts.emailUpdated);
      await navigate({ to: '/auth/login', state: (before) => ({ ...before, email: link.email }) });
    } catch (error) {
      setBusy(false);
      const code = codeOf(error);
      if (code === 'password_needed') setAsked(true);
      else if (code === 'wrong_password') {
        password.refuse(failureText(error));
        password.focus();
      } else setRefusal({ code, sentence: failureText(error) });
    }
  };

  const isClosed = refusal.code === 'link_invalid' || refusal.code === 'link_expired';
  useArrival(isClosed ? 'closed' : 'open');
  if (isClosed) return <Closed sentence={refusal.sentence} />;
  return (
    <form className={classes.form} onSubmit={(event) => void confirm(event)} noValidate>
      <p>
        <RichText id="account.address.who" parts={{ email: () => <b>{link.email}</b> }} />
      </p>
      {asked ? (
        <>
          <Note kind="info" live>
            {t('account.address.notLoggedIn')}
          </Note>
          <TextField
            label={t('account.field.newAddress')}
            type="email"
            name="email"
            autoComplete="username"
            value={link.email}
            readOnly
          />
          <PasswordField
            {...password.input}
            required
            label={t('account.field.password')}
            name="password"
            autoComplete="current-password"
            maxLength={200}
          />
        </>
      ) : null}
      <div className="row">
        <Button type="submit" variant="filled" size="lg" loading={busy}>
          {t('account.address.do')}
        </Button>
      </div>
      {asked ? <p className="soft">{t('account.address.notMe')}</p> : null}
      {refusal.sentence === '' ? null : (
        <Note kind="bad" live>
          {refusal.sentence}
        </Note>
      )}
    </form>
  );
}

function Closed(props: { sentence: string }) {
  return (
    <div className={classes.text}>
      <Note kind="bad" live>
        {props.sentence}
      </Note>
      <p className="soft">{t('account.address.closed')}</p>
      <div className="row">
        <ButtonLink to="/auth/login" variant="filled">
          {t('account.login')}
        </ButtonLink>
      </div>
    </div>
  );
}
