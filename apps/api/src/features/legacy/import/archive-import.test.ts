import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { allWork } from '../../../across/work.ts';
import { workOff } from '../../../platform/jobs/work.ts';
import { buildTestApp, type SignedIn, type TestApp } from '../../../testing/build-test-app.ts';
import { placesInList } from '../../../testing/read-zip.ts';
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
async function zipOf(files: Record<string, string | Uint8Array>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return buffer(zip.outputStream as unknown as Readable);
}
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
  ['archive.ZIP', 'PK\u0003\u0004\u0000', 'The ZIP file is incomplete or damaged.'],
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

const filesOf = async (number: string) =>
  app.db
    .selectFrom('legacy_files as f')
    .innerJoin('legacy_records as l', 'l.id', 'f.record_id')
    .select(['f.filename', 'f.size_bytes'])
    .where('l.number', '=', number)
    .orderBy('f.filename')
    .execute();

it('takes a ZIP file with a table and the files of its proposals, and continues where a job ended', async () => {
  const table = JSON.stringify([
    { number: 'A/1', contact_email: 'a@example.org', files: ['plan.pdf', 'gone.pdf'] },
    { number: 'A2', contact_email: 'b@example.org' },
  ]);
  const content = new Uint8Array(
    await zipOf({
      'export/table.json': table,
      'export/files/A_1/plan.pdf': 'a plan',
      'export/files/A_1/o\u0308.csv': 'x',
      'export/files/A_1/inside/deep.pdf': 'x',
      'export/files/A3/other.pdf': 'x',
      '__MACOSX/export/._table.json': 'x',
      'export/files/.DS_Store': 'x',
    }),
  );
  const { body } = await upload(content, 'export.zip');
  await work();
  const sentences = [
    'The file ‘gone.pdf’ is named, but it is not among the files of the proposal.',
    '2 files of the ZIP file belong to no proposal of the table, for example ‘export/files/A3/other.pdf’. Only files in ‘files/’ and the number of a proposal are imported.',
  ];
  const seen = await newest();
  expect(seen).toMatchObject({
    state: 'checked',
    records: 2,
    added: 2,
    refused: 0,
    sizeBytes: content.length,
  });
  expect(seen.report.map(({ row, finding }: { row: number; finding: string }) => [row, finding])).toEqual([
    [1, sentences[0]],
    [0, sentences[1]],
  ]);
  expect([await records(), await filesOf('A/1')]).toEqual([[], []]);

  expect((await start(body.id)).status).toBe(200);
  for (let nth = 0; nth < 3; nth += 1)
    await runArchiveImport(
      app.platform,
      { importId: body.id },
      { isLastAttempt: false },
      { saveMs: 0, runMs: 0 },
    );
  expect(await newest()).toMatchObject({ state: 'imported', added: 2, findings: 2 });
  const files = [
    { filename: 'plan.pdf', size_bytes: 6 },
    { filename: 'ö.csv', size_bytes: 1 },
  ];
  expect([await records(), await filesOf('A/1'), await filesOf('A2')]).toEqual([['A/1', 'A2'], files, []]);
  await work();

  // The same again changes nothing; another content of a file updates its proposal.
  await upload(content, 'export.zip');
  await work();
  expect(await newest()).toMatchObject({ added: 0, updated: 0, unchanged: 2 });
  await upload(
    new Uint8Array(await zipOf({ 'table.json': table, 'files/A_1/plan.pdf': 'a new plan' })),
    'export.zip',
  );
  await work();
  expect(await newest()).toMatchObject({ added: 0, updated: 1, unchanged: 1 });
});

it('leaves out a proposal whose file is damaged, and takes the others', async () => {
  const table = JSON.stringify([{ number: '1' }, { number: '2' }]);
  const zip = await zipOf({ 'a.json': table, 'files/1/a.txt': 'a'.repeat(500), 'files/2/b.txt': 'b' });
  zip.fill(0xff, zip.indexOf('files/1/a.txt') + 13, zip.indexOf('files/1/a.txt') + 17);
  await upload(new Uint8Array(zip), 'a.zip');
  await work();
  const { added, refused, report } = await newest();
  expect([added, refused]).toEqual([1, 1]);
  expect(report.find((line: { refused: boolean }) => line.refused).finding).toBe(
    'The file ‘a.txt’ of the proposal is damaged. The proposal was left out.',
  );
});

it.each([
  [
    'a path that leads outside',
    { 'a.json': '[]', '__/__/etc/cron.d/x': 'x' },
    'contains the path ‘../../etc/cron.d/x’',
  ],
  ['no table', { 'files/1/a.csv': 'x' }, 'contains no table'],
  ['two tables', { 'a.json': '[]', 'b.csv': 'number' }, 'contains 2 tables'],
  ['a table that unpacks to too much', { 'a.csv': Buffer.alloc(100 * 1_048_576 + 1) }, 'larger than 100 MB'],
])('refuses a ZIP file with %s, says why, and offers no import', async (_name, files, sentence) => {
  // No program writes such a path by itself.
  const content = (await zipOf(files)).toString('latin1').replaceAll('__/__/etc', '../../etc');
  await upload(new Uint8Array(Buffer.from(content, 'latin1')), 'a.zip');
  await work();
  const { state, added, refused, report } = await newest();
  expect([state, added, refused, report.length]).toEqual(['checked', 0, 1, 1]);
  expect(report[0].finding).toContain(sentence);
});

it('refuses a ZIP file that unpacks to more than 4,000 MB before it unpacks a byte', async () => {
  const zip = await zipOf({ 'a.json': '[]', 'files/1/zeros': Buffer.alloc(1_000_000), 'files/1/more': 'x' });
  // Each declares two gigabytes.
  for (const at of placesInList(zip)) zip.writeUInt32LE(2 ** 31, at + 24);
  await upload(new Uint8Array(zip), 'a.zip');
  await work();
  const { refused, report } = await newest();
  expect([refused, report[0].finding]).toEqual([
    1,
    'Unpacked, the ZIP file is larger than 4\u202f000 MB. Nothing of it was read. Split it.',
  ]);
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

it('answers whatever is no upload of one file with a sentence', async () => {
  const part = (name: string, filename: string | null, content: string) =>
    `--x\r\nContent-Disposition: form-data; name="${name}"${filename === null ? '' : `; filename="${filename}"`}\r\n\r\n${content}\r\n`;
  const file = part('files', 'a.json', '[]');
  const end = '--x--\r\n';
  const noFile = 'There is no file in this upload.';
  const cases: [name: string, raw: string, status: number, sentence: string][] = [
    ['no part', end, 400, noFile],
    ['a field instead of a file', `${part('files', null, '[]')}${end}`, 400, noFile],
    ['a wrong name', `${part('file', 'a.json', '[]')}${end}`, 400, noFile],
    [
      'a wrong name and then a file',
      `${part('file', 'a.json', '[]')}${file}${end}`,
      400,
      'Send one file at a time.',
    ],
    ['two files', `${file}${file}${end}`, 400, 'Send one file at a time.'],
    ['an empty file', `${part('files', 'a.json', '')}${end}`, 400, 'This file is empty. Choose another one.'],
    [
      'a body that breaks off in the file',
      part('files', 'a.json', '[').slice(0, -2),
      400,
      'The upload was interrupted.',
    ],
    ['a body that breaks off in a head', file.slice(0, 30), 400, 'The upload was interrupted.'],
    ['no multipart body', 'x', 400, 'The upload was interrupted.'],
    ['too many fields', `${part('a', null, 'x').repeat(20)}${file}${end}`, 400, 'This request has too many'],
  ];
  for (const [name, raw, status, sentence] of cases) {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const answer = await app.call('POST', path, { token: admin.token, raw, headers });
    expect([name, answer.status, [answer.body.message].flat().join()]).toEqual([
      name,
      status,
      expect.stringContaining(sentence),
    ]);
  }
  const json = await app.call('POST', path, { token: admin.token, body: {} });
  expect([json.status, json.body.code]).toEqual([415, 'unsupported_media']);
  // Nothing was kept.
  expect([await newest(), await files()]).toEqual([null, 0]);
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
