import { decodeLink, type MailedLink } from '@clearcall/domain/mail/link.ts';
import { Button, ButtonLink } from '@clearcall/ui/kit/button.tsx';
import { useCommand } from '@clearcall/ui/kit/command/use-command.ts';
import { EmailSent, emailsWait } from '@clearcall/ui/kit/state/emails-wait.tsx';
import { Note } from '@clearcall/ui/kit/state/note.tsx';
import { noticeTexts } from '@clearcall/ui/kit/state/notice-texts.ts';
import { RichText } from '@clearcall/ui/kit/text/rich-text.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { call } from '@clearcall/ui/session/call.ts';
import { failureText } from '@clearcall/ui/session/call-error.ts';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useMailedToken } from '../../parts/accounts/mailed-token.ts';
import classes from './account.module.css';
import { AccountFrame } from './account-frame.tsx';
import { BackButton } from './back-button.tsx';
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
import { TermsConsent, termsNeed } from './terms-consent.tsx';
import { useWayBack } from './way-back.ts';

/** Where the link of an invitation leads. Source: Requirements 1, 2.17 and 2.78. */
export function ChoosePassword() {
  const link = decodeLink(useMailedToken());
  return (
    <AccountFrame title={t('account.invite.title')}>
      {link === null ? (
        <Closed email="" why={incompleteLink()} />
      ) : (
        <OpenedLink purpose="invite" link={link} closed={(why) => <Closed email={link.email} why={why} />}>
          <Choose link={link} />
        </OpenedLink>
      )}
    </AccountFrame>
  );
}

function Choose({ link }: { link: MailedLink }) {
  const { email, token } = link;
  const [accepted, setAccepted] = useState(false);
  return (
    <MailedPasswordForm
      email={email}
      labels={{
        email: t('account.field.emailAddress'),
        password: t('account.field.password'),
        save: t('account.invite.save'),
      }}
      save={(password) =>
        call('PATCH /users/invite/password', {
          body: { email, token, password, acceptedTerms: true },
          quiet: true,
        })
      }
      notice={noticeTexts.passwordSaved}
      closed={(why) => <Closed email={email} why={why} />}
      needs={[accepted ? null : termsNeed()]}
      back={<BackButton />}
    >
      <TermsConsent checked={accepted} onChange={setAccepted} />
    </MailedPasswordForm>
  );
}

/** A link that opens nothing: whoever has not chosen a password yet has another one sent. */
function Closed(props: { email: string; why: ClosedLink }) {
  const navigate = useNavigate();
  const wayBack = useWayBack();
  const send = useCommand({
    send: (call) => call('POST /users/register/resend', { body: { email: props.email, ...wayBack } }),
    after: () =>
      navigate({
        to: '/auth/invite/sent',
        search: wayBack,
        state: (before) => ({ ...before, email: props.email }),
      }),
    showsError: true,
  });
  const failure = failureText(send.error);

  if (leadsToLogin(props.why))
    return (
      <OnlyLogin
        email={props.email}
        why={props.why}
        meaning={t('account.invite.used')}
        forgot={t('account.forgot.choose')}
      />
    );
  return (
    <div className={classes.text}>
      <WhyClosed why={props.why}>{t('account.invite.chosenBefore')}</WhyClosed>
      <div className="row">
        {props.email === '' ? null : (
          <Button variant="filled" loading={send.isPending} onClick={() => send.send()}>
            {t('account.forgot.newLink')}
          </Button>
        )}
        <ButtonLink
          to="/auth/login"
          search={wayBack}
          state={(before) => ({ ...before, email: props.email })}
          variant={props.email === '' ? 'filled' : 'subtle'}
        >
          {t('account.login')}
        </ButtonLink>
      </div>
      <Note kind="bad" live>
        {failure}
      </Note>
    </div>
  );
}

/** After another link was asked for. It does not tell whether the address has an account. */
export function InvitationSent() {
  const email = useCarriedEmail();
  const wayBack = useWayBack();
  return (
    <AccountFrame title={t(emailsWait() ? 'account.forgot.waitsTitle' : 'account.forgot.sentTitle')}>
      <div className={classes.text}>
        <p>
          <EmailSent>
            <RichText
              id="account.invite.sent"
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
