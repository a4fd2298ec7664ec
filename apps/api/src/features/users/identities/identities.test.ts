import { mailsOfEvents } from '@clearcall/domain/automation/mails-of-events.ts';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { allWork } from '../../../across/work.ts';
import { newToken, tokenHash } from '../../../platform/auth/tokens.ts';
import { createAccount, goodPassword, logInAs, refreshWith, setCookies } from '../../../testing/accounts.ts';
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts';
import { whileHeldBack } from '../../../testing/held-back.ts';
import {
  type IdentityProvider,
  logInAtProvider,
  type Person,
  startIdentityProvider,
} from '../../../testing/identity-provider.ts';
import { noteFresh } from '../sign-in/freshness.ts';

const portal = 'http://localhost:3000';
const client = {
  clientId: 'clearcall',
  clientSecret: 'a secret of the tests',
  scopes: 'openid email profile',
};

let trusted: IdentityProvider;
let other: IdentityProvider;
let app: TestApp;
beforeAll(async () => {
  trusted = await startIdentityProvider([portal], { id: 'trusted' });
  other = await startIdentityProvider([portal], { id: 'other' });
  app = await buildTestApp({
    config: {
      oidcProviders: [
        { ...client, id: 'trusted', label: 'Trusted ID', issuer: trusted.issuer, trustEmail: true },
        { ...client, id: 'other', label: 'Other ID', issuer: other.issuer, trustEmail: false },
        { ...client, id: 'gone', label: 'Gone ID', issuer: 'http://127.0.0.1:1', trustEmail: true },
      ],
    },
  });
});
afterAll(async () => {
  await app.close();
  await trusted.close();
  await other.close();
});

let people = 0;
let me: Person & { email: string };
beforeEach(() => {
  people += 1;
  me = {
    sub: `subject-${people}`,
    email: `person-${people}@lakeside.example`,
    email_verified: true,
    given_name: 'Zoë',
    family_name: 'Ångström',
  };
});

const cookiesOf = (answer: { headers: Record<string, unknown> }) =>
  setCookies(answer as never)
    .map((cookie) => cookie.split(';')[0] ?? '')
    .join('; ');

interface Trip {
  provider?: string;
  query?: string;
  as?: Person | 'deny';
  cookie?: string;
}
/** To the provider and back, as a browser goes: where it ends up, and the cookies that it then holds. */
async function comeBack({ provider = 'trusted', query = '', as = me, cookie = '' }: Trip = {}) {
  const went = await app.call('GET', `/users/oidc/${provider}${query}`, { headers: { cookie } });
  expect(went.status).toBe(302);
  const browser = cookiesOf(went);
  const back = new URL(await logInAtProvider(String(went.headers.location), as));
  const answer = await app.call('GET', back.pathname + back.search, { headers: { cookie: browser } });
  return { location: String(answer.headers.location), status: answer.status, answer, browser, back };
}

const rowsOf = async (email: string) => ({
  users: await app.db
    .selectFrom('users')
    .select(['status', 'first_name', 'last_name', 'password_hash', 'accepted_terms_at', 'role'])
    .where('email', '=', email)
    .execute(),
  identities: await app.db
    .selectFrom('identities')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['provider', 'issuer', 'subject', 'label'])
    .where('email', '=', email)
    .execute(),
});

async function mailsTo(email: string) {
  const { tasks } = allWork(app.platform);
  const events = await app.db
    .selectFrom('events')
    .select('id')
    .where('type', 'in', Object.keys(mailsOfEvents))
    .orderBy('id')
    .execute();
  for (const { id } of events) await tasks.handle_event?.({ eventId: id }, { isLastAttempt: true } as never);
  for (const { id } of await app.db.selectFrom('deliveries').select('id').execute()) {
    await tasks.send_mail?.({ deliveryIds: [id] }, { isLastAttempt: true } as never);
  }
  const { body } = await app.call('GET', `/demo/mails?to=${encodeURIComponent(email)}`);
  return body as { subject: string; text: string }[];
}

/** As after a login again at the provider, by the portal's own clock. */
async function justShown(token: string) {
  const at = app.platform.now();
  const from = app.db.selectFrom('sessions').select('family_id').where('access_hash', '=', tokenHash(token));
  const { family_id } = await from.executeTakeFirstOrThrow();
  await noteFresh(app.db, family_id, at);
}

const register = (browser: string, more: object = {}) =>
  app.call('POST', '/users/provider-registration', {
    headers: { cookie: browser },
    body: { firstName: 'Zoë', lastName: 'Ångström', acceptedTerms: true, ...more },
  });

describe('what the login page asks', () => {
  it('names the providers without asking any of them, and tells nothing secret', async () => {
    const { body, headers } = await app.call('GET', '/users/providers');
    expect(body).toEqual({
      passwordLogin: true,
      providers: [
        { id: 'trusted', label: 'Trusted ID' },
        { id: 'other', label: 'Other ID' },
        { id: 'gone', label: 'Gone ID' },
      ],
    });
    expect(headers['cache-control']).toBe('public, max-age=60');
  });

  it('says that a provider is down, for that one alone', async () => {
    const gone = await app.call('GET', '/users/oidc/gone?return=%2Fprofile');
    expect([gone.status, gone.headers.location]).toEqual([
      302,
      '/auth/login?problem=provider_down&provider=gone&return=%2Fprofile',
    ]);
    expect((await app.call('GET', '/users/oidc/trusted')).headers.location).toMatch(trusted.issuer);
    const { token } = await app.login();
    const unknown = [
      await app.call('GET', '/users/oidc/nobody'),
      await app.call('GET', '/users/oidc/nobody/callback?code=x&state=y'),
      await app.call('POST', '/users/oidc/nobody/link', { token, body: {} }),
    ];
    expect(unknown.map(({ status, body }) => [status, body.code])).toEqual(Array(3).fill([404, 'not_found']));
    // Where nothing is begun nothing is kept.
    const kept = () => app.db.selectFrom('sign_in_steps').selectAll().execute();
    const before = await kept();
    expect(setCookies(await app.call('GET', '/users/oidc/gone'))).toEqual([]);
    expect(await kept()).toEqual(before);
  });

  it('goes to the provider with PKCE, state and nonce, and binds the trip to the browser', async () => {
    const { headers, ...answer } = await app.call('GET', '/users/oidc/trusted');
    const query = Object.fromEntries(new URL(String(headers.location)).searchParams);
    expect(query).toEqual({
      client_id: 'clearcall',
      response_type: 'code',
      redirect_uri: `${portal}/api/users/oidc/trusted/callback`,
      scope: 'openid email profile',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
    expect(setCookies({ ...answer, headers })).toEqual([
      expect.stringMatching(
        /^clearcall_provider=[\w-]{43}; Max-Age=1200; Path=\/api\/users; HttpOnly; SameSite=Lax$/,
      ),
    ]);
    // The state is stored as a hash alone.
    const steps = await app.db.selectFrom('sign_in_steps').selectAll().execute();
    expect(JSON.stringify(steps)).not.toContain(query.state);
  });

  it('binds the trip over https by the cookie that https alone can have set', async () => {
    const { oidcProviders } = app.platform.config;
    const secure = await buildTestApp({ config: { oidcProviders, publicUrl: 'https://portal.example' } });
    const [planted, own] = [newToken(), newToken()];
    const cookie = `clearcall_provider=${planted}; __Secure-clearcall_provider=${own}`;
    const answer = await secure.call('GET', '/users/oidc/trusted', { headers: { cookie } });
    const detail = secure.db.selectFrom('sign_in_steps').select('detail');
    expect((await detail.executeTakeFirstOrThrow()).detail).toMatchObject({
      browser: tokenHash(own).toString('base64url'),
    });
    await secure.close();
    expect(setCookies(answer)).toEqual([
      `__Secure-clearcall_provider=${own}; Max-Age=1200; Path=/api/users; HttpOnly; Secure; SameSite=Lax`,
    ]);
  });

  it('gives the browser a secret of its own in place of one that we have not made, and leaves it one that we have', async () => {
    const own = newToken();
    const given = [];
    for (const held of ['x', `${own}x`, `x${own}`, own]) {
      const headers = { cookie: `clearcall_provider=${held}` };
      const cookie = cookiesOf(await app.call('GET', '/users/oidc/trusted', { headers }));
      expect(cookie).toMatch(/^clearcall_provider=[\w-]{43}$/);
      given.push(cookie.includes(own));
    }
    expect(given).toEqual([false, false, false, true]);
  });
});

describe('coming back from a provider', () => {
  it('opens the session of a login that is known', async () => {
    await createAccount(app, { email: me.email });
    await comeBack();
    const second = await comeBack({ query: '?return=%2Fprofile' });
    expect(second.location).toBe('/auth/login?came=in&return=%2Fprofile');
    const { answer } = await refreshWith(app, cookiesOf(second.answer));
    expect(answer.body.user).toMatchObject({ email: me.email });
    expect(await rowsOf(me.email)).toMatchObject({ identities: [{ provider: 'trusted', subject: me.sub }] });
  });

  it('joins the active account of a verified address, keeps its password and tells its owner', async () => {
    await createAccount(app, { email: me.email });
    const { location } = await comeBack();
    expect(location).toBe('/auth/login?came=in');
    expect((await rowsOf(me.email)).identities).toEqual([
      { provider: 'trusted', issuer: trusted.issuer, subject: me.sub, label: me.email },
    ]);
    expect((await logInAs(app, me.email)).answer.status).toBe(200);
    const [mail] = await mailsTo(me.email);
    expect(mail?.text).toContain('You can now log in with Trusted ID.');
  });

  it.each([
    ['the provider calls it unverified', 'trusted', { email_verified: false }],
    ['the provider is not trusted with addresses', 'other', {}],
  ])('never joins an account when %s', async (_why, provider, more) => {
    await createAccount(app, { email: me.email });
    const { location, answer, browser } = await comeBack({ provider, as: { ...me, ...more } });
    expect(location).toBe('/auth/provider');
    expect(cookiesOf(answer)).not.toContain('clearcall_user_portal');
    expect((await rowsOf(me.email)).identities).toEqual([]);
    // Nor when it is asked to, without the code from the mailbox.
    expect((await register(browser)).body.code).toBe('code_wrong');
    expect((await rowsOf(me.email)).identities).toEqual([]);
  });

  it('asks who is new for names and consent, and makes an account without a password', async () => {
    const { location, browser } = await comeBack({ query: '?return=%2Fcalls%2F1' });
    expect(location).toBe('/auth/provider?return=%2Fcalls%2F1');
    const headers = { cookie: browser };
    expect((await app.call('GET', '/users/provider-registration', { headers })).body).toEqual({
      provider: 'Trusted ID',
      firstName: 'Zoë',
      lastName: 'Ångström',
      email: me.email,
      emailProven: true,
    });
    expect((await rowsOf(me.email)).users).toEqual([]);
    expect((await register(browser, { acceptedTerms: false })).status).toBe(400);
    expect((await register(browser, { firstName: ' \u200a' })).status).toBe(400);
    const { status, body } = await register(browser, { firstName: ' Zoé ' });
    expect([status, body.user.firstName, body.user.email]).toEqual([200, 'Zoé', me.email]);
    expect(await rowsOf(me.email)).toMatchObject({
      users: [{ status: 'active', password_hash: null, accepted_terms_at: app.platform.now(), role: 'user' }],
      identities: [{ subject: me.sub }],
    });
    // Once: the page is over, and the next login opens the account.
    expect((await register(browser)).body.code).toBe('step_expired');
    expect((await comeBack()).location).toBe('/auth/login?came=in');
  });

  it('confirms a locked account only through its owner, and ends the password that a stranger may have set', async () => {
    await createAccount(app, { email: me.email, status: 'locked' });
    const { location, browser } = await comeBack();
    expect(location).toBe('/auth/provider');
    expect((await rowsOf(me.email)).users).toMatchObject([{ status: 'locked' }]);
    expect((await register(browser)).status).toBe(200);
    expect((await rowsOf(me.email)).users).toMatchObject([
      { status: 'active', password_hash: null, first_name: 'Zoë' },
    ]);
    expect((await logInAs(app, me.email, { password: goodPassword })).answer.status).toBe(401);
  });

  it('proves an address that the provider does not vouch for by a mailed code, in the same browser', async () => {
    await createAccount(app, { email: me.email });
    const { browser } = await comeBack({ provider: 'other', as: { sub: me.sub } });
    const headers = { cookie: browser };
    const open = await app.call('GET', '/users/provider-registration', { headers });
    expect(open.body).toMatchObject({ email: '', emailProven: false });
    const asked = await app.call('POST', '/users/provider-registration/code', {
      headers,
      body: { email: me.email },
    });
    expect(asked.body).toEqual({ done: true });
    const code = /\b\d{6}\b/.exec((await mailsTo(me.email))[0]?.text ?? '')?.[0] ?? '';
    const wrong = code === '123456' ? '654321' : '123456';
    expect((await register(browser, { code: wrong })).body.code).toBe('code_wrong');
    // Somebody else’s browser cannot use it.
    expect((await register('clearcall_provider=x', { code })).body.code).toBe('step_expired');
    expect((await register(browser, { code })).status).toBe(200);
    expect(await rowsOf(me.email)).toMatchObject({
      users: [{ first_name: 'Siobhán' }],
      identities: [{ provider: 'other', subject: me.sub, label: me.email }],
    });
  });

  it('sends five codes an hour to an address, and counts none that a page asked for that is over', async () => {
    const ask = (browser: string) =>
      app.call('POST', '/users/provider-registration/code', {
        headers: { cookie: browser },
        body: { email: me.email },
      });
    const stale = `clearcall_provider=${newToken()}`;
    const over = [];
    for (let attempt = 0; attempt < 6; attempt += 1) over.push((await ask(stale)).body.code);
    expect(over).toEqual(Array(6).fill('step_expired'));
    const { browser } = await comeBack({ provider: 'other', as: { sub: me.sub } });
    const codes = [];
    for (let attempt = 0; attempt < 6; attempt += 1) {
      expect((await ask(browser)).body).toEqual({ done: true });
      codes.push(/\b\d{6}\b/.exec((await mailsTo(me.email))[0]?.text ?? '')?.[0]);
    }
    expect((await mailsTo(me.email)).length).toBe(5);
    // The one that was not sent takes nothing away from the last one that was.
    expect(codes[5]).toBe(codes[4]);
    expect((await register(browser, { code: codes[4] })).status).toBe(200);
  });

  it('proves with a code only the address that it was mailed to, however often codes are asked for', async () => {
    const { browser } = await comeBack({ provider: 'other', as: { sub: me.sub } });
    const ask = (email: string) =>
      app.call('POST', '/users/provider-registration/code', {
        headers: { cookie: browser },
        body: { email },
      });
    await ask(me.email);
    const code = /\b\d{6}\b/.exec((await mailsTo(me.email))[0]?.text ?? '')?.[0] ?? '';
    const victim = `victim-of-${me.email}`;
    const spent = (await app.db.selectFrom('tallies').select('key').execute()).length;
    for (let attempt = 0; attempt < 6; attempt += 1) await ask(victim);
    expect((await app.db.selectFrom('tallies').select('key').execute()).length).toBe(spent + 1);
    // Its mails are spent by now: asking once more sends nothing, and leaves no code of before.
    await ask(me.email);
    await ask(victim);
    expect((await register(browser, { code })).body.code).toBe('code_wrong');
    expect((await rowsOf(victim)).users).toEqual([]);
    // Asking beyond the five does not give five attempts more.
    const tried = [];
    for (let attempt = 0; attempt < 6; attempt += 1) {
      await ask(victim);
      tried.push((await register(browser, { code: '000000' })).body.code);
    }
    expect(tried.at(-1)).toBe('step_expired');
  });

  it('joins no account by its address alone whose owner is asked for a passkey, and tells who proved the address', async () => {
    const userId = await createAccount(app, { email: me.email });
    const since = app.platform.now();
    await app.db.insertInto('second_factors').values({ user_id: userId, since }).execute();
    const vouched = await comeBack();
    expect(vouched.location).toBe('/auth/login?problem=passkey_first&provider=trusted');
    expect(cookiesOf(vouched.answer)).not.toContain('clearcall_user_portal');

    const { browser } = await comeBack({ provider: 'other', as: { sub: me.sub } });
    await app.call('POST', '/users/provider-registration/code', {
      headers: { cookie: browser },
      body: { email: me.email },
    });
    const code = /\b\d{6}\b/.exec((await mailsTo(me.email))[0]?.text ?? '')?.[0] ?? '';
    const refused = await register(browser, { code });
    expect([refused.status, refused.body.code, cookiesOf(refused)]).toEqual([403, 'passkey_first', '']);
    const sessions = app.db.selectFrom('sessions').select('id').where('user_id', '=', userId);
    expect([(await rowsOf(me.email)).identities, await sessions.execute()]).toEqual([[], []]);
  });

  it('leaves nothing on an account that is closed at the same moment', async () => {
    const userId = await createAccount(app, { email: me.email });
    const { location } = await whileHeldBack(
      app,
      (tx) => tx.updateTable('users').set({ status: 'closed' }).where('id', '=', userId).execute(),
      () => comeBack(),
    );
    expect(location).toBe('/auth/login?problem=no_account&provider=trusted');
    expect((await rowsOf(me.email)).identities).toEqual([]);
  });

  it('opens no session on an account that is closed as its known login comes back', async () => {
    const userId = await createAccount(app, { email: me.email });
    await comeBack();
    const { location, answer } = await whileHeldBack(
      app,
      (tx) => tx.updateTable('users').set({ status: 'closed' }).where('id', '=', userId).execute(),
      () => comeBack(),
    );
    expect([location, cookiesOf(answer)]).toEqual(['/auth/login?problem=no_account&provider=trusted', '']);
  });

  it('joins once what comes back twice at the same moment, and tells it once', async () => {
    const userId = await createAccount(app, { email: me.email });
    const row = {
      id: app.platform.newId(),
      user_id: userId,
      provider: 'trusted',
      issuer: trusted.issuer,
      subject: me.sub,
      label: me.email,
      created_at: app.platform.now(),
    };
    const { location } = await whileHeldBack(
      app,
      (tx) => tx.insertInto('identities').values(row).execute(),
      () => comeBack(),
    );
    expect(location).toBe('/auth/login?came=in');
    expect((await rowsOf(me.email)).identities.length).toBe(1);
    const emitted = app.db.selectFrom('events').select('id').where('user_id', '=', userId);
    expect(await emitted.where('type', '=', 'sign_in_changed').execute()).toEqual([]);
  });

  it('lets five codes be tried, then none', async () => {
    const { browser } = await comeBack({ provider: 'other' });
    await app.call('POST', '/users/provider-registration/code', {
      headers: { cookie: browser },
      body: { email: me.email },
    });
    const code = /\b\d{6}\b/.exec((await mailsTo(me.email))[0]?.text ?? '')?.[0] ?? '';
    const wrong = code === '123456' ? '654321' : '123456';
    const tried = [];
    for (let attempt = 0; attempt < 5; attempt += 1) {
      tried.push((await register(browser, { code: wrong })).body.code);
    }
    tried.push((await register(browser, { code })).body.code);
    expect(tried).toEqual([...Array(5).fill('code_wrong'), 'step_expired']);
    expect((await rowsOf(me.email)).users).toEqual([]);
  });

  it('refuses by the rules of the password login: closed accounts, and roles of the other portal', async () => {
    const ends = [];
    for (const [status, role, portalOf] of [
      ['closed', 'user', 'user_portal'],
      ['active', 'admin', 'user_portal'],
      ['active', 'user', 'admin_portal'],
      ['active', 'admin', 'admin_portal'],
      ['active', 'pro', 'admin_portal'],
    ] as const) {
      const email = `${status}.${role}.${portalOf}@lakeside.example`;
      await createAccount(app, { email, role, status });
      const as = { ...me, sub: email, email };
      const first = await comeBack({ as, query: `?app=${portalOf}` });
      if (status === 'closed') {
        ends.push([first.location, (await register(first.browser)).body.code]);
      } else ends.push(first.location);
      expect((await rowsOf(email)).identities.length).toBe(first.location.includes('came=in') ? 1 : 0);
    }
    expect(ends).toEqual([
      ['/auth/provider', 'no_account'],
      '/auth/login?problem=use_admin_portal&provider=trusted',
      '/admin/auth/login?problem=portal_forbidden&provider=trusted',
      '/admin/auth/login?came=in',
      '/admin/auth/login?came=in',
    ]);
    // Those rules hold on each day that a known login comes back.
    await createAccount(app, { email: me.email });
    await comeBack();
    const role = (to: 'admin' | 'user') =>
      app.db.updateTable('users').set({ role: to }).where('email', '=', me.email).execute();
    await role('admin');
    const turned = await comeBack();
    await role('user');
    expect([turned.location, cookiesOf(turned.answer)]).toEqual([
      '/auth/login?problem=use_admin_portal&provider=trusted',
      '',
    ]);
    me = { ...me, sub: `${me.sub}-new`, email: `new-${me.email}` };
    // An account is made in the user portal alone.
    expect((await comeBack({ query: '?app=admin_portal' })).location).toBe(
      '/admin/auth/login?problem=no_account&provider=trusted',
    );
  });

  it('says that one stopped at the provider, and changes nothing', async () => {
    const warned = vi.spyOn(app.platform.log, 'warn');
    const { location } = await comeBack({ as: 'deny', query: '?return=%2Fprofile' });
    expect(location).toBe('/auth/login?problem=access_denied&provider=trusted&return=%2Fprofile');
    // Whoever runs the portal reads which one it was and what it said, and nothing of the person.
    expect(warned.mock.calls).toEqual([
      [
        { name: 'trusted', code: 'OAUTH_AUTHORIZATION_RESPONSE_ERROR' },
        'a login at a provider came to nothing: access_denied',
      ],
    ]);
    warned.mockRestore();
    expect((await rowsOf(me.email)).users).toEqual([]);
  });
});

describe('an answer that is not ours to take', () => {
  const expired = '/auth/login?problem=step_expired';

  it('opens nothing a second time', async () => {
    await createAccount(app, { email: me.email });
    const { back, browser } = await comeBack();
    const again = await app.call('GET', back.pathname + back.search, { headers: { cookie: browser } });
    expect([again.headers.location, cookiesOf(again)]).toEqual([expired, '']);
  });

  it('opens nothing in another browser (a login that somebody else began)', async () => {
    await createAccount(app, { email: me.email });
    const victim = await app.call('GET', '/users/oidc/trusted');
    const forged = `clearcall_provider=${newToken()}`;
    for (const cookie of ['', 'clearcall_provider=x', cookiesOf(victim), forged]) {
      // Each is shown an answer that nobody has used up yet.
      const went = await app.call('GET', '/users/oidc/trusted');
      const back = new URL(await logInAtProvider(String(went.headers.location), me));
      const answer = await app.call('GET', back.pathname + back.search, { headers: { cookie } });
      expect([answer.headers.location, cookiesOf(answer)]).toEqual([expired, '']);
    }
    expect((await rowsOf(me.email)).identities).toEqual([]);
  });

  it('opens nothing at the address of another provider (mix-up)', async () => {
    await createAccount(app, { email: me.email });
    const went = await app.call('GET', '/users/oidc/other');
    const back = new URL(await logInAtProvider(String(went.headers.location), me));
    const mixed = back.pathname.replace('/other/', '/trusted/') + back.search;
    const answer = await app.call('GET', mixed, { headers: { cookie: cookiesOf(went) } });
    expect([answer.headers.location, cookiesOf(answer)]).toEqual([expired, '']);
  });

  it('opens nothing after ten minutes, with another state, or with none', async () => {
    const went = await app.call('GET', '/users/oidc/trusted');
    const headers = { cookie: cookiesOf(went) };
    const back = new URL(await logInAtProvider(String(went.headers.location), me));
    const before = app.platform.now();
    app.clock.advance(10 * 60_000);
    const ends = [];
    for (const search of [
      back.search,
      '?code=x&state=y',
      '?code=x',
      '',
      '?error=access_denied',
      '?state=a&state=b',
    ]) {
      ends.push((await app.call('GET', back.pathname + search, { headers })).headers.location);
    }
    app.clock.set(before);
    expect(new Set(ends)).toEqual(new Set([expired]));
  });

  it('opens nothing with a code that the provider does not know, or another issuer', async () => {
    for (const change of [
      (search: URLSearchParams) => search.set('code', 'made-up'),
      (search: URLSearchParams) => search.set('iss', other.issuer),
      (search: URLSearchParams) => search.append('state', 'twice'),
      (search: URLSearchParams) => search.delete('code'),
    ]) {
      const went = await app.call('GET', '/users/oidc/trusted');
      const back = new URL(await logInAtProvider(String(went.headers.location), me));
      change(back.searchParams);
      const answer = await app.call('GET', back.pathname + back.search, {
        headers: { cookie: cookiesOf(went) },
      });
      expect([answer.headers.location, cookiesOf(answer)]).toEqual([
        '/auth/login?problem=provider_refused&provider=trusted',
        '',
      ]);
    }
    expect((await rowsOf(me.email)).users).toEqual([]);
  });
});

describe('from the profile', () => {
  async function linkAs(token: string, provider: string, as: Person | 'deny' = me) {
    const asked = await app.call('POST', `/users/oidc/${provider}/link`, { token, body: {} });
    if (asked.status !== 200) return { asked, location: '' };
    const back = new URL(await logInAtProvider(asked.body.address, as));
    const answer = await app.call('GET', back.pathname + back.search, {
      headers: { cookie: cookiesOf(asked) },
    });
    return { asked, location: String(answer.headers.location) };
  }
  const waysOf = async (token: string) => (await app.call('GET', '/users/sign-in', { token })).body;

  it('leads administrators back to their account in the administration', async () => {
    await createAccount(app, { email: me.email, role: 'admin' });
    const { body } = await app.call('POST', '/users/login', {
      body: { email: me.email, password: goodPassword, app: 'admin_portal' },
    });
    await justShown(body.token);
    expect((await linkAs(body.token, 'other')).location).toBe('/admin/account?linked=other');
    expect((await linkAs(body.token, 'other', 'deny')).location).toBe(
      '/admin/account?problem=access_denied&provider=other',
    );
  });

  it('adds logins of several providers, whatever their address, and removes all but the last way', async () => {
    await createAccount(app, { email: me.email, password: false });
    const opened = await comeBack();
    const { token } = await refreshWith(app, cookiesOf(opened.answer));
    // What was open at the provider shows nothing.
    expect((await linkAs(token, 'other')).asked.body.code).toBe('not_fresh');
    await justShown(token);
    const linked = await linkAs(token, 'other', {
      sub: 'orcid-1',
      email: 'else@where.example',
      given_name: 'Z',
    });
    expect(linked.location).toBe('/profile/pwd?linked=other');
    const ways = await waysOf(token);
    expect(ways).toEqual({
      password: false,
      fresh: true,
      secondFactor: false,
      recoveryCodesLeft: 0,
      passkeys: [],
      identities: [
        {
          id: expect.any(String),
          provider: 'Trusted ID',
          providerId: 'trusted',
          label: me.email,
          createdAt: '2026-11-21T12:00:00.000Z',
          lastUsedAt: '2026-11-21T12:00:00.000Z',
        },
        {
          id: expect.any(String),
          provider: 'Other ID',
          providerId: 'other',
          label: 'else@where.example',
          createdAt: '2026-11-21T12:00:00.000Z',
          lastUsedAt: null,
        },
      ],
    });
    const [first, second] = ways.identities;
    const remove = (id: string) => app.call('DELETE', `/users/identities/${id}`, { token });
    // Both at the same time: one of them stays.
    const outcomes = await Promise.all([remove(first.id), remove(second.id)]);
    expect(outcomes.map(({ body }) => body.code ?? 'done').sort()).toEqual(['done', 'last_way']);
    const texts = (await mailsTo(me.email)).map(({ text }) => text).join();
    expect(texts).toContain('You can now log in with Other ID.');
    expect(texts).toContain('You can no longer log in with');
  });

  it('takes a login that is added already for added', async () => {
    const { token } = await app.login();
    const twice = [await linkAs(token, 'trusted'), await linkAs(token, 'trusted')];
    expect(twice.map(({ location }) => location)).toEqual(Array(2).fill('/profile/pwd?linked=trusted'));
    expect((await waysOf(token)).identities.length).toBe(1);
  });

  it('does not take a login that belongs to somebody else', async () => {
    await createAccount(app, { email: me.email });
    await comeBack();
    const stranger = await app.login();
    expect((await linkAs(stranger.token, 'trusted')).location).toBe(
      '/profile/pwd?problem=identity_taken&provider=trusted',
    );
    expect((await waysOf(stranger.token)).identities).toEqual([]);
    expect((await linkAs(stranger.token, 'trusted', 'deny')).location).toBe(
      '/profile/pwd?problem=access_denied&provider=trusted',
    );
    expect((await linkAs(stranger.token, 'gone')).asked.body.message).toBe(
      'Gone ID does not answer. Try again later.',
    );
  });

  it('says that a login is taken where its holder lets it go at that very moment', async () => {
    await createAccount(app, { email: me.email });
    await comeBack();
    const { token } = await app.login();
    const query = pg.Client.prototype.query as (...given: unknown[]) => unknown;
    let letGo = false;
    const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(async function (
      this: pg.Client,
      ...given: unknown[]
    ) {
      const { text = '' } = given[0] as { text?: string };
      if (!letGo && text.startsWith('select "user_id" from "identities"')) {
        letGo = true;
        await app.db.deleteFrom('identities').where('subject', '=', me.sub).execute();
      }
      return query.apply(this, given);
    } as never);
    const { location } = await linkAs(token, 'trusted').finally(() => spy.mockRestore());
    expect([letGo, location]).toEqual([true, '/profile/pwd?problem=identity_taken&provider=trusted']);
  });

  it('adds nothing for a session that ended while it was at the provider', async () => {
    await createAccount(app, { email: me.email });
    const thief = await logInAs(app, me.email);
    const asked = await app.call('POST', '/users/oidc/other/link', { token: thief.token, body: {} });
    const back = new URL(await logInAtProvider(asked.body.address, { ...me, sub: 'thief' }));
    const { token } = await logInAs(app, me.email);
    expect((await app.call('DELETE', '/users/sessions', { token })).body).toEqual({ ended: 1 });
    const answer = await app.call('GET', back.pathname + back.search, {
      headers: { cookie: cookiesOf(asked) },
    });
    expect(answer.headers.location).toBe('/profile/pwd?problem=step_expired&provider=other');
    expect((await waysOf(token)).identities).toEqual([]);
  });

  it('asks who is there once more when the login was a while ago', async () => {
    await createAccount(app, { email: me.email });
    const { token } = await logInAs(app, me.email);
    const before = app.platform.now();
    app.clock.advance(10 * 60_000);
    expect((await linkAs(token, 'trusted')).asked.body.code).toBe('not_fresh');
    const show = (password: string) =>
      app.call('POST', '/users/reauthenticate', { token, body: { password } });
    expect((await show('Wrong-password-1')).body.code).toBe('wrong_password');
    expect((await waysOf(token)).fresh).toBe(false);
    expect((await show(goodPassword)).body).toEqual({ done: true });
    expect((await waysOf(token)).fresh).toBe(true);
    expect((await linkAs(token, 'trusted')).location).toBe('/profile/pwd?linked=trusted');
    app.clock.set(before);
  });
});

describe('that it is still you, shown at a provider', () => {
  // What the provider says of times is by its own clock, which does not stand still.
  const before = new Date('2026-11-21T12:00:00.000Z');
  const minutes = (count: number) => app.clock.set(new Date(Date.now() + count * 60_000));
  afterEach(() => app.clock.set(before));

  const jar = new Map<string, string>();
  beforeEach(() => jar.clear());

  /** Somebody who logged in a while ago, by the provider alone, and is logged in there still. */
  async function arrived() {
    await createAccount(app, { email: me.email, password: false });
    minutes(-11);
    const went = await app.call('GET', '/users/oidc/trusted');
    const back = new URL(await logInAtProvider(String(went.headers.location), me, jar));
    const came = await app.call('GET', back.pathname + back.search, { headers: { cookie: cookiesOf(went) } });
    const { token } = await refreshWith(app, cookiesOf(came));
    minutes(0);
    return token;
  }
  const freshOf = async (token: string) => (await app.call('GET', '/users/sign-in', { token })).body.fresh;
  const asked = (token: string, provider = 'trusted') =>
    app.call('POST', `/users/oidc/${provider}/reauthenticate`, { token, body: {} });
  const backWith = async (ask: Awaited<ReturnType<typeof asked>>, address: string) => {
    const back = new URL(address);
    const answer = await app.call('GET', back.pathname + back.search, {
      headers: { cookie: cookiesOf(ask) },
    });
    return String(answer.headers.location);
  };

  it('asks for a login anew though one is open there, and counts it for this session', async () => {
    const token = await arrived();
    expect(await freshOf(token)).toBe(false);
    const ask = await asked(token);
    expect(ask.status).toBe(200);
    const query = new URL(ask.body.address).searchParams;
    expect([query.get('prompt'), query.get('max_age')]).toEqual(['login', '0']);
    await expect(logInAtProvider(ask.body.address, 'nobody', jar)).rejects.toThrow('did not send us back');
    expect(await backWith(ask, await logInAtProvider(ask.body.address, me, jar))).toBe(
      '/profile/pwd?shown=trusted',
    );
    expect(await freshOf(token)).toBe(true);
    // The other sessions of the same person have shown nothing.
    const other = await comeBack();
    expect(await freshOf((await refreshWith(app, cookiesOf(other.answer))).token)).toBe(false);
    expect((await app.call('POST', '/users/passkeys/options', { token, body: {} })).status).toBe(200);
  });

  it('takes a login that was open there before for no proof, whatever the browser makes of the address', async () => {
    const token = await arrived();
    const ends = [];
    for (const change of [
      // It says nothing of when.
      (query: URLSearchParams) => query.delete('max_age'),
      (query: URLSearchParams) => query.set('max_age', '100000'),
    ]) {
      minutes(2);
      const ask = await asked(token);
      const address = new URL(ask.body.address);
      address.searchParams.delete('prompt');
      change(address.searchParams);
      ends.push(await backWith(ask, await logInAtProvider(address.href, 'nobody', jar)));
    }
    expect(ends).toEqual(Array(2).fill('/profile/pwd?problem=not_anew&provider=trusted'));
    expect(await freshOf(token)).toBe(false);
    // Nor does it when it opens a session.
    minutes(0);
    const went = await app.call('GET', '/users/oidc/trusted');
    const back = new URL(await logInAtProvider(String(went.headers.location), 'nobody', jar));
    const came = await app.call('GET', back.pathname + back.search, { headers: { cookie: cookiesOf(went) } });
    expect(came.headers.location).toBe('/auth/login?came=in');
    expect(await freshOf((await refreshWith(app, cookiesOf(came))).token)).toBe(false);
  });

  it('takes it for none either where it makes an account by the word of the provider alone', async () => {
    minutes(-11);
    const visit = async () => {
      const went = await app.call('GET', '/users/oidc/trusted');
      const as = jar.size === 0 ? me : 'nobody';
      const back = new URL(await logInAtProvider(String(went.headers.location), as, jar));
      await app.call('GET', back.pathname + back.search, { headers: { cookie: cookiesOf(went) } });
      return register(cookiesOf(went));
    };
    const opened = await visit();
    expect([opened.status, await freshOf(opened.body.token)]).toEqual([200, false]);
    const add = await app.call('POST', '/users/passkeys/options', { token: opened.body.token, body: {} });
    expect(add.body.code).toBe('not_fresh');
  });

  it('takes nobody else’s login, none that opens no account, and none for a session that has ended', async () => {
    const token = await arrived();
    const stranger = { ...me, sub: `${me.sub}-else`, email: `else-${me.email}` };
    const ends = [];
    for (const as of [stranger, 'deny'] as const) {
      const ask = await asked(token);
      ends.push(await backWith(ask, await logInAtProvider(ask.body.address, as)));
    }
    const ask = await asked(token);
    const address = await logInAtProvider(ask.body.address, me);
    const { token: other } = await refreshWith(app, cookiesOf((await comeBack()).answer));
    await app.call('DELETE', '/users/sessions', { token: other });
    ends.push(await backWith(ask, address));
    expect(ends).toEqual([
      '/profile/pwd?problem=somebody_else&provider=trusted',
      '/profile/pwd?problem=access_denied&provider=trusted',
      '/profile/pwd?problem=step_expired&provider=trusted',
    ]);
    expect(await freshOf(other)).toBe(false);
    // A provider that opens no account of theirs looks like an unknown one, and so does one that is not set up any more.
    const left = { provider: 'left', issuer: 'https://left.example', subject: me.sub, label: 'Left' };
    const id = app.platform.newId();
    const { id: userId } = await app.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', me.email)
      .executeTakeFirstOrThrow();
    await app.db
      .insertInto('identities')
      .values({ ...left, id, user_id: userId, created_at: app.platform.now() })
      .execute();
    const refused = [await asked(other, 'other'), await asked(other, 'nobody'), await asked(other, 'left')];
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(Array(3).fill([404, 'not_found']));
  });

  it('changes the address, and deletes the account, of who has no password: only when it was shown just now', async () => {
    const token = await arrived();
    const email = `new-${me.email}`;
    const change = () => app.call('PATCH', '/users/email', { token, body: { email } });
    const wanted = async () =>
      (await app.db.selectFrom('users').select('wanted_email').where('email', '=', me.email).execute())[0]
        ?.wanted_email;
    const refused = await change();
    expect([refused.status, refused.body.code, await wanted()]).toEqual([403, 'not_fresh', null]);
    const ask = await asked(token);
    await backWith(ask, await logInAtProvider(ask.body.address, me, jar));
    expect([(await change()).body, await wanted()]).toEqual([{ done: true }, email]);
  });
});

describe('without passwords', () => {
  async function setPasswords(passwordLogin: boolean) {
    const { themeHash: _hash, logo: _logo, ...settings } = await app.platform.organisation();
    const row = { id: 1, settings: JSON.stringify({ ...settings, passwordLogin }) };
    await app.db
      .insertInto('organisation')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute();
    // The settings are read again after a second.
    await vi.waitFor(
      async () => expect((await app.platform.organisation()).passwordLogin).toBe(passwordLogin),
      5_000,
    );
  }
  beforeAll(() => setPasswords(false));
  afterAll(() => setPasswords(true));

  it('refuses to take or make one, with the same words for known and unknown addresses', async () => {
    await createAccount(app, { email: me.email });
    const refused = new Set<string>();
    for (const email of [me.email, 'nobody@lakeside.example']) {
      const password = goodPassword;
      const form = { firstName: 'A', lastName: 'B', email, password, acceptedTerms: true };
      const human = { challengeId: '0190a0a0-0000-7000-8000-00000000dead', answer: '1' };
      for (const answer of [
        await app.call('POST', '/users/login', { body: { email, password, app: 'user_portal' } }),
        await app.call('PUT', '/users/register', { body: { ...form, ...human } }),
        await app.call('POST', '/users/forgot', { body: { email } }),
        await app.call('PATCH', '/users/reset', { body: { email, password, token: 'x' } }),
        await app.call('PATCH', '/users/invite/password', {
          body: { email, password, token: 'x', acceptedTerms: true },
        }),
      ]) {
        refused.add(JSON.stringify([answer.status, answer.body]));
      }
    }
    expect([...refused].map((text) => JSON.parse(text))).toEqual([
      [
        403,
        {
          statusCode: 403,
          code: 'password_login_off',
          message: 'Passwords are switched off here. Log in with one of the providers on the login page.',
        },
      ],
    ]);
    expect((await app.call('GET', '/users/providers')).body.passwordLogin).toBe(false);
  });

  it('lets people in through providers, the invited and locked as well, and counts no password as a way', async () => {
    await createAccount(app, { email: me.email });
    const opened = await comeBack();
    expect(opened.location).toBe('/auth/login?came=in');
    const { token } = await refreshWith(app, cookiesOf(opened.answer));
    const ways = (await app.call('GET', '/users/sign-in', { token })).body;
    expect(ways.password).toBe(false);
    // One that it has from before is not asked for, shows nothing and is not changed.
    const body = {
      oldPassword: goodPassword,
      newPassword: `${goodPassword}2`,
      verifyPassword: `${goodPassword}2`,
    };
    const off = [
      await app.call('POST', '/users/reauthenticate', { token, body: { password: goodPassword } }),
      await app.call('PATCH', '/users/password', { token, body }),
    ];
    expect(off.map(({ body: reply }) => reply.code)).toEqual(Array(2).fill('password_login_off'));
    const email = `new-${me.email}`;
    const change = () =>
      app.call('PATCH', '/users/email', { token, body: { email, password: goodPassword } });
    expect((await change()).body.code).toBe('not_fresh');
    await justShown(token);
    expect((await change()).body).toEqual({ done: true });
    const emitted = (await mailsTo(me.email)).find(({ subject }) => subject.includes('is about to change'));
    expect(emitted?.text).toContain('If it was not you, tell us at once');
    expect(emitted?.text).not.toContain('/auth/forgot');
    const last = await app.call('DELETE', `/users/identities/${ways.identities[0].id}`, { token });
    expect(last.body.code).toBe('last_way');
    const invited = { ...me, sub: 'invited', email: 'invited@lakeside.example' };
    await createAccount(app, { email: invited.email, status: 'locked', password: false });
    const { browser } = await comeBack({ as: invited });
    expect((await register(browser)).status).toBe(200);
  });

  it('takes them all the same when the operator says so, or when no provider is set up', async () => {
    await createAccount(app, { email: me.email });
    const { config } = app.platform;
    const { oidcProviders } = config;
    config.passwordLoginForced = true;
    expect((await logInAs(app, me.email)).answer.status).toBe(200);
    Object.assign(config, { passwordLoginForced: false, oidcProviders: [] });
    expect((await logInAs(app, me.email)).answer.status).toBe(200);
    config.oidcProviders = oidcProviders;
    expect((await logInAs(app, me.email)).answer.status).toBe(403);
  });
});
