import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAccount } from '../../../testing/accounts.ts';
import { buildTestApp, type SignedIn, type TestApp } from '../../../testing/build-test-app.ts';
import { createProfileLists, createSurroundings } from '../../../testing/factories.ts';

let app: TestApp;
let admin: SignedIn;
const ids: Record<string, number> = {};

beforeAll(async () => {
  app = await buildTestApp();
  await createSurroundings(app.db);
  await createProfileLists(app.db);
  admin = await app.login({ role: 'admin', email: 'ada@example.org', firstName: 'Ada', lastName: 'Zuse' });
  const people = [
    ['henrike@westhaf.example', 'Henrike', 'Vollbrecht', 'user', 'active', '2026-11-20'],
    ['tamas@danube.example', 'Tamás', 'Szalontai', 'pro', 'active', '2026-09-01'],
    ['old@port.example', 'Henrike', 'Vollbrecht', 'user', 'suspended', '2023-03-14'],
    ['maelle@armor.example', '', '', 'rapporteur', 'locked', null],
    ['closed-9@account.invalid', '', '', 'user', 'closed', null],
  ] as const;
  for (const [email, first_name, last_name, role, status, day] of people) {
    const { id } = await app.db
      .insertInto('users')
      .values({
        email,
        first_name,
        last_name,
        role,
        status,
        last_login_at: day === null ? null : `${day}T09:00:00Z`,
        fields: first_name === 'Henrike' ? ['PE2', 'PE1'] : [],
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    ids[email] = id;
  }
  await app.db
    .insertInto('memberships')
    .values([
      { user_id: ids['henrike@westhaf.example'] ?? 0, centre_id: null, panel: 'PE2', part: 'member' },
      {
        user_id: ids['henrike@westhaf.example'] ?? 0,
        centre_id: 'north',
        panel: null,
        part: 'representative',
      },
    ])
    .execute();
});
afterAll(() => app.close());

const search = async (body: object, { token } = admin) => {
  const answer = await app.call('POST', '/admin/people', { token, body });
  expect(answer.status).toBe(200);
  return answer.body;
};
const found = async (body: object): Promise<string[]> =>
  (await search(body)).data.map(({ email }: { email: string }) => email);

it('lists accounts by name with what administrators need, and counts them by state', async () => {
  const { data, total, states } = await search({});
  expect(data.map(({ email }: { email: string }) => email)).toEqual([
    'maelle@armor.example',
    'tamas@danube.example',
    'henrike@westhaf.example',
    'old@port.example',
    'ada@example.org',
  ]);
  expect([total, states]).toEqual([5, { active: 3, invited: 1, locked: 1, closed: 1 }]);
  const noDays = { startsOn: null, endsOn: null };
  expect(data[2]).toEqual({
    id: ids['henrike@westhaf.example'],
    firstName: 'Henrike',
    lastName: 'Vollbrecht',
    email: 'henrike@westhaf.example',
    role: 'user',
    state: 'active',
    lastLoginAt: '2026-11-20T09:00:00.000Z',
    memberships: [
      { ...noDays, kind: 'centre', id: 'north', name: 'Northern Centre', part: 'representative' },
      { ...noDays, kind: 'panel', id: 'PE2', name: 'PE2', part: 'member' },
    ],
  });
  expect(data[0]).toMatchObject({ state: 'invited', lastLoginAt: null, memberships: [] });
});

it('searches names and addresses word by word, and takes signs as they are', async () => {
  expect(await found({ search: 'brecht WESTHAF' })).toEqual(['henrike@westhaf.example']);
  expect(await found({ search: 'tamás' })).toEqual(['tamas@danube.example']);
  for (const search of ['tamas', 'TAMÁS', 'tämas'])
    expect([search, await found({ search })]).toEqual([search, ['tamas@danube.example']]);
  expect(await found({ search: '%' })).toEqual([]);
  expect((await search({ search: 'henrike' })).states).toEqual({
    active: 1,
    invited: 0,
    locked: 1,
    closed: 0,
  });
});

it('filters by role, state, membership, field and last login', async () => {
  const henrikes = ['henrike@westhaf.example', 'old@port.example'];
  expect(await found({ role: 'pro' })).toEqual(['tamas@danube.example']);
  expect(await found({ state: 'locked' })).toEqual(['old@port.example']);
  expect(await found({ state: 'closed' })).toEqual(['closed-9@account.invalid']);
  expect(await found({ centreId: 'north' })).toEqual(['henrike@westhaf.example']);
  expect(await found({ panel: 'PE2' })).toEqual(['henrike@westhaf.example']);
  expect(await found({ panel: 'PE1' })).toEqual([]);
  expect(await found({ field: 'PE1' })).toEqual(henrikes);
  expect(await found({ lastLogin: 'week' })).toEqual(['henrike@westhaf.example']);
  expect(await found({ lastLogin: 'year' })).toEqual(['tamas@danube.example', 'henrike@westhaf.example']);
  expect(await found({ lastLogin: 'longer' })).toEqual(['old@port.example']);
  expect(await found({ lastLogin: 'never' })).toEqual(['maelle@armor.example', 'ada@example.org']);
});

it('sorts by name, role and last login, and gives page by page', async () => {
  const first = (body: object) => found({ pageSize: 1, ...body });
  expect(await first({ direction: 'DESC' })).toEqual(['ada@example.org']);
  expect(await first({ sort: 'role' })).toEqual(['ada@example.org']);
  expect(await first({ sort: 'lastLogin', direction: 'DESC' })).toEqual(['henrike@westhaf.example']);
  expect(await first({ sort: 'lastLogin' })).toEqual(['old@port.example']);
  expect(await first({ page: 1 })).toEqual(['tamas@danube.example']);
  expect(await search({ page: 9 })).toMatchObject({ data: [], total: 5 });
});

it('sorts and finds names whatever their accents and however they are composed', async () => {
  const names = ['Überlacker', 'Udine', 'Łękawska', 'Lenz', 'Måne'];
  for (const lastName of names) await app.login({ firstName: 'Sorted', lastName });
  const listed = async (body: object) =>
    (await search({ search: 'sorted', ...body })).data.map(({ lastName }: { lastName: string }) => lastName);
  const sorted = ['Łękawska', 'Lenz', 'Måne', 'Überlacker', 'Udine'];
  expect(await listed({})).toEqual(sorted);
  expect(await listed({ direction: 'DESC' })).toEqual(sorted.toReversed());
  const pages = await Promise.all([0, 1, 2].map((page) => listed({ page, pageSize: 2 })));
  expect(pages.flat()).toEqual(sorted);
  for (const asked of ['lekawska', 'LEKAWSKA', 'Łękawska', 'Łękawska'.normalize('NFD')])
    expect([asked, await listed({ search: asked })]).toEqual([asked, ['Łękawska']]);
});

it('gives the choices of its filters', async () => {
  const { body } = await app.call('GET', '/admin/people/choices', { token: admin.token });
  expect(body.centres).toEqual([{ value: 'north', label: 'Northern Centre' }]);
  expect(body.fields).toContainEqual({ value: 'PE2', label: 'PE2 in words' });
  expect(body.fields.map(({ value }: { value: string }) => value)).not.toContain('Old');
});

it('lets a locked account in nowhere, and sends nothing there', async () => {
  const email = 'locked@example.org';
  const userId = await createAccount(app, { email });
  const login = () =>
    app.call('POST', '/users/login', { body: { email, password: 'Tidal-Locked-Moon', app: 'user_portal' } });
  const before = await login();
  expect(before.status).toBe(200);
  await app.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', userId).execute();
  expect(await login()).toMatchObject({ status: 403, body: { code: 'account_suspended' } });
  // A wrong password gets the usual refusal, which does not reveal the lock.
  const guess = await app.call('POST', '/users/login', {
    body: { email, password: 'Wrong-Locked-Moon', app: 'user_portal' },
  });
  expect(guess.body.code).toBe('wrong_credentials');
  expect((await app.call('GET', '/users/sessions', { token: before.body.token })).status).toBe(401);
  const cookie = String([before.headers['set-cookie']].flat()[0]).split(';')[0] ?? '';
  const renewed = await app.call('POST', '/users/refresh', {
    body: { app: 'user_portal' },
    headers: { cookie },
  });
  expect(renewed).toMatchObject({ status: 401, body: { code: 'unauthorized' } });
  await app.call('POST', '/users/forgot', { body: { email } });
  await app.call('POST', '/users/register/resend', { body: { email } });
  const asked = await app.db
    .selectFrom('events')
    .select(['type', 'user_id'])
    .where('type', 'in', ['password_reset_requested', 'confirmation_requested'])
    .execute();
  expect(asked.map(({ user_id }) => user_id)).toEqual([null, null]);
  const pro = await app.login({ role: 'pro' });
  const invited = await app.call('POST', '/users/invite', { token: pro.token, body: { email } });
  expect(invited).toMatchObject({ status: 403, body: { code: 'account_suspended' } });
});
