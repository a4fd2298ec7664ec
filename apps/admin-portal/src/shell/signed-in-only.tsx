import { RequireSession } from '@clearcall/ui/session/require-session.tsx';
import { Outlet, useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';

/** Everything but the login stands behind it. */
export function SignedInOnly() {
  const navigate = useNavigate();
  const onSignedOut = useCallback(
    () => void navigate({ to: '/auth/login', search: {}, replace: true }),
    [navigate],
  );
  return (
    <RequireSession onSignedOut={onSignedOut}>
      <Outlet />
    </RequireSession>
  );
}
