import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createAccount, logInAs, refreshWith, setCookies } from '../../../testing/accounts.ts';
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

let people = 0;
async function opened() {
  people += 1;
  const email = `refresh${people}@example.org`;
  const userId = await createAccount(app, { email });
  return { email, userId, ...(await logInAs(app, email)) };
}
const open = async (token: string) => (await app.call('GET', '/users/roles', { token })).status;
const unauthorized = { statusCode: 401, code: 'unauthorized', message: 'Unauthorized' };

describe('renewing a session', () => {
  it('rotates both tokens on every use; the access token before stays good until it expires', async () => {
    const first = await opened();
    app.clock.advance(60_000);
    const second = await refreshWith(app, first.cookie);
    expect(second.answer.status).toBe(200);
    expect(second.answer.body).toEqual({ ...first.answer.body, token: second.token });
    expect(second.token).not.toBe(first.token);
    expect(second.cookie).not.toBe(first.cookie);
    expect([await open(first.token), await open(second.token)]).toEqual([200, 200]);
    app.clock.advance(14 * 60_000);
    expect([await open(first.token), await open(second.token)]).toEqual([401, 200]);
  });

  it('answers with the same successor for ten seconds', async () => {
    const first = await opened();
    const second = await refreshWith(app, first.cookie);
    // Of the seconds that are left only whole ones are told.
    for (const [afterMs, leftS] of [
      [9_500, 890],
      [500, 890],
    ] as const) {
      app.clock.advance(afterMs);
      const repeated = await refreshWith(app, first.cookie);
      expect(repeated.answer.status).toBe(200);
      expect([repeated.token, repeated.cookie]).toEqual([second.token, second.cookie]);
      expect(repeated.answer.body.expiresInS).toBe(leftS);
    }
  });

  it('gives parallel refreshes one successor', async () => {
    const first = await opened();
    // Connections that are open already, so that the requests really meet.
    await Promise.all(Array.from({ length: 6 }, () => sql`select pg_sleep(0.05)`.execute(app.db)));
    const all = await Promise.all(Array.from({ length: 6 }, () => refreshWith(app, first.cookie)));
    expect(all.map(({ answer }) => answer.status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(new Set(all.map(({ token, cookie }) => `${token} ${cookie}`)).size).toBe(1);
    const rows = await app.db
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', first.userId)
      .execute();
    expect(rows).toHaveLength(2);
  });

  it('ends the whole family when a token is shown again after the grace', async () => {
    const first = await opened();
    const elsewhere = await logInAs(app, first.email);
    const second = await refreshWith(app, first.cookie);
    const third = await refreshWith(app, second.cookie);
    app.clock.advance(10_001);
    const warned = vi.spyOn(app.platform.log, 'warn');
    const stolen = await refreshWith(app, first.cookie);
    expect([stolen.answer.status, stolen.answer.body]).toEqual([401, unauthorized]);
    // The operator is told of whom, and nothing of the tokens.
    expect(warned.mock.calls).toEqual([
      [{ userId: first.userId }, 'a replaced refresh token was shown again: its session was ended'],
    ]);
    warned.mockRestore();
    expect(setCookies(stolen.answer)[0]).toContain('clearcall_user_portal=;');
    expect((await refreshWith(app, third.cookie)).answer.status).toBe(401);
    expect([await open(first.token), await open(second.token), await open(third.token)]).toEqual([
      401, 401, 401,
    ]);
    expect(await open(elsewhere.token)).toBe(200);
  });

  it('ends the whole family when the token before the last is shown again, also within the grace', async () => {
    const first = await opened();
    const second = await refreshWith(app, first.cookie);
    const third = await refreshWith(app, second.cookie);
    const stolen = await refreshWith(app, first.cookie);
    expect([stolen.answer.status, stolen.answer.body]).toEqual([401, unauthorized]);
    for (const { token, cookie } of [first, second, third]) {
      expect([await open(token), (await refreshWith(app, cookie)).answer.status]).toEqual([401, 401]);
    }
  });

  it('keeps the successor sealed, and forgets it when the grace is over', async () => {
    const first = await opened();
    const second = await refreshWith(app, first.cookie);
    const sealed = () =>
      app.db
        .selectFrom('sessions')
        .select('successor_sealed')
        .where('user_id', '=', first.userId)
        .where('successor_sealed', 'is not', null)
        .execute();
    const [row] = await sealed();
    expect(row?.successor_sealed?.toString('latin1')).not.toContain(second.token);
    app.clock.advance(11_000);
    const third = await refreshWith(app, second.cookie);
    app.clock.advance(11_000);
    await refreshWith(app, third.cookie);
    expect(await sealed()).toHaveLength(1);
  });

  it('refuses without a cookie, with an unknown, malformed or foreign one, and after two weeks', async () => {
    const { cookie } = await opened();
    const tries = [
      '',
      'clearcall_user_portal=',
      'clearcall_user_portal=x',
      `clearcall_user_portal=${'A'.repeat(43)}`,
      `clearcall_user_portal=${'A'.repeat(4000)}`,
      'clearcall_user_portal=%00%ff',
      cookie.replace('user_portal', 'admin_portal'),
    ];
    for (const tried of tries) {
      const { answer } = await refreshWith(app, tried);
      expect([tried, answer.status, answer.body]).toEqual([tried, 401, unauthorized]);
    }
    const foreign = await refreshWith(app, cookie.replace('user_portal', 'admin_portal'), 'admin_portal');
    expect(foreign.answer.status).toBe(401);
    app.clock.advance(14 * 24 * 3_600_000);
    expect((await refreshWith(app, cookie)).answer.status).toBe(401);
  });

  it('takes a cookie only from a page that says where it is, for refreshing and for logging out', async () => {
    const first = await opened();
    for (const path of ['/users/refresh', '/users/logout']) {
      const answer = await app.call('POST', path, {
        body: { app: 'user_portal' },
        headers: { cookie: first.cookie },
        isProgram: true,
      });
      expect([path, answer.status, answer.body.code]).toEqual([path, 403, 'foreign_page']);
      expect(setCookies(answer)).toEqual([]);
    }
    // Nothing was rotated or ended.
    expect(await open(first.token)).toBe(200);
    expect((await refreshWith(app, first.cookie)).answer.status).toBe(200);
  });

  it('keeps the two portals of one browser apart', async () => {
    await createAccount(app, { email: 'both@example.org', role: 'pro' });
    const user = await logInAs(app, 'both@example.org');
    const admin = await logInAs(app, 'both@example.org', { app: 'admin_portal', cookie: user.cookie });
    const both = `${user.cookie}; ${admin.cookie}`;
    expect(user.cookie.split('=')[0]).not.toBe(admin.cookie.split('=')[0]);
    expect((await refreshWith(app, both)).answer.status).toBe(200);
    expect((await refreshWith(app, both, 'admin_portal')).answer.status).toBe(200);
  });
});

describe('a changed role', () => {
  it('counts at the next request', async () => {
    const { token, userId } = await opened();
    // What is shown, and what may be done: to look for people without an application is for staff alone.
    const shown = async () => (await app.call('GET', `/users/${userId}`, { token })).body.role;
    const body = { search: 'refresh', roles: [], page: 1, pageSize: 20 };
    const searched = async () => (await app.call('POST', '/users/suggestions', { token, body })).status;
    const became: unknown[] = [];
    for (const role of ['user', 'pro', 'panel_chair'] as const) {
      await app.db.updateTable('users').set({ role }).where('id', '=', userId).execute();
      became.push([await shown(), await searched()]);
    }
    expect(became).toEqual([
      ['user', 403],
      ['pro', 200],
      ['panel_chair', 403],
    ]);
  });

  it('to one that the portal does not admit ends the session', async () => {
    const { cookie, token, userId } = await opened();
    await app.db.updateTable('users').set({ role: 'admin' }).where('id', '=', userId).execute();
    const forbidden = {
      statusCode: 403,
      code: 'portal_forbidden',
      message: 'You dont have permission to access this portal.',
    };
    expect((await app.call('GET', `/users/${userId}`, { token })).body).toEqual(forbidden);
    const refused = await refreshWith(app, cookie);
    expect(refused.answer.body).toEqual(forbidden);
    expect(setCookies(refused.answer)[0]).toContain('clearcall_user_portal=;');
    await app.db.updateTable('users').set({ role: 'user' }).where('id', '=', userId).execute();
    expect([await open(token), (await refreshWith(app, cookie)).answer.status]).toEqual([401, 401]);
  });

  it('a closed account is out at once', async () => {
    const { cookie, token, userId } = await opened();
    await app.db.updateTable('users').set({ status: 'closed' }).where('id', '=', userId).execute();
    expect([await open(token), (await refreshWith(app, cookie)).answer.status]).toEqual([401, 401]);
  });
});
