import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccount, goodPassword, logInAs, refreshWith } from '../../../testing/accounts.ts';
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts';
import { whileHeldBack } from '../../../testing/held-back.ts';
import { lockSessions } from './end-sessions.ts';
import { newSession } from './open-session.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0';
const started = '2026-11-21T12:00:00.000Z';

let people = 0;
/** Somebody who is logged in on two devices, the second one a minute later. */
async function onTwoDevices() {
  people += 1;
  const email = `devices${people}@example.org`;
  app.clock.set(started);
  const userId = await createAccount(app, { email });
  const answer = await app.call('POST', '/users/login', {
    body: { email, password: 'Tidal-Locked-Moon', app: 'user_portal' },
    headers: { 'user-agent': firefox },
  });
  const cookie = String([answer.headers['set-cookie']].flat()[0]).split(';')[0] ?? '';
  app.clock.advance(60_000);
  const second = await logInAs(app, email);
  return { userId, email, first: { token: answer.body.token as string, cookie }, second };
}
const list = async (token: string) => (await app.call('GET', '/users/sessions', { token })).body;
const isOpen = async (token: string) => (await app.call('GET', '/users/roles', { token })).status;
const unauthorized = { statusCode: 401, code: 'unauthorized', message: 'Unauthorized' };
const missing = { statusCode: 404, code: 'not_found', message: 'Not found' };

describe('the own sessions', () => {
  it('stand in a list with device, first and last use, and which one asks', async () => {
    const { first, second } = await onTwoDevices();
    expect(await list(second.token)).toEqual([
      {
        id: expect.any(String),
        app: 'user_portal',
        device: 'Unknown browser',
        openedAt: '2026-11-21T12:01:00.000Z',
        lastUsedAt: '2026-11-21T12:01:00.000Z',
        current: true,
      },
      {
        id: expect.any(String),
        app: 'user_portal',
        device: 'Firefox on Windows',
        openedAt: started,
        lastUsedAt: started,
        current: false,
      },
    ]);
    // A refresh makes no new one; it is the last use of the same.
    app.clock.advance(10 * 60_000);
    const renewed = await refreshWith(app, first.cookie);
    const after = await list(renewed.token);
    expect(
      after.map(({ device, openedAt, lastUsedAt, current }: Record<string, unknown>) => [
        device,
        openedAt,
        lastUsedAt,
        current,
      ]),
    ).toEqual([
      ['Firefox on Windows', started, '2026-11-21T12:11:00.000Z', true],
      ['Unknown browser', '2026-11-21T12:01:00.000Z', '2026-11-21T12:01:00.000Z', false],
    ]);
    // What is over is not there: two weeks without use, here of the second one.
    app.clock.set('2026-12-05T12:05:00.000Z');
    const later = await refreshWith(app, renewed.cookie);
    expect((await list(later.token)).length).toBe(1);
  });

  it('hold no secret, no address and nothing of others', async () => {
    const { userId, second } = await onTwoDevices();
    await onTwoDevices();
    app.clock.set('2026-11-21T12:02:00.000Z');
    const answer = await app.call('GET', '/users/sessions', { token: second.token });
    expect(answer.body).toHaveLength(2);
    expect(answer.headers['cache-control']).toBe('no-store');
    const rows = await app.db
      .selectFrom('sessions')
      .select(['device'])
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .execute();
    expect(rows).toEqual([{ device: 'Firefox, Windows' }, { device: '' }]);
  });

  it('end one by one: the next request and the next refresh of that one are refused', async () => {
    const { first, second } = await onTwoDevices();
    const other = (await list(second.token)).find(({ current }: { current: boolean }) => !current);
    const path = `/users/sessions/${other.id}`;
    const ended = await app.call('DELETE', path, { token: second.token });
    expect([ended.status, ended.body]).toEqual([200, { done: true }]);
    const refused = await app.call('GET', '/users/roles', { token: first.token });
    expect([refused.status, refused.body]).toEqual([401, unauthorized]);
    expect((await refreshWith(app, first.cookie)).answer.status).toBe(401);
    expect(await isOpen(second.token)).toBe(200);
    // A second time it is not there, like that of somebody else.
    const again = await app.call('DELETE', path, { token: second.token });
    expect([again.status, again.body]).toEqual([404, missing]);
    const stranger = await onTwoDevices();
    const [theirs] = await list(stranger.second.token);
    const foreign = await app.call('DELETE', `/users/sessions/${theirs.id}`, { token: second.token });
    expect([foreign.status, foreign.body]).toEqual([404, missing]);
    expect(await isOpen(stranger.second.token)).toBe(200);
  });

  it('end all at once but the one that asks', async () => {
    const { email, first, second } = await onTwoDevices();
    const third = await logInAs(app, email);
    const ended = await app.call('DELETE', '/users/sessions', { token: second.token });
    expect([ended.status, ended.body]).toEqual([200, { ended: 2 }]);
    expect([await isOpen(first.token), await isOpen(second.token), await isOpen(third.token)]).toEqual([
      401, 200, 401,
    ]);
    const none = await app.call('DELETE', '/users/sessions', { token: second.token });
    expect(none.body).toEqual({ ended: 0 });
  });

  it('do not get away by a refresh that is under way', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { first, second } = await onTwoDevices();
      const [renewed] = await Promise.all([
        refreshWith(app, first.cookie),
        app.call('DELETE', '/users/sessions', { token: second.token }),
      ]);
      // Whichever came first: nothing of it is open afterwards.
      if (renewed.answer.status === 200) expect(await isOpen(renewed.token)).toBe(401);
      expect(await list(second.token)).toHaveLength(1);
    }
  });
});

it('a role that its portal does not admit any more is refused at the next request, whatever it asks', async () => {
  const { userId, second } = await onTwoDevices();
  await app.db.updateTable('users').set({ role: 'super_admin' }).where('id', '=', userId).execute();
  const refused = {
    statusCode: 403,
    code: 'portal_forbidden',
    message: 'You dont have permission to access this portal.',
  };
  for (const [method, path] of [
    ['GET', `/users/${userId}`],
    ['GET', '/users/roles'],
    ['POST', '/v2/applications/search'],
    ['DELETE', '/users/sessions'],
  ] as const) {
    const answer = await app.call(method, path, { token: second.token });
    expect([path, answer.status, answer.body]).toEqual([path, 403, refused]);
  }
  const left = await app.call('POST', '/users/logout', {
    token: second.token,
    body: { app: 'user_portal' },
  });
  expect(left.body).toEqual({ done: true });
  expect(await isOpen(second.token)).toBe(401);
});

it('says with every answer that nobody keeps which role counted', async () => {
  const { userId, second } = await onTwoDevices();
  const roleOf = async (method: string, path: string, token?: string) =>
    (await app.call(method, path, { token })).headers['clearcall-role'];
  expect(await roleOf('GET', '/users/sessions', second.token)).toBe('user');
  await app.db.updateTable('users').set({ role: 'pro' }).where('id', '=', userId).execute();
  expect(await roleOf('GET', '/users/sessions', second.token)).toBe('pro');
  // Kept answers would say it too late, and nobody has no role.
  expect(await roleOf('GET', '/users/roles', second.token)).toBeUndefined();
  expect(await roleOf('GET', '/v2/calls/published', second.token)).toBeUndefined();
  expect(await roleOf('GET', '/users/sessions')).toBeUndefined();
});

describe('a password that is changed while another session is being renewed', () => {
  it('waits for the renewal instead of blocking it, and ends the renewed session too', async () => {
    const { userId, first, second } = await onTwoDevices();
    const theirs = app.db
      .selectFrom('sessions')
      .select('family_id')
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .limit(1);
    const { family_id: familyId } = await theirs.executeTakeFirstOrThrow();
    const of = { id: app.platform.newId(), familyId, userId, app: 'user_portal', device: '' } as const;
    const { tokens, row } = newSession(of, app.platform.now());
    const newPassword = 'Another-Tidal-Moon';
    const answer = await whileHeldBack(
      app,
      // As a renewal goes: the person is held, then the successor is written.
      (tx) => lockSessions(tx, userId),
      () =>
        app.call('PATCH', '/users/password', {
          token: second.token,
          body: { oldPassword: goodPassword, newPassword, verifyPassword: newPassword },
        }),
      (tx) => tx.insertInto('sessions').values(row).execute(),
    );
    expect(answer.body).toEqual({ done: true });
    expect([await isOpen(first.token), await isOpen(tokens.access), await isOpen(second.token)]).toEqual([
      401, 401, 200,
    ]);
  });
});
