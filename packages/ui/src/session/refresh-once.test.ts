import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

const user = {
  id: 7,
  email: 'applicant@example.org',
  firstName: 'Ilse',
  lastName: 'Vandenbroucke',
  role: 'user',
  acceptMailingList: true,
  language: null,
} as const;

/** A tab: the module with a state of its own, joined to the others by the channel and the lock of the browser. */
async function openTab(app: 'user_portal' | 'admin_portal' = 'user_portal') {
  vi.resetModules();
  const tab = await import('./access-token.ts');
  tab.joinSession(app);
  return tab;
}

test.each([
  ['renewed', 200],
  ['expired', 401],
  ['barred', 403],
] as const)('three tabs ask once when the answer is: %s', async (outcome, status) => {
  let asked = 0;
  vi.stubGlobal('fetch', async () => {
    asked += 1;
    await new Promise((resolve) => setTimeout(resolve, 30));
    return new Response(JSON.stringify({ token: `token ${asked}`, user }), { status });
  });
  const tabs = [await openTab(), await openTab(), await openTab()];
  // Each has the session open with the same token.
  tabs[0]?.openSession({ token: 'old', user });
  await expect.poll(() => tabs.map((tab) => tab.accessToken())).toEqual(['old', 'old', 'old']);

  await Promise.all(tabs.map((tab) => tab.renewToken('old')));
  expect(asked).toBe(1);
  const ends = tabs.map((tab) => [tab.accessToken(), tab.sessionState().state]);
  expect(ends).toEqual(
    Array(3).fill(outcome === 'renewed' ? ['token 1', 'signed-in'] : [null, 'signed-out']),
  );
  const states = tabs.map((tab) => tab.sessionState());
  if (outcome !== 'renewed') expect(states).toEqual(Array(3).fill({ state: 'signed-out', why: outcome }));
  tabs[0]?.closeSession();
});

/** What the first script of a page leaves for it. */
const leftAhead = (answered: Promise<Response | null>) =>
  vi.stubGlobal(
    'renewedAhead',
    answered.then((answer) => answer && { answer, sentAtMs: Date.now(), receivedAtMs: Date.now() }),
  );
const opened = (token: string) => new Response(JSON.stringify({ token, user }), { status: 200 });

test('a page takes the session that was renewed while its code was on its way, once, and tells the other tabs', async () => {
  const asked = vi.fn(async () => opened('second'));
  vi.stubGlobal('fetch', asked);
  const other = await openTab();
  const tab = await openTab();
  leftAhead(Promise.resolve(opened('first')));
  await tab.resumeSession();
  expect([tab.accessToken(), tab.sessionState(), asked.mock.calls]).toEqual([
    'first',
    { state: 'signed-in', user },
    [],
  ]);
  await expect.poll(() => other.accessToken()).toBe('first');
  // A script that looks around finds nothing.
  expect(Reflect.get(globalThis, 'renewedAhead')).toBeUndefined();
  expect(await tab.renewToken('first')).toBe('renewed');
  expect([tab.accessToken(), asked.mock.calls.length]).toEqual(['second', 1]);
});

test.each([
  ['a refusal ends it', new Response('{}', { status: 401 }), { state: 'signed-out', why: 'left' }, 0],
  ['nobody answered: it asks by itself', null, { state: 'signed-in', user }, 1],
] as const)('of a session that was asked for ahead %s', async (_what, answer, state, times) => {
  const asked = vi.fn(async () => opened('own'));
  vi.stubGlobal('fetch', asked);
  leftAhead(Promise.resolve(answer));
  const tab = await openTab();
  await tab.resumeSession();
  expect([tab.sessionState(), asked.mock.calls.length]).toEqual([state, times]);
});

test('a session that was renewed ahead opens nothing after a logout in another tab', async () => {
  let answer = (_: Response) => {};
  leftAhead(
    new Promise((resolve) => {
      answer = resolve;
    }),
  );
  const [tab, other] = [await openTab(), await openTab()];
  const resumed = tab.resumeSession();
  other.closeSession();
  await expect.poll(() => tab.sessionState()).toEqual({ state: 'signed-out', why: 'left' });
  answer(opened('late'));
  await resumed;
  expect([tab.accessToken(), tab.sessionState()]).toEqual([null, { state: 'signed-out', why: 'left' }]);
});

test.each(['here', 'in the other tab'])(
  'a renewal that is answered after a logout %s opens nothing',
  async (where) => {
    let answer = (_: Response) => {};
    vi.stubGlobal(
      'fetch',
      () =>
        new Promise<Response>((resolve) => {
          answer = resolve;
        }),
    );
    const [tab, other] = [await openTab(), await openTab()];
    tab.openSession({ token: 'old', user });
    await expect.poll(() => other.accessToken()).toBe('old');
    const renewal = tab.renewToken('old');
    await new Promise((resolve) => setTimeout(resolve, 20));
    (where === 'here' ? tab : other).closeSession();
    await expect.poll(() => tab.accessToken()).toBeNull();
    answer(new Response(JSON.stringify({ token: 'late', user }), { status: 200 }));
    expect(await renewal).toBe('expired');
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect([tab, other].map((one) => [one.accessToken(), one.sessionState()])).toEqual(
      Array(2).fill([null, { state: 'signed-out', why: 'left' }]),
    );
  },
);

test('a logout is sent once the renewal that is under way in another tab is answered, and renewals after it ask for nothing', async () => {
  const heard: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    heard.push(`${address} begins`);
    await new Promise((resolve) => setTimeout(resolve, 50));
    heard.push(`${address} ends`);
    const body = address.endsWith('/logout') ? { done: true } : { token: 'new', user };
    return new Response(JSON.stringify(body), { status: 200 });
  });
  const other = await openTab();
  const tab = await openTab();
  const { logout } = await import('./session.ts');
  other.openSession({ token: 'old', user });
  await expect.poll(() => tab.accessToken()).toBe('old');
  const renewal = other.renewToken('old');
  await vi.waitFor(() => expect(heard).toEqual(['/api/users/refresh begins']));
  const leaving = logout();
  await Promise.all([renewal, leaving]);
  expect(await tab.renewToken('new')).toBe('expired');
  expect(heard).toEqual(
    ['refresh', 'logout'].flatMap((name) => [`/api/users/${name} begins`, `/api/users/${name} ends`]),
  );
  await expect.poll(() => other.accessToken()).toBeNull();
});

test('a logout does not wait for ever for a renewal that nobody answers', async () => {
  const heard: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    heard.push(address);
    if (address.endsWith('/refresh')) return await new Promise<Response>(() => {});
    return new Response(JSON.stringify({ done: true }), { status: 200 });
  });
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
  const tab = await openTab();
  const { logout } = await import('./session.ts');
  tab.openSession({ token: 'old', user });
  void tab.renewToken('old');
  await vi.waitFor(() => expect(heard).toEqual(['/api/users/refresh']));
  await logout();
  expect(heard).toEqual(['/api/users/refresh', '/api/users/logout']);
  expect(tab.accessToken()).toBeNull();
  vi.restoreAllMocks();
});

test('in the administration any 403 leads to the login', async () => {
  vi.stubGlobal(
    'fetch',
    async () => new Response('{"code":"forbidden","message":"You may not do this."}', { status: 403 }),
  );
  const tab = await openTab('admin_portal');
  const { call } = await import('./call.ts');
  tab.openSession({ token: 'old', user: { ...user, role: 'pro' } });
  await expect(call('GET /users/roles')).rejects.toThrow('You may not do this.');
  expect(tab.sessionState()).toEqual({ state: 'signed-out', why: 'left' });
});
