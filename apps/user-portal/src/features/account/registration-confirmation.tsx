import { ButtonLink } from '@clearcall/ui/kit/button.tsx';
import { useSearch } from '@tanstack/react-router';
import classes from './account.module.css';
import { AccountFrame } from './account-frame.tsx';
import { useCarriedEmail } from './carried-email.ts';
import { ResendLink } from './resend-link.tsx';

/** After a registration; with an address, after a change of e-mail. Source: Specification 1, section 2. */
export function RegistrationConfirmation() {
  const { email: changedTo } = useSearch({ from: '/auth/register/confirmation' });
  const registered = useCarriedEmail();
  const toLogin = (
    <ButtonLink to="/auth/login" variant="filled">
      Login
    </ButtonLink>
  );

  if (changedTo !== undefined) {
    return (
      <AccountFrame title="Email Change">
        <div className={classes.text}>
          <p>
            We sent a confirmation link to <b>{changedTo}</b>. Your new address counts once you have opened
            it.
          </p>
          <div className="row">{toLogin}</div>
        </div>
      </AccountFrame>
    );
  }
  return (
    <AccountFrame title="Thanks for joining us!">
      <div className={classes.text}>
        <p>
          We sent a verification link to {registered === '' ? 'your address' : <b>{registered}</b>}. Open it
          within 48 hours to confirm your account, then log in.
        </p>
        <div className="row">{toLogin}</div>
      </div>
      <section className={classes.below} aria-labelledby="no-mail">
        <h2 id="no-mail">No mail?</h2>
        <p className="soft">Look into your spam folder too. It can take a few minutes.</p>
        <ResendLink email={registered} />
      </section>
    </AccountFrame>
  );
}
