import { withTexts } from '@clearcall/ui/kit/text/translate.ts';
import { RequireSession } from '@clearcall/ui/session/require-session.tsx';
import { Outlet, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useCallback } from 'react';

const loadChangedTexts = withTexts(['parts'], () => import('@clearcall/ui/session/changed-texts.tsx'));

// Without a connection it is asked at another time.
const ChangedTexts = lazy(() => loadChangedTexts().catch(() => ({ default: () => null })));

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
