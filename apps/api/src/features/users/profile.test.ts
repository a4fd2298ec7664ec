import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

it('opens the own profile whole', async () => {
  const me = await app.login({ firstName: 'Zoë', lastName: 'Ångström' });
  await app.db
    .updateTable('users')
    .set({
      title: 'Dr.',
      gender: 'Female',
      nationality: 'SE',
      date_of_birth: '1985-03-31',
      phone_number: '+46|701234567',
      home_address: 'Storgatan 1\nUppsala',
      fields: ['PE2', 'PE3'],
      accept_mailing_list: true,
      last_login_at: '2026-11-20T08:00:00Z',
    })
    .where('id', '=', me.userId)
    .execute();
  const answer = await app.call('GET', `/users/${me.userId}`, { token: me.token });
  expect([answer.status, answer.body]).toEqual([
    200,
    {
      id: me.userId,
      email: me.email,
      firstName: 'Zoë',
      lastName: 'Ångström',
      role: 'user',
      acceptMailingList: true,
      status: 'active',
      lastLogin: '2026-11-20T08:00:00.000Z',
      title: 'Dr.',
      gender: 'Female',
      nationality: 'SE',
      dateOfBirth: '1985-03-31',
      phoneNumber: '+46|701234567',
      homeAddress: 'Storgatan 1\nUppsala',
      fields: ['PE2', 'PE3'],
    },
  ]);
});

it("answers alike for somebody else's, a missing and a malformed id, for staff too", async () => {
  const other = await app.login();
  for (const role of ['user', 'pro'] as const) {
    const me = await app.login({ role });
    for (const id of [other.userId, 999_999, '0', '-1', 'x', '1e3', '9'.repeat(30), '%00']) {
      const answer = await app.call('GET', `/users/${id}`, { token: me.token });
      expect([id, answer.status, answer.body]).toEqual([
        id,
        404,
        { statusCode: 404, code: 'not_found', message: 'Not found' },
      ]);
    }
  }
});

it('lists the roles to who is signed in', async () => {
  const me = await app.login();
  expect((await app.call('GET', '/users/roles')).status).toBe(401);
  const answer = await app.call('GET', '/users/roles', { token: me.token });
  expect(answer.body).toHaveLength(16);
  expect(answer.body).toContainEqual({ role: 'pro', label: 'Peer Review Officer', short: 'PRO' });
  expect(answer.headers['cache-control']).toBe('private, max-age=300');
});
