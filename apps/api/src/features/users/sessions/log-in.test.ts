import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashPassword } from '../../../platform/auth/passwords.ts';
import { createAccount, goodPassword, logInAs, refreshWith, setCookies } from '../../../testing/accounts.ts';
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts';
import { whileHeldBack } from '../../../testing/held-back.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const wrong = { statusCode: 401, code: 'wrong_credentials', message: 'Wrong e-mail or password.' };

describe('logging in', () => {
  it('answers with a short-lived token, the user, and the refresh token in a strict cookie', async () => {
    const id = await createAccount(app, { email: 'good@example.org' });
    const { answer, token } = await logInAs(app, ' GOOD@example.org ');
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      token: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
      expiresInS: 900,
      user: {
        id,
        email: 'good@example.org',
        firstName: 'Siobhán',
        lastName: 'Ní Chaoimh',
        role: 'user',
        acceptMailingList: null,
        language: null,
      },
    });
    expect(setCookies(answer)).toEqual([
      expect.stringMatching(
        /^clearcall_user_portal=[A-Za-z0-9_-]{43}; Max-Age=1209600; Path=\/api\/users; HttpOnly; SameSite=Strict$/,
      ),
    ]);
    // Neither token is kept as it is, as text or as bytes.
    const rows = await app.db.selectFrom('sessions').selectAll().where('user_id', '=', id).execute();
    const kept = Object.values(rows[0] ?? {}).map((value) =>
      Buffer.isBuffer(value) ? value.toString('latin1') : String(value),
    );
    const refresh = /=([A-Za-z0-9_-]{43});/.exec(setCookies(answer)[0] ?? '')?.[1] ?? '';
    expect(refresh).not.toBe('');
    for (const secret of [token, refresh])
      for (const form of [secret, Buffer.from(secret, 'base64url').toString('latin1')])
        expect(kept.filter((value) => value.includes(form))).toEqual([]);
    const user = await app.db
      .selectFrom('users')
      .select('last_login_at')
      .where('id', '=', id)
      .executeTakeFirst();
    expect(user?.last_login_at).toEqual(app.platform.now());
  });

  it('opens nothing with a password that is changed, nor an account that is closed, at the same moment', async () => {
    for (const [name, change] of [
      ['changing', { password_hash: await hashPassword('Another-Tidal-Moon') }],
      ['closing', { status: 'closed' }],
    ] as const) {
      const email = `${name}@example.org`;
      const id = await createAccount(app, { email });
      const { answer } = await whileHeldBack(
        app,
        (tx) => tx.updateTable('users').set(change).where('id', '=', id).execute(),
        () => logInAs(app, email),
      );
      expect([answer.body, setCookies(answer)]).toEqual([wrong, []]);
      const sessions = app.db.selectFrom('sessions').select('id').where('user_id', '=', id);
      expect(await sessions.execute()).toEqual([]);
    }
  });

  it('marks the cookie as secure where the portal is reached over https', async () => {
    const secure = await buildTestApp({ config: { publicUrl: 'https://portal.example' } });
    await createAccount(secure, { email: 'good@example.org' });
    const { answer, cookie } = await logInAs(secure, 'good@example.org');
    expect(setCookies(answer)).toEqual([
      expect.stringMatching(
        /^__Secure-clearcall_user_portal=[\w-]{43}; Max-Age=1209600; Path=\/api\/users; HttpOnly; Secure; SameSite=Strict$/,
      ),
    ]);
    // Who was logged in before the names had their prefix stays so, and the name without it goes.
    const old = cookie.replace('__Secure-', '');
    const renewed = await refreshWith(secure, old);
    expect([renewed.answer.status, ...setCookies(renewed.answer)]).toEqual([
      200,
      expect.stringMatching(/^__Secure-clearcall_user_portal=[\w-]{43}; .* Secure; /),
      expect.stringMatching(/^clearcall_user_portal=; Max-Age=0; .* Secure; /),
    ]);
    // Where both come, the one that https alone can have set counts.
    const [current = ''] = renewed.cookie.split('; ');
    const both = await refreshWith(secure, `clearcall_user_portal=${'A'.repeat(43)}; ${current}`);
    expect(both.answer.status).toBe(200);
    // Logged out, neither stays behind; the one that was not sent is left alone.
    const gone = (name: string) =>
      expect.stringMatching(`^${name}=; Max-Age=0; Path=/api/users; .*; HttpOnly; Secure; SameSite=Strict$`);
    const leave = async (sent: string) => {
      const left = { body: { app: 'user_portal' }, headers: { cookie: sent } };
      return setCookies(await secure.call('POST', '/users/logout', left));
    };
    expect(await leave(both.cookie)).toEqual([
      gone('__Secure-clearcall_user_portal'),
      gone('clearcall_user_portal'),
    ]);
    expect(await leave(current)).toEqual([gone('__Secure-clearcall_user_portal')]);
    await secure.close();
  });

  it('lets the access token in for 15 minutes and not longer', async () => {
    await createAccount(app, { email: 'fifteen@example.org' });
    const { token } = await logInAs(app, 'fifteen@example.org');
    expect((await app.call('GET', '/users/roles', { token })).status).toBe(200);
    app.clock.advance(15 * 60_000);
    expect((await app.call('GET', '/users/roles', { token })).status).toBe(401);
  });

  it('says the same of a wrong password, an unknown address, no password and a closed account', async () => {
    await createAccount(app, { email: 'closed@example.org', status: 'closed' });
    await createAccount(app, { email: 'known@example.org' });
    await createAccount(app, { email: 'invited@example.org', password: false });
    const tries = [
      ['known@example.org', 'Wrong-password-1'],
      ['nobody@example.org', goodPassword],
      ['invited@example.org', goodPassword],
      ['closed@example.org', goodPassword],
      ['known@example.org', ''],
      ['', ''],
    ] as const;
    for (const [email, password] of tries) {
      const { answer } = await logInAs(app, email, { password });
      expect({ status: answer.status, body: answer.body, cookies: setCookies(answer) }).toEqual({
        status: 401,
        body: wrong,
        cookies: [],
      });
    }
  });

  it('tells that an account is not confirmed only to who knows its password', async () => {
    await createAccount(app, { email: 'locked@example.org', status: 'locked' });
    const wrongly = await logInAs(app, 'locked@example.org', { password: 'Wrong-password-1' });
    expect(wrongly.answer.body).toEqual(wrong);
    const rightly = await logInAs(app, 'locked@example.org');
    expect([rightly.answer.status, rightly.answer.body.code]).toEqual([403, 'account_locked']);
    expect(
      await app.db
        .selectFrom('sessions')
        .innerJoin('users', 'users.id', 'user_id')
        .select('users.id')
        .where('email', '=', 'locked@example.org')
        .execute(),
    ).toEqual([]);
  });

  it('knows a locked account by the newest password of those that wait', async () => {
    const email = 'twice@example.org';
    const userId = await createAccount(app, { email, status: 'locked' });
    await app.db
      .insertInto('registrations')
      .values({
        id: app.platform.newId(),
        user_id: userId,
        first_name: 'Siobhán',
        last_name: 'Ní Chaoimh',
        password_hash: await hashPassword('Another-Tidal-Moon'),
        accepted_terms_at: app.platform.now(),
        created_at: new Date(app.platform.now().getTime() + 1_000),
      })
      .execute();
    const newest = await logInAs(app, email, { password: 'Another-Tidal-Moon' });
    expect([newest.answer.status, newest.answer.body.code]).toEqual([403, 'account_locked']);
    expect((await logInAs(app, email)).answer.body).toEqual(wrong);
  });

  it('sends administrators to their portal and keeps everybody else but the review officer out of it', async () => {
    const roles = ['user', 'pro', 'admin', 'super_admin', 'eurohpc_admin', 'panel_chair'] as const;
    const seen = [];
    for (const role of roles) {
      await createAccount(app, { email: `${role}@example.org`, role });
      for (const portal of ['user_portal', 'admin_portal'] as const) {
        const { answer } = await logInAs(app, `${role}@example.org`, { app: portal });
        seen.push([role, portal, answer.status, answer.body.message ?? 'in']);
      }
    }
    const use = 'Please use ADMIN Portal';
    const no = 'You dont have permission to access this portal.';
    expect(seen).toEqual([
      ['user', 'user_portal', 200, 'in'],
      ['user', 'admin_portal', 403, no],
      ['pro', 'user_portal', 200, 'in'],
      ['pro', 'admin_portal', 200, 'in'],
      ['admin', 'user_portal', 403, use],
      ['admin', 'admin_portal', 200, 'in'],
      ['super_admin', 'user_portal', 403, use],
      ['super_admin', 'admin_portal', 200, 'in'],
      ['eurohpc_admin', 'user_portal', 403, use],
      ['eurohpc_admin', 'admin_portal', 200, 'in'],
      ['panel_chair', 'user_portal', 200, 'in'],
      ['panel_chair', 'admin_portal', 403, no],
    ]);
  });
});

describe('logging out', () => {
  it('ends the session by its cookie, clears the cookie, and does the same again without complaint', async () => {
    await createAccount(app, { email: 'out@example.org' });
    const { cookie, token } = await logInAs(app, 'out@example.org');
    for (let turn = 0; turn < 2; turn += 1) {
      const answer = await app.call('POST', '/users/logout', {
        body: { app: 'user_portal' },
        headers: { cookie },
      });
      expect([answer.status, answer.body]).toEqual([200, { done: true }]);
      expect(setCookies(answer)).toEqual([
        expect.stringMatching(/^clearcall_user_portal=; Max-Age=0; Path=\/api\/users; /),
      ]);
    }
    expect((await app.call('GET', '/users/roles', { token })).status).toBe(401);
  });

  it('asks nothing of the database where nobody is logged in, or the cookie has not our form', async () => {
    const token = 'A'.repeat(43);
    for (const cookie of [
      '',
      'clearcall_user_portal=x',
      `clearcall_user_portal=${token}A`,
      `clearcall_user_portal=.${token}`,
    ]) {
      let answer: unknown;
      const statements = await app.sqlOf(async () => {
        const { status, body } = await app.call('POST', '/users/logout', {
          body: { app: 'user_portal' },
          headers: { cookie },
        });
        answer = [status, body];
      });
      expect([cookie, answer, statements]).toEqual([cookie, [200, { done: true }], []]);
    }
  });

  it('told late, ends the session that is meant, and never the one that the browser has by now', async () => {
    await createAccount(app, { email: 'late@example.org', role: 'pro' });
    const first = await logInAs(app, 'late@example.org');
    const renewed = await refreshWith(app, first.cookie);
    // The next one logs in over it without its cookie, as after a cookie that went by itself.
    const next = await logInAs(app, 'late@example.org');
    const of = createHash('sha256').update(first.token).digest('hex');
    const admin = await app.call('POST', '/users/logout', { body: { app: 'admin_portal', of } });
    const statuses = async () =>
      Promise.all(
        [first, renewed, next].map(
          async ({ token }) => (await app.call('GET', '/users/roles', { token })).status,
        ),
      );
    expect([admin.status, await statuses()]).toEqual([200, [200, 200, 200]]);
    for (let turn = 0; turn < 2; turn += 1) {
      const answer = await app.call('POST', '/users/logout', {
        body: { app: 'user_portal', of },
        headers: { cookie: next.cookie },
        token: next.token,
      });
      expect([answer.status, answer.body, setCookies(answer)]).toEqual([200, { done: true }, []]);
    }
    expect(await statuses()).toEqual([401, 401, 200]);
    expect((await refreshWith(app, renewed.cookie)).answer.status).toBe(401);
    expect((await refreshWith(app, next.cookie)).answer.status).toBe(200);
  });

  it('ends it by the access token alone, and leaves other browsers and the other portal alone', async () => {
    await createAccount(app, { email: 'pro2@example.org', role: 'pro' });
    const here = await logInAs(app, 'pro2@example.org');
    const elsewhere = await logInAs(app, 'pro2@example.org');
    const admin = await logInAs(app, 'pro2@example.org', { app: 'admin_portal' });
    await app.call('POST', '/users/logout', { body: { app: 'admin_portal' }, token: here.token });
    expect((await app.call('GET', '/users/roles', { token: here.token })).status).toBe(200);
    await app.call('POST', '/users/logout', { body: { app: 'user_portal' }, token: here.token });
    const statuses = [];
    for (const { token } of [here, elsewhere, admin]) {
      statuses.push((await app.call('GET', '/users/roles', { token })).status);
    }
    expect(statuses).toEqual([401, 200, 200]);
  });

  it('happens by itself when somebody logs in anew in the same browser', async () => {
    await createAccount(app, { email: 'again@example.org' });
    const first = await logInAs(app, 'again@example.org');
    const second = await logInAs(app, 'again@example.org', { cookie: first.cookie });
    expect((await app.call('GET', '/users/roles', { token: first.token })).status).toBe(401);
    expect((await app.call('GET', '/users/roles', { token: second.token })).status).toBe(200);
    // A cookie that opens nothing any more, or never did, keeps nobody out.
    const cookie = `clearcall_user_portal=${'A'.repeat(43)}`;
    expect((await logInAs(app, 'again@example.org', { cookie })).answer.status).toBe(200);
  });
});
