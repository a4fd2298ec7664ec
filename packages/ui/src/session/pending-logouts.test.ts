import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const user = {
  id: 7,
  email: 'applicant@example.org',
  firstName: 'Ilse',
  lastName: 'Vandenbroucke',
  role: 'user',
  acceptMailingList: true,
  language: null,
} as const;

/** What a browser keeps, through its pages. */
let storage: Map<string, string>;
/** How the server answers; null: nobody does. */
let status: number | null;
let asked: unknown[];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  storage = new Map();
  asked = [];
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
    removeItem: (key: string) => storage.delete(key),
  });
  vi.stubGlobal('fetch', async (address: string, { body }: { body: string }) => {
    asked.push([address, JSON.parse(body)]);
    if (status === null) throw new TypeError('no connection');
    return new Response(JSON.stringify({ done: true }), { status });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A page that has just been loaded. */
async function load(app: 'user_portal' | 'admin_portal' = 'user_portal') {
  vi.resetModules();
  const token = await import('./access-token.ts');
  token.joinSession(app);
  const { logout } = await import('./session.ts');
  const { sendPendingLogouts } = await import('./pending-logouts.ts');
  return { ...token, logout, sendPendingLogouts };
}
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');
const plain = ['/api/users/logout', { app: 'user_portal' }];
const late = (token: string, app = 'user_portal') => ['/api/users/logout', { app, of: hashOf(token) }];
const pending = () => storage.get('clearcall.owed-logouts');

test('a logout that is answered is over, and so is one that is refused', async () => {
  for (const answer of [200, 400]) {
    status = answer;
    const page = await load();
    page.openSession({ token: 'one', user });
    await page.logout();
    await page.sendPendingLogouts();
    expect([asked.splice(0), [...storage], page.sessionState().state]).toEqual([[plain], [], 'signed-out']);
  }
});

test.each([null, 503])(
  'one that is not (%s) is told by its name as soon as somebody answers',
  async (answer) => {
    status = answer;
    const page = await load();
    page.openSession({ token: 'one', user });
    await page.logout();
    expect([page.sessionState(), [...storage]]).toEqual([
      { state: 'signed-out', why: 'left' },
      [['clearcall.owed-logouts', hashOf('one')]],
    ]);
    await page.sendPendingLogouts();
    expect(asked.splice(0)).toEqual([plain, late('one')]);
    expect(pending()).toBe(hashOf('one'));
    // By itself, a while later.
    status = 200;
    await vi.advanceTimersByTimeAsync(30_000);
    await vi.waitFor(() => expect([asked, [...storage]]).toEqual([[late('one')], []]));
  },
);

test('a later page tells all that are owed, though somebody is logged in by now, and forgets them', async () => {
  status = null;
  const page = await load();
  for (const token of ['one', 'two']) {
    page.openSession({ token, user });
    await page.logout();
  }
  asked = [];
  status = 200;
  const later = await load();
  later.openSession({ token: 'three', user });
  await later.sendPendingLogouts();
  expect(asked).toEqual([late('one'), late('two')]);
  expect([pending(), later.accessToken()]).toEqual([undefined, 'three']);
});

test('each portal tells its own', async () => {
  status = null;
  const page = await load('admin_portal');
  page.openSession({ token: 'admin', user });
  await page.logout();
  asked = [];
  status = 200;
  await (await load()).sendPendingLogouts();
  expect(asked).toEqual([]);
  await (await load('admin_portal')).sendPendingLogouts();
  expect(asked).toEqual([late('admin', 'admin_portal')]);
});

test('a page that can make no hash, or has no storage, logs out all the same', async () => {
  status = null;
  vi.stubGlobal('crypto', { randomUUID: () => '0190a0a0-0000-7000-8000-000000000000' });
  for (const hasStorage of [true, false]) {
    if (!hasStorage) {
      vi.unstubAllGlobals();
      vi.stubGlobal('fetch', async () => {
        throw new TypeError('no connection');
      });
    }
    const page = await load();
    page.openSession({ token: 'one', user });
    await page.logout();
    expect([page.sessionState().state, pending()]).toEqual(['signed-out', undefined]);
  }
});
