import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { clearNotices, currentNotices } from '../kit/state/notices.ts';
import { startTexts } from '../kit/text/translate.ts';
import { closeSession, openSession, sessionState, watchExpiry } from './access-token.ts';
import { addressOf, call, callUpload } from './call.ts';
import { CallError } from './call-error.ts';

await startTexts(['frame', 'parts', 'account'], 'en');

const user = {
  id: 7,
  email: 'applicant@example.org',
  firstName: 'Ilse',
  lastName: 'Vandenbroucke',
  role: 'user',
  acceptMailingList: true,
  language: null,
} as const;

interface Asked {
  address: string;
  method: string;
  token: string | null;
  key: string | null;
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
      key: new Headers(init.headers).get('idempotency-key'),
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

test('sends no text that cannot be stored: NUL is left out, half a character becomes a sign', async () => {
  const heard = serve(() => ({ status: 200 }));
  const values = ['half \ud83d emoji', 'nul\u0000', '10\u000b12', '😀'];
  const input = { values };
  await call('PUT /v2/assignments/:id/save', {
    params: { id: 'a' },
    body: { data: [{ flowElementId: 'case', dataGroupId: null, input, revision: 0 }], newGroups: [] },
  });
  expect(JSON.parse(heard[0]?.body ?? '').data[0].input.values).toEqual([
    'half \ufffd emoji',
    'nul',
    '10\u000b12',
    '😀',
  ]);
});

test('carries the token and gives the answer', async () => {
  const heard = serve(() => ({ status: 200, body: { total: 2, submitted: 1 } }));
  const counted = await call('GET /v2/applications/count/:callId', { params: { callId: 3 } });
  expect(counted).toEqual({ total: 2, submitted: 1 });
  expect(heard).toEqual([
    {
      address: '/api/v2/applications/count/3',
      method: 'GET',
      token: 'Bearer old',
      key: null,
      body: undefined,
    },
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

describe('what is asked for once', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    const kept = new Map<string, string>();
    vi.stubGlobal('sessionStorage', {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, text: string) => void kept.set(name, text),
      removeItem: (name: string) => void kept.delete(name),
    });
  });
  afterEach(() => vi.useRealTimers());

  const apply = () => call('POST /v2/applications', { body: { callId: 3 }, once: 'apply.3', quiet: true });
  const settle = async <T>(asking: Promise<T>) => {
    const settled = asking.then(
      (reply) => reply,
      (error: CallError) => error.code,
    );
    await vi.runAllTimersAsync();
    return settled;
  };

  test('is asked for again under the same key while nobody answers', async () => {
    let turn = 0;
    const heard = serve(() => {
      turn += 1;
      return turn === 1
        ? 'unreachable'
        : turn === 2
          ? { status: 503 }
          : { status: 200, body: { uid: 'A-1' } };
    });
    expect(await settle(apply())).toEqual({ uid: 'A-1' });
    expect(heard).toHaveLength(3);
    expect(new Set(heard.map(({ key }) => key)).size).toBe(1);
  });

  test('keeps its key for the reader who presses again, or loads the page again', async () => {
    let up = false;
    const heard = serve(() => (up ? { status: 200, body: { uid: 'A-1' } } : 'unreachable'));
    expect(await settle(apply())).toBe('offline');
    up = true;
    vi.resetModules();
    const reloaded = await import('./call.ts');
    const again = () => reloaded.call('POST /v2/applications', { body: { callId: 3 }, once: 'apply.3' });
    expect(await settle(again())).toEqual({ uid: 'A-1' });
    expect(heard).toHaveLength(4);
    expect(new Set(heard.map(({ key }) => key)).size).toBe(1);
    // It was answered: the next one is another one. So is one that comes much later.
    await settle(again());
    up = false;
    await settle(again());
    vi.setSystemTime(Date.now() + 10 * 60_000);
    up = true;
    await settle(again());
    expect(new Set(heard.map(({ key }) => key)).size).toBe(4);
  });

  test('is one thing when it is pressed twice', async () => {
    const heard = serve(() => ({ status: 200, body: { uid: 'A-1' } }));
    await settle(Promise.all([apply(), apply()]));
    expect(heard.map(({ key }) => key)).toEqual([heard[0]?.key, heard[0]?.key]);
    expect(heard[0]?.key).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('is not asked for again once it was refused, nor what has no name', async () => {
    const heard = serve(() => ({ status: 409, body: { code: 'call_closed', message: 'Closed.' } }));
    expect(await settle(apply())).toBe('call_closed');
    expect(await settle(apply())).toBe('call_closed');
    expect(new Set(heard.map(({ key }) => key)).size).toBe(2);
    const before = heard.length;
    serve(() => 'unreachable');
    expect(await settle(call('POST /v2/applications', { body: { callId: 3 }, quiet: true }))).toBe('offline');
    expect(heard).toHaveLength(before);
  });

  test('a file is sent again under its key, and not once it was stopped', async () => {
    const sent: { key: string | undefined; form: FormData }[] = [];
    let answers: number[] = [];
    class Request {
      upload: { onprogress: unknown } = { onprogress: null };
      status = 0;
      response: unknown = null;
      headers: Record<string, string> = {};
      onload = () => {};
      onerror = () => {};
      onabort = () => {};
      open() {}
      abort() {
        this.onabort();
      }
      getResponseHeader() {
        return null;
      }
      setRequestHeader(name: string, value: string) {
        this.headers[name] = value;
      }
      send(form: FormData) {
        sent.push({ key: this.headers['idempotency-key'], form });
        this.status = answers.shift() ?? 0;
        this.response = { code: 'too_slow', message: 'Too slow.' };
        if (this.status === 0) this.onerror();
        else this.onload();
      }
    }
    vi.stubGlobal('XMLHttpRequest', Request);
    const form = new FormData();
    const stop = new AbortController();
    const upload = (signal?: AbortSignal) =>
      callUpload('POST /v2/assignments/:id/upload', {
        params: { id: 'a' },
        form,
        key: 'k',
        quiet: true,
        ...(signal ? { signal } : {}),
      });
    answers = [0, 408, 200];
    expect(await settle(upload())).toEqual({ code: 'too_slow', message: 'Too slow.' });
    answers = [422];
    expect(await settle(upload())).toBe('too_slow');
    expect(sent).toEqual(Array(4).fill({ key: 'k', form }));
    const stopped = upload(stop.signal).catch((error: DOMException) => error.name);
    await Promise.resolve();
    stop.abort();
    expect(await stopped).toBe('AbortError');
    await vi.runAllTimersAsync();
    expect(sent).toHaveLength(5);
  });
});

test('learns the server’s clock from an answer that no cache may store, and from no other', async () => {
  vi.resetModules();
  const { call: fresh } = await import('./call.ts');
  const { serverNow, workflowNow } = await import('./server-clock.ts');
  let headers: Record<string, string> = { date: new Date(Date.now() + 3_600_000).toUTCString() };
  vi.stubGlobal('fetch', async () => new Response('[]', { status: 200, headers }));
  await fresh('GET /users/roles');
  expect(serverNow() - Date.now()).toBeLessThan(1_000);
  headers = { 'clearcall-time': String(Date.now() + 3_600_000), 'clearcall-ahead-ms': '86400000' };
  await fresh('GET /users/roles');
  expect(serverNow() - Date.now()).toBeGreaterThan(3_590_000);
  expect(workflowNow() - serverNow()).toBe(86_400_000);
});
