import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { setCookies } from '../../../testing/accounts.ts';
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts';

// A provider that signs whatever a test tells it to: no honest one would.
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const anothers = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
function sign(claims: object, key: KeyObject = privateKey): string {
  const text = `${encoded({ alg: 'RS256', kid: 'one' })}.${encoded(claims)}`;
  return `${text}.${createSign('sha256').update(text).sign(key).toString('base64url')}`;
}

let token = '';
let tokenStatus = 200;
let issuer = '';
const server = createServer((request, response) => {
  const answers: Record<string, [number, unknown]> = {
    '/.well-known/openid-configuration': [
      200,
      {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
      },
    ],
    '/jwks': [
      200,
      { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' }] },
    ],
    '/token': [tokenStatus, { access_token: 'a', token_type: 'bearer', id_token: token }],
  };
  const [status, body] = answers[request.url ?? ''] ?? [404, {}];
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
});

let app: TestApp;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = {
    id: 'crooked',
    label: 'Crooked',
    issuer,
    clientId: 'us',
    clientSecret: 's',
    scopes: 'openid',
  };
  app = await buildTestApp({ config: { oidcProviders: [{ ...provider, trustEmail: true }] } });
});
afterAll(async () => {
  await app.close();
  server.close();
});

/** One login at the provider whose ID token has these claims. */
async function logInWith(change: (claims: Record<string, unknown>) => object, key?: KeyObject) {
  const went = await app.call('GET', '/users/oidc/crooked');
  const asked = new URL(String(went.headers.location)).searchParams;
  const nowS = Math.floor(Date.now() / 1_000);
  const honest = { iss: issuer, aud: 'us', sub: 'me', nonce: asked.get('nonce'), iat: nowS, exp: nowS + 60 };
  token = sign(change(honest), key);
  const answer = await app.call('GET', `/users/oidc/crooked/callback?code=c&state=${asked.get('state')}`, {
    headers: {
      cookie: setCookies(went)
        .map((one) => one.split(';')[0])
        .join('; '),
    },
  });
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

it('takes an address only from a boolean, and only of the form of one', async () => {
  for (const said of [
    { email: 'a@example.org', email_verified: 'true' },
    { email: 'a@example.org', email_verified: 1 },
    { email: ['a@example.org'], email_verified: true },
    { email: 'a@example.org\n', given_name: { a: 1 }, family_name: 'x'.repeat(500), email_verified: null },
    { email: 'nothing', name: '\u0000\u0001', email_verified: true },
  ]) {
    expect(await logInWith((claims) => ({ ...claims, ...said }))).toEqual([302, '/auth/provider']);
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
