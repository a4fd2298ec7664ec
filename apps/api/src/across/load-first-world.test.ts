import { defaultOrganisation } from '@clearcall/domain/organisation/default-organisation.ts';
import { afterEach, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { tablesHash } from '../testing/tables-hash.ts';
import { loadFirstWorld } from './load-first-world.ts';
import { loadWorld } from './world/load.ts';

let test: TestApp;
afterEach(() => test.close());
const emptyPortal = async () => {
  test = await buildTestApp({ config: { demo: false } });
  expect(await loadFirstWorld(test.platform)).toEqual({ ok: true });
};

const personal = {
  firstName: 'Ada',
  lastName: 'Ærø',
  title: 'Dr.',
  gender: 'Female',
  nationality: 'BE',
  dateOfBirth: '1980-02-29',
  homeAddress: 'Lakeside 1',
  fields: ['PE6', 'LS1', 'SH8'],
};

it('without a world, somebody who has just come can save the whole profile', async () => {
  await emptyPortal();
  const { userId, token } = await test.login();
  const saved = await test.call('PATCH', `/users/${userId}`, { token, body: personal });
  expect([saved.status, saved.body]).toMatchObject([200, personal]);
  const tabs = {
    website: 'https://example.org',
    isReviewer: true,
    bankName: 'Bank',
    acceptMailingList: true,
  };
  expect((await test.call('PATCH', `/users/${userId}`, { token, body: tabs })).body).toMatchObject(tabs);
});

it('without a world, the next start changes nothing', async () => {
  await emptyPortal();
  await test.db.updateTable('options').set({ label: 'Docteur' }).where('value', '=', 'Dr.').execute();
  const before = await tablesHash(test.db);
  expect(await loadFirstWorld(test.platform)).toEqual({ ok: true });
  expect(await tablesHash(test.db)).toEqual(before);
});

const theme = {
  ...defaultOrganisation.theme,
  organization: { ...defaultOrganisation.theme.organization, name: 'Ministry' },
};
const world = {
  organisation: { ...defaultOrganisation, theme },
  optionGroups: [{ id: 130, tag: 'colours', title: 'Colours', options: [{ value: 'red', label: 'Red' }] }],
};

it('a world takes the place of what the first start left, as long as nobody has changed it', async () => {
  await emptyPortal();
  expect(await loadWorld(test.platform, world, test.platform.now())).toMatchObject({ ok: true });
  const { body } = await test.call('GET', '/v2/options?limit=100');
  const tags = body.data.map((list: { tag: string }) => list.tag);
  expect(tags).toEqual(expect.arrayContaining(['colours', 'titles', 'research_fields']));
  expect(new Set(tags).size).toBe(tags.length);
  // The world counts as what the organisation has: the lists that are not its own go on with the portal's versions.
  await loadFirstWorld(test.platform);
  const own = await test.db
    .selectFrom('option_groups')
    .select('tag')
    .where('standard_hash', 'is', null)
    .execute();
  expect(own).toEqual([{ tag: 'colours' }]);
});

const ada = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace', created: 'now' };
const demonstration = { ...world, password: 'Demo-portal-2026!', users: [ada] };

it('a demonstration takes the place of no portal that began without one, however empty', async () => {
  await emptyPortal();
  const before = await tablesHash(test.db);
  expect(await loadWorld(test.platform, demonstration, test.platform.now())).toEqual({
    ok: false,
    sentences: [expect.stringMatching(/^This database was not begun as a demonstration/)],
  });
  expect(await tablesHash(test.db)).toEqual(before);
});

it('a world with the published password is loaded as a demonstration alone', async () => {
  test = await buildTestApp();
  const { platform, db } = test;
  const load = (demo: boolean) => loadWorld({ ...platform, demo }, demonstration, platform.now());
  expect(await load(false)).toEqual({
    ok: false,
    sentences: [expect.stringMatching(/^This world holds accounts with the password .* Set DEMO=on/)],
  });
  expect(await db.selectFrom('organisation').select('id').execute()).toEqual([]);
  expect(await load(true)).toMatchObject({ ok: true });
});

it.each<[string, () => Promise<unknown>]>([
  [
    'options',
    () => test.db.updateTable('options').set({ label: 'Docteur' }).where('value', '=', 'Dr.').execute(),
  ],
  [
    'an organisation',
    () =>
      test.db
        .updateTable('organisation')
        .set({ settings: JSON.stringify({ ...defaultOrganisation, uploadMaxMb: 21 }) })
        .execute(),
  ],
  ['users', () => test.login()],
])('a world is refused where somebody has %s of their own', async (what, change) => {
  await emptyPortal();
  await change();
  const before = await tablesHash(test.db);
  expect(await loadWorld(test.platform, world, test.platform.now())).toEqual({
    ok: false,
    sentences: [
      `The database is not empty: it holds ${what}. A world is loaded into an empty database only.`,
    ],
  });
  expect(await tablesHash(test.db)).toEqual(before);
});
