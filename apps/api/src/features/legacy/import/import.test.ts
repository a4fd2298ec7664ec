import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { english } from '../../../platform/translators.ts';
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts';
import { filesInFolder, importExport, type ReportLine } from './import-export.ts';
import { readExport } from './read-export.ts';

let app: TestApp;
let folder: string;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  await sql`truncate legacy_records, legacy_files, abandoned_files`.execute(app.db);
  folder = await mkdtemp(join(tmpdir(), 'clearcall-archive-'));
  return () => rm(folder, { recursive: true });
});

async function take(name: string, content: string | Uint8Array, dryRun = false) {
  const path = join(folder, name);
  await writeFile(path, content);
  const lines: ReportLine[] = [];
  const how = { findFiles: filesInFolder(join(folder, 'files')), dryRun };
  const counts = await importExport(app.platform, readExport(path), how, (line) => lines.push(line));
  return { counts, lines };
}
async function put(number: string, filename: string, content: string) {
  await mkdir(join(folder, 'files', number), { recursive: true });
  await writeFile(join(folder, 'files', number, filename), content);
}
const rows = () => app.db.selectFrom('legacy_records').selectAll().orderBy('number').execute();
const files = () =>
  app.db
    .selectFrom('legacy_files')
    .select(['id', 'filename', 'size_bytes', 'storage_key'])
    .orderBy('filename')
    .execute();
const none = { added: 0, updated: 0, unchanged: 0, refused: 0 };

const record = {
  number: '2010RA1',
  submitted: true,
  discr: 'regular',
  name: 'Waves',
  call: {
    name: 'Call 1',
    machines: ['Curie'],
    info: `<p>Read <a href="guide.pdf">this</a>, not <a href="other.pdf">that</a>.</p><script>alert(1)</script>`,
  },
  regular: {
    contact_name: 'Ana Horvat',
    contact_email: 'Ana@Example.org',
    civilian_project: 'yes',
    colour: 'red',
  },
  scientificReviewAll: [{ score: '4', qualityClassification: 'E' }, { score: 'four' }],
};

it('takes records with their files, and keeps and tells what it did not understand', async () => {
  await put('2010RA1', 'guide.pdf', 'a guide');
  const { counts, lines } = await take('export.json', JSON.stringify({ data: [record] }));
  expect(counts).toEqual({ ...none, added: 1 });
  expect(lines).toEqual([
    {
      row: 1,
      number: '2010RA1',
      field: 'regular.colour',
      why: { id: 'archive.field.unknown', values: { field: 'regular.colour' } },
      refused: false,
    },
    {
      row: 1,
      number: '2010RA1',
      field: 'scientificReviewAll.2.score',
      why: { id: 'archive.field.number', values: { field: 'scientificReviewAll.2.score' } },
      refused: false,
    },
  ]);
  const [file] = await files();
  const [row] = await rows();
  expect(row).toEqual({
    id: row?.id,
    number: '2010RA1',
    submitted: true,
    title: 'Waves',
    call_name: 'Call 1',
    machines: ['Curie'],
    people: ['Ana Horvat', 'Ana@Example.org'],
    emails: row?.emails,
    unread: [
      { path: 'regular.colour', value: '"red"' },
      { path: 'scientificReviewAll.2.score', value: '"four"' },
    ],
    record: {
      name: 'Waves',
      discr: 'regular',
      call: {
        name: 'Call 1',
        machines: ['Curie'],
        machinePreparatory: [],
        description: `<p>Read <a href="/api/cines/file/${file?.id}" rel="noopener noreferrer">this</a>, not <a rel="noopener noreferrer">that</a>.</p>`,
      },
      regular: { contact_name: 'Ana Horvat', contact_email: 'Ana@Example.org', civilian_project: true },
      preparatory: null,
      proposalResourcesAll: [],
      preparatoryTechReview: null,
      scientificReviewAll: [{ score: 4, qualityClassification: 'E' }, {}],
      technicalReviewAll: [],
      fields: [],
    },
  });
  expect(file).toMatchObject({ filename: 'guide.pdf', size_bytes: 7 });
});

it('changes nothing when it is told the same again, and what differs alone otherwise', async () => {
  await put('2010RA1', 'guide.pdf', 'a guide');
  await put('2010RA1', 'plan.pdf', 'a plan');
  const first = JSON.stringify([record, { number: '2', call: 'Call 2', contact_email: 'x@example.org' }]);
  expect((await take('export.json', first)).counts).toEqual({ ...none, added: 2 });
  const before = [await rows(), await files()];
  expect((await take('export.json', first)).counts).toEqual({ ...none, unchanged: 2 });
  expect([await rows(), await files()]).toEqual(before);

  await put('2010RA1', 'guide.pdf', 'another guide');
  await rm(join(folder, 'files', '2010RA1', 'plan.pdf'));
  const changed = JSON.stringify([{ ...record, name: 'Waves on rotors' }]);
  expect((await take('export.json', changed, true)).counts).toEqual({ ...none, updated: 1 });
  expect([await rows(), await files()]).toEqual(before);
  expect((await take('export.json', changed)).counts).toEqual({ ...none, updated: 1 });
  const [guide, plan] = await files();
  const [oldGuide, oldPlan] = before[1] as Awaited<ReturnType<typeof files>>;
  // A file keeps its id, so links to it hold; one that is not in the folder any more stays.
  expect([guide?.id, guide?.size_bytes, plan]).toEqual([oldGuide?.id, 13, oldPlan]);
  expect(guide?.storage_key).not.toBe(oldGuide?.storage_key);
  expect(await app.db.selectFrom('abandoned_files').select('storage_key').execute()).toEqual([
    { storage_key: oldGuide?.storage_key },
  ]);
  expect((await rows()).map(({ number, title, id }) => [number, title, id])).toEqual([
    ['2', '', before[0]?.[0]?.id],
    ['2010RA1', 'Waves on rotors', before[0]?.[1]?.id],
  ]);
});

it('says of a dry run what it would do, and writes nothing', async () => {
  await put('2010RA1', 'guide.pdf', 'a guide');
  const { counts, lines } = await take('export.json', JSON.stringify(record), true);
  expect([counts, lines.length]).toEqual([{ ...none, added: 1 }, 2]);
  expect([await rows(), await files()]).toEqual([[], []]);
});

it('takes a table, whatever parts its columns, and refuses the rows that do not fit it', async () => {
  const { counts, lines } = await take(
    'export.csv',
    [
      '\ufeffnumber;call.name;call.machines;discr;contact_name;contact_email;scientificReviewAll.1.score;files',
      '2010PA1;"Call; with a sign";Curie;preparatory;"Zoë ""Z"" Ångström";zoe@example.org;3,5;gone.pdf',
      '2010PA2;Call;Curie',
      '2010PA1;Call;;;;;;',
      ';Call;;;;;;',
      '2010PA3;Call;;;;;;',
    ].join('\r\n'),
  );
  expect(counts).toEqual({ ...none, added: 2, refused: 3 });
  expect(
    lines.map(({ row, number, why, refused }) => [row, number, english.translate(why), refused]),
  ).toEqual([
    [2, '2010PA1', 'The file ‘gone.pdf’ is named, but it is not among the files of the proposal.', false],
    [3, null, 'The row has 3 cells, and the table has 8 columns.', true],
    [4, '2010PA1', 'Row 2 already has this number.', true],
    [5, null, 'The record has no number of 1 to 200 characters.', true],
    [6, '2010PA3', 'The proposal has no contact. Only staff will find it.', false],
  ]);
  expect((await rows())[0]).toMatchObject({
    call_name: 'Call; with a sign',
    people: ['Zoë "Z" Ångström', 'zoe@example.org'],
    record: { discr: 'preparatory', scientificReviewAll: [{ score: 3.5 }] },
  });
});

it.each([
  ['broken.json', '{ "number": ', 'The file is not valid JSON.'],
  [
    'sign.json',
    '{\n  "number": "1"\n  "name": "no comma"\n}',
    'The file is not valid JSON: there is an error in line 3, column 3.',
  ],
  ['quote.csv', 'number,name\n1,"open', 'From this row on, the file is not valid CSV and was not read.'],
  ['twice.csv', 'number,name,name\n1,a,b', 'The column ‘name’ occurs twice. Nothing of the file was read.'],
  ['words.json', '"words"', 'The record is not an object with fields.'],
])('refuses %s with a sentence', async (name, content, sentence) => {
  const { counts, lines } = await take(name, content);
  expect([counts, await rows()]).toEqual([{ ...none, refused: 1 }, []]);
  expect(lines.map(({ why }) => english.translate(why))).toEqual([sentence]);
});

it('refuses a JSON file that is too large to be read as a whole', async () => {
  const path = join(folder, 'large.json');
  await writeFile(path, '[]');
  // Takes no room on the disk.
  await truncate(path, 500_000_001);
  const lines: ReportLine[] = [];
  const how = { findFiles: filesInFolder(folder), dryRun: false };
  const counts = await importExport(app.platform, readExport(path), how, (line) => lines.push(line));
  expect([counts.refused, lines.map(({ why }) => why)]).toEqual([1, [{ id: 'archive.file.jsonTooLarge' }]]);
});

it('looks for files of a number in the folder of the files alone', async () => {
  await writeFile(join(folder, 'secret.txt'), 'x');
  await put('_', 'a.pdf', 'x');
  const { counts } = await take('export.json', JSON.stringify([{ number: '..' }, { number: '/' }]));
  expect(counts).toEqual({ ...none, added: 2 });
  expect((await files()).map(({ filename }) => filename)).toEqual(['a.pdf']);
});

it('leaves neither row nor file of a record that cannot be written, and goes on with the next', async () => {
  await put('1', 'a.pdf', 'a');
  await sql`alter table legacy_records add constraint refuses check (title <> 'no')`.execute(app.db);
  try {
    const { counts, lines } = await take(
      'e.json',
      JSON.stringify([{ number: '1', name: 'no' }, { number: '2' }]),
    );
    expect(counts).toEqual({ ...none, added: 1, refused: 1 });
    expect(lines.find(({ refused }) => refused)?.why).toEqual({
      id: 'archive.record.database',
      values: { code: '23514' },
    });
    expect([(await rows()).map(({ number }) => number), await files()]).toEqual([['2'], []]);
  } finally {
    await sql`alter table legacy_records drop constraint refuses`.execute(app.db);
  }
});

it('refuses a file of another encoding as a whole, with the row and what to do', async () => {
  // A German Excel writes CSV with semicolons, in Windows-1252.
  const german = (text: string) => Buffer.from(text, 'latin1');
  const csv =
    'number;name;contact_name\r\nZ0;Waves;Ana\r\nZ1;"two\r\nlines";Bo\r\nZ2;Strömung;Jürgen Müller\r\n';
  const why = (line: number) => ({ id: 'archive.file.encoding', values: { line } });
  const refusal = { number: null, field: null, refused: true };
  const { counts, lines } = await take('excel-de.csv', german(csv));
  expect(counts).toEqual({ ...none, refused: 1 });
  expect(lines).toEqual([{ ...refusal, row: 4, why: why(5) }]);
  expect((await take('sep.csv', german(`sep=;\r\n${csv}`))).lines).toEqual([
    { ...refusal, row: 4, why: why(6) },
  ]);
  expect((await take('utf-16.csv', Buffer.from(`\ufeff${csv}`, 'utf16le'))).lines).toEqual([
    { ...refusal, row: 1, why: why(1) },
  ]);
  const json = `[\n{ "number": "Z3", "name": "Strömung" }]`;
  expect((await take('latin.json', german(json))).lines).toEqual([{ ...refusal, row: 1, why: why(2) }]);
  expect(await rows()).toEqual([]);
  expect((await take('utf-8.csv', csv)).counts).toEqual({ ...none, added: 3 });
});

it('reads a table whose first line names the sign between its cells', async () => {
  for (const [nth, sign] of [';', ',', '|', '\t'].entries()) {
    const table = `sep=${sign}\r\nnumber${sign}name${sign}contact_name\r\nS${nth}${sign}"a, b; c"${sign}Ana\r\n`;
    expect((await take('sep.csv', nth % 2 === 0 ? table : `\ufeff${table}`)).counts).toEqual({
      ...none,
      added: 1,
    });
  }
  expect((await rows()).map((row) => [row.number, JSON.stringify(row).includes('a, b; c')])).toEqual(
    ['S0', 'S1', 'S2', 'S3'].map((number) => [number, true]),
  );
  // Rows count as a spreadsheet shows them, which hides that line.
  expect((await take('sep.csv', 'sep=;\r\nnumber;name\r\nS5;a;b\r\n')).lines.map(({ row }) => row)).toEqual([
    2,
  ]);
});
