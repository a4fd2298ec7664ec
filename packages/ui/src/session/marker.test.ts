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

/** What a browser keeps of this page. */
let storage: Map<string, string>;

beforeEach(() => {
  vi.resetModules();
  storage = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
    removeItem: (key: string) => storage.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

const marked = [['clearcall.signed-in', '1']];

test('a login sets the mark and keeps nothing else; the end of the session takes it away', async () => {
  const session = await import('./access-token.ts');
  session.openSession({ token: 'secret', user });
  expect([...storage]).toEqual(marked);
  expect(session.accessToken()).toBe('secret');
  session.closeSession();
  expect([...storage]).toEqual([]);
  expect(session.accessToken()).toBeNull();
});

test('with a mark a page asks for its session at the start, and marks what it got', async () => {
  storage.set('clearcall.signed-in', '1');
  const asked: unknown[] = [];
  vi.stubGlobal('fetch', async (address: string, sent: RequestInit) => {
    asked.push([address, sent.credentials, JSON.parse(String(sent.body))]);
    storage.clear();
    return new Response(JSON.stringify({ token: 'fresh', user }), { status: 200 });
  });
  const session = await import('./access-token.ts');
  await session.resumeSession();
  expect(asked).toEqual([['/api/users/refresh', 'same-origin', { app: 'user_portal' }]]);
  expect(session.sessionState()).toEqual({ state: 'signed-in', user });
  expect([...storage]).toEqual(marked);
});

test('without a mark nothing is asked; a refused refresh takes it away', async () => {
  const fetched = vi.fn(async () => new Response('{}', { status: 401 }));
  vi.stubGlobal('fetch', fetched);
  const visitor = await import('./access-token.ts');
  await visitor.resumeSession();
  expect(fetched).not.toHaveBeenCalled();
  expect(visitor.sessionState()).toEqual({ state: 'signed-out', why: 'left' });

  vi.resetModules();
  storage.set('clearcall.signed-in', '1');
  const session = await import('./access-token.ts');
  await session.resumeSession();
  expect(session.sessionState()).toEqual({ state: 'signed-out', why: 'left' });
  expect([...storage]).toEqual([]);
});

test('in the administration any 403 ends the session, and the page goes to its login', async () => {
  const session = await import('./access-token.ts');
  const { call } = await import('./call.ts');
  session.joinSession('admin_portal');
  session.openSession({ token: 'secret', user: { ...user, role: 'pro' } });
  expect([...storage]).toEqual([['clearcall.signed-in.admin', '1']]);
  vi.stubGlobal(
    'fetch',
    async () => new Response('{"code":"forbidden","message":"You may not do this."}', { status: 403 }),
  );
  await expect(call('GET /users/roles', { quiet: true })).rejects.toThrow('You may not do this.');
  expect(session.sessionState()).toEqual({ state: 'signed-out', why: 'left' });
  expect([...storage]).toEqual([]);
});
