import '@clearcall/ui/portal.css';
import { watchForNewVersion } from '@clearcall/ui/kit/page/new-version.ts';
import { loadOrganisation, type ShownTheme } from '@clearcall/ui/kit/page/organisation.tsx';
import { PortalProvider } from '@clearcall/ui/kit/page/portal-provider.tsx';
import { startAtTop } from '@clearcall/ui/kit/page/start-at-top.ts';
import { ErrorBoundary } from '@clearcall/ui/kit/state/error-fallback.tsx';
import { watchErrors } from '@clearcall/ui/kit/state/report-error.ts';
import { startTexts } from '@clearcall/ui/kit/text/translate.ts';
import { joinSession, resumeSession } from '@clearcall/ui/session/access-token.ts';
import { askForTime } from '@clearcall/ui/session/ask-for-time.ts';
import { portalQueries } from '@clearcall/ui/session/caches.ts';
import { sendPendingLogoutsWhenOnline } from '@clearcall/ui/session/pending-logouts.ts';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { drawPageWith } from './parts/follow-organisation.ts';
import { router } from './routes.tsx';

watchForNewVersion();
startAtTop();
// Before any part of a page, which comes with its texts in this language.
const texts = startTexts(['frame', 'admin']);
watchErrors(() => router.state.matches.at(-1)?.fullPath);
joinSession('admin_portal');
// The renewal of a session brings the server's time with it.
void resumeSession().then(askForTime);
sendPendingLogoutsWhenOnline();
const [theme] = await Promise.all([loadOrganisation(), texts]);

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no root to draw into.');
const page = createRoot(root);
const queries = portalQueries();
const draw = (shown: ShownTheme): void =>
  page.render(
    <StrictMode>
      <ErrorBoundary>
        <PortalProvider theme={shown} queries={queries}>
          <RouterProvider router={router} />
        </PortalProvider>
      </ErrorBoundary>
    </StrictMode>,
  );
drawPageWith(draw);
draw(theme);
