import { decodeLink, type MailedLink } from '@clearcall/domain/mail/link.ts';
import { NameFields, useOwnName } from '@clearcall/ui/account/name-fields.tsx';
import { Button, ButtonLink } from '@clearcall/ui/kit/button.tsx';
import { useCommand } from '@clearcall/ui/kit/command/use-command.ts';
import { useArrival } from '@clearcall/ui/kit/page/use-arrival.ts';
import { Note } from '@clearcall/ui/kit/state/note.tsx';
import { noticeTexts } from '@clearcall/ui/kit/state/notice-texts.ts';
import { RichText } from '@clearcall/ui/kit/text/rich-text.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { call } from '@clearcall/ui/session/call.ts';
import { failureText } from '@clearcall/ui/session/call-error.ts';
import { dropSession } from '@clearcall/ui/session/session.ts';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useMailedToken } from '../../parts/accounts/mailed-token.ts';
import classes from './account.module.css';
import { AccountFrame } from './account-frame.tsx';
import {
  type ClosedLink,
  closedLinkOf,
  incompleteLink,
  leadsToLogin,
  OnlyLogin,
  OpenedLink,
  WhyClosed,
} from './mailed-link.tsx';
import { MailedPasswordForm } from './mailed-password-form.tsx';
import { ResendLink } from './resend-link.tsx';
import { TermsConsent, termsNeed } from './terms-consent.tsx';
import { useWayBack } from './way-back.ts';

/** Where the link of the registration mail leads. */
export function ConfirmAccount() {
  const link = decodeLink(useMailedToken());
  return (
    <AccountFrame title={t('account.confirm.title')}>
      {link === null ? (
        <Closed email="" why={incompleteLink()} />
      ) : (
        <OpenedLink
          purpose="confirm_account"
          link={link}
          closed={(why) => <Closed email={link.email} why={why} />}
        >
          <Confirm link={link} />
        </OpenedLink>
      )}
    </AccountFrame>
  );
}

/**
 * Confirms with one press; the password is asked at the login. A reader who did not register chooses an own password
 * instead. The press is necessary: programs that scan mails open links too, and would use this one up.
 */
function Confirm({ link }: { link: MailedLink }) {
  const navigate = useNavigate();
  const wayBack = useWayBack();
  const [choosing, setChoosing] = useState(false);
  const confirm = useCommand({
    send: (call) => {
      dropSession();
      return call('POST /users/register/confirmation', { body: link });
    },
    done: noticeTexts.accountConfirmed,
    after: () =>
      navigate({
        to: '/auth/login',
        search: wayBack,
        state: (before) => ({ ...before, email: link.email }),
      }),
    showsError: true,
  });
  const closed = closedLinkOf(confirm.error);
  const sentence = failureText(confirm.error);
  useArrival(closed !== null ? 'closed' : choosing ? 'choosing' : 'asked');
  if (closed !== null) return <Closed email={link.email} why={closed} />;
  if (choosing) return <Choose link={link} onBack={() => setChoosing(false)} />;
  return (
    <>
      <div className={classes.form}>
        <p>
          <RichText id="account.confirm.who" parts={{ email: () => <b>{link.email}</b> }} />
        </p>
        <div className="row">
          <Button variant="filled" size="lg" loading={confirm.isPending} onClick={() => confirm.send()}>
            {t('account.confirm.do')}
          </Button>
        </div>
        <Note kind="bad" live>
          {sentence}
        </Note>
      </div>
      <section className={classes.below} aria-labelledby="not-me">
        <h2 id="not-me">{t('account.confirm.notMe')}</h2>
        <div className={classes.again}>
          <p className="soft">{t('account.confirm.chooseOwn')}</p>
          <Button onClick={() => setChoosing(true)}>{t('account.forgot.choose')}</Button>
        </div>
      </section>
    </>
  );
}

/** The account begins with what its owner says here. */
function Choose({ link, onBack }: { link: MailedLink; onBack: () => void }) {
  const { email, token } = link;
  const name = useOwnName();
  const [accepted, setAccepted] = useState(false);
  const { firstName, lastName } = name.values;
  return (
    <MailedPasswordForm
      email={email}
      labels={{
        email: t('account.field.email'),
        password: t('account.field.newPassword'),
        save: t('account.confirm.do'),
      }}
      save={(password) =>
        call('PATCH /users/invite/password', {
          body: { firstName, lastName, email, token, password, acceptedTerms: true },
          quiet: true,
        })
      }
      notice={noticeTexts.accountConfirmed}
      closed={(why) => <Closed email={email} why={why} />}
      needs={[
        firstName === '' || (lastName === '' && !name.one) ? t('account.need.name') : null,
        accepted ? null : termsNeed(),
      ]}
      back={<Button onClick={onBack}>{t('account.back')}</Button>}
    >
      <NameFields {...name} />
      <TermsConsent checked={accepted} onChange={setAccepted} />
    </MailedPasswordForm>
  );
}

function Closed(props: { email: string; why: ClosedLink }) {
  const { email, why } = props;
  const wayBack = useWayBack();
  if (leadsToLogin(why))
    return (
      <OnlyLogin
        email={email}
        why={why}
        meaning={t('account.confirm.used')}
        forgot={t('account.forgot.choose')}
      />
    );
  return (
    <>
      <div className={classes.text}>
        <WhyClosed why={why}>{t('account.confirm.confirmedBefore')}</WhyClosed>
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
      <section className={classes.below} aria-labelledby="new-link">
        <h2 id="new-link">{t('account.forgot.newLink')}</h2>
        <ResendLink email={email} />
      </section>
    </>
  );
}
