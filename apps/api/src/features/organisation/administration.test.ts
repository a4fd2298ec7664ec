import { defaultOrganisation } from '@clearcall/domain/organisation/default-organisation.ts';
import { textPlaces } from '@clearcall/domain/organisation/text-places.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { allWork } from '../../across/work.ts';
import { verifyChanges } from '../../platform/audit/verify-changes.ts';
import { workOff } from '../../platform/jobs/work.ts';
import { createAccount } from '../../testing/accounts.ts';
import { buildTestApp, type SignedIn, type TestApp } from '../../testing/build-test-app.ts';
import { tablesHash } from '../../testing/tables-hash.ts';

let app: TestApp;
let admin: SignedIn;
let pro: SignedIn;
beforeAll(async () => {
  app = await buildTestApp();
  admin = await app.login({ role: 'admin', email: 'ada@example.org' });
  pro = await app.login({ role: 'pro', app: 'admin_portal' });
  await createAccount(app, { email: 'invited@example.org', role: 'pro', status: 'locked' });
  await createAccount(app, { email: 'closed@example.org', role: 'pro', status: 'closed' });
});
afterAll(() => app.close());

const open = async (by = admin) => (await app.call('GET', '/admin/organisation', { token: by.token })).body;
type Changed = readonly [place: string, seen: unknown, to: unknown];
const save = (changes: readonly Changed[], by = admin) =>
  app.call('PUT', '/admin/organisation', {
    token: by.token,
    body: { changes: changes.map(([place, seen, to]) => ({ at: place.split('/'), seen, to })) },
  });
const stored = async () =>
  (await app.db.selectFrom('organisation').select('settings').executeTakeFirst())?.settings as
    | Record<string, unknown>
    | undefined;
const log = () =>
  app.db
    .selectFrom('configuration_changes')
    .select(['actor_id', 'subject_kind', 'subject_id', 'action', 'before', 'after'])
    .orderBy('id')
    .execute();
const done = { status: 200, body: { done: true } };
const { theme } = defaultOrganisation;

it('saves settings, which count at once, and records each of them', async () => {
  expect((await open()).settings).toEqual(defaultOrganisation);
  expect(
    await save([
      ['theme/organization/name', 'Clearcall', 'Ministry of Research'],
      ['theme/inLanguages/de/organization/name', null, 'Forschungsministerium'],
      ['theme/links/terms', '/terms', 'https://example.org/terms'],
      ['theme/tabs/byRole/pro', null, ['dashboard', 'applications']],
      ['uploadMaxMb', 20, 20],
    ]),
  ).toMatchObject(done);
  expect(await open()).toMatchObject({
    settings: {
      ...defaultOrganisation,
      theme: {
        ...theme,
        organization: { ...theme.organization, name: 'Ministry of Research' },
        inLanguages: { de: { organization: { name: 'Forschungsministerium' } } },
        links: { ...theme.links, terms: 'https://example.org/terms' },
        tabs: { ...theme.tabs, byRole: { ...theme.tabs.byRole, pro: ['dashboard', 'applications'] } },
      },
    },
    newer: [],
    // Invited people count, closed accounts do not.
    accounts: { admin: 1, pro: 2 },
  });
  expect((await app.call('GET', '/openapi.json')).body.info.title).toBe('Ministry of Research portal');
  const row = (place: string, before: unknown, after: unknown) => ({
    actor_id: admin.userId,
    subject_kind: 'setting',
    subject_id: place,
    action: 'setting_changed',
    before: before === null ? null : { value: before },
    after: after === null ? null : { value: after },
  });
  expect(await log()).toEqual(
    expect.arrayContaining([
      row('theme/organization/name', 'Clearcall', 'Ministry of Research'),
      row('theme/inLanguages/de/organization/name', null, 'Forschungsministerium'),
      row('theme/links/terms', '/terms', 'https://example.org/terms'),
      row('theme/tabs/byRole/pro', null, ['dashboard', 'applications']),
    ]),
  );
  expect(await log()).toHaveLength(4);
  // Removed: absent values fall back to the language of the organisation.
  const gone = 'theme/inLanguages/de/organization/name';
  expect(await save([[gone, 'Forschungsministerium', null]])).toMatchObject(done);
  expect((await log()).at(-1)).toEqual(row(gone, 'Forschungsministerium', null));
  expect((await verifyChanges(app.platform)).faults).toEqual([]);
});

it('keeps changes of different settings by two people, and asks about the same setting', async () => {
  const [one, two] = await Promise.all([
    save([['uploadMaxMb', 20, 30]]),
    save([['theme/timeZone', 'Europe/Brussels', 'Europe/Berlin']]),
  ]);
  expect([one.status, two.status]).toEqual([200, 200]);
  expect((await open()).settings).toMatchObject({ uploadMaxMb: 30, theme: { timeZone: 'Europe/Berlin' } });

  const late = await save([
    ['uploadMaxMb', 20, 50],
    ['personUploadsMaxMb', 5_120, 6_000],
  ]);
  expect(late).toMatchObject({
    status: 409,
    body: { code: 'changed_meanwhile', conflicts: [{ at: 'uploadMaxMb', now: 30 }] },
  });
  expect(await stored()).toMatchObject({ uploadMaxMb: 30, personUploadsMaxMb: 5_120 });
  // No question if both chose the same value.
  expect(await save([['uploadMaxMb', 20, 30]])).toMatchObject(done);
  // The answer to the question: the own value replaces the present one.
  expect(await save([['uploadMaxMb', 30, 50]])).toMatchObject(done);
  // If two save at the same moment, one of them gets the question.
  const both = await Promise.all([save([['uploadMaxMb', 50, 60]]), save([['uploadMaxMb', 50, 70]])]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
});

it('refuses what does not fit, each with its sentence and place, and changes nothing', async () => {
  const before = [await stored(), await log()];
  const bad = async (place: string, seen: unknown, to: unknown, language = 'en') => {
    const answer = await app.call('PUT', '/admin/organisation', {
      token: admin.token,
      headers: { 'accept-language': language },
      body: { changes: [{ at: place.split('/'), seen, to }] },
    });
    expect([place, answer.status]).toEqual([place, 422]);
    return answer.body.fields?.[place];
  };
  const name = 'Ministry of Research';
  expect(await bad('theme/organization/name', name, '')).toBe('Fill in this field.');
  expect(await bad('theme/organization/name', name, 'x'.repeat(201))).toBe(
    'Shorten this text to 200 characters.',
  );
  expect(await bad('theme/links/privacy', '/privacy', 'javascript:alert(1)')).toMatch(/^Enter an address/);
  expect(await bad('theme/links/privacy', '/privacy', '//elsewhere.example')).toMatch(/^Enter an address/);
  expect(await bad('theme/colours/cover', theme.colours.cover, 'red')).toMatch(/such as #0b535e/);
  // Errors of a palette name its shades.
  const weak = await save([['theme/palette', theme.palette, theme.palette.with(8, '#ff0000')]]);
  expect(weak).toMatchObject({
    status: 422,
    body: {
      fields: {
        'theme/palette/8':
          'The text on a button under the pointer has a contrast of 3.9:1. It needs at least 4.5:1.',
      },
    },
  });
  expect(await bad('theme/colours/cover', theme.colours.cover, '#ff0000')).toMatch(/contrast of 2.5:1/);
  expect(await bad('theme/timeZone', 'Europe/Berlin', 'Mars/Base')).toMatch(/^Choose a time zone/);
  expect(await bad('mailSender', 'portal@localhost', 'The office')).toMatch(/^Enter an email address/);
  expect(await bad('mailSender', 'portal@localhost', 'A <a@example.org> <b@example.org>')).toBeTruthy();
  expect(await bad('mailSender', 'portal@localhost', 'A\r\nBcc: all <a@example.org>')).toBeTruthy();
  expect(await bad('personUploadsMaxMb', 5_120, 0, 'de')).toBe('Geben Sie mindestens 1 ein.');
  expect(await bad('retention/draftWarningMonths', 9, 12)).toBe('The warning must come before the deletion.');
  await bad('theme/tabs/default', ['calls', 'applications'], ['kitchen']);
  await bad('theme/tabs/byRole/emperor', null, ['calls']);
  expect((await save([['theme/organization', null, null]])).status).toBe(409);
  await bad('colour', null, 'red');
  expect((await save([['__proto__', null, 'red']])).status).toBe(400);
  await bad('theme/palette/0', null, '#ffffff');
  for (const body of [{}, { changes: [] }, { changes: [{ at: [], seen: null, to: 1 }] }])
    expect((await app.call('PUT', '/admin/organisation', { token: admin.token, body })).status).toBe(400);
  expect([await stored(), await log()]).toEqual(before);
});

it('keeps a setting of a newer version, and says so', async () => {
  const newer = { ...(await stored()), passkeysOnly: true };
  await app.db
    .updateTable('organisation')
    .set({ settings: JSON.stringify(newer) })
    .execute();
  expect((await open()).newer).toEqual(['passkeysOnly']);
  expect(
    await save([['humanToleranceDegrees', defaultOrganisation.humanToleranceDegrees, 20]]),
  ).toMatchObject(done);
  expect(await stored()).toEqual({ ...newer, humanToleranceDegrees: 20 });
  expect((await save([['passkeysOnly', true, false]])).status).toBe(422);
});

it('checks the placeholders of texts that are changed, and of no others', async () => {
  const id = 'admin.people.count';
  expect(await save([[`words/en/${id}`, null, 'People: many']])).toMatchObject({
    status: 422,
    body: { fields: { [`words/en/${id}`]: 'This text needs the placeholders {n}.' } },
  });
  expect(await save([[`words/en/${id}`, null, '{n, plural, one {# soul} other {# souls}}']])).toMatchObject(
    done,
  );
  // A text that a later version of the portal no longer has does not stop other changes.
  const settings = (await stored()) as { words: { en: object } };
  const old = { ...settings, words: { ...settings.words, en: { ...settings.words.en, 'gone.text': 'Old' } } };
  await app.db
    .updateTable('organisation')
    .set({ settings: JSON.stringify(old) })
    .execute();
  expect(await save([['theme/organization/description', '', 'We give computing time.']])).toMatchObject(done);
});

it('finds texts by words of the original, of the own text, and of the id', async () => {
  const id = 'admin.people.count';
  const own = '{n, plural, one {# soul} other {# souls}}';
  const find = async (body: object) =>
    (
      await app.call('POST', '/admin/organisation/texts', {
        token: pro.token,
        body: { language: 'en', ...body },
      })
    ).body;
  const text = { id, original: '{n, plural, one {# person} other {# people}}', own };
  expect(await find({ search: 'SOULS plural' })).toEqual({ data: [text], total: 1 });
  expect(await find({ search: 'admin.people.count' })).toEqual({ data: [text], total: 1 });
  expect(await find({ changed: true })).toMatchObject({ data: [text], total: 1 });
  const all = await find({ limit: 5 });
  expect(all.data).toHaveLength(5);
  expect(all.total).toBeGreaterThan(3_000);
  expect(await find({ search: 'admin.people.count', place: 'administration' })).toMatchObject({ total: 1 });
  expect(await find({ search: 'admin.people.count', place: 'user_portal' })).toMatchObject({ total: 0 });
  const places = await Promise.all(textPlaces.map((place) => find({ place, limit: 1 })));
  expect(places.reduce((sum, { total }) => sum + total, 0)).toBe(all.total);
});

it('says what the next night would delete with other periods, and deletes nothing', async () => {
  const created = new Date(app.platform.now().getTime() - 40 * 86_400_000);
  await app.db
    .insertInto('kept_mails')
    .values({
      id: app.platform.newId(),
      recipient: 'x@example.org',
      sender: 'y@example.org',
      subject: 'Old',
      text_body: '',
      html_body: '',
      message_id: '<old@example.org>',
      headers: '{}',
      kept_at: created,
    })
    .execute();
  const preview = async (mailsDays: number) =>
    (
      await app.call('POST', '/admin/organisation/retention', {
        token: admin.token,
        body: { ...defaultOrganisation.retention, mailsDays },
      })
    ).body;
  const before = await tablesHash(app.db);
  expect(await preview(90)).toEqual({ drafts: 0, accounts: 0, emails: 0, accountEvents: 0, formerNames: 0 });
  expect(await preview(30)).toMatchObject({ emails: 1 });
  expect(await tablesHash(app.db)).toEqual(before);
});

it('says who agreed to which version, by what each person agreed to last', async () => {
  const consent = (user_id: number, wording: string, given = true) =>
    app.db
      .insertInto('consents')
      .values({ user_id, subject: 'terms', given, wording, at: app.platform.now() })
      .execute();
  await consent(admin.userId, '2025-01');
  await consent(admin.userId, '2026-11');
  await consent(pro.userId, '2025-01');
  expect((await open()).agreed).toEqual(
    expect.arrayContaining([
      { subject: 'terms', version: '2026-11', accounts: 1 },
      { subject: 'terms', version: '2025-01', accounts: 1 },
    ]),
  );
});

it('sends a test to the address of the caller, from the sender of the settings', async () => {
  expect(await save([['mailSender', 'portal@localhost', 'Office <office@example.org>']])).toMatchObject(done);
  const answer = await app.call('POST', '/admin/organisation/test-email', { token: admin.token, body: {} });
  expect(answer).toMatchObject(done);
  await workOff(app.platform, allWork(app.platform));
  const mails = await app.db
    .selectFrom('kept_mails')
    .select(['recipient', 'sender'])
    .where('recipient', '=', 'ada@example.org')
    .execute();
  expect(mails).toEqual([{ recipient: 'ada@example.org', sender: 'Office <office@example.org>' }]);
});

it('lets the office read, and only administrators change', async () => {
  expect((await open(pro)).settings).toBeDefined();
  expect((await save([['uploadMaxMb', 1, 2]], pro)).status).toBe(403);
  const test = await app.call('POST', '/admin/organisation/test-email', { token: pro.token, body: {} });
  expect(test.status).toBe(403);
  const programme = await app.login({ role: 'eurohpc_admin' });
  expect((await app.call('GET', '/admin/organisation', { token: programme.token })).status).toBe(403);
});
