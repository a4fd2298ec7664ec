// @vitest-environment happy-dom

import type { TaskBoard } from '@clearcall/domain/applications/task-board.ts';
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
import { TaskBoards } from './task-boards.tsx';

await startTexts(['frame', 'parts', 'refusals', 'dashboard', 'forms', 'staff'], 'en');

const request = {
  uid: 'REG-1',
  callId: 3,
  flowElementId: 'CON',
  step: 'Consolidation',
  told: {},
  assignmentId: '0190a0a0-0000-7000-8000-000000000001',
  deadline: '2050-03-31T21:59:59.000Z',
  projectTitle: 'Ice on blades',
  firstName: 'Lenka',
  lastName: 'Hořejšová',
  asked: [],
  unit: '',
  submitted: 0,
  needed: 1,
  rank: null,
  hasRank: true,
  hasLead: null,
  payee: null,
  sum: null,
  timeRequest: { reason: 'Away until March.', timeZone: 'Europe/Luxembourg' },
  isDone: false,
};

let root: Root;
afterEach(() => {
  root.unmount();
  closeSession();
});

/** Waits for the button that begins with these words, and presses it. */
async function press(words: string): Promise<void> {
  const button = await vi.waitFor(() => {
    const found = [...document.querySelectorAll('button')].find(
      ({ textContent, disabled }) => textContent?.startsWith(words) && !disabled,
    );
    if (!found) throw new Error(`There is no button ${words}.`);
    return found;
  }, 10_000);
  button.click();
}

/** Draws one board at the top of a dashboard. */
async function draw(boards: TaskBoard[], again = () => {}) {
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
        <TaskBoards boards={boards} pending={[]} now={Date.parse('2050-03-01T09:00:00.000Z')} again={again} />
      </QueryClientProvider>
    </RouterContextProvider>,
  );
}

test.each([
  [{ needed: 3, submitted: 2, hasRank: true }, ['No rank yet', '2 of 3 reviews submitted']],
  [{ needed: 0, submitted: 0, hasRank: false }, []],
])('a committee reads of ranks and reviews only if the flow has them: %o', async (more, expected) => {
  const row = { ...request, ...more, timeRequest: null };
  await draw([{ kind: 'decide', total: 1, rows: [row] }]);
  await vi.waitFor(() => expect(document.body.textContent).toContain('Ice on blades'), 10_000);
  const text = document.body.textContent ?? '';
  expect(['No rank yet', 'reviews submitted'].filter((words) => text.includes(words))).toHaveLength(
    expected.length,
  );
  for (const words of expected) expect(text).toContain(words);
});

test('staff grant the time that was asked for from the dashboard, and learn who gets an email', async () => {
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
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    sent.push([new URL(address, 'http://portal.example').pathname, JSON.parse(String(init.body))]);
    return new Response('{}', { status: 200 });
  });
  const again = vi.fn();
  await draw([{ kind: 'time', total: 1, rows: [request] }], again);
  await press('Answer request');
  await vi.waitFor(
    () =>
      expect(document.querySelector('dialog')?.textContent).toContain(
        'Lenka Hořejšová gets an email with your answer.',
      ),
    10_000,
  );
  await press('Grant more time');
  await vi.waitFor(() => expect(again).toHaveBeenCalledOnce(), 10_000);
  expect(sent).toEqual([
    [`/api/v2/assignments/${request.assignmentId}/deadline`, { deadline: '2050-03-31T21:59:59.000Z' }],
  ]);
});
