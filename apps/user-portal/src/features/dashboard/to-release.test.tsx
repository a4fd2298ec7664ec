// @vitest-environment happy-dom

import { startTexts } from '@clearcall/ui/kit/text/translate.ts';
import { closeSession, openSession } from '@clearcall/ui/session/access-token.ts';
import { portalQueries } from '@clearcall/ui/session/caches.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { ToRelease } from './to-release.tsx';

await startTexts(['frame', 'parts', 'refusals', 'dashboard', 'lists'], 'en');

const step = {
  callId: 3,
  call: 'Regular Access',
  cutoff: null,
  flowElementId: 'SCI',
  step: 'Scientific review',
  told: {},
  applications: [
    { id: 11, uid: 'REG-1', title: 'Ice on blades' },
    { id: 12, uid: 'REG-2', title: 'Wakes' },
  ],
};
const replies: Record<string, object> = {
  '/api/v2/calls/3/release/preview': { letters: [], starts: [], readers: ['applicant', 'panel_chair'] },
  '/api/v2/calls/3/release': { done: ['REG-1', 'REG-2'], waiting: [], releasedBefore: [], notReady: [] },
};

let root: Root;
afterEach(() => {
  root.unmount();
  closeSession();
});

const buttons = () => [...document.querySelectorAll('button')];
/** Waits for the button that begins with these words, and presses it. */
async function press(words: string): Promise<void> {
  const button = await vi.waitFor(() => {
    const found = buttons().find(({ textContent, disabled }) => textContent?.startsWith(words) && !disabled);
    if (!found) throw new Error(`There is no button ${words}.`);
    return found;
  }, 10_000);
  button.click();
}

test('staff release a step of all ready applications of a cut-off from the dashboard', async () => {
  openSession({
    token: 'token',
    user: {
      id: 7,
      email: 'pro@example.org',
      firstName: 'Ilse',
      lastName: 'Moe',
      role: 'pro',
      acceptMailingList: true,
      language: null,
    },
  });
  const sent: [path: string, body: unknown][] = [];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const path = new URL(address, 'http://portal.example').pathname;
    sent.push([path, JSON.parse(String(init.body))]);
    return new Response(JSON.stringify(replies[path] ?? {}), { status: path in replies ? 200 : 404 });
  });
  const again = vi.fn();
  const rootRoute = createRootRoute();
  const page = createRoute({ getParentRoute: () => rootRoute, path: '/dashboard' });
  const router = createRouter({
    routeTree: rootRoute.addChildren([page]),
    history: createMemoryHistory({ initialEntries: ['/dashboard'] }),
  });
  await router.load();
  root = createRoot(document.body.appendChild(document.createElement('div')));
  root.render(
    <RouterContextProvider router={router as never}>
      <QueryClientProvider client={portalQueries()}>
        <ToRelease steps={[step]} again={again} />
      </QueryClientProvider>
    </RouterContextProvider>,
  );
  await press('Release');
  await vi.waitFor(
    () =>
      expect(document.querySelector('dialog')?.textContent).toContain(
        'the results can be read by: Applicant and Panel Chair.',
      ),
    10_000,
  );
  // Nothing can be sent before the emails of the release are shown.
  await press('Release 2 applications');
  await vi.waitFor(() => expect(again).toHaveBeenCalledOnce(), 10_000);
  expect(sent).toEqual([
    ['/api/v2/calls/3/release/preview', { flowElementId: 'SCI', applicationIds: [11, 12] }],
    [
      '/api/v2/calls/3/release',
      { flowElementId: 'SCI', applicationIds: [11, 12], releaseId: expect.stringMatching(/^[\da-f-]{36}$/) },
    ],
  ]);
  await vi.waitFor(() => expect(document.querySelector('dialog')?.textContent).toContain('2 applications'));
});
