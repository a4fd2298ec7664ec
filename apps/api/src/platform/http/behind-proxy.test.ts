import { createServer, type OutgoingHttpHeaders, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { allWork } from '../../across/work.ts';
import { buildApp, buildPlatform } from '../../app.ts';
import { createAccount, goodPassword } from '../../testing/accounts.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { startIdentityProvider } from '../../testing/identity-provider.ts';
import type { Config } from '../config.ts';
import { startWorker } from '../jobs/work.ts';
import { createLog } from '../log.ts';
import type { Platform } from '../platform.ts';

/**
 * The addresses of this machine stand for other machines: Linux has all of 127.0.0.0/8. Elsewhere there is only the first.
 */
const proxyAddress = '127.0.0.2';
const publicUrl = 'https://portal.example.org';

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into replies whose shape they are about to check.
  body: any;
}

/** Sends a request from one of the machines. */
function send(
  to: number,
  from: string,
  [method, path]: readonly [string, string],
  sent: { body?: unknown; headers?: OutgoingHttpHeaders } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const out = request({
      port: to,
      host: '127.0.0.1',
      localAddress: from,
      method,
      path: `/api${path}`,
      headers: { 'content-type': 'application/json', ...sent.headers },
    });
    out.on('error', reject);
    out.on('response', async (answer) => {
      let text = '';
      for await (const chunk of answer.setEncoding('utf8')) text += chunk;
      const { statusCode = 0, headers } = answer;
      resolve({ status: statusCode, headers, body: text.startsWith('{') ? JSON.parse(text) : text });
    });
    out.end(sent.body === undefined ? undefined : JSON.stringify(sent.body));
  });
}

/** A reverse proxy as they are: hands requests on in turns and puts down who sent them behind what they say themselves. */
function startProxy(ports: readonly number[]): Promise<Server> {
  let turn = 0;
  const proxy = createServer((incoming, answer) => {
    turn += 1;
    const received = incoming.headers['x-forwarded-for'];
    const client = incoming.socket.remoteAddress ?? '';
    const onward = request({
      port: ports[turn % ports.length],
      host: '127.0.0.1',
      localAddress: proxyAddress,
      method: incoming.method,
      path: incoming.url,
      headers: {
        ...incoming.headers,
        'x-forwarded-for': received === undefined ? client : `${received}, ${client}`,
      },
    });
    onward.on('error', () => answer.destroy());
    onward.on('response', (reply) => {
      answer.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(answer);
    });
    incoming.pipe(onward);
  });
  return new Promise((resolve) => proxy.listen(0, '127.0.0.1', () => resolve(proxy)));
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;

let first: TestApp;
let idp: Awaited<ReturnType<typeof startIdentityProvider>>;
const open: { app: FastifyInstance; platform: Platform; port: number }[] = [];

/** One more API process on the same database. */
async function startApi(more: Partial<Config>, log = first.platform.log): Promise<number> {
  const platform = {
    ...buildPlatform({ ...first.platform.config, ...more }, log),
    now: first.platform.now,
  };
  const app = await buildApp(platform);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const port = portOf(app.server);
  open.push({ app, platform, port });
  return port;
}

let proxy: Server;
let direct: number;
beforeAll(async () => {
  idp = await startIdentityProvider([publicUrl]);
  first = await buildTestApp({
    config: {
      publicUrl,
      oidcProviders: [
        {
          id: 'test',
          label: 'Test ID',
          issuer: idp.issuer,
          clientId: 'clearcall',
          clientSecret: 'a secret of the tests',
          scopes: 'openid',
          trustEmail: false,
        },
      ],
    },
  });
  direct = await startApi({ trustProxy: [proxyAddress] });
  proxy = await startProxy([direct, await startApi({ trustProxy: [proxyAddress] })]);
});
afterAll(async () => {
  proxy.close();
  for (const { app, platform } of open) {
    await app.close();
    await platform.databases.close();
  }
  await first.close();
  await idp.close();
});

const logIn = (
  to: number,
  from: string,
  email: string,
  password: string,
  headers: OutgoingHttpHeaders = {},
) => send(to, from, ['POST', '/users/login'], { body: { email, password, app: 'user_portal' }, headers });

it.runIf(process.platform === 'linux')(
  'two processes behind a proxy count the failures of each person’s address together, and of no other',
  async () => {
    await createAccount(first, { email: 'behind@example.org' });
    const statuses = [];
    for (let turn = 0; turn < 8; turn += 1) {
      statuses.push((await logIn(portOf(proxy), '127.0.0.10', 'behind@example.org', 'Wrong-1')).status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
    expect((await logIn(portOf(proxy), '127.0.0.11', 'behind@example.org', goodPassword)).status).toBe(200);
    expect((await logIn(portOf(proxy), '127.0.0.10', 'behind@example.org', goodPassword)).status).toBe(429);
  },
);

it.runIf(process.platform === 'linux').each([
  ['through the proxy', () => portOf(proxy)],
  ['past the proxy', () => direct],
] as const)('nobody chooses the own address by a header, %s', async (where, port) => {
  const email = `forged.${where.length}@example.org`;
  await createAccount(first, { email });
  const from = where === 'past the proxy' ? '127.0.0.21' : '127.0.0.20';
  const statuses = [];
  for (let turn = 0; turn < 8; turn += 1) {
    const forged = `203.0.113.${turn}`;
    const headers = {
      'x-forwarded-for': turn % 2 === 0 ? forged : `${forged}, ${proxyAddress}`,
      forwarded: `for=${forged}`,
      'x-real-ip': forged,
    };
    statuses.push((await logIn(port(), from, email, 'Wrong-1', headers)).status);
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
});

it.runIf(process.platform === 'linux')('a proxy is believed by its number as well', async () => {
  await createAccount(first, { email: 'hops@example.org' });
  const counted = await startProxy([await startApi({ trustProxy: 1 })]);
  const statuses = [];
  for (let turn = 0; turn < 7; turn += 1) {
    const headers = { 'x-forwarded-for': `203.0.113.${turn}` };
    statuses.push(
      (await logIn(portOf(counted), '127.0.0.30', 'hops@example.org', 'Wrong-1', headers)).status,
    );
  }
  const elsewhere = await logIn(portOf(counted), '127.0.0.31', 'hops@example.org', goodPassword);
  counted.close();
  expect([...statuses, elsewhere.status]).toEqual([401, 401, 401, 401, 401, 429, 429, 200]);
});

it('where no proxy is believed a header chooses no address, and the operator is told once', async () => {
  await createAccount(first, { email: 'alone@example.org' });
  const lines: string[] = [];
  const log = createLog('warn', { write: (line: string) => void lines.push(line) });
  const port = await startApi({ trustProxy: false }, log);
  const statuses = [];
  for (let turn = 0; turn < 7; turn += 1) {
    const headers = { 'x-forwarded-for': `203.0.113.${turn}` };
    statuses.push((await logIn(port, '127.0.0.1', 'alone@example.org', 'Wrong-1', headers)).status);
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
  expect(lines.filter((line) => line.includes('TRUST_PROXY'))).toHaveLength(1);
});

it('no header of a proxy changes a link, where a browser is sent, or whether a cookie needs TLS', async () => {
  await createAccount(first, { email: 'links@example.org' });
  const headers = {
    host: 'evil.example.net',
    'x-forwarded-host': 'evil.example.net',
    'x-forwarded-proto': 'http',
    'x-forwarded-port': '81',
    'x-forwarded-prefix': '/evil',
    forwarded: 'host=evil.example.net;proto=http',
  };
  const port = portOf(proxy);
  const entered = await logIn(port, '127.0.0.1', 'links@example.org', goodPassword, headers);
  expect(String(entered.headers['set-cookie'])).toContain('; Secure');
  const away = await send(port, '127.0.0.1', ['GET', '/users/oidc/test?app=user_portal'], { headers });
  const location = new URL(String(away.headers.location));
  expect([away.status, location.origin, location.searchParams.get('redirect_uri')]).toEqual([
    302,
    idp.issuer,
    `${publicUrl}/api/users/oidc/test/callback`,
  ]);
  const forgot = await send(port, '127.0.0.1', ['POST', '/users/forgot'], {
    body: { email: 'links@example.org' },
    headers,
  });
  expect(forgot.body).toEqual({ done: true });
  const worker = await startWorker(first.platform, allWork(first.platform));
  const texts = async () => {
    const kept = first.db.selectFrom('kept_mails').selectAll();
    return JSON.stringify(await kept.where('recipient', '=', 'links@example.org').execute());
  };
  await expect.poll(texts, { timeout: 60_000 }).toContain(`${publicUrl}/auth/reset/`);
  await worker.stop();
  expect(await texts()).not.toContain('evil');
});
