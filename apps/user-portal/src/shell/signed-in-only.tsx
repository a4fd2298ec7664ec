import type { SessionUser } from '@clearcall/domain/model/user.ts';
import { withTexts } from '@clearcall/ui/kit/text/translate.ts';
import { RequireSession, useUser } from '@clearcall/ui/session/require-session.tsx';
import { Outlet, useNavigate, useRouter, useRouterState } from '@tanstack/react-router';
import { type ComponentType, lazy, Suspense, useCallback } from 'react';

const loadMailingListQuestion = withTexts(['parts'], () => import('./mailing-list-question.tsx'));
const loadChangedTexts = withTexts(['parts'], () => import('@clearcall/ui/session/changed-texts.tsx'));

// Whoever has answered it never loads it; without a connection it is asked at another time.
const MailingListQuestion = lazy<ComponentType<{ user: SessionUser }>>(() =>
  loadMailingListQuestion().catch(() => ({ default: () => null })),
);
const ChangedTexts = lazy(() => loadChangedTexts().catch(() => ({ default: () => null })));

/** Pages behind the login; whoever is signed out comes back to the same page afterwards. */
export function SignedInOnly() {
  const navigate = useNavigate();
  const router = useRouter();
  const onSignedOut = useCallback(() => {
    const asked = router.state.location.href;
    // On the way already; the page that is left may be drawn again once more.
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
      <AfterLogin />
    </RequireSession>
  );
}

/** What is asked of those who signed in, and never over a form that somebody may be writing in. */
function AfterLogin() {
  const user = useUser();
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  if (/^\/applications\/./.test(pathname)) return null;
  const asks = user.email !== '' && user.acceptMailingList === null && !pathname.startsWith('/profile');
  return (
    <Suspense fallback={null}>
      <ChangedTexts />
      {asks ? <MailingListQuestion user={user} /> : null}
    </Suspense>
  );
}
