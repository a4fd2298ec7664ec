import { RequireSession } from '@clearcall/ui/session/require-session.tsx';
import { Outlet, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useCallback } from 'react';

// Without a connection it is asked at another time.
const ChangedTexts = lazy(() =>
  import('@clearcall/ui/session/changed-texts.tsx').catch(() => ({ default: () => null })),
);

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
      <Suspense fallback={null}>
        <ChangedTexts />
      </Suspense>
    </RequireSession>
  );
}
