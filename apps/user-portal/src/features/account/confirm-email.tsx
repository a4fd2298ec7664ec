import { decodeLink, type MailedLink } from '@clearcall/domain/mail/link.ts';
import { Button, ButtonLink } from '@clearcall/ui/kit/button.tsx';
import { useCommand } from '@clearcall/ui/kit/command/use-command.ts';
import { useArrival } from '@clearcall/ui/kit/page/use-arrival.ts';
import { Note } from '@clearcall/ui/kit/state/note.tsx';
import { noticeTexts } from '@clearcall/ui/kit/state/notice-texts.ts';
import { RichText } from '@clearcall/ui/kit/text/rich-text.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { failureText } from '@clearcall/ui/session/call-error.ts';
import { dropSession, useSession } from '@clearcall/ui/session/session.ts';
import { useNavigate } from '@tanstack/react-router';
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

/** Where the link of the mail to a new address leads. */
export function ConfirmEmail() {
  const link = decodeLink(useMailedToken());
  return (
    <AccountFrame title={t('account.address.title')}>
      {link?.id === undefined ? (
        <Closed email="" why={incompleteLink()} />
      ) : (
        <OpenedLink
          purpose="change_email"
          link={link}
          closed={(why) => <Closed email={link.email} why={why} />}
        >
          <Confirm link={{ ...link, id: link.id }} />
        </OpenedLink>
      )}
    </AccountFrame>
  );
}

/** Confirms with one press, which is necessary: programs that scan mails open links too, and would use this one up. */
function Confirm({ link }: { link: Required<MailedLink> }) {
  const navigate = useNavigate();
  const confirm = useCommand({
    send: (call) => call('POST /users/email/confirmation', { body: link }),
    done: noticeTexts.emailUpdated,
    after: () => {
      dropSession();
      return navigate({ to: '/auth/login', state: (before) => ({ ...before, email: link.email }) });
    },
    showsError: true,
  });
  const closed = closedLinkOf(confirm.error);
  const sentence = failureText(confirm.error);
  useArrival(closed === null ? 'open' : 'closed');
  if (closed !== null) return <Closed email={link.email} why={closed} />;
  return (
    <div className={classes.form}>
      <p>
        <RichText id="account.address.who" parts={{ email: () => <b>{link.email}</b> }} />
      </p>
      <div className="row">
        <Button variant="filled" size="lg" loading={confirm.isPending} onClick={() => confirm.send()}>
          {t('account.address.do')}
        </Button>
      </div>
      <p className="soft">{t('account.address.notMe')}</p>
      <Note kind="bad" live>
        {sentence}
      </Note>
    </div>
  );
}

function Closed({ email, why }: { email: string; why: ClosedLink }) {
  const session = useSession();
  if (leadsToLogin(why)) {
    const isUsed = why.code === 'link_used';
    return (
      <OnlyLogin
        // The account has it only where the link was used.
        email={isUsed ? email : ''}
        why={why}
        meaning={isUsed ? t('account.address.used') : t('account.address.passwordChanged')}
        instead={
          !isUsed && session.state === 'signed-in' ? (
            <ButtonLink to="/profile" variant="filled">
              {t('account.change.toProfile')}
            </ButtonLink>
          ) : undefined
        }
        forgot={t('account.forgot.choose')}
      />
    );
  }
  return (
    <div className={classes.text}>
      <WhyClosed why={why}>{t('account.address.closed')}</WhyClosed>
      <div className="row">
        <ButtonLink to="/auth/login" variant="filled">
          {t('account.login')}
        </ButtonLink>
      </div>
    </div>
  );
}
