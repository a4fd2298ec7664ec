import { defaultOrganisation } from '@clearcall/domain/organisation/default-organisation.ts';
import { afterAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { tablesHash } from '../../testing/tables-hash.ts';
import { replaceSettings } from './replace-settings.ts';
import { showSettings } from './show-settings.ts';

const test: TestApp = await buildTestApp();
afterAll(() => test.close());

const { theme } = defaultOrganisation;
const ours = {
  ...defaultOrganisation,
  mailSender: 'Ministry <no-reply@ministry.example.org>',
  theme: { ...theme, organization: { ...theme.organization, name: 'Ministry of Research' } },
};
const stored = () => test.db.selectFrom('organisation').selectAll().execute();

it('puts the settings of the organisation in place of what stood, or of nothing', async () => {
  for (const settings of [defaultOrganisation, ours]) {
    expect(await replaceSettings(test.platform, settings)).toEqual({ ok: true });
    expect(await stored()).toEqual([
      {
        id: 1,
        settings,
        updated_at: test.platform.now(),
        logo: null,
        demonstration: false,
        workflow_ahead_ms: 0,
      },
    ]);
  }
  const { body } = await test.call('GET', '/openapi.json');
  expect(body.info.title).toBe('Ministry of Research portal');
});

it('names each fault by its place, and changes nothing', async () => {
  const before = await tablesHash(test.db);
  const { mailSender: _sender, ...without } = ours;
  const faulty = { ...without, uploadMaxMb: 0, theme: { ...ours.theme, timeZone: 7 }, colour: 'red' };
  const refused = await replaceSettings(test.platform, faulty);
  expect(refused).toEqual({
    ok: false,
    sentences: [
      expect.stringMatching(/^theme › timeZone: /),
      expect.stringMatching(/^mailSender: /),
      expect.stringMatching(/^uploadMaxMb: /),
      expect.stringMatching(/^colour: /),
    ],
  });
  for (const nonsense of [null, [], 'x', {}])
    expect(await replaceSettings(test.platform, nonsense)).toMatchObject({ ok: false });
  expect(await tablesHash(test.db)).toEqual(before);
});

it('drops nothing that a newer version has stored, and shows it to whoever edits', async () => {
  const newer = { ...ours, passkeysOnly: true, theme: { ...ours.theme, fonts: { body: 'Inter' } } };
  await test.db
    .updateTable('organisation')
    .set({ settings: JSON.stringify(newer) })
    .execute();
  expect(await showSettings(test.platform)).toEqual(newer);
  const changed = { ...ours, uploadMaxMb: 7 };
  expect(await replaceSettings(test.platform, changed)).toEqual({ ok: true });
  expect(await showSettings(test.platform)).toEqual({ ...newer, uploadMaxMb: 7 });
  expect(await replaceSettings(test.platform, { ...newer, passkeysOnly: false })).toEqual({
    ok: false,
    sentences: [expect.stringMatching(/^passkeysOnly: /)],
  });
  expect(await showSettings(test.platform)).toEqual({ ...newer, uploadMaxMb: 7 });
});

it('shows what cannot be read as it is stored, and takes what puts it right', async () => {
  const torn = { ...ours, uploadMaxMb: 'many' };
  await test.db
    .updateTable('organisation')
    .set({ settings: JSON.stringify(torn) })
    .execute();
  expect(await showSettings(test.platform)).toEqual(torn);
  expect(await replaceSettings(test.platform, torn)).toMatchObject({ ok: false });
  expect(await replaceSettings(test.platform, { ...torn, uploadMaxMb: 7 })).toEqual({ ok: true });
});
