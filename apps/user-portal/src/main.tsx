import '@clearcall/ui/portal.css';
import { watchForNewVersion } from '@clearcall/ui/kit/page/new-version.ts';
import { loadOrganisation } from '@clearcall/ui/kit/page/organisation.tsx';
import { PortalProvider } from '@clearcall/ui/kit/page/portal-provider.tsx';
import { startAtTop } from '@clearcall/ui/kit/page/start-at-top.ts';
import { ErrorBoundary, tellKeptBy } from '@clearcall/ui/kit/state/error-fallback.tsx';
import { watchErrors } from '@clearcall/ui/kit/state/report-error.ts';
import { startTexts } from '@clearcall/ui/kit/text/translate.ts';
import {
  joinSession,
  resumeSession,
  sessionState,
  watchSession,
} from '@clearcall/ui/session/access-token.ts';
import { askForTime } from '@clearcall/ui/session/ask-for-time.ts';
import { portalQueries } from '@clearcall/ui/session/caches.ts';
import { sendPendingLogoutsWhenOnline } from '@clearcall/ui/session/pending-logouts.ts';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { askAhead } from './features/application/editor/ask-for-application.ts';
import { publishedCalls } from './features/calls/call-queries.ts';
import { keptAtError } from './parts/kept/kept-at-error.ts';
import { router } from './routes.tsx';

const sweepAfterMs = 20_000;

watchForNewVersion();
startAtTop();
// Before any part of a page, which comes with its texts in this language.
const texts = startTexts(['frame']);
watchErrors(() => router.state.matches.at(-1)?.fullPath);
tellKeptBy(keptAtError);
joinSession('user_portal');
sendPendingLogoutsWhenOnline();
const queries = portalQueries();
// What a page shows is under way before its own code is there.
if (router.matchRoute({ to: '/' }) || router.matchRoute({ to: '/calls' }))
  void queries.prefetchQuery(publishedCalls);
const matches = router.matchRoutes(router.latestLocation);
for (const { routeId } of matches)
  void router
    .loadRouteChunk(router.routesById[routeId as keyof typeof router.routesById])
    ?.catch(() => undefined);
const page = matches.at(-1);
if (page?.fullPath === '/applications/$uid') {
  // Before the page hears of the session and asks by itself.
  const stop = watchSession(() => {
    stop();
    const now = sessionState();
    if (now.state === 'signed-in') askAhead(page.params.uid, now.user.id);
  });
}
// The session and the look are asked for at once; only the look and the words are waited for, so that nothing moves when it comes.
// The renewal of a session brings the server's time with it.
void resumeSession().then(askForTime);
const [theme] = await Promise.all([loadOrganisation(), texts]);

// Long after everything that somebody waits for.
setTimeout(
  () => void import('./parts/kept/kept-changes.ts').then(({ sweep }) => sweep()).catch(() => {}),
  sweepAfterMs,
);

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no root to draw into.');
createRoot(root).render(
  <StrictMode>
    <ErrorBoundary>
      <PortalProvider theme={theme} queries={queries}>
        <RouterProvider router={router} />
      </PortalProvider>
    </ErrorBoundary>
  </StrictMode>,
);
