import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { allWork } from '../../../across/work.ts';
import { workOff } from '../../../platform/jobs/work.ts';
import { buildTestApp, type SignedIn, type TestApp } from '../../../testing/build-test-app.ts';
import { purgeArchiveImport } from './archive-import.ts';
import { runArchiveImport } from './run-archive-import.ts';

let app: TestApp;
let admin: SignedIn;
beforeAll(async () => {
  app = await buildTestApp();
  admin = await app.login({ role: 'admin', app: 'admin_portal' });
});
afterAll(() => app.close());
beforeEach(async () => {
  await sql`truncate legacy_records, legacy_files, abandoned_files, archive_imports`.execute(app.db);
});

const path = '/admin/archive-import';
async function upload(content: string | Uint8Array<ArrayBuffer>, filename = 'export.json') {
  const form = new FormData();
  form.set('files', new Blob([content]), filename);
  return app.call('POST', path, { token: admin.token, form });
}
const newest = async (headers = {}) =>
  (await app.call('GET', path, { token: admin.token, headers })).body.newest;
const start = (id: string) => app.call('POST', `${path}/${id}/import`, { token: admin.token, body: {} });
const work = () => workOff(app.platform, allWork(app.platform));
const records = async () =>
  (await app.db.selectFrom('legacy_records').select('number').orderBy('number').execute()).map(
    ({ number }) => number,
  );
const files = async () =>
  (await sql<{ n: number }>`select count(*)::int as n from abandoned_files`.execute(app.db)).rows[0]?.n;

const three = JSON.stringify([
  { number: 'A1', contact_email: 'a@example.org', colour: 'red' },
  { number: 'A1', contact_email: 'again@example.org' },
  { number: 'A2', contact_email: 'b@example.org' },
]);
const counts = { records: 3, added: 2, updated: 0, unchanged: 0, refused: 1, findings: 2 };

it('checks an uploaded file without a change, and imports it when an administrator says so', async () => {
  const { status, body } = await upload(three);
  expect(status).toBe(200);
  expect(await newest()).toMatchObject({ id: body.id, state: 'checking', records: null });
  // Nothing can be imported before it was checked.
  expect((await start(body.id)).body.code).toBe('archive_not_checked');
  await work();
  expect(await newest({ 'accept-language': 'de' })).toMatchObject({
    ...counts,
    state: 'checked',
    filename: 'export.json',
    sizeBytes: three.length,
    report: [
      {
        row: 1,
        number: 'A1',
        finding: '„colour“ ist kein Feld des Archivs. Der Wert bleibt erhalten, wie er war.',
        refused: false,
      },
      { row: 2, number: 'A1', finding: 'Zeile 1 hat diese Nummer bereits.', refused: true },
    ],
  });
  expect(await records()).toEqual([]);

  expect((await start(body.id)).status).toBe(200);
  expect(await newest()).toMatchObject({ state: 'importing', records: 3, added: 0 });
  expect((await upload(three)).body.code).toBe('archive_import_running');
  expect((await start(body.id)).body.code).toBe('archive_not_checked');
  await work();
  expect(await newest()).toMatchObject({ ...counts, state: 'imported' });
  expect(await records()).toEqual(['A1', 'A2']);
  // The uploaded file is no longer needed.
  expect(await files()).toBe(1);
  const [change] = (await app.call('POST', '/admin/changes', { token: admin.token, body: { pageSize: 1 } }))
    .body.data;
  expect(change).toMatchObject({
    action: 'archive_imported',
    after: { added: 2, updated: 0, unchanged: 0, refused: 1 },
  });

  // The same file again changes nothing.
  const again = await upload(three);
  await work();
  expect(await newest()).toMatchObject({ added: 0, updated: 0, unchanged: 2, refused: 1 });
  expect((await start(again.body.id)).status).toBe(200);
  await work();
  expect(await newest()).toMatchObject({ state: 'imported', added: 0, unchanged: 2 });
});

it('is for administrators alone', async () => {
  const { token } = await app.login({ role: 'pro', app: 'admin_portal' });
  const form = new FormData();
  form.set('files', new Blob(['[]']), 'export.json');
  const asked = [
    app.call('GET', path, { token }),
    app.call('POST', path, { token, form }),
    app.call('POST', `${path}/${app.platform.newId()}/import`, { token, body: {} }),
  ];
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([403, 403, 403]);
});

it('continues where a job ended, and counts each record once', async () => {
  const { body } = await upload(three);
  const payload = { importId: body.id };
  // A job that has no time left ends after each record.
  const step = () =>
    runArchiveImport(app.platform, payload, { isLastAttempt: false }, { saveMs: 0, runMs: 0 });
  const seen = [];
  for (let nth = 0; nth < 4; nth += 1) {
    await step();
    const { added, refused, state } = await newest();
    seen.push([added, refused, state]);
  }
  expect(seen).toEqual([
    [1, 0, 'checking'],
    [1, 1, 'checking'],
    [2, 1, 'checking'],
    [2, 1, 'checked'],
  ]);
  expect(await newest()).toMatchObject(counts);
});

it('ends with the reason when the file is lost, and keeps what was imported', async () => {
  const { body } = await upload(three);
  await work();
  await start(body.id);
  const payload = { importId: body.id };
  await runArchiveImport(app.platform, payload, { isLastAttempt: false }, { saveMs: 0, runMs: 0 });
  const { storage_key: key } = await app.db
    .selectFrom('archive_imports')
    .select('storage_key')
    .executeTakeFirstOrThrow();
  await app.platform.files.remove(String(key));
  await expect(runArchiveImport(app.platform, payload, { isLastAttempt: true })).rejects.toThrow('missing');
  expect(await newest()).toMatchObject({ state: 'failed', added: 1 });
  expect(await records()).toEqual(['A1']);
  await work();
});

it.each([
  ['broken.json', '{ "number": ', 'The file is not valid JSON.'],
  ['archive.zip', 'PK\u0003\u0004\u0000', 'The file is not valid JSON.'],
  [
    'older.csv',
    new Uint8Array(Buffer.from('number;name\nZ1;Strömung', 'latin1')),
    'Line 2 of the file is not UTF-8.',
  ],
  ['twice.csv', 'number,number\n1,2', 'The column ‘number’ occurs twice.'],
])('says what is wrong with %s and offers no import', async (name, content, sentence) => {
  const { body } = await upload(content, name);
  await work();
  const { state, added, refused, report } = await newest();
  expect([state, added, refused]).toEqual(['checked', 0, 1]);
  expect(report[0].finding).toContain(sentence);
  expect((await start(body.id)).status).toBe(200);
  await work();
  expect(await records()).toEqual([]);
});

it('takes a file with the name of a path, and files of no other folder', async () => {
  await upload(JSON.stringify([{ number: '../..', files: ['passwd'] }]), '../../etc/passwd.JSON');
  await work();
  const { filename, report } = await newest();
  expect(filename).toBe('passwd.JSON');
  expect(report.map(({ finding }: { finding: string }) => finding)).toContain(
    'The file ‘passwd’ is named, but it is not among the files of the proposal.',
  );
});

it('refuses a file of more than 100 MB', async () => {
  const { status, body } = await upload(new Uint8Array(100 * 1_048_576 + 1), 'large.csv');
  expect([status, body.code, body.message]).toEqual([
    413,
    'file_too_large',
    'This file is larger than 100 MB. Choose a smaller one.',
  ]);
  expect(await newest()).toBeNull();
});

it('keeps the last of several files that are uploaded at once', async () => {
  const outcomes = await Promise.all([upload(three), upload('[]'), upload(three)]);
  expect(outcomes.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(outcomes.map(({ body }) => body.id)).toContain((await newest()).id);
  expect(await files()).toBe(2);
});

it('deletes the file and its report after a week', async () => {
  await upload(three);
  await work();
  await purgeArchiveImport(app.platform);
  expect(await newest()).not.toBeNull();
  app.clock.advance(8 * 86_400_000);
  await purgeArchiveImport(app.platform);
  expect([(await app.db.selectFrom('archive_imports').select('id').execute()).length, await files()]).toEqual(
    [0, 1],
  );
});
