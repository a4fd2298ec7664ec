// @vitest-environment happy-dom
import type { Application, Assignment } from '@clearcall/domain/applications/application.ts';
import { startTexts } from '@clearcall/ui/kit/text/translate.ts';
import { closeSession, openSession } from '@clearcall/ui/session/access-token.ts';
import { portalQueries } from '@clearcall/ui/session/caches.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type AskedCommand, StaffCommandDialog } from './staff-command-dialog.tsx';
import { useAfterRefusal } from './use-after-refusal.ts';

await startTexts(['frame', 'parts', 'refusals', 'forms', 'staff', 'work', 'editor'], 'en');
vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

let root: Root;
let isRefused: boolean;
beforeEach(() => {
  const user = {
    id: 7,
    email: 'staff@example.org',
    firstName: 'Ilse',
    lastName: 'Vandenbroucke',
    role: 'pro' as const,
    acceptMailingList: true,
    language: null,
  };
  openSession({ token: 'token', user });
  isRefused = true;
  const refusal = { statusCode: 409, code: 'not_ongoing', message: 'This assignment has ended.' };
  vi.stubGlobal('fetch', async () =>
    isRefused ? new Response(JSON.stringify(refusal), { status: 409 }) : new Response('{}'),
  );
});
afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
  closeSession();
});

const assignment = {
  id: 'A1',
  stepId: 'SCI',
  role: 'scientific_reviewer',
  status: 'accepted',
  partitionId: null,
  deadline: '2050-03-31T21:59:59.000Z',
  owner: { id: 9, firstName: 'Lenka', lastName: 'Hořejšová' },
} as unknown as Assignment;
const application = {
  id: 3,
  uid: 'ESAO-REG-1',
  call: { id: 5, timeZone: 'Europe/Luxembourg' },
  panel: { value: 'PE1', offered: [{ value: 'PE1', label: 'Mathematics' }] },
} as unknown as Application;

const done = vi.fn();
const follow = vi.fn();
function Page({ asked }: { asked: AskedCommand }) {
  useAfterRefusal(follow);
  return <StaffCommandDialog application={application} asked={asked} onClose={() => {}} onDone={done} />;
}

async function send(asked: AskedCommand, verb: string) {
  done.mockClear();
  follow.mockClear();
  root = createRoot(document.body.appendChild(document.createElement('div')));
  act(() =>
    root.render(
      <QueryClientProvider client={portalQueries()}>
        <Page asked={asked} />
      </QueryClientProvider>,
    ),
  );
  const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === verb);
  act(() => button?.click());
  await act(() => vi.waitFor(() => expect(follow.mock.calls.length + done.mock.calls.length).toBe(1)));
}

test.each<{ asked: AskedCommand; verb: string }>([
  { asked: { command: 'revoke', assignment }, verb: 'Revoke' },
  { asked: { command: 'change_deadline', assignment }, verb: 'Change deadline' },
  { asked: { command: 'hand_back', assignment }, verb: 'Give back' },
  { asked: { command: 'change_panel' }, verb: 'Change panel' },
])(
  'a refusal of $verb loads the page behind again, and the dialog stays with the reason',
  async ({ asked, verb }) => {
    await send(asked, verb);
    expect([follow.mock.calls.length, done.mock.calls.length]).toEqual([1, 0]);
    expect(document.querySelector('dialog')?.textContent).toContain('This assignment has ended.');
  },
);

test('nothing follows a command that is carried out but its own success', async () => {
  isRefused = false;
  await send({ command: 'revoke', assignment }, 'Revoke');
  expect([follow.mock.calls.length, done.mock.calls.length]).toEqual([0, 1]);
});
