import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clearNotices, currentNotices } from '../kit/notices.ts';
import { closeSession, openSession, sessionState, watchExpiry } from './access-token.ts';
import { addressOf, call } from './call.ts';
import { CallError } from './call-error.ts';

const user = {
  id: 7,
  email: 'applicant@example.org',
  firstName: 'Ilse',
  lastName: 'Vandenbroucke',
  role: 'user',
  acceptMailingList: true,
} as const;

interface Asked {
  address: string;
  method: string;
  token: string | null;
  body: string | undefined;
}

/** A server that answers what the table says, and remembers what it was asked. */
function serve(
  answers: (asked: Asked) => { status: number; body?: unknown; role?: string } | 'unreachable',
): Asked[] {
  const heard: Asked[] = [];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const asked = {
      address,
      method: init.method ?? 'GET',
      token: new Headers(init.headers).get('authorization'),
      body: typeof init.body === 'string' ? init.body : undefined,
    };
    heard.push(asked);
    const answer = answers(asked);
    if (answer === 'unreachable') throw new TypeError('Failed to fetch');
    return new Response(JSON.stringify(answer.body ?? null), {
      status: answer.status,
      headers: answer.role === undefined ? {} : { 'clearcall-role': answer.role },
    });
  });
  return heard;
}

beforeEach(() => {
  clearNotices();
  openSession({ token: 'old', user });
});
afterEach(() => {
  closeSession();
  vi.unstubAllGlobals();
});

test('fills the address', () => {
  expect(addressOf('/v2/assignments/:id/save', { params: { id: 'a/b' } })).toBe(
    '/api/v2/assignments/a%2Fb/save',
  );
  expect(addressOf('/demo/mails', { query: { to: 'a+b@example.org', id: undefined } })).toBe(
    '/api/demo/mails?to=a%2Bb%40example.org',
  );
});

test('carries the token and gives the answer', async () => {
  const heard = serve(() => ({ status: 200, body: { total: 2, submitted: 1 } }));
  const counted = await call('GET /v2/applications/count/:callId', { params: { callId: 3 } });
  expect(counted).toEqual({ total: 2, submitted: 1 });
  expect(heard).toEqual([
    { address: '/api/v2/applications/count/3', method: 'GET', token: 'Bearer old', body: undefined },
  ]);
});

test('renews the token once for all calls under way, and tries each again', async () => {
  const heard = serve((asked) => {
    if (asked.address === '/api/users/refresh') return { status: 200, body: { token: 'new', user } };
    return asked.token === 'Bearer new'
      ? { status: 200, body: [] }
      : { status: 401, body: { message: 'Unauthorized' } };
  });
  await Promise.all([call('GET /users/roles'), call('GET /users/roles'), call('GET /users/roles')]);
  expect(heard.filter((asked) => asked.address === '/api/users/refresh')).toHaveLength(1);
  expect(heard.filter((asked) => asked.address === '/api/users/roles')).toHaveLength(6);
  expect(currentNotices().shown).toEqual([]);
});

test('ends the session when it cannot be renewed, and says so once and silently', async () => {
  const expired = vi.fn();
  const stop = watchExpiry(expired);
  serve(() => ({ status: 401, body: { code: 'unauthorized', message: 'Unauthorized' } }));
  await expect(call('GET /users/roles')).rejects.toThrow('Unauthorized');
  expect(sessionState()).toEqual({ state: 'signed-out', why: 'expired' });
  expect(expired).toHaveBeenCalledTimes(1);
  expect(currentNotices().shown).toEqual([]);
  stop();
});

test('what expired stays expired, however often it is asked: the page of the reader stands', async () => {
  serve(() => ({ status: 401, body: { code: 'unauthorized', message: 'Unauthorized' } }));
  for (let times = 0; times < 3; times += 1)
    await expect(call('GET /users/roles')).rejects.toThrow('Unauthorized');
  expect(sessionState()).toEqual({ state: 'signed-out', why: 'expired' });
});

test('a role that the portal does not admit any more is logged out, here and on the server', async () => {
  const heard = serve((asked) =>
    asked.address === '/api/users/logout'
      ? { status: 200, body: { done: true } }
      : {
          status: 403,
          body: {
            code: 'portal_forbidden',
            message: 'You dont have permission to access this portal.',
          },
        },
  );
  await expect(call('GET /users/roles')).rejects.toThrow('You dont have permission');
  expect(sessionState()).toEqual({ state: 'signed-out', why: 'barred' });
  expect(heard.map(({ address, token }) => [address, token])).toEqual([
    ['/api/users/roles', 'Bearer old'],
    ['/api/users/logout', 'Bearer old'],
  ]);
  // The login says it, once.
  expect(currentNotices().shown).toEqual([]);
});

test('another 403 ends nothing in the user portal', async () => {
  serve(() => ({ status: 403, body: { code: 'forbidden', message: 'You may not do this.' } }));
  await expect(call('GET /users/roles')).rejects.toThrow('You may not do this.');
  expect(sessionState()).toEqual({ state: 'signed-in', user });
});

test('a role that changed since the login shows with the next answer', async () => {
  serve(() => ({ status: 200, body: [], role: 'pro' }));
  await call('GET /users/roles');
  expect(sessionState()).toEqual({ state: 'signed-in', user: { ...user, role: 'pro' } });
});

test('a server that is away ends no session', async () => {
  serve((asked) => (asked.address === '/api/users/refresh' ? 'unreachable' : { status: 401 }));
  await expect(call('GET /users/roles', { quiet: true })).rejects.toMatchObject({
    code: 'offline',
    status: 0,
  });
  expect(sessionState().state).toBe('signed-in');
});

test('shows a refusal as a notice, unless told to be quiet', async () => {
  serve(() => ({ status: 409, body: { code: 'call_closed', message: 'This call is not open now.' } }));
  await expect(call('POST /v2/applications', { body: { callId: 3 } })).rejects.toBeInstanceOf(CallError);
  expect(currentNotices().shown.map((notice) => notice.message)).toEqual(['This call is not open now.']);
  clearNotices();
  await expect(call('POST /v2/applications', { body: { callId: 3 }, quiet: true })).rejects.toMatchObject({
    status: 409,
    code: 'call_closed',
  });
  expect(currentNotices().shown).toEqual([]);
});

test('an answer that cannot be read is a failure like others, in words for people', async () => {
  for (const text of ['<html>Log in to the network of this hotel</html>', '', '{"total":']) {
    clearNotices();
    vi.stubGlobal('fetch', async () => new Response(text, { status: 200 }));
    const counting = call('GET /v2/applications/count/:callId', { params: { callId: 3 } });
    await expect(counting).rejects.toMatchObject({ name: 'CallError', status: 200 });
    expect(currentNotices().shown.map((notice) => notice.message)).toEqual(['Something went wrong']);
  }
  vi.stubGlobal('fetch', async () => {
    const broken = new ReadableStream({
      start: (controller) => controller.error(new TypeError('network error')),
    });
    return new Response(broken, { status: 200 });
  });
  await expect(call('GET /users/roles', { quiet: true })).rejects.toMatchObject({ code: 'offline' });
});

test('a refused login is no expired session', async () => {
  const heard = serve(() => ({
    status: 401,
    body: { code: 'wrong_credentials', message: 'Wrong e-mail or password.' },
  }));
  const credentials = { email: 'a@example.org', password: 'x', app: 'user_portal' } as const;
  await expect(call('POST /users/login', { body: credentials, quiet: true })).rejects.toThrow(
    'Wrong e-mail or password.',
  );
  expect(heard).toHaveLength(1);
});

test('numbers every call, and gives the number to quote where the server failed', async () => {
  const sent: (string | null)[] = [];
  let status = 500;
  vi.stubGlobal('fetch', async (_address: string, init: RequestInit) => {
    const number = new Headers(init.headers).get('x-request-id');
    sent.push(number);
    const body = JSON.stringify({ code: 'internal', message: 'Tell us this number.' });
    return new Response(body, { status, headers: { 'x-request-id': String(number) } });
  });
  await expect(call('GET /users/roles')).rejects.toMatchObject({ status: 500 });
  await expect(call('GET /users/roles')).rejects.toMatchObject({ requestId: expect.any(String) });
  expect(new Set(sent).size).toBe(2);
  expect(sent[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  // Collapsed into one, with the newest number.
  expect(currentNotices().shown).toMatchObject([
    { message: 'Tell us this number.', reference: sent[1], times: 2 },
  ]);
  clearNotices();
  status = 409;
  await expect(call('GET /users/roles')).rejects.toMatchObject({ requestId: sent[2] });
  expect(currentNotices().shown[0]).not.toHaveProperty('reference');
});

test('learns the server’s clock from every answer', async () => {
  vi.resetModules();
  const { call: fresh } = await import('./call.ts');
  const { serverNow } = await import('./server-clock.ts');
  const ahead = new Date(Date.now() + 3_600_000).toUTCString();
  vi.stubGlobal('fetch', async () => new Response('[]', { status: 200, headers: { date: ahead } }));
  await fresh('GET /users/roles');
  expect(serverNow() - Date.now()).toBeGreaterThan(3_590_000);
});
