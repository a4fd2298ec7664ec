import { RequireSession } from '@clearcall/ui/session/require-session.tsx';
import { Outlet, useNavigate, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';

/** Pages behind the login; whoever is signed out comes back to the same page afterwards. */
export function SignedInOnly() {
  const navigate = useNavigate();
  const router = useRouter();
  const onSignedOut = useCallback(() => {
    const asked = router.state.location.href;
    // On the way already; the page that is left may be drawn anew once more.
    if (asked.startsWith('/auth')) return;
    void navigate({
      to: '/auth/login',
      search: asked === '/applications' ? {} : { return: asked },
      replace: true,
    });
  }, [navigate, router]);
  return (
    <RequireSession onSignedOut={onSignedOut}>
      <Outlet />
    </RequireSession>
  );
}
