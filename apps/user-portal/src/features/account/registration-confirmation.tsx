import { ButtonLink } from '@clearcall/ui/kit/button.tsx';
import { useSession } from '@clearcall/ui/session/session.ts';
import { useSearch } from '@tanstack/react-router';
import classes from './account.module.css';
import { AccountFrame } from './account-frame.tsx';
import { useCarriedEmail } from './carried-email.ts';
import { ResendLink } from './resend-link.tsx';
import { useWayBack } from './way-back.ts';

/** After a registration; with an address, after a change of e-mail. Source: Specification 1, section 2. */
export function RegistrationConfirmation() {
  const { email: changedTo } = useSearch({ from: '/auth/register/confirmation' });
  const registered = useCarriedEmail();
  const wayBack = useWayBack();
  if (changedTo !== undefined) return <EmailChange to={changedTo} />;
  return (
    <AccountFrame title="Thanks for joining us!">
      <div className={classes.text}>
        <p>
          We sent a verification link to {registered === '' ? 'your address' : <b>{registered}</b>}. Open it
          within 48 hours to confirm your account, then log in.
        </p>
        <div className="row">
          <ButtonLink
            to="/auth/login"
            search={wayBack}
            state={(before) => ({ ...before, email: registered })}
            variant="filled"
          >
            Login
          </ButtonLink>
        </div>
      </div>
      <section className={classes.below} aria-labelledby="no-mail">
        <h2 id="no-mail">No mail?</h2>
        <p className="soft">Look into your spam folder too. It can take a few minutes.</p>
        <ResendLink email={registered} />
      </section>
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
    <AccountFrame title="Email Change">
      <div className={classes.text}>
        <p>
          We sent a confirmation link to {to === '' ? 'your new address' : <b>{to}</b>}. Your new address
          counts once you have opened it, within 48 hours. Until then you log in with the old one.
        </p>
        <div className="row">
          {session.state === 'signed-in' ? (
            <ButtonLink to="/profile" variant="filled">
              Back to the profile
            </ButtonLink>
          ) : (
            <ButtonLink to="/auth/login" variant="filled">
              Login
            </ButtonLink>
          )}
        </div>
      </div>
    </AccountFrame>
  );
}
