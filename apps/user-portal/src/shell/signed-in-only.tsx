import type { SessionUser } from '@clearcall/domain/people/user.ts';
import { withTexts } from '@clearcall/ui/kit/text/translate.ts';
import { ChangedTextsQuestion } from '@clearcall/ui/session/changed-texts-question.tsx';
import { useUser } from '@clearcall/ui/session/require-session.tsx';
import { SignedInOnly as Guarded } from '@clearcall/ui/session/signed-in-only.tsx';
import { useRouterState } from '@tanstack/react-router';
import { type ComponentType, lazy, Suspense } from 'react';

const loadMailingListQuestion = withTexts(['parts'], () => import('./mailing-list-question.tsx'));

// People who have answered it never load it; without a connection it is asked at another time.
const MailingListQuestion = lazy<ComponentType<{ user: SessionUser }>>(() =>
  loadMailingListQuestion().catch(() => ({ default: () => null })),
);

/** Pages behind the login. */
export function SignedInOnly() {
  return (
    <Guarded start="/applications">
      <AfterLogin />
    </Guarded>
  );
}

/** What is asked of people who logged in, and never over a form that they may be writing in. */
function AfterLogin() {
  const user = useUser();
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  if (/^\/applications\/./.test(pathname)) return null;
  const asks = user.email !== '' && user.acceptMailingList === null && !pathname.startsWith('/profile');
  return (
    <>
      <ChangedTextsQuestion />
      {asks ? (
        <Suspense fallback={null}>
          <MailingListQuestion user={user} />
        </Suspense>
      ) : null}
    </>
  );
}
