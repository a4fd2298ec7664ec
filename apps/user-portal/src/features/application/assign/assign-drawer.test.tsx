// @vitest-environment happy-dom
import type { Application } from '@clearcall/domain/applications/application.ts';
import { startTexts } from '@clearcall/ui/kit/text/translate.ts';
import { closeSession, openSession } from '@clearcall/ui/session/access-token.ts';
import { portalQueries } from '@clearcall/ui/session/caches.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { useAfterRefusal } from '../staff/use-after-refusal.ts';
import { AssignDrawer } from './assign-drawer.tsx';

await startTexts(['frame', 'parts', 'refusals', 'forms', 'staff'], 'en');
vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

let root: Root;
/** What was sent, by the end of its address. */
let sent: [string, Record<string, unknown>][];
let refuses: boolean;
const candidate = {
  id: 8,
  firstName: 'Bea',
  lastName: 'Planted',
  email: 'bea@example.org',
  role: 'scientific_reviewer',
  work: { centres: [], fit: null, isOngoing: false, load: 0 },
};

beforeEach(() => {
  openSession({
    token: 'token',
    user: {
      id: 7,
      email: 'staff@example.org',
      firstName: 'Ilse',
      lastName: 'Vandenbroucke',
      role: 'pro',
      acceptMailingList: true,
      language: null,
    },
  });
  sent = [];
  refuses = true;
  vi.stubGlobal('fetch', async (address: string, { body }: { body?: string } = {}) => {
    const verb = /\/(assign|invite|revoke)$/.exec(address)?.[1];
    if (verb !== undefined) sent.push([verb, JSON.parse(body ?? '{}')]);
    if (verb !== undefined && !refuses) return new Response('{}');
    if (verb === 'assign') {
      const refusal = { statusCode: 409, code: 'already_ongoing', message: 'This user has the work.' };
      return new Response(JSON.stringify(refusal), { status: 409 });
    }
    if (address.includes('/evidence')) return new Response(JSON.stringify([{ userId: 8, evidence: [] }]));
    const isList = address.endsWith('/suggestions');
    return new Response(JSON.stringify(isList ? { data: [candidate], total: 1 } : []));
  });
});
afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
  closeSession();
});

const step = (needs?: number) => ({
  id: 'SCI',
  title: 'Scientific review',
  order: 3,
  ownerRole: 'scientific_reviewer',
  config: needs === undefined ? {} : { needs },
  permissions: { assign: ['pro'], assignable: ['scientific_reviewer'], view: [] },
  forms: [],
});
const application = (needs?: number, assigned: number[] = []) =>
  ({
    id: 3,
    uid: 'ESAO-REG-1',
    call: { id: 5, timeZone: 'Europe/Luxembourg' },
    steps: [step(needs)],
    partitions: [],
    process: [],
    commands: [{ command: 'assign', stepId: 'SCI', refusal: null, partitions: [null] }],
    assignments: [],
    assigned: assigned.map((id) => ({
      stepId: 'SCI',
      partitionId: null,
      role: 'scientific_reviewer',
      owner: { id, firstName: 'Ada', lastName: `Moe ${id}` },
      isLead: false,
    })),
  }) as unknown as Application;

/** The page behind. */
function AfterRefusal({ follow }: { follow: () => void }) {
  useAfterRefusal(follow);
  return null;
}

/** Waits until the page is as described. */
const until = (check: () => void) => act(() => vi.waitFor(check));
async function show(
  of: Application,
  on: { onDone?: () => void; onRefused?: () => void; replaces?: string } = {},
) {
  root = createRoot(document.body.appendChild(document.createElement('div')));
  const { onDone = () => {}, onRefused = () => {}, replaces } = on;
  act(() =>
    root.render(
      <QueryClientProvider client={portalQueries()}>
        <AfterRefusal follow={onRefused} />
        <AssignDrawer application={of} stepId="SCI" replaces={replaces} onClose={onDone} onDone={onDone} />
      </QueryClientProvider>,
    ),
  );
  await until(() => expect(document.querySelector('li input')).not.toBeNull());
  return document.querySelector('dialog')?.textContent ?? '';
}

const press = (name: string) =>
  act(() =>
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)?.click(),
  );

test('says how many people the step needs, and how many are assigned', async () => {
  expect(await show(application(3))).toContain('This step needs 3 people. Nobody is assigned yet.');
  act(() => root.unmount());
  expect(await show(application(3, [1, 2]))).toContain('This step needs 3 people. 2 are assigned.');
  act(() => root.unmount());
  expect(await show(application())).not.toContain('This step needs');
});

test('loads the page behind again as soon as an assignment is refused, and stays open with the reason', async () => {
  const onRefused = vi.fn();
  const onDone = vi.fn();
  await show(application(3), { onRefused, onDone });
  act(() => document.querySelector<HTMLInputElement>('li input[type="checkbox"]')?.click());
  press('Assign User');
  await until(() =>
    expect(document.querySelector('dialog')?.textContent).toContain('This user has the work.'),
  );
  expect([onRefused.mock.calls.length, onDone.mock.calls.length]).toEqual([1, 0]);
});

describe('of an assignment that somebody else is to have', () => {
  const replacing = (more: object) => ({
    ...application(),
    assignments: [
      { id: 'gone', stepId: 'SCI', partitionId: null, role: 'scientific_reviewer', commands: {}, ...more },
    ],
  });
  const owner = { id: 9, firstName: 'Ada', lastName: 'Moe', role: 'scientific_reviewer' };
  async function assigned(more: object) {
    refuses = false;
    const onDone = vi.fn();
    await show(replacing(more) as unknown as Application, { replaces: 'gone', onDone });
    act(() => document.querySelector<HTMLInputElement>('li input[type="checkbox"]')?.click());
    press('Assign User');
    await until(() => expect(onDone).toHaveBeenCalled());
    return sent.map(([verb, { replaces }]) => [verb, replaces]);
  }

  test('names it, and revokes it if it is ongoing', async () => {
    expect(await assigned({ status: 'refused', owner })).toEqual([['assign', 'gone']]);
    act(() => root.unmount());
    sent = [];
    expect(await assigned({ status: 'accepted', owner })).toEqual([
      ['assign', 'gone'],
      ['revoke', undefined],
    ]);
  });

  test('gives it to the person if nobody has it', async () => {
    expect(await assigned({ status: 'assigned', commands: { take: null } })).toEqual([['assign', undefined]]);
  });

  test('names it in an invitation too', async () => {
    refuses = false;
    const onDone = vi.fn();
    await show(replacing({ status: 'refused', owner }) as unknown as Application, {
      replaces: 'gone',
      onDone,
    });
    const address = document.querySelector<HTMLInputElement>('details input[type="email"]');
    act(() => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(
        address,
        'new@example.org',
      );
      address?.dispatchEvent(new Event('input', { bubbles: true }));
    });
    press('Invite User');
    await until(() => expect(onDone).toHaveBeenCalled());
    expect(sent.map(([verb, { replaces, email }]) => [verb, replaces, email])).toEqual([
      ['invite', 'gone', 'new@example.org'],
    ]);
  });
});
