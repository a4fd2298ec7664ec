import { Outlet, useNavigate, useRouter } from '@tanstack/react-router';
import { type ReactNode, useCallback } from 'react';
import { RequireSession } from './require-session.tsx';

/** Pages behind the login. Visitors log in first and come back to the page; `start` is where the login leads anyway. */
export function SignedInOnly(props: { start: string; children?: ReactNode }) {
  const navigate = useNavigate();
  const router = useRouter();
  const { start } = props;
  const onSignedOut = useCallback(() => {
    const asked = router.state.location.href;
    // On the way already; the page that is left may be drawn again once more.
    if (asked.startsWith('/auth')) return;
    void navigate({ to: '/auth/login', search: asked === start ? {} : { return: asked }, replace: true });
  }, [navigate, router, start]);
  return (
    <RequireSession onSignedOut={onSignedOut}>
      <Outlet />
      {props.children}
    </RequireSession>
  );
}
