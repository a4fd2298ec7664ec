import { ButtonLink } from '@clearcall/ui/kit/button.tsx';
import { EmailSent, emailsWait } from '@clearcall/ui/kit/state/emails-wait.tsx';
import { RichText } from '@clearcall/ui/kit/text/rich-text.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { useSession } from '@clearcall/ui/session/session.ts';
import { useSearch } from '@tanstack/react-router';
import classes from './account.module.css';
import { AccountFrame } from './account-frame.tsx';
import { useCarriedEmail } from './carried-email.ts';
import { ResendLink } from './resend-link.tsx';
import { useWayBack } from './way-back.ts';

/** After a registration; with an address, after a change of e-mail. Source: Requirements 1, 2.63 and 2.64. */
export function RegistrationConfirmation() {
  const { email: changedTo } = useSearch({ from: '/auth/register/confirmation' });
  const registered = useCarriedEmail();
  const wayBack = useWayBack();
  if (changedTo !== undefined) return <EmailChange to={changedTo} />;
  return (
    <AccountFrame title={t('account.registered.title')}>
      <div className={classes.text}>
        <p>
          <EmailSent>
            <RichText
              id="account.registered.text"
              parts={{ email: () => (registered === '' ? t('account.yourAddress') : <b>{registered}</b>) }}
            />
          </EmailSent>
        </p>
        <div className="row">
          <ButtonLink
            to="/auth/login"
            search={wayBack}
            state={(before) => ({ ...before, email: registered })}
            variant="filled"
          >
            {t('account.login')}
          </ButtonLink>
        </div>
      </div>
      {emailsWait() ? null : (
        <section className={classes.below} aria-labelledby="no-mail">
          <h2 id="no-mail">{t('account.registered.noMail')}</h2>
          <p className="soft">{t('account.registered.spam')}</p>
          <ResendLink email={registered} />
        </section>
      )}
    </AccountFrame>
  );
}

/** The same after a change of e-mail, at an address of its own. */
export function EmailConfirmation() {
  const { email } = useSearch({ from: '/auth/email/confirmation' });
  const carried = useCarriedEmail();
  return <EmailChange to={email ?? carried} />;
}

function EmailChange({ to }: { to: string }) {
  const session = useSession();
  return (
    <AccountFrame title={t('account.change.title')}>
      <div className={classes.text}>
        <p>
          <EmailSent>
            <RichText
              id="account.change.text"
              parts={{ email: () => (to === '' ? t('account.yourNewAddress') : <b>{to}</b>) }}
            />
          </EmailSent>
        </p>
        <div className="row">
          {session.state === 'signed-in' ? (
            <ButtonLink to="/profile" variant="filled">
              {t('account.change.toProfile')}
            </ButtonLink>
          ) : (
            <ButtonLink to="/auth/login" variant="filled">
              {t('account.login')}
            </ButtonLink>
          )}
        </div>
      </div>
    </AccountFrame>
  );
}
