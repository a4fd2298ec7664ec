import { LoadingRows } from '@clearcall/ui/kit/state/page-states.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import type { SessionState } from '@clearcall/ui/session/access-token.ts';
import { useComingIn, useLogInWays } from '@clearcall/ui/session/log-in-ways.ts';
import { safeReturnAddress } from '@clearcall/ui/session/return-address.ts';
import { useSession } from '@clearcall/ui/session/session.ts';
import { useLocation, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { looksAtOthers } from '../../parts/applications/last-role.ts';
import { AccountFrame } from './account-frame.tsx';
import { LoginForm, LoginWithoutPassword } from './login-form.tsx';
import { RegisterForm } from './register-form.tsx';

/** Who reviews or steers begins with what waits for them, everybody else with their applications. Source: Requirements 1, 2.55. */
const startOf = (session: SessionState): string =>
  session.state === 'signed-in' && looksAtOthers(session.user.role) ? '/dashboard' : '/applications';

/**
 * Login and registration: one screen, chosen by the path. Whoever is signed in, or becomes it, goes on to the page that
 * was asked for, else to where they begin. Source: Requirements 1, 2.9 and 2.55.
 */
export function SignIn() {
  const router = useRouter();
  const session = useSession();
  const pathname = useLocation({ select: (location) => location.pathname });
  const search = useSearch({ strict: false });

  const target = safeReturnAddress(search.return, startOf(session));
  // Once: on its way the address has changed already, and no longer says where to.
  const left = useRef(false);
  useEffect(() => {
    if (session.state !== 'signed-in' || left.current) return;
    left.current = true;
    router.history.replace(target);
  }, [session.state, router, target]);

  const ways = useLogInWays();
  const coming = useComingIn(search.came === 'in');
  if (coming === 'waiting') {
    return (
      <AccountFrame title={t('account.logIn')} tagline={t('account.oneMoment')}>
        <LoadingRows rows={3} label={t('account.loggingIn')} />
      </AccountFrame>
    );
  }
  const outcome = coming === 'failed' ? { problem: 'not_in' } : search;
  const shown = { ways, outcome, returnTo: search.return };
  if (!ways.passwordLogin) return <LoginWithoutPassword {...shown} />;
  return pathname === '/auth/register' ? <RegisterForm /> : <LoginForm {...shown} />;
}
