import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { afterEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { buildApp, buildPlatform } from '../app.ts';
import { buildTestApp } from '../testing/build-test-app.ts';
import { workOff } from './jobs/work.ts';
import { createLog } from './log.ts';

interface Posted {
  path: string | undefined;
  /** The lines of the envelope, parsed. */
  lines: unknown[];
}

/** A service that takes envelopes, as Sentry and its kind do, over real HTTP. */
async function startService() {
  const posted: Posted[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8');
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => {
      const lines = text.split('\n').filter((line) => line !== '');
      posted.push({ path: request.url, lines: lines.map((line) => JSON.parse(line)) });
      response.end('{}');
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    dsn: `http://abcdef0123456789@127.0.0.1:${port}/7`,
    origin: `http://127.0.0.1:${port}`,
    posted,
    close: () => new Promise((done) => server.close(done)),
  };
}

const open: { close: () => Promise<unknown> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

async function portal(reported = true) {
  const service = await startService();
  open.push(service);
  const test = await buildTestApp({ config: { sentryDsn: reported ? service.dsn : null } });
  open.push(test);
  return { ...test, service };
}

/** Places in the code, and not a word beside them. */
const frames = z
  .array(
    z.strictObject({
      filename: z.string().regex(/^((apps|packages|node_modules)\/|node:|elsewhere$)/),
      function: z.string(),
      // A step of the runtime itself, such as Promise.all, has no place.
      lineno: z.number().optional(),
      colno: z.number().optional(),
    }),
  )
  .min(3);

const requestId = '0190a0a0-0000-4000-8000-00000000beef';
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

it('reports a failure of ours whole, and nothing of whom it happened to', async () => {
  const test = await portal();
  const me = await test.login({ email: 'zoe.angstrom@example.org', lastName: 'Ångström' });
  // The table is gone: what the database says then names what it was asked.
  await test.platform.databases.pool.query('alter table users rename to users_gone');
  const answer = await test.call('GET', `/users/${me.userId}?secret=zoe.angstrom@example.org`, {
    token: me.token,
    headers: {
      'x-request-id': requestId,
      cookie: 'clearcall_user_portal=s3cret',
      'x-forwarded-for': '192.0.2.7',
    },
  });
  await test.platform.databases.pool.query('alter table users_gone rename to users');
  expect([answer.status, answer.headers['x-request-id'], answer.body]).toEqual([
    500,
    requestId,
    {
      statusCode: 500,
      code: 'internal',
      message: 'Something went wrong. Try again. If it happens again, tell us this number.',
      requestId,
    },
  ]);

  await vi.waitFor(() => expect(test.service.posted).toHaveLength(1), { timeout: 60_000 });
  const [post] = test.service.posted;
  const { exception } = z
    .object({ exception: z.object({ values: z.tuple([z.object({ stacktrace: z.object({ frames }) })]) }) })
    .parse(post?.lines[2]);
  const seen = exception.values[0].stacktrace.frames;
  expect(
    seen.some(
      ({ filename }) =>
        filename.startsWith('apps/api/src/features/users/') || filename.startsWith('apps/api/src/platform/'),
    ),
  ).toBe(true);
  expect(post).toEqual({
    path: expect.stringMatching(/^\/api\/7\/envelope\/\?sentry_version=7&sentry_key=abcdef0123456789&/),
    lines: [
      {
        event_id: expect.stringMatching(/^[0-9a-f]{32}$/),
        sent_at: expect.any(String),
        sdk: { name: 'sentry.javascript.node-light', version: expect.any(String) },
      },
      { type: 'event' },
      {
        event_id: expect.stringMatching(/^[0-9a-f]{32}$/),
        timestamp: expect.any(Number),
        platform: 'node',
        level: 'error',
        release: 'clearcall@1.7.0',
        environment: 'demonstration',
        tags: { requestId, part: 'api', route: '/api/users/:id' },
        exception: {
          values: [{ type: 'error', value: '42P01', stacktrace: { frames: seen } }],
        },
        sdk: {
          name: 'sentry.javascript.node-light',
          version: expect.any(String),
          packages: [{ name: 'npm:@sentry/node-core', version: expect.any(String) }],
          integrations: [],
        },
      },
    ],
  });
  const everything = JSON.stringify(post);
  for (const personal of [
    'zoe',
    'Ångström',
    's3cret',
    '192.0.2.7',
    me.token,
    'secret=',
    process.cwd(),
    'relation',
  ])
    expect(everything, personal).not.toContain(personal);
});

it('reports jobs at their first failure, and sends no words of an error that names somebody', async () => {
  const test = await portal();
  const { platform } = test;
  const failing = {
    tasks: {
      send_mail: () =>
        Promise.reject(
          Object.assign(
            new Error('550 <zoe@example.org> is unknown\n    at Zoë Ångström (apps/zoe@example.org:1:1)'),
            { code: 'EENVELOPE', recipient: 'zoe@example.org', cause: new Error('zoe@example.org') },
          ),
        ),
    },
    schedule: [],
  };
  const again = 'update graphile_worker._private_jobs set run_at = now()';
  await platform.databases.pool.query(
    `select graphile_worker.add_job('send_mail', '{"to":"zoe@example.org"}')`,
  );
  await workOff(platform, failing);
  await platform.databases.pool.query(again);
  await workOff(platform, failing);
  await platform.tracing.flush(5_000);
  expect(test.service.posted.map(({ lines }) => lines[2])).toEqual([
    expect.objectContaining({
      tags: { part: 'api', task: 'send_mail' },
      exception: { values: [expect.objectContaining({ type: 'Error', value: 'EENVELOPE' })] },
    }),
  ]);
  expect(JSON.stringify(test.service.posted)).not.toMatch(/zo[eë]|550 <|unknown/i);
});

it('lets pages reach the service where one is named, and nothing else of the world where none is', async () => {
  const test = await portal();
  const policyOf = async (one: typeof test) =>
    String((await one.call('GET', '/health')).headers['content-security-policy']);
  expect(await policyOf(test)).toContain(`connect-src 'self' ${test.service.origin};`);

  const silent = await portal(false);
  expect(await policyOf(silent)).toContain("connect-src 'self';");
  silent.platform.tracing.report(new Error('x'));
  await silent.platform.tracing.flush(1_000);
  expect(silent.service.posted).toEqual([]);
});

it('numbers every request: as the browser did where that has the form, else by itself', async () => {
  const test = await portal(false);
  const numberOf = async (given?: string) =>
    (await test.call('GET', '/health', given === undefined ? {} : { headers: { 'x-request-id': given } }))
      .headers['x-request-id'];
  expect(await numberOf(requestId)).toBe(requestId);
  const own = [
    await numberOf(),
    await numberOf('1'),
    await numberOf(`${requestId}\u00e9`),
    await numberOf('a@b.org'),
  ];
  for (const number of own) expect(number).toMatch(uuid);
  expect(new Set(own).size).toBe(own.length);
  // Refusals too, whatever refuses.
  const refused = await test.call('GET', '/nowhere', { headers: { 'x-request-id': requestId } });
  expect([refused.status, refused.headers['x-request-id']]).toEqual([404, requestId]);
});

it('writes the number of the request into every line of the log, and no words that name somebody', async () => {
  const test = await portal(false);
  const lines: Record<string, unknown>[] = [];
  const sink = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(JSON.parse(String(chunk)));
      done();
    },
  });
  const { config } = test.platform;
  const platform = buildPlatform({ ...config, logLevel: 'debug' }, createLog('debug', sink));
  const app = await buildApp(platform, []);
  open.push({ close: () => app.close().then(() => platform.databases.close()) });
  await platform.databases.pool.query('alter table human_challenges rename to gone');
  const answer = await app.inject({
    method: 'POST',
    url: '/api/users/challenge/code',
    headers: { 'x-request-id': requestId },
    payload: { email: 'zoe@example.org' },
  });
  await platform.databases.pool.query('alter table gone rename to human_challenges');
  expect(answer.statusCode).toBe(500);
  expect(lines.map(({ requestId: number, msg }) => [number, msg])).toEqual([
    [requestId, 'a request failed'],
    [requestId, 'answered'],
  ]);
  expect(JSON.stringify(lines)).not.toContain('zoe');
});
