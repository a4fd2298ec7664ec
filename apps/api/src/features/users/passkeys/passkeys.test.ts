import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashPassword } from '../../../platform/auth/passwords.ts';
import { createAccount, goodPassword, logInAs, setCookies } from '../../../testing/accounts.ts';
import { type Authenticator, createAuthenticator } from '../../../testing/authenticator.ts';
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts';
import { whileHeldBack } from '../../../testing/held-back.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

let people = 0;
let email = '';
let userId = 0;
let token = '';
beforeEach(async () => {
  people += 1;
  email = `holder${people}@example.org`;
  userId = await createAccount(app, { email });
  ({ token } = await logInAs(app, email));
});

const post = (path: string, body: object, as?: string) =>
  app.call('POST', path, { body, ...(as === undefined ? {} : { token: as }) });

async function begin() {
  const { body } = await post('/users/passkeys/options', {}, token);
  return body as { key: string; options: { challenge: string } & Record<string, unknown> };
}
async function add(name = 'Laptop', authenticator: Authenticator = createAuthenticator()) {
  const { key, options } = await begin();
  const answer = await post('/users/passkeys', { key, name, response: authenticator.make(options) }, token);
  expect(answer.body).toEqual({ done: true });
  return authenticator;
}
async function challenge() {
  const { body } = await post('/users/passkeys/challenge', {});
  return body as { key: string; options: { challenge: string } & Record<string, unknown> };
}
type Deviation = Parameters<Authenticator['use']>[1];
async function logInWith(authenticator: Authenticator, deviation: Deviation = {}, portal = 'user_portal') {
  const { key, options } = await challenge();
  return post('/users/login/passkey', { key, response: authenticator.use(options, deviation), app: portal });
}
const waysOf = async () => (await app.call('GET', '/users/sign-in', { token })).body;
const changesOf = async () =>
  (
    await app.db
      .selectFrom('events')
      .select('detail')
      .where('user_id', '=', userId)
      .where('type', '=', 'sign_in_changed')
      .orderBy('id')
      .execute()
  ).map(({ detail }) => detail);
const sessionsOf = async () =>
  (await app.db.selectFrom('sessions').select('id').where('user_id', '=', userId).execute()).length;

describe('adding a passkey', () => {
  it('asks for one that the device finds by itself and that asks who is there, and tells the owner', async () => {
    const first = await add('Laptop');
    const { options } = await begin();
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Clearcall' },
      user: { name: email, id: Buffer.from(String(userId)).toString('base64url') },
      attestation: 'none',
      excludeCredentials: [{ id: first.id, transports: ['internal'], type: 'public-key' }],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    expect((await waysOf()).passkeys).toEqual([
      { id: expect.any(String), name: 'Laptop', createdAt: '2026-11-21T12:00:00.000Z', lastUsedAt: null },
    ]);
    expect(await changesOf()).toEqual([{ change: 'passkey_added', what: 'Laptop' }]);
  });

  it('refuses one whose name is longer than any authenticator makes', async () => {
    const { key, options } = await begin();
    const long = createAuthenticator({ origin: 'http://localhost:3000', host: 'localhost' }, 8_000);
    const response = long.make(options);
    const answer = await post('/users/passkeys', { key, name: 'Long', response }, token);
    expect([answer.status, answer.body.code]).toEqual([403, 'passkey_refused']);
  });

  it.each<[string, (made: Authenticator, options: { challenge: string }) => object]>([
    ['without asking who is there', (made, options) => made.make(options, { verified: false })],
    ['on another site', (made, options) => made.make(options, { origin: 'https://evil.example' })],
    ['for another host', (made, options) => made.make(options, { host: 'evil.example' })],
    ['for another challenge', (made, options) => made.make(options, { challenge: 'AAAA' })],
    ['as nonsense', (made, options) => ({ ...made.make(options), id: 'AAAA' })],
  ])('refuses one that was made %s', async (_how, make) => {
    const { key, options } = await begin();
    const answer = await post(
      '/users/passkeys',
      { key, name: 'A', response: make(createAuthenticator(), options) },
      token,
    );
    expect([answer.status, answer.body.message]).toEqual([
      403,
      'This passkey could not be added. Try again.',
    ]);
    expect((await waysOf()).passkeys).toEqual([]);
  });

  it('takes each challenge once, within five minutes, from the one it was made for', async () => {
    const made = createAuthenticator();
    const { key, options } = await begin();
    const body = { key, name: 'A', response: made.make(options) };
    const stranger = await app.login();
    const late = await begin();
    expect((await post('/users/passkeys', body, stranger.token)).body.code).toBe('step_expired');
    expect((await post('/users/passkeys', body, token)).body.code).toBe('step_expired');
    const before = app.platform.now();
    app.clock.advance(5 * 60_000);
    const tooLate = { key: late.key, name: 'A', response: made.make(late.options) };
    expect((await post('/users/passkeys', tooLate, token)).body.code).toBe('step_expired');
    app.clock.set(before);
    await add('A', made);
    const again = await begin();
    const twice = { key: again.key, name: 'B', response: made.make(again.options) };
    expect((await post('/users/passkeys', twice, token)).body.code).toBe('passkey_known');
  });

  it('takes twenty, also when several are being added at once', async () => {
    const row = (count: number) => ({
      id: app.platform.newId(),
      user_id: userId,
      credential_id: Buffer.from(`${email} ${count}`).toString('base64url'),
      public_key: Buffer.from('x'),
      counter: 0,
      name: `Key ${count}`,
      created_at: app.platform.now(),
    });
    await app.db
      .insertInto('passkeys')
      .values(Array.from({ length: 18 }, (_none, count) => row(count)))
      .execute();
    const begun = [await begin(), await begin(), await begin()];
    const answers = await Promise.all(
      begun.map(({ key, options }) => {
        const response = createAuthenticator().make(options);
        return post('/users/passkeys', { key, name: 'One more', response }, token);
      }),
    );
    expect(answers.map(({ status, body }) => [status, body.code]).toSorted()).toEqual([
      [200, undefined],
      [200, undefined],
      [409, 'too_many_passkeys'],
    ]);
    expect((await waysOf()).passkeys.length).toBe(20);
    expect((await post('/users/passkeys/options', {}, token)).body.code).toBe('too_many_passkeys');
  });

  it('asks who is there once more when the login was a while ago: by password or passkey', async () => {
    const authenticator = await add();
    const before = app.platform.now();
    app.clock.advance(10 * 60_000);
    const refused = [];
    for (const [method, path, body] of [
      ['POST', '/users/passkeys/options', {}],
      ['DELETE', `/users/passkeys/${(await waysOf()).passkeys[0].id}`, undefined],
      ['PUT', '/users/second-factor', { on: true }],
      ['POST', '/users/recovery-codes', {}],
    ] as const) {
      refused.push((await app.call(method, path, { token, ...(body && { body }) })).body.code);
    }
    expect(refused).toEqual(Array(4).fill('not_fresh'));
    // Somebody else’s passkey says nothing of this person.
    const stranger = createAuthenticator();
    for (const [who, code] of [
      [stranger, 'passkey_refused'],
      [authenticator, undefined],
    ] as const) {
      const { key, options } = await challenge();
      const shown = await post(
        '/users/reauthenticate',
        { passkey: { key, response: who.use(options) } },
        token,
      );
      expect(shown.body.code).toBe(code);
    }
    expect((await waysOf()).fresh).toBe(true);
    app.clock.set(before);
  });
});

describe('logging in with a passkey', () => {
  it('opens a session without a password, and notes the use', async () => {
    const authenticator = await add();
    const { options } = await challenge();
    // Nobody is named, so nobody is told anything.
    expect(options).toEqual({
      challenge: expect.any(String),
      rpId: 'localhost',
      timeout: 300_000,
      userVerification: 'required',
    });
    app.clock.advance(1_000);
    const answer = await logInWith(authenticator);
    expect([answer.status, answer.body.user.email]).toEqual([200, email]);
    expect(setCookies(answer)[0]).toContain('clearcall_user_portal=');
    expect((await waysOf()).passkeys[0].lastUsedAt).toBe(app.platform.now().toISOString());
  });

  it.each<[string, Deviation]>([
    ['that did not ask who is there', { verified: false }],
    ['of another site', { origin: 'https://evil.example' }],
    ['of another host', { host: 'evil.example' }],
    ['to another challenge', { challenge: 'AAAA' }],
  ])('refuses an answer %s', async (_what, deviation) => {
    const authenticator = await add();
    const before = await sessionsOf();
    const answer = await logInWith(authenticator, deviation);
    expect([answer.status, answer.body]).toEqual([
      403,
      {
        statusCode: 403,
        code: 'passkey_refused',
        message: 'This passkey did not open an account. Try again, or log in another way.',
      },
    ]);
    expect(await sessionsOf()).toBe(before);
  });

  it('refuses a changed signature, an unknown passkey and one of a closed account with the same words', async () => {
    const authenticator = await add();
    const { key, options } = await challenge();
    const response = authenticator.use(options);
    const signature = `${response.response.signature.slice(0, -4)}AAAA`;
    const forged = { ...response, response: { ...response.response, signature } };
    const answers = [await post('/users/login/passkey', { key, response: forged, app: 'user_portal' })];
    answers.push(await logInWith(createAuthenticator()));
    await app.db.updateTable('users').set({ status: 'closed' }).where('id', '=', userId).execute();
    answers.push(await logInWith(authenticator));
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    expect(answers[0]?.body.code).toBe('passkey_refused');
  });

  it('refuses an answer twice, after five minutes, and of two at once one', async () => {
    const authenticator = await add();
    const { key, options } = await challenge();
    const body = { key, response: authenticator.use(options), app: 'user_portal' };
    const both = await Promise.all([post('/users/login/passkey', body), post('/users/login/passkey', body)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 410]);
    const late = await challenge();
    app.clock.advance(5 * 60_000);
    const tooLate = { key: late.key, response: authenticator.use(late.options), app: 'user_portal' };
    expect((await post('/users/login/passkey', tooLate)).body.code).toBe('step_expired');
  });

  it('refuses a counter that does not grow (a copy of the passkey); one without a counter always says 0', async () => {
    const authenticator = await add();
    const seen = [];
    for (const counter of [0, 0, 5, 6, 6, 3, 0, 7]) {
      seen.push((await logInWith(authenticator, { counter })).status);
    }
    expect(seen).toEqual([200, 200, 200, 200, 403, 403, 403, 200]);
  });

  it('obeys the rules of the portals', async () => {
    const authenticator = await add();
    const ends = [];
    for (const [role, portal] of [
      ['user', 'admin_portal'],
      ['admin', 'user_portal'],
      ['admin', 'admin_portal'],
      ['pro', 'user_portal'],
    ] as const) {
      await app.db.updateTable('users').set({ role }).where('id', '=', userId).execute();
      const { status, body } = await logInWith(authenticator, {}, portal);
      ends.push([role, portal, status, body.message ?? 'in']);
    }
    expect(ends).toEqual([
      ['user', 'admin_portal', 403, 'You dont have permission to access this portal.'],
      ['admin', 'user_portal', 403, 'Please use ADMIN Portal'],
      ['admin', 'admin_portal', 200, 'in'],
      ['pro', 'user_portal', 200, 'in'],
    ]);
  });
});

describe('a passkey after the password', () => {
  async function switchOn() {
    const authenticator = await add();
    const { status, body } = await app.call('PUT', '/users/second-factor', { token, body: { on: true } });
    expect(status).toBe(200);
    return { authenticator, codes: body.recoveryCodes as string[] };
  }
  const password = async () => (await logInAs(app, email)).answer;

  it('is asked for before there is any session', async () => {
    const { authenticator, codes } = await switchOn();
    expect(codes.length).toBe(10);
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^(?:[A-HJ-NP-Z2-9]{4}-){3}[A-HJ-NP-Z2-9]{4}$/);
    const before = await sessionsOf();
    const asked = await password();
    expect([asked.status, asked.body, setCookies(asked), await sessionsOf()]).toEqual([
      200,
      {
        secondFactor: {
          key: expect.stringMatching(/^[\w-]{43}$/),
          options: {
            challenge: expect.any(String),
            rpId: 'localhost',
            timeout: 300_000,
            userVerification: 'preferred',
            allowCredentials: [{ id: authenticator.id, transports: ['internal'], type: 'public-key' }],
          },
        },
      },
      [],
      before,
    ]);
    // A wrong password is told nothing of it.
    expect((await logInAs(app, email, { password: 'Wrong-password-1' })).answer.body.code).toBe(
      'wrong_credentials',
    );
    const { key, options } = asked.body.secondFactor;
    const response = authenticator.use(options, { verified: false });
    const opened = await post('/users/login/second', { key, response, app: 'user_portal' });
    expect([opened.status, opened.body.user.email]).toEqual([200, email]);
    expect((await post('/users/login/second', { key, response, app: 'user_portal' })).body.code).toBe(
      'step_expired',
    );
  });

  it('is needed to change the ways to log in as well: the password alone shows too little', async () => {
    const { authenticator, codes } = await switchOn();
    const before = app.platform.now();
    app.clock.advance(10 * 60_000);
    const off = () => app.call('PUT', '/users/second-factor', { token, body: { on: false } });
    const shown = await post('/users/reauthenticate', { password: goodPassword }, token);
    expect([shown.status, shown.body.code, (await off()).body.code]).toEqual([
      403,
      'passkey_too',
      'not_fresh',
    ]);
    const { key, options } = await challenge();
    const response = authenticator.use(options);
    expect((await post('/users/reauthenticate', { passkey: { key, response } }, token)).body).toEqual({
      done: true,
    });
    expect((await waysOf()).fresh).toBe(true);
    // Whoever lost it logs in again with a recovery code.
    const asked = (await password()).body.secondFactor;
    const lost = { key: asked.key, recoveryCode: codes[0], app: 'user_portal' };
    ({ token } = (await post('/users/login/second', lost)).body);
    expect((await off()).status).toBe(200);
    app.clock.set(before);
  });

  it('is needed to change the address and to delete the account as well, beside the password', async () => {
    const { authenticator } = await switchOn();
    const before = app.platform.now();
    app.clock.advance(10 * 60_000);
    const confirmation = 'DELETE';
    const change = (given: string) =>
      app.call('PATCH', '/users/email', { token, body: { email: `new-${email}`, password: given } });
    const remove = (given: string) =>
      app.call('DELETE', `/users/${userId}`, { token, body: { password: given, confirmation } });
    const refused = [];
    for (const given of ['Wrong-password-1', goodPassword])
      refused.push((await change(given)).body.code, (await remove(given)).body.code);
    expect(refused).toEqual(['wrong_password', 'wrong_password', 'not_fresh', 'not_fresh']);
    const { key, options } = await challenge();
    await post('/users/reauthenticate', { passkey: { key, response: authenticator.use(options) } }, token);
    expect((await change('Wrong-password-1')).body.code).toBe('wrong_password');
    expect([(await change(goodPassword)).body, (await remove(goodPassword)).body]).toEqual([
      { done: true },
      { done: true },
    ]);
    app.clock.set(before);
  });

  it('takes nobody else’s passkey, no challenge of another kind, and no other portal', async () => {
    const { authenticator } = await switchOn();
    const mine = { email, userId, token };
    people += 1;
    email = `holder${people}@example.org`;
    userId = await createAccount(app, { email });
    ({ token } = await logInAs(app, email));
    const strangers = await add();
    ({ email, userId, token } = mine);
    const refused = [];
    const begun = async () => (await password()).body.secondFactor;
    const theirs = await begun();
    refused.push(
      await post('/users/login/second', {
        key: theirs.key,
        response: strangers.use(theirs.options),
        app: 'user_portal',
      }),
    );
    const free = await challenge();
    refused.push(
      await post('/users/login/second', {
        key: free.key,
        response: authenticator.use(free.options),
        app: 'user_portal',
      }),
    );
    const second = await begun();
    refused.push(
      await post('/users/login/passkey', {
        key: second.key,
        response: authenticator.use(second.options),
        app: 'user_portal',
      }),
    );
    const other = await begun();
    refused.push(
      await post('/users/login/second', {
        key: other.key,
        response: authenticator.use(other.options),
        app: 'admin_portal',
      }),
    );
    expect(refused.map(({ body }) => body.code)).toEqual([
      'passkey_refused',
      'step_expired',
      'step_expired',
      'step_expired',
    ]);
  });

  it('opens nothing with a password that was changed since', async () => {
    const { authenticator, codes } = await switchOn();
    const [first, second] = [(await password()).body.secondFactor, (await password()).body.secondFactor];
    const changed = await app.call('PATCH', '/users/password', {
      token,
      body: {
        oldPassword: goodPassword,
        newPassword: 'Another-Tidal-Moon',
        verifyPassword: 'Another-Tidal-Moon',
      },
    });
    expect(changed.body).toEqual({ done: true });
    const response = authenticator.use(first.options);
    const tried = [
      await post('/users/login/second', { key: first.key, response, app: 'user_portal' }),
      await post('/users/login/second', { key: second.key, recoveryCode: codes[0], app: 'user_portal' }),
    ];
    expect(tried.map(({ body }) => body.code)).toEqual(['step_expired', 'step_expired']);
    expect((await waysOf()).recoveryCodesLeft).toBe(10);
  });

  it('opens nothing with a password that was changed while its login was under way', async () => {
    const { authenticator, codes } = await switchOn();
    const hash = await hashPassword('Another-Tidal-Moon');
    const late: { key: string; options: { challenge: string } }[] = [];
    for (const _attempt of ['by passkey', 'by code', 'in the last moment']) {
      const { secondFactor } = (await password()).body;
      late.push(secondFactor);
    }
    // As if the steps had been written right after the change had let go of all there were.
    await app.db.updateTable('users').set({ password_hash: hash }).where('id', '=', userId).execute();
    const before = await sessionsOf();
    const [first, second] = late;
    const tried = [
      await post('/users/login/second', {
        key: first?.key,
        response: authenticator.use(first?.options ?? { challenge: '' }),
        app: 'user_portal',
      }),
      await post('/users/login/second', { key: second?.key, recoveryCode: codes[0], app: 'user_portal' }),
    ];
    expect(tried.map(({ body }) => body.code)).toEqual(['step_expired', 'step_expired']);
    expect([(await waysOf()).recoveryCodesLeft, await sessionsOf()]).toEqual([10, before]);
    const stored = await app.db
      .selectFrom('sign_in_steps')
      .select('detail')
      .where('user_id', '=', userId)
      .execute();
    expect(JSON.stringify(stored)).not.toContain('argon2');
  });

  it('opens nothing when the password changes between the passkey and the session', async () => {
    const { authenticator } = await switchOn();
    const { key, options } = (await password()).body.secondFactor;
    const before = await sessionsOf();
    const hash = await hashPassword('Another-Tidal-Moon');
    const late = await whileHeldBack(
      app,
      (tx) => tx.updateTable('users').set({ password_hash: hash }).where('id', '=', userId).execute(),
      () => post('/users/login/second', { key, response: authenticator.use(options), app: 'user_portal' }),
    );
    expect([late.body.code, await sessionsOf()]).toEqual(['step_expired', before]);
  });

  it('takes each recovery code once, stores none of them, and tells the owner', async () => {
    const { codes } = await switchOn();
    const enter = async (recoveryCode: string) => {
      const { key } = (await password()).body.secondFactor;
      return post('/users/login/second', { key, recoveryCode, app: 'user_portal' });
    };
    const [first = '', second = ''] = codes;
    expect((await enter(first.toLowerCase().replaceAll('-', ' '))).status).toBe(200);
    expect((await enter(first)).body.code).toBe('code_wrong');
    expect((await waysOf()).recoveryCodesLeft).toBe(9);
    const stored = JSON.stringify(await app.db.selectFrom('recovery_codes').selectAll().execute());
    for (const code of codes) expect(stored).not.toContain(code);
    expect((await changesOf()).at(-1)).toEqual({ change: 'recovery_code_used', what: '9' });
    // New ones end the old ones.
    const renewed = (await post('/users/recovery-codes', {}, token)).body.recoveryCodes;
    expect((await enter(second)).body.code).toBe('code_wrong');
    expect((await enter(renewed[0])).status).toBe(200);
  });

  it('lets five codes be tried for one password', async () => {
    const { codes } = await switchOn();
    const { key } = (await password()).body.secondFactor;
    const tried = [];
    for (const recoveryCode of ['1', '2', '3', '4', '5', codes[0]]) {
      tried.push((await post('/users/login/second', { key, recoveryCode, app: 'user_portal' })).body.code);
    }
    expect(tried).toEqual([...Array(5).fill('code_wrong'), 'step_expired']);
  });

  it('needs a password and a passkey, and ends with the last passkey or when it is switched off', async () => {
    const set = (on: boolean) => app.call('PUT', '/users/second-factor', { token, body: { on } });
    expect((await set(true)).body.code).toBe('second_factor_needs');
    await switchOn();
    await add('Phone');
    const ids: string[] = (await waysOf()).passkeys.map(({ id }: { id: string }) => id);
    await app.call('DELETE', `/users/passkeys/${ids[0]}`, { token });
    expect(await waysOf()).toMatchObject({ secondFactor: true, recoveryCodesLeft: 10 });
    await app.call('DELETE', `/users/passkeys/${ids[1]}`, { token });
    expect(await waysOf()).toMatchObject({ secondFactor: false, recoveryCodesLeft: 0, passkeys: [] });
    expect((await password()).body.user.email).toBe(email);
    await switchOn();
    expect((await set(false)).body).toEqual({ recoveryCodes: [] });
    expect((await password()).body.user.email).toBe(email);
    expect((await changesOf()).map((detail) => (detail as { change: string }).change)).toEqual([
      'passkey_added',
      'second_factor_on',
      'passkey_added',
      'passkey_removed',
      'passkey_removed',
      'second_factor_off',
      'passkey_added',
      'second_factor_on',
      'second_factor_off',
    ]);
  });
});

describe('removing a passkey', () => {
  it('never takes the last way to log in, whoever asks at the same time', async () => {
    await app.db.updateTable('users').set({ password_hash: null }).where('id', '=', userId).execute();
    await add('One');
    await add('Two');
    const ids: string[] = (await waysOf()).passkeys.map(({ id }: { id: string }) => id);
    const outcomes = await Promise.all(
      ids.map((id) => app.call('DELETE', `/users/passkeys/${id}`, { token })),
    );
    expect(outcomes.map(({ body }) => body.code ?? 'done').sort()).toEqual(['done', 'last_way']);
    expect((await waysOf()).passkeys.length).toBe(1);
  });

  it('ends what it opened: the passkey is not known any more', async () => {
    const authenticator = await add();
    const [{ id }] = (await waysOf()).passkeys;
    expect((await app.call('DELETE', `/users/passkeys/${id}`, { token })).body).toEqual({ done: true });
    expect((await logInWith(authenticator)).body.code).toBe('passkey_refused');
    expect((await logInAs(app, email, { password: goodPassword })).answer.status).toBe(200);
  });
});
