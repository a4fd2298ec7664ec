import { isEmail } from '@clearcall/domain/forms/email-address.ts';
import { decodeLink, type MailedLink } from '@clearcall/domain/mail/link.ts';
import { Button, ButtonLink } from '@clearcall/ui/kit/button.tsx';
import { useCommand } from '@clearcall/ui/kit/command/use-command.ts';
import { TextField } from '@clearcall/ui/kit/field/text-field.tsx';
import { allRight, useField } from '@clearcall/ui/kit/field/use-field.ts';
import { EmailSent, emailsWait } from '@clearcall/ui/kit/state/emails-wait.tsx';
import { Note } from '@clearcall/ui/kit/state/note.tsx';
import { noticeTexts } from '@clearcall/ui/kit/state/notice-texts.ts';
import { RichText } from '@clearcall/ui/kit/text/rich-text.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { call } from '@clearcall/ui/session/call.ts';
import { failureText } from '@clearcall/ui/session/call-error.ts';
import { dropSession } from '@clearcall/ui/session/session.ts';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useMailedToken } from '../../parts/accounts/mailed-token.ts';
import classes from './account.module.css';
import { AccountFrame } from './account-frame.tsx';
import { useCarriedEmail } from './carried-email.ts';
import {
  type ClosedLink,
  incompleteLink,
  leadsToLogin,
  OnlyLogin,
  OpenedLink,
  WhyClosed,
} from './mailed-link.tsx';
import { MailedPasswordForm } from './mailed-password-form.tsx';
import { useWayBack } from './way-back.ts';

/** The three modes of a forgotten password, chosen by the path. Source: Requirements 1, 2.66, 2.68 and 2.70. */
export function ForgotPassword() {
  const pathname = useLocation({ select: (location) => location.pathname });
  if (pathname === '/auth/forgot') return <Send />;
  if (pathname === '/auth/forgot/sent') return <Sent />;
  return <Reset />;
}

function Send() {
  const navigate = useNavigate();
  const wayBack = useWayBack();
  const email = useField((text) => (isEmail(text) ? null : t('account.fault.email')), useCarriedEmail());
  const given = email.text.trim();
  const send = useCommand({
    send: (call) => {
      dropSession();
      return call('POST /users/forgot', { body: { email: given, ...wayBack } });
    },
    after: () =>
      navigate({
        to: '/auth/forgot/sent',
        search: wayBack,
        state: (before) => ({ ...before, email: given }),
      }),
    showsError: true,
  });
  const failure = failureText(send.error);

  return (
    <AccountFrame title={t('account.forgot.title')} tagline={t('account.forgot.tagline')}>
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (allRight([email])) send.send();
        }}
      >
        <TextField
          {...email.input}
          required
          label={t('account.field.email')}
          type="email"
          name="email"
          autoComplete="username"
        />
        <div className="row">
          <Button type="submit" variant="filled" size="lg" loading={send.isPending}>
            {t('account.forgot.send')}
          </Button>
          <ButtonLink
            to="/auth/login"
            search={wayBack}
            state={(before) => ({ ...before, email: given })}
            variant="subtle"
          >
            {t('account.back')}
          </ButtonLink>
        </div>
        <Note kind="bad" live>
          {failure}
        </Note>
      </form>
    </AccountFrame>
  );
}

function Sent() {
  const email = useCarriedEmail();
  const wayBack = useWayBack();
  return (
    <AccountFrame title={t(emailsWait() ? 'account.forgot.waitsTitle' : 'account.forgot.sentTitle')}>
      <div className={classes.text}>
        <p>
          <EmailSent>
            <RichText
              id="account.forgot.sent"
              parts={{ email: () => (email === '' ? t('account.yourAddress') : <b>{email}</b>) }}
            />
          </EmailSent>
        </p>
        <div className="row">
          <ButtonLink
            to="/auth/login"
            search={wayBack}
            state={(before) => ({ ...before, email })}
            variant="filled"
          >
            {t('account.login')}
          </ButtonLink>
        </div>
      </div>
    </AccountFrame>
  );
}

function Reset() {
  const link = decodeLink(useMailedToken());
  return (
    <AccountFrame title={t('account.forgot.choose')}>
      {link === null ? (
        <Closed email="" why={incompleteLink()} />
      ) : (
        <OpenedLink
          purpose="reset_password"
          link={link}
          closed={(why) => <Closed email={link.email} why={why} />}
        >
          <Choose link={link} />
        </OpenedLink>
      )}
    </AccountFrame>
  );
}

function Choose({ link }: { link: MailedLink }) {
  const wayBack = useWayBack();
  return (
    <MailedPasswordForm
      email={link.email}
      labels={{
        email: t('account.field.email'),
        password: t('account.field.newPassword'),
        save: t('account.forgot.reset'),
      }}
      save={(password) => call('PATCH /users/reset', { body: { ...link, password }, quiet: true })}
      notice={noticeTexts.passwordChanged}
      closed={(why) => <Closed email={link.email} why={why} />}
      back={
        <ButtonLink to="/auth/login" search={wayBack} variant="subtle">
          {t('account.back')}
        </ButtonLink>
      }
    />
  );
}

function Closed(props: { email: string; why: ClosedLink }) {
  const { email, why } = props;
  const wayBack = useWayBack();
  if (leadsToLogin(why)) {
    const meaning = why.code === 'link_used' ? t('account.forgot.used') : t('account.forgot.passwordChanged');
    return <OnlyLogin email={email} why={why} meaning={meaning} forgot={t('account.forgot.newLink')} />;
  }
  return (
    <div className={classes.text}>
      <WhyClosed why={why} />
      <div className="row">
        <ButtonLink
          to="/auth/forgot"
          search={wayBack}
          state={(before) => ({ ...before, email })}
          variant="filled"
        >
          {t('account.forgot.newLink')}
        </ButtonLink>
        <ButtonLink to="/auth/login" search={wayBack} variant="subtle">
          {t('account.back')}
        </ButtonLink>
      </div>
    </div>
  );
}
