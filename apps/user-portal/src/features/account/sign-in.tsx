import { safeReturnAddress } from '@clearcall/ui/session/return-address.ts';
import { useSession } from '@clearcall/ui/session/session.ts';
import { useLocation, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { LoginForm } from './login-form.tsx';
import { RegisterForm } from './register-form.tsx';

/**
 * Login and registration: one screen, chosen by the path. Whoever is signed in, or becomes it, goes on to the page that
 * was asked for, else to the applications. Source: Specification 1, section 2.
 */
export function SignIn() {
  const router = useRouter();
  const session = useSession();
  const pathname = useLocation({ select: (location) => location.pathname });
  const search = useSearch({ strict: false });

  const target = safeReturnAddress(search.return, '/applications');
  // Once: on its way the address has changed already, and no longer says where to.
  const left = useRef(false);
  useEffect(() => {
    if (session.state !== 'signed-in' || left.current) return;
    left.current = true;
    router.history.replace(target);
  }, [session.state, router, target]);

  return pathname === '/auth/register' ? <RegisterForm /> : <LoginForm />;
}
