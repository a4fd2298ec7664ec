import { endpoint } from '@clearcall/contract/endpoint.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { buildTestApp, type SignedIn, type TestApp } from '../../testing/build-test-app.ts';
import { countsAt, type Operation, operation } from './bind.ts';
import { serve } from './serve.ts';

const plain = {
  kind: 'json',
  method: 'GET',
  summary: '',
  changes: 'nothing',
  access: 'public',
  reply: z.unknown(),
  refusals: [],
} as const;
const post = { ...plain, method: 'POST' } as const;

const open = endpoint({ ...plain, path: '/open' });
const effects = endpoint({ ...plain, path: '/effects', changes: 'accounts' });
const search = endpoint({ ...post, path: '/search' });
const shown = endpoint({ ...plain, path: '/shown', access: 'demo' });
const mine = endpoint({ ...plain, path: '/mine', access: 'signed_in' });
const ours = endpoint({ ...plain, path: '/ours', access: 'signed_in', portal: 'user_portal' });
const named = endpoint({ ...plain, path: '/named/:name', params: z.strictObject({ name: z.string() }) });
const found = endpoint({ ...plain, path: '/found', query: z.strictObject({ text: z.string().optional() }) });
const both = endpoint({
  ...post,
  path: '/both',
  query: z.strictObject({ page: z.enum(['1', '2']) }),
  body: z.strictObject({ name: z.string(), email: z.string() }),
});
const bodyless = endpoint({ ...post, path: '/bodyless', repeatable: true });
const maybe = endpoint({ ...post, path: '/maybe', body: z.strictObject({}).optional() });
const large = endpoint({ ...post, path: '/large', body: z.strictObject({}), bodyLimitBytes: 300 * 1024 });
const form = endpoint({ ...post, kind: 'form', path: '/form', body: z.strictObject({ a: z.string() }) });
const away = endpoint({ ...plain, kind: 'redirect', path: '/away' });
const heavy = endpoint({ ...plain, path: '/heavy', access: 'signed_in', heavy: true });
const heavyForAll = endpoint({ ...plain, path: '/heavy-for-all', heavy: true });
const whole = endpoint({ ...post, path: '/whole', body: z.strictObject({ afterMs: z.number() }) });
const twice = endpoint({ ...plain, path: '/twice', perMinute: 2 });

let test: TestApp;
let app: FastifyInstance;
let person: SignedIn;
let officer: SignedIn;
let inLine: number[] = [];

const sentence = { done: true };
const operations: Operation[] = [
  ...[open, effects, search, shown, mine, ours, large, heavy, heavyForAll, twice].map((one) =>
    operation(one, async () => sentence),
  ),
  operation(named, async ({ params }) => params),
  operation(found, async ({ query }) => query),
  operation(both, async ({ query, body }) => ({ query, body })),
  operation(bodyless, async ({ body, idempotencyKey }) => ({ body: body ?? 'none', idempotencyKey })),
  operation(maybe, async ({ body }) => ({ body: body ?? 'none' })),
  operation(form, async ({ body }) => body),
  operation(away, async () => ({ location: '/elsewhere' })),
  operation(whole, async ({ body, request }, platform) => {
    test.clock.advance(body.afterMs);
    return { at: countsAt(request, platform).toISOString() };
  }),
];

beforeAll(async () => {
  test = await buildTestApp();
  const { line } = test.platform.databases;
  const take: typeof line.take = (who, act) => {
    inLine.push(who);
    return line.take(who, act);
  };
  const databases = { ...test.platform.databases, line: { ...line, take } };
  app = await serve({ ...test.platform, databases }, operations);
  person = await test.login();
  officer = await test.login({ role: 'pro' });
});
afterAll(async () => {
  await app.close();
  await test.close();
});
const started = new Date('2026-11-21T12:00:00.000Z');
afterEach(() => test.clock.set(started));

const json = { 'content-type': 'application/json' };
type Method = 'GET' | 'HEAD' | 'POST';
async function call(
  method: Method,
  url: string,
  {
    as,
    payload,
    headers = payload === undefined ? {} : json,
    on = app,
  }: {
    as?: SignedIn;
    payload?: string;
    headers?: Record<string, string>;
    on?: FastifyInstance;
  } = {},
) {
  const answer = await on.inject({
    method,
    url: `/api${url}`,
    headers: { ...headers, ...(as && { authorization: `Bearer ${as.token}` }) },
    ...(payload !== undefined && { payload }),
  });
  return {
    status: answer.statusCode,
    body: answer.body === '' ? null : answer.json(),
    headers: answer.headers,
  };
}
const outcome = async (...given: Parameters<typeof call>) => {
  const { status, body } = await call(...given);
  return [status, body];
};
const refusal = (statusCode: number, code: string, message: unknown, more: object = {}) => [
  statusCode,
  { statusCode, code, message, ...more },
];

describe('who may call', () => {
  const notYours = refusal(403, 'portal_forbidden', expect.any(String));

  it('everybody, what is public; nobody, what is for the demonstration alone where there is none', async () => {
    const config = { ...test.platform.config, demo: false };
    const real = await serve({ ...test.platform, config }, operations);
    const inReal = [
      await outcome('GET', '/open', { on: real }),
      await outcome('GET', '/shown', { on: real }),
    ];
    await real.close();
    expect(inReal).toEqual([[200, sentence], refusal(404, 'not_found', 'Not found')]);
    expect([await outcome('GET', '/open'), await outcome('GET', '/shown')]).toEqual([
      [200, sentence],
      [200, sentence],
    ]);
  });

  it('whose token is of the portal, where one portal alone has the operation', async () => {
    const inAdmin = await test.login({ role: 'pro', app: 'admin_portal' });
    const inUser = await test.login({ role: 'pro', app: 'user_portal' });
    expect([
      await outcome('GET', '/ours', { as: inUser }),
      await outcome('GET', '/ours', { as: inAdmin }),
      await outcome('GET', '/mine', { as: inAdmin }),
    ]).toEqual([[200, sentence], notYours, [200, sentence]]);
  });

  it('whose role may use the portal of their token still', async () => {
    const once = await test.login({ role: 'admin' });
    expect(await outcome('GET', '/mine', { as: once })).toEqual([200, sentence]);
    await test.db.updateTable('users').set({ role: 'user' }).where('id', '=', once.userId).execute();
    expect(await outcome('GET', '/mine', { as: once })).toEqual(notYours);
  });

  it('no page of another site, but a mail program with a form that bears its own token', async () => {
    const headers = { ...json, origin: 'https://evil.example' };
    expect(await outcome('POST', '/bodyless', { headers })).toEqual(
      refusal(403, 'foreign_page', expect.any(String)),
    );
    const posted = {
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'a=1',
    };
    expect(await outcome('POST', '/form', posted)).toEqual([200, { a: '1' }]);
  });

  it('looks by HEAD only where a GET does nothing', async () => {
    const statuses = [];
    for (const path of ['/open', '/effects', '/search']) statuses.push((await call('HEAD', path)).status);
    expect(statuses).toEqual([200, 404, 404]);
  });
});

describe('what is read', () => {
  const unread = 'Something in this request could not be read. Reload the page and try again.';

  it('no character that cannot be stored: a path is unknown, a query loses it', async () => {
    expect([await outcome('GET', '/named/a'), await outcome('GET', '/found?text=a')]).toEqual([
      [200, { name: 'a' }],
      [200, { text: 'a' }],
    ]);
    expect(await outcome('GET', '/named/%00')).toEqual(refusal(404, 'not_found', 'Not found'));
    expect(await outcome('GET', '/found?text=a%00b')).toEqual([200, { text: 'ab' }]);
  });

  it('all that is wrong with an address and a body is said at once, each sentence once', async () => {
    const good = { payload: '{"name":"a","email":"b"}' };
    expect(await outcome('POST', '/both?page=1', good)).toEqual([
      200,
      { query: { page: '1' }, body: { name: 'a', email: 'b' } },
    ]);
    const inQuery = { in: 'query', at: 'page', code: 'invalid_value' };
    const inBody = ['name', 'email'].map((at) => ({ in: 'body', at, code: 'invalid_type' }));
    const missing = ['Name is missing.', 'E-mail is missing.'];
    const wrong = (message: string[], issues: object[]) => refusal(400, 'invalid_input', message, { issues });
    expect(await outcome('POST', '/both?page=3', good)).toEqual(wrong([unread], [inQuery]));
    expect(await outcome('POST', '/both?page=1', { payload: '{}' })).toEqual(wrong(missing, inBody));
    expect(await outcome('POST', '/both?page=3', { payload: '{}' })).toEqual(
      wrong([unread, ...missing], [inQuery, ...inBody]),
    );
    const odd = { in: 'body', at: 'x', code: 'unrecognized_keys' };
    expect(await outcome('POST', '/both?page=3', { payload: '{"name":"a","email":"b","x":1}' })).toEqual(
      wrong([unread], [inQuery, odd]),
    );
  });

  it('no body where none belongs, and one that may be left out', async () => {
    const none = [200, { body: 'none', idempotencyKey: null }];
    expect([
      await outcome('POST', '/bodyless'),
      await outcome('POST', '/bodyless', { payload: '' }),
      await outcome('POST', '/bodyless', { payload: 'null' }),
    ]).toEqual([none, none, none]);
    const refused = refusal(400, 'invalid_input', ['This request may not hold a body.'], { issues: [] });
    for (const payload of ['{}', '0', 'false', '""'])
      expect(await outcome('POST', '/bodyless', { payload })).toEqual(refused);
    expect([await outcome('POST', '/maybe'), await outcome('POST', '/maybe', { payload: '{}' })]).toEqual([
      [200, { body: 'none' }],
      [200, { body: {} }],
    ]);
  });

  it('a body of the size that the operation names', async () => {
    const sized = async (bytes: number) =>
      (await call('POST', '/large', { payload: '{}'.padEnd(bytes) })).status;
    expect([await sized(300 * 1024), await sized(300 * 1024 + 1)]).toEqual([200, 413]);
  });

  it('a key of a request that may come again, with or without quotes, and of no other', async () => {
    const id = '0190a0a0-0000-7000-8000-00000000abcd';
    const keyed = (key: string, url = '/bodyless') =>
      outcome('POST', url, { headers: { 'idempotency-key': key } });
    for (const key of [id, id.toUpperCase(), `"${id}"`])
      expect([key, ...(await keyed(key))]).toEqual([key, 200, { body: 'none', idempotencyKey: id }]);
    const refused = refusal(400, 'invalid_input', ['The Idempotency-Key must be a UUID.']);
    for (const key of [
      '',
      'x',
      `${id}0`,
      `"${id.slice(0, 8)}"${id.slice(8)}"`,
      `x"${id}"`,
      `"${id}"x`,
      `""${id}""`,
    ])
      expect([key, ...(await keyed(key))]).toEqual([key, ...refused]);
    expect(await keyed('x', '/search')).toEqual([200, sentence]);
  });
});

describe('what comes of it', () => {
  it('the browser is sent elsewhere', async () => {
    const { status, headers } = await call('GET', '/away');
    expect([status, headers.location]).toEqual([302, '/elsewhere']);
  });

  it('who reads much waits in the line of their own, who sees their own alone does not', async () => {
    inLine = [];
    for (const as of [person, officer])
      expect(await outcome('GET', '/heavy', { as })).toEqual([200, sentence]);
    expect(await outcome('GET', '/heavy-for-all')).toEqual([200, sentence]);
    expect(await outcome('GET', '/mine', { as: officer })).toEqual([200, sentence]);
    expect(inLine).toEqual([officer.userId]);
  });

  it('counts as of its headers what was whole within a minute, and later what took longer', async () => {
    const after = async (afterMs: number) => {
      test.clock.set(started);
      return (await call('POST', '/whole', { payload: JSON.stringify({ afterMs }) })).body.at;
    };
    expect([await after(0), await after(60_000), await after(60_001)]).toEqual([
      '2026-11-21T12:00:00.000Z',
      '2026-11-21T12:00:00.000Z',
      '2026-11-21T12:01:00.001Z',
    ]);
  });

  it('too many a minute are refused for the rest of that minute', async () => {
    const config = { ...test.platform.config, rateLimits: true };
    const limited = await serve({ ...test.platform, config }, operations);
    const machine = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: machine });
    const tries = [];
    for (const passedMs of [0, 0, 0, 59_999, 60_000]) {
      vi.setSystemTime(machine + passedMs);
      const { status, headers } = await call('GET', '/twice', { on: limited });
      tries.push([status, headers['retry-after']]);
    }
    vi.useRealTimers();
    await limited.close();
    expect(tries).toEqual([
      [200, undefined],
      [200, undefined],
      [429, '60'],
      [429, '1'],
      [200, undefined],
    ]);
  });
});
