import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { endpoint } from '@clearcall/contract/endpoint.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { buildTestApp, type SignedIn, type TestApp } from '../../testing/build-test-app.ts';
import { type Operation, operation } from './bind.ts';
import { refuse } from './refuse.ts';
import { serve } from './serve.ts';

const echo = endpoint({
  kind: 'json',
  method: 'POST',
  path: '/echo/:id',
  summary: 'Answers with what it was given.',
  changes: 'nothing',
  access: 'public',
  params: z.strictObject({ id: z.uuid() }),
  query: z.strictObject({ page: z.string().regex(/^\d$/).transform(Number).optional() }),
  body: z.strictObject({
    name: z.string().min(1, { error: 'Name is required.' }).max(5),
    entries: z.array(z.strictObject({ count: z.number() })).default([]),
  }),
  reply: z.strictObject({
    page: z.number().nullable(),
    name: z.string(),
    entries: z.array(z.strictObject({ count: z.number() })),
    at: z.string(),
  }),
  refusals: [],
  perMinute: 5,
});

const plain = {
  kind: 'json',
  method: 'GET',
  summary: '',
  changes: 'nothing',
  reply: z.unknown(),
  refusals: [],
} as const;
const mine = endpoint({ ...plain, path: '/mine', access: 'signed_in', perMinute: 4 });
const officers = endpoint({ ...plain, path: '/officers', access: 'staff' });
const people = endpoint({ ...plain, path: '/people', access: 'change_people' });
const broken = endpoint({ ...plain, path: '/broken', access: 'public' });
const wrongReply = endpoint({
  ...plain,
  path: '/wrong-reply',
  access: 'public',
  reply: z.strictObject({ list: z.array(z.strictObject({ name: z.string() })) }),
});
const refusing = endpoint({ ...plain, path: '/refusing', access: 'public', refusals: ['not_editable'] });
const cached = endpoint({ ...plain, path: '/cached', access: 'public' });
const text = endpoint({
  ...plain,
  path: '/texts/:length',
  access: 'public',
  params: z.strictObject({ length: z.coerce.number() }),
});
const download = endpoint({ ...plain, kind: 'file', path: '/download', access: 'public' });
const lateUpload = endpoint({
  ...plain,
  kind: 'upload',
  method: 'POST',
  path: '/late-upload',
  access: 'public',
});
const upload = endpoint({ ...plain, kind: 'upload', method: 'POST', path: '/upload', access: 'signed_in' });

const operations: Operation[] = [
  operation(echo, async ({ query, body, now }) => ({
    page: query.page ?? null,
    ...body,
    at: now.toISOString(),
  })),
  operation(mine, async ({ actor }) => actor),
  operation(officers, async ({ actor }) => actor.role),
  operation(people, async ({ actor }) => actor.role),
  operation(broken, async () => {
    throw new Error('secret detail');
  }),
  operation(wrongReply, async () => ({ list: [{ name: 'a', secret: 'x' }], extra: 1 }) as never),
  operation(refusing, async () =>
    refuse('not_editable', { message: 'Not now.', body: { until: 'tomorrow' } }),
  ),
  operation(cached, async ({ reply }) => {
    reply.header('Cache-Control', 'public, max-age=60');
    return { text: 'long '.repeat(1000) };
  }),
  operation(text, async ({ params }) => ({ text: 'é'.repeat(params.length) })),
  operation(download, async () => ({
    stream: Readable.from(['content']),
    contentType: 'application/pdf',
    filename: 'Résumé "final".pdf',
    sizeBytes: 7,
  })),
  operation(upload, async ({ request }) => {
    const part = await request.file();
    return { name: part?.filename, bytes: (await part?.toBuffer())?.length };
  }),
  operation(lateUpload, async ({ request }) => {
    await new Promise((done) => setTimeout(done, 1_000));
    return { bytes: (await (await request.file())?.toBuffer())?.length };
  }),
];

let test: TestApp;
let app: FastifyInstance;
let person: SignedIn;
let officer: SignedIn;
beforeAll(async () => {
  test = await buildTestApp();
  app = await serve(test.platform, operations);
  person = await test.login();
  officer = await test.login({ role: 'pro' });
});
afterAll(async () => {
  await app.close();
  await test.close();
});

const id = '0190a0a0-0000-7000-8000-000000000000';
const json = { 'content-type': 'application/json' };
async function send(url: string, payload?: string | Buffer, headers: Record<string, string> = json) {
  const answer = await app.inject({
    method: 'POST',
    url: `/api${url}`,
    headers,
    ...(payload && { payload }),
  });
  return { status: answer.statusCode, body: answer.json() };
}
const get = (url: string, headers: Record<string, string> = {}, on = app) =>
  on.inject({ method: 'GET', url: `/api${url}`, headers });
const as = ({ token }: SignedIn) => ({ authorization: `Bearer ${token}` });

it('gives the operation what was sent, and the time at which the headers came', async () => {
  expect(await send(`/echo/${id}?page=3`, '{"name":"Ana","entries":[{"count":1}]}')).toEqual({
    status: 200,
    body: { page: 3, name: 'Ana', entries: [{ count: 1 }], at: '2026-11-21T12:00:00.000Z' },
  });
});

it('reads the clock once, when the headers have come: what follows them may take its time', async () => {
  let asked = 0;
  const now = () => {
    asked += 1;
    return test.platform.now();
  };
  const patient = await serve({ ...test.platform, now }, operations);
  await patient.listen({ host: '127.0.0.1', port: 0 });
  const { port } = patient.server.address() as { port: number };
  const at = test.platform.now();
  const body = '{"name":"Ana"}';
  const socket = connect(port, '127.0.0.1');
  const received = new Promise<string>((done) => socket.on('data', (chunk) => done(String(chunk))));
  socket.write(
    `POST /api/echo/${id} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n{`,
  );
  await vi.waitFor(() => expect(asked).toBe(1));
  test.clock.advance(30_000);
  socket.write(body.slice(1));
  const answer = await received;
  test.clock.set(at);
  socket.destroy();
  await patient.close();
  expect(answer).toContain(`"at":"${at.toISOString()}"`);
  // Once more for the answer: pages count down by its date.
  expect(asked).toBe(2);
});

it('asks who calls as of the headers too: an access that ends a moment later still counts', async () => {
  const someone = await test.login();
  const at = test.platform.now();
  await test.db
    .updateTable('sessions')
    .set({ access_expires_at: new Date(at.getTime() + 1) })
    .where('user_id', '=', someone.userId)
    .execute();
  let asked = 0;
  const now = () => new Date(at.getTime() + asked++);
  const hurried = await serve({ ...test.platform, now }, operations);
  const statuses = [(await get('/mine', as(someone), hurried)).statusCode];
  statuses.push((await get('/mine', as(someone), hurried)).statusCode);
  await hurried.close();
  expect(statuses).toEqual([200, 401]);
});

describe('bad input', () => {
  const invalid = (...message: string[]) => ({
    status: 400,
    body: { statusCode: 400, code: 'invalid_input', message },
  });
  const unread = 'Something in this request could not be read. Reload the page and try again.';
  /** The sentence for people, the places for those who write clients. */
  const refused = (message: string, ...issues: [at: string, code: string][]) => ({
    status: 400,
    body: {
      statusCode: 400,
      code: 'invalid_input',
      message: [message],
      issues: issues.map(([at, code]) => ({ in: 'body', at, code })),
    },
  });
  const cases: [string, string, unknown][] = [
    ['a missing field', '{}', refused('Name is missing.', ['name', 'invalid_type'])],
    ['an empty field, in its own words', '{"name":""}', refused('Name is required.', ['name', 'too_small'])],
    ['a wrong type', '{"name":"a","entries":"none"}', refused(unread, ['entries', 'invalid_type'])],
    [
      'a too long text',
      '{"name":"abcdef"}',
      refused('Name may have at most 5 characters.', ['name', 'too_big']),
    ],
    ['an unknown field', '{"name":"a","isAdmin":true}', refused(unread, ['isAdmin', 'unrecognized_keys'])],
    [
      'a fault deep inside',
      '{"name":"a","entries":[{"count":1},{"count":"2"}]}',
      refused(unread, ['entries.1.count', 'invalid_type']),
    ],
    ['malformed JSON', '{"name":', invalid('This request is not valid JSON.')],
    ['an empty body', '', refused(unread, ['', 'invalid_type'])],
    ['a prototype', '{"name":"a","__proto__":{"x":1}}', invalid('This request is not valid JSON.')],
    ['a list in place of an object', '[]', refused(unread, ['', 'invalid_type'])],
  ];
  it.each(cases)('%s', async (_name, payload, expected) => {
    expect(await send(`/echo/${id}`, payload)).toEqual(expected);
  });

  it('loses of a text what the database cannot store, NUL and halves of characters, and is carried out', async () => {
    const texts = {
      'a\\u0000b': 'ab',
      '\\ud800a': '\ufffda',
      '\\u00e9\\ud83d\\ude00': 'é😀',
      '\\\\u00': '\\u00',
    };
    for (const [given, name] of Object.entries(texts))
      expect(await send(`/echo/${id}`, `{"name":"${given}"}`)).toMatchObject({ status: 200, body: { name } });
    expect(await send(`/echo/${id}?page=%002`, '{"name":"a"}')).toMatchObject({
      status: 200,
      body: { page: 2 },
    });
    expect(await send(`/echo/${id}`, '{"name":"a","\\u0000":1}')).toMatchObject({ status: 400 });
  });

  it('nesting without end', async () => {
    const deep = `{"name":"\\u0041","entries":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    expect(await send(`/echo/${id}`, deep)).toMatchObject({ status: 400 });
  });

  it('a malformed id looks like a missing one', async () => {
    for (const bad of ['12', 'x'.repeat(300), '%00', '%ff', `${id}'--`]) {
      expect([bad, (await send(`/echo/${bad}`, '{"name":"a"}')).status]).toEqual([bad, 404]);
    }
  });

  it('another kind of content', async () => {
    expect(await send(`/echo/${id}`, 'name=a', { 'content-type': 'text/plain' })).toMatchObject({
      status: 415,
      body: { code: 'unsupported_media' },
    });
    expect(
      await send(`/echo/${id}`, 'x', { 'content-type': 'multipart/form-data; boundary=x' }),
    ).toMatchObject({
      status: 415,
    });
  });

  it('JSON in another encoding than UTF-8, whether it says so or not', async () => {
    const inLatin = Buffer.from('{"name":"Zoë"}', 'latin1');
    const refused = { status: 415, body: { code: 'unsupported_media' } };
    for (const charset of ['iso-8859-1', '"ISO-8859-1"', 'windows-1252', 'utf-16', 'utf8x'])
      expect(
        await send(`/echo/${id}`, '{"name":"a"}', { 'content-type': `application/json; Charset=${charset}` }),
      ).toMatchObject(refused);
    expect(await send(`/echo/${id}`, inLatin)).toMatchObject(refused);
    for (const type of [
      'application/json',
      'application/json;charset=UTF-8',
      'application/json; charset="utf-8"',
    ])
      expect(await send(`/echo/${id}`, '{"name":"Zoë"}', { 'content-type': type })).toMatchObject({
        status: 200,
      });
  });

  it('too much of it', async () => {
    expect(await send(`/echo/${id}`, `{"name":"${'a'.repeat(300_000)}"}`)).toEqual({
      status: 413,
      body: {
        statusCode: 413,
        code: 'body_too_large',
        message: 'This request is too large.',
      },
    });
    // To the last byte.
    const sized = (bytes: number) => send(`/echo/${id}`, '{"name":"Ana"}'.padEnd(bytes));
    expect([(await sized(256 * 1024)).status, (await sized(256 * 1024 + 1)).status]).toEqual([200, 413]);
  });

  it('an unknown path, and a known one by another method', async () => {
    const notFound = { statusCode: 404, code: 'not_found', message: 'Not found' };
    expect((await get('/nowhere')).json()).toEqual(notFound);
    expect((await get(`/echo/${id}`)).json()).toEqual(notFound);
    expect((await get('')).statusCode).toBe(404);
  });
});

describe('access', () => {
  it('knows who calls', async () => {
    expect((await get('/mine', as(person))).json()).toMatchObject({
      userId: person.userId,
      role: 'user',
      isStaff: false,
    });
  });

  it('refuses nobody, a stranger and a token that is none, before a body is read', async () => {
    const unauthorized = { statusCode: 401, code: 'unauthorized', message: 'Unauthorized' };
    for (const authorization of [
      '',
      'Bearer',
      `Bearer ${'a'.repeat(43)}`,
      'Basic YTpi',
      `Bearer ${'a'.repeat(9000)}`,
    ]) {
      expect((await get('/mine', { authorization })).json()).toEqual(unauthorized);
    }
    expect(await send('/upload', 'x'.repeat(400_000))).toEqual({ status: 401, body: unauthorized });
  });

  it('goes by the role of this moment', async () => {
    expect((await get('/officers', as(person))).json()).toMatchObject({ statusCode: 403, code: 'forbidden' });
    expect((await get('/officers', as(officer))).statusCode).toBe(200);
    const inAdministration = await test.login({ role: 'pro', app: 'admin_portal' });
    const admin = await test.login({ role: 'eurohpc_admin' });
    const codeFor = async (someone: SignedIn) => {
      const { statusCode, body } = await get('/people', as(someone));
      return [statusCode, statusCode === 200 ? body : JSON.parse(body).code];
    };
    expect(await codeFor(officer)).toEqual([403, 'portal_forbidden']);
    expect(await codeFor(inAdministration)).toEqual([403, 'forbidden']);
    expect(await codeFor(admin)).toEqual([200, 'eurohpc_admin']);
    await test.db.updateTable('users').set({ role: 'user' }).where('id', '=', officer.userId).execute();
    expect((await get('/officers', as(officer))).statusCode).toBe(403);
  });

  it('ends with the session, the account and the clock', async () => {
    const someone = await test.login();
    const opens = async () => (await get('/mine', as(someone))).statusCode;
    expect(await opens()).toBe(200);
    await test.db.updateTable('users').set({ status: 'closed' }).where('id', '=', someone.userId).execute();
    expect(await opens()).toBe(401);
    await test.db.updateTable('users').set({ status: 'active' }).where('id', '=', someone.userId).execute();
    await test.db
      .updateTable('sessions')
      .set({ access_expires_at: test.platform.now() })
      .where('user_id', '=', someone.userId)
      .execute();
    expect(await opens()).toBe(401);
  });

  it('costs one statement', async () => {
    expect(await test.sqlCount(() => get('/mine', as(person)))).toBe(1);
  });
});

describe('answers', () => {
  it('a refusal with its own words and more', async () => {
    expect((await get('/refusing')).json()).toEqual({
      statusCode: 409,
      code: 'not_editable',
      message: 'Not now.',
      until: 'tomorrow',
    });
  });

  it('a bug tells nothing but a number to name', async () => {
    const answer = await get('/broken');
    expect(answer.json()).toEqual({
      statusCode: 500,
      code: 'internal',
      message: 'Something went wrong. Try again. If it happens again, tell us this number.',
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });

  it('a reply that is not in the contract is a bug where we work, and is cut where people wait', async () => {
    expect((await get('/wrong-reply')).statusCode).toBe(500);
    const platform = { ...test.platform, config: { ...test.platform.config, strictReplies: false } };
    const lenient = await serve(platform, operations);
    expect((await get('/wrong-reply', {}, lenient)).json()).toEqual({ list: [{ name: 'a' }] });
    await lenient.close();
  });

  it('are kept by nobody unless they say so', async () => {
    expect((await get('/refusing')).headers['cache-control']).toBe('no-store');
  });

  it('cost nothing when they are what the browser has, and little when they are long', async () => {
    const answer = await get('/cached', { 'accept-encoding': 'gzip, br' });
    expect(answer.headers).toMatchObject({
      'content-encoding': 'gzip',
      'cache-control': 'public, max-age=60',
    });
    expect(answer.rawPayload.length).toBeLessThan(200);
    const again = await get('/cached', { 'if-none-match': String(answer.headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it.each([
    [100, 'gzip, br', undefined],
    [3_000, 'gzip, br', 'gzip'],
    [3_000, 'br', undefined],
    [30_000, 'gzip, deflate', 'gzip'],
    [70_000, 'gzip, br', 'br'],
    [70_000, 'gzip, br;q=0', 'gzip'],
    [70_000, 'identity', undefined],
    [1_100_000, 'br', 'br'],
  ])('of %i letters come to who takes %s as %s, and are the same', async (length, takes, encoding) => {
    const answer = await get(`/texts/${length}`, { 'accept-encoding': takes });
    const open = { gzip: gunzipSync, br: brotliDecompressSync }[answer.headers['content-encoding'] as 'br'];
    expect([answer.headers['content-encoding'], answer.headers.vary]).toEqual([encoding, 'Accept-Encoding']);
    const whole = JSON.parse(String(open?.(answer.rawPayload) ?? answer.rawPayload));
    expect(whole).toEqual({ text: 'é'.repeat(length) });
  });

  it('a file is a download under its own name', async () => {
    const answer = await get('/download');
    expect(answer.headers).toMatchObject({
      'content-disposition': `attachment; filename="R_sum_ _final_.pdf"; filename*=UTF-8''R%C3%A9sum%C3%A9%20%22final%22.pdf`,
      'content-type': 'application/pdf',
      'content-length': '7',
      'x-content-type-options': 'nosniff',
    });
  });

  it('an upload streams in', async () => {
    const form = new FormData();
    form.set('files', new File(['x'.repeat(500_000)], 'long.pdf'));
    const body = new Response(form);
    const answer = await app.inject({
      method: 'POST',
      url: '/api/upload',
      headers: { ...as(person), 'content-type': body.headers.get('content-type') ?? '' },
      payload: Buffer.from(await body.arrayBuffer()),
    });
    expect(answer.json()).toEqual({ name: 'long.pdf', bytes: 500_000 });
  });
});

it('refuses too many calls of one kind from one address', async () => {
  const limited = await serve(
    { ...test.platform, config: { ...test.platform.config, rateLimits: true } },
    operations,
  );
  const statuses: number[] = [];
  for (let turn = 0; turn < 6; turn += 1) {
    const answer = await limited.inject({
      method: 'POST',
      url: `/api/echo/${id}`,
      headers: json,
      payload: '{}',
    });
    statuses.push(answer.statusCode);
  }
  const others: number[] = [];
  for (let turn = 0; turn < 1_201; turn += 1) others.push((await get('/refusing', {}, limited)).statusCode);
  await limited.close();
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
  // Those that name no limit of their own.
  expect([new Set(others.slice(0, 1_200)), others.at(-1)]).toEqual([new Set([409]), 429]);
});

it('counts calls of nobody as well, before it asks who calls', async () => {
  const limited = await serve(
    { ...test.platform, config: { ...test.platform.config, rateLimits: true } },
    operations,
  );
  const call = () =>
    limited.inject({
      method: 'GET',
      url: '/api/mine',
      headers: { authorization: `Bearer ${'a'.repeat(43)}` },
    });
  const statuses: number[] = [];
  for (let turn = 0; turn < 5; turn += 1) statuses.push((await call()).statusCode);
  const statements = await test.sqlCount(call);
  await limited.close();
  expect([statuses, statements]).toEqual([[401, 401, 401, 401, 429], 0]);
});

/** What a server answers to these very bytes, until it ends the connection. */
const saidTo = (port: number, bytes: string): Promise<string> =>
  new Promise((done) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.on('data', (chunk) => {
      text += String(chunk);
    });
    socket.on('close', () => done(text));
    socket.write(bytes);
  });

const request = (line: string, body = '', headers = '') =>
  `${line} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}Content-Length: ${body.length}\r\n\r\n${body}`;

/** What was said, as status, headers by their names in small letters, and body. */
function answerIn(received: string) {
  const [head = '', body = ''] = received.split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.split(':')[0]?.toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  );
  return { status: Number(first.split(' ')[1]), headers, body };
}

const protection = {
  'content-security-policy': expect.stringContaining("default-src 'self'"),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': expect.stringContaining('camera=(), '),
  'referrer-policy': 'no-referrer',
  'strict-transport-security': expect.stringContaining('max-age=31536000'),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
};

describe('every answer carries what protects a browser', () => {
  let listening: FastifyInstance;
  let port: number;
  beforeAll(async () => {
    const { config } = test.platform;
    const at = { ...config, publicUrl: 'https://portal.example', requestTimeoutMs: 300 };
    listening = await serve({ ...test.platform, config: at }, operations);
    await listening.listen({ host: '127.0.0.1', port: 0 });
    ({ port } = listening.server.address() as { port: number });
  });
  afterAll(() => listening.close());

  const ofJson = 'Content-Type: application/json\r\n';
  it.each([
    ['an operation', 200, request(`POST /api/echo/${id}`, '{"name":"a"}', ofJson)],
    ['a refusal', 409, request('GET /api/refusing')],
    ['a fault of ours', 500, request('GET /api/broken')],
    ['nobody who is known', 401, request('GET /api/mine')],
    ['no such operation', 404, request('GET /api/nothing')],
    ['no such page', 404, request('GET /nothing')],
    ['a method that an operation does not have', 404, request('DELETE /api/mine')],
    ['a method that nobody has', 404, request('PROPFIND /')],
    ['an address that cannot be decoded', 404, request('GET /%')],
    ['an operation that cannot be decoded', 404, request('GET /api/%ff')],
    ['a parameter that cannot be decoded', 404, request('POST /api/echo/%c0')],
    ['too much', 413, request(`POST /api/echo/${id}`, `"${'x'.repeat(300_000)}"`, ofJson)],
    ['another kind of content', 415, request(`POST /api/echo/${id}`, 'x', 'Content-Type: text/plain\r\n')],
    ['what is no HTTP', 400, 'nonsense\r\n\r\n'],
    ['an address with spaces', 400, request('GET /a b')],
    ['a header that is none', 400, request('GET /', '', 'no colon\r\n')],
    ['headers that are too long', 431, request('GET /', '', `X: ${'x'.repeat(20_000)}\r\n`)],
    ['an address that is too long', 431, request(`GET /${'x'.repeat(20_000)}`)],
    [
      'a body that never comes',
      408,
      `POST /api/echo/${id} HTTP/1.1\r\nHost: x\r\n${ofJson}Content-Length: 9\r\n\r\n`,
    ],
  ])('%s: %i', async (_what, status, bytes) => {
    const answer = answerIn(await saidTo(port, bytes));
    expect([answer.status, answer.body === '']).toEqual([status, false]);
    expect(answer.headers).toMatchObject(protection);
  });

  it('a server that is closing: 503', async () => {
    const { config } = test.platform;
    const at = { ...config, publicUrl: 'https://portal.example' };
    const ending = await serve({ ...test.platform, config: at }, operations);
    await ending.listen({ host: '127.0.0.1', port: 0 });
    const { port } = ending.server.address() as { port: number };
    const socket = connect(port, '127.0.0.1');
    let received = '';
    socket.on('data', (chunk) => {
      received += String(chunk);
    });
    const closed = new Promise<void>((done) => socket.on('close', () => done()));
    // A request whose headers are on their way is no idle connection.
    const begun = new Promise<void>((done) =>
      ending.server.once('connection', (there: Socket) => there.once('data', () => done())),
    );
    socket.write('GET /api/cached HTTP/1.1\r\nHost: x\r\n');
    await begun;
    const end = ending.close();
    socket.write('\r\n');
    await Promise.all([closed, end]);
    const answer = answerIn(received);
    expect([answer.status, JSON.parse(answer.body)]).toEqual([
      503,
      {
        statusCode: 503,
        code: 'busy',
        message: 'The portal is very busy. Wait a few seconds and try again.',
      },
    ]);
    expect(answer.headers).toMatchObject({ ...protection, connection: 'close', 'retry-after': '3' });
  });
});

describe('slow lines', () => {
  let slow: FastifyInstance;
  beforeAll(async () => {
    const config = { ...test.platform.config, requestTimeoutMs: 200, uploadWindowMs: 300 };
    slow = await serve({ ...test.platform, config }, operations);
    await slow.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(() => slow.close());

  const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));
  /** What the server says to these pieces, one after each pause; the time it took. */
  async function say(
    pieces: Iterable<string>,
    pauseMs: number,
  ): Promise<{ received: string; tookMs: number }> {
    const { port } = slow.server.address() as { port: number };
    const socket = connect(port, '127.0.0.1');
    const startMs = performance.now();
    let received = '';
    socket.on('data', (chunk) => {
      received += String(chunk);
    });
    socket.on('error', () => undefined);
    const closed = new Promise<void>((done) => socket.on('close', () => done()));
    for (const piece of pieces) {
      if (received !== '' || socket.destroyed) break;
      socket.write(piece);
      await pause(pauseMs);
    }
    await closed;
    return { received, tookMs: performance.now() - startMs };
  }
  const head = (path: string, ...more: string[]) =>
    [`POST /api${path} HTTP/1.1`, 'Host: x', 'Connection: close', ...more, '', ''].join('\r\n');
  const uploadHead = (length: string, path = '/upload') =>
    head(
      path,
      `Authorization: Bearer ${person.token}`,
      'Content-Type: multipart/form-data; boundary=x',
      length,
    );
  const begin = '--x\r\nContent-Disposition: form-data; name="f"; filename="a.pdf"\r\n\r\n';
  const end = '\r\n--x--\r\n';
  const tooSlow = /^HTTP\/1\.1 408 .*This request did not arrive in time\./s;

  it('waits for a body only so long, and says so', async () => {
    const json = head(`/echo/${id}`, 'Content-Type: application/json', 'Content-Length: 50');
    for (const pieces of [
      [json, '{"name"'],
      [json, ...'{"name":     "a"}'],
    ]) {
      const { received, tookMs } = await say(pieces, 100);
      expect(received).toMatch(tooSlow);
      expect(tookMs).toBeGreaterThan(190);
    }
  });

  it('waits for headers only so long', async () => {
    expect((await say(['POST /api/upload HTTP/1.1\r\nHost: x\r\n'], 0)).received).toMatch(tooSlow);
  });

  it('takes an upload that comes along, however long it takes', async () => {
    const part = 'a'.repeat(70_000);
    const parts = Array.from({ length: 12 }, () => part);
    const length = begin.length + end.length + 12 * part.length;
    const whole = await say([uploadHead(`Content-Length: ${length}`), begin, ...parts, end], 50);
    expect(whole.received).toMatch(/^HTTP\/1\.1 200 .*\{"name":"a.pdf","bytes":840000\}/s);
    expect(whole.tookMs).toBeGreaterThan(600);
    const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
    const chunks = [begin, ...parts, end, ''].map(chunk);
    const unknown = await say([uploadHead('Transfer-Encoding: chunked'), ...chunks], 50);
    expect(unknown.received).toContain('{"name":"a.pdf","bytes":840000}');
  });

  it('ends an upload that stands still, or only trickles', async () => {
    const sized = uploadHead('Content-Length: 1000000');
    for (const pieces of [[sized], [sized, begin, 'a'.repeat(60_000)], [sized, begin, ...'a'.repeat(50)]]) {
      const { received, tookMs } = await say(pieces, 50);
      expect(received).toMatch(tooSlow);
      expect(tookMs).toBeGreaterThan(290);
      expect(tookMs).toBeLessThan(2_000);
    }
    // And is there for the next one.
    expect((await say([uploadHead('Content-Length: 0')], 0)).received).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('does not blame the sender for what waits to be read', async () => {
    const body = `${begin}${'a'.repeat(2_000_000)}${end}`;
    const length = `Content-Length: ${body.length}`;
    const { received, tookMs } = await say([uploadHead(length, '/late-upload') + body], 0);
    expect(received).toContain('{"bytes":2000000}');
    expect(tookMs).toBeGreaterThan(1_000);
  });
});
