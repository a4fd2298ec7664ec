import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createAccount, setCookies } from '../../../testing/accounts.ts';
import { type Answer, buildTestApp, type TestApp } from '../../../testing/build-test-app.ts';

// A provider that signs whatever a test tells it to: no honest one would.
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const anothers = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
function sign(claims: object, key: KeyObject = privateKey): string {
  const text = `${encoded({ alg: 'RS256', kid: 'one' })}.${encoded(claims)}`;
  return `${text}.${createSign('sha256').update(text).sign(key).toString('base64url')}`;
}

/** By provider: several are asked at once. */
const tokens = new Map<string, string>();
let tokenStatus = 200;
let issuer = '';

/** What the first part of a path makes of one of the answers: it never ends, or comes a sign at a time. */
const places = ['discovery', 'token', 'jwks', 'userinfo'] as const;
const crooks = ['endless', 'dripping'].flatMap((how) => places.map((place) => `${how}-${place}`));
let sentBytes = 0;

async function sendEndless(response: ServerResponse, slowly: boolean): Promise<void> {
  response.writeHead(200, { 'content-type': 'application/json' });
  const chunk = ' '.repeat(slowly ? 1 : 65_536);
  while (!response.destroyed) {
    sentBytes += chunk.length;
    const full = !response.write(chunk);
    if (slowly) await pause(100);
    else if (full) await Promise.race([once(response, 'drain'), once(response, 'close')]);
  }
}

const server = createServer((request, response) => {
  const [, first = '', path = ''] = /^\/([a-z]+-[a-z]+)?(\/?.*)$/.exec(request.url ?? '') ?? [];
  const place = path.includes('openid-configuration') ? 'discovery' : path.slice(1);
  if (first.endsWith(`-${place}`)) return void sendEndless(response, first.startsWith('dripping'));
  const own = first === '' ? issuer : `${issuer}/${first}`;
  const answers: Record<string, [number, unknown]> = {
    '/.well-known/openid-configuration': [
      200,
      {
        issuer: own,
        authorization_endpoint: first === 'script-authorize' ? 'javascript:alert(1)' : `${own}/authorize`,
        token_endpoint: `${own}/token`,
        jwks_uri: `${own}/jwks`,
        ...(first.endsWith('-userinfo') ? { userinfo_endpoint: `${own}/userinfo` } : {}),
      },
    ],
    '/jwks': [
      200,
      { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' }] },
    ],
    '/token': [tokenStatus, { access_token: 'a', token_type: 'bearer', id_token: tokens.get(first) }],
  };
  // The line breaks.
  if (request.url === '/token' && tokenStatus === 0) return void response.destroy();
  const [status, body] = answers[first === '' ? (request.url ?? '') : path] ?? [404, {}];
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
});

let app: TestApp;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = {
    label: 'Crooked',
    clientId: 'us',
    clientSecret: 's',
    scopes: 'openid',
    trustEmail: true,
  };
  const oidcProviders = [
    { ...provider, id: 'crooked', issuer },
    ...[...crooks, 'script-authorize'].map((id) => ({ ...provider, id, issuer: `${issuer}/${id}` })),
  ];
  app = await buildTestApp({ config: { oidcProviders } });
});
afterAll(async () => {
  await app.close();
  server.close();
  server.closeAllConnections();
});

const cookieOf = (answer: Answer) =>
  setCookies(answer)
    .map((one) => one.split(';')[0])
    .join('; ');

/** The browser that was last sent on to make an account. */
let pending = '';

/** One login at the provider whose ID token has these claims. */
async function logInWith(
  change: (claims: Record<string, unknown>) => object,
  key?: KeyObject,
  id = 'crooked',
) {
  const went = await app.call('GET', `/users/oidc/${id}`);
  if (String(went.headers.location).startsWith('/auth')) return [went.status, went.headers.location];
  const asked = new URL(String(went.headers.location)).searchParams;
  const nowS = Math.floor(Date.now() / 1_000);
  const iss = id === 'crooked' ? issuer : `${issuer}/${id}`;
  const honest = { iss, aud: 'us', sub: 'me', nonce: asked.get('nonce'), iat: nowS, exp: nowS + 60 };
  tokens.set(id === 'crooked' ? '' : id, sign(change(honest), key));
  const answer = await app.call('GET', `/users/oidc/${id}/callback?code=c&state=${asked.get('state')}`, {
    headers: { cookie: cookieOf(went) },
  });
  if (answer.headers.location === '/auth/provider') pending = cookieOf(went);
  return [answer.status, answer.headers.location];
}
const refused = [302, '/auth/login?problem=provider_refused&provider=crooked'];

it('takes an honest token, so that the refusals below mean something', async () => {
  expect(await logInWith((claims) => claims)).toEqual([302, '/auth/provider']);
});

it.each<[string, (claims: Record<string, unknown>) => object]>([
  ['another nonce', (claims) => ({ ...claims, nonce: 'another' })],
  ['no nonce', ({ nonce: _, ...claims }) => claims],
  ['another issuer', (claims) => ({ ...claims, iss: 'https://id.example.org' })],
  ['another audience', (claims) => ({ ...claims, aud: 'them' })],
  ['an audience of several for somebody else', (claims) => ({ ...claims, aud: ['us', 'them'], azp: 'them' })],
  ['no subject', ({ sub: _, ...claims }) => claims],
  ['a time that is over', (claims) => ({ ...claims, exp: Number(claims.exp) - 3_600 })],
])('refuses a token with %s', async (_what, change) => {
  expect(await logInWith(change)).toEqual(refused);
});

it('refuses a token that another key signed', async () => {
  expect(await logInWith((claims) => claims, anothers)).toEqual(refused);
});

it('refuses an answer that is none', async () => {
  tokenStatus = 500;
  expect(await logInWith((claims) => claims)).toEqual(refused);
  tokenStatus = 200;
  expect(await app.db.selectFrom('identities').selectAll().execute()).toEqual([]);
});

it('says that a provider is down where the line to it breaks, and what is known of it to whoever runs the portal', async () => {
  const warned = vi.spyOn(app.platform.log, 'warn');
  tokenStatus = 0;
  expect(await logInWith((claims) => claims)).toEqual([
    302,
    '/auth/login?problem=provider_down&provider=crooked',
  ]);
  tokenStatus = 200;
  expect(warned.mock.calls).toEqual([
    [{ name: 'crooked', code: undefined }, 'a login at a provider came to nothing: provider_down'],
  ]);
  warned.mockRestore();
});

const ends = (problem: string, id: string) => [302, `/auth/login?problem=${problem}&provider=${id}`];

it('reads a megabyte of an answer and no more, wherever it comes from', async () => {
  for (const place of places) {
    const id = `endless-${place}`;
    sentBytes = 0;
    const end = await logInWith((claims) => claims, undefined, id);
    // Who it is the token says as well.
    const expected = { discovery: ends('provider_down', id), userinfo: [302, '/auth/provider'] };
    expect([place, end]).toEqual([
      place,
      { ...expected, token: ends('provider_refused', id), jwks: ends('provider_refused', id) }[place],
    ]);
    // What lies on the way between the two is some megabytes.
    expect(sentBytes).toBeGreaterThan(1_000_000);
    expect(sentBytes).toBeLessThan(16_000_000);
  }
});

it('waits seconds for an answer that does not come to its end, wherever it comes from', async () => {
  const began = performance.now();
  const tried = await Promise.all(
    places.map(async (place) => [place, await logInWith((claims) => claims, undefined, `dripping-${place}`)]),
  );
  expect(performance.now() - began).toBeLessThan(10_000);
  expect(Object.fromEntries(tried)).toEqual({
    discovery: ends('provider_down', 'dripping-discovery'),
    token: ends('provider_down', 'dripping-token'),
    jwks: ends('provider_down', 'dripping-jwks'),
    userinfo: [302, '/auth/provider'],
  });
});

it('sends nobody to an address that is none of the web', async () => {
  expect(await logInWith((claims) => claims, undefined, 'script-authorize')).toEqual(
    ends('provider_down', 'script-authorize'),
  );
});

it('takes the word of a provider on when somebody logged in there only where it can be true', async () => {
  const email = 'known@lakeside.example';
  const userId = await createAccount(app, { email, password: false });
  const now = new Date();
  app.clock.set(now);
  const nowS = Math.floor(now.getTime() / 1_000);
  const answered = { sub: 'known', email, email_verified: true };
  const freshWith = async (authTime: unknown) => {
    await logInWith((claims) => ({
      ...claims,
      ...answered,
      ...(authTime === undefined ? {} : { auth_time: authTime }),
    }));
    const { rows } = await sql<{ fresh: boolean }>`
      select exists (select from fresh_sign_ins f where f.family_id = s.family_id and f.at > ${now}::timestamptz - interval '10 minutes') as fresh
      from sessions s where s.user_id = ${userId} order by s.created_at desc, s.id desc limit 1`.execute(
      app.db,
    );
    return rows[0]?.fresh;
  };
  const judged = [];
  for (const authTime of [undefined, nowS - 3_600, nowS * 1_000, nowS + 3_600, nowS - 60])
    judged.push(await freshWith(authTime));
  expect(judged).toEqual([false, false, false, false, true]);
  // Of another kind than a number, the token is none.
  expect(await logInWith((claims) => ({ ...claims, ...answered, auth_time: String(nowS) }))).toEqual(refused);
});

it('counts a login that was made there just now for the account that is made of it', async () => {
  const now = new Date();
  app.clock.set(now);
  const nowS = Math.floor(now.getTime() / 1_000);
  const made = [];
  for (const [sub, authTime] of [
    ['just now', { auth_time: nowS - 60 }],
    ['an hour ago', { auth_time: nowS - 3_600 }],
    ['nobody knows when', {}],
  ] as const) {
    const email = `${sub.replaceAll(' ', '-')}@lakeside.example`;
    await logInWith((claims) => ({ ...claims, sub, email, email_verified: true, ...authTime }));
    const { status, body } = await app.call('POST', '/users/provider-registration', {
      headers: { cookie: pending },
      body: { firstName: 'Zoë', lastName: 'Ångström', acceptedTerms: true },
    });
    const ways = await app.call('GET', '/users/sign-in', { token: body.token });
    made.push([sub, status, ways.body.fresh]);
  }
  expect(made).toEqual([
    ['just now', 200, true],
    ['an hour ago', 200, false],
    ['nobody knows when', 200, false],
  ]);
});

it('takes an address only from a boolean, and only of the form of one', async () => {
  for (const answered of [
    { email: 'a@example.org', email_verified: 'true' },
    { email: 'a@example.org', email_verified: 1 },
    { email: ['a@example.org'], email_verified: true },
    { email: 'a@example.org\n', given_name: { a: 1 }, family_name: 'x'.repeat(500), email_verified: null },
    { email: 'nothing', name: '\u0000\u0001', email_verified: true },
  ]) {
    expect(await logInWith((claims) => ({ ...claims, ...answered }))).toEqual([302, '/auth/provider']);
    const step = await app.db
      .selectFrom('sign_in_steps')
      .select('detail')
      .where('purpose', '=', 'registration')
      .orderBy('created_at', 'desc')
      .executeTakeFirst();
    expect(step?.detail).toMatchObject({ emailProven: false });
  }
});

it('takes a name of any length and letters, cut between two of them', async () => {
  for (const name of [`${'a'.repeat(79)}\u{1d538}`, 'half \ud835', 'nul \u0000', '\u{1d538}'.repeat(200)]) {
    expect(await logInWith((claims) => ({ ...claims, name, given_name: name }))).toEqual([
      302,
      '/auth/provider',
    ]);
  }
});
