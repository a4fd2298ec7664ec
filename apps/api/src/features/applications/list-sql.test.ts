import { columnsOf, sortableColumns } from '@clearcall/domain/applications/list-columns.ts';
import type { Viewer } from '@clearcall/domain/permissions/viewer.ts';
import { folded as foldedText } from '@clearcall/domain/values/folded.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { filterSql } from './list-filters.ts';
import { sortedBy, submittedSql, workReader } from './list-sql.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

/** Which indexes are asked when the table is large: of an empty one everything is read as a whole. */
async function indexesOf(statement: ReturnType<typeof sql>): Promise<string[]> {
  return app.db.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx);
    await sql`set local enable_sort = off`.execute(tx);
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${statement}`.execute(tx);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    return [...plan.matchAll(/(?:using|on) (applications_\w+)/g)].map(([, name]) => name ?? '');
  });
}

it('reads a list of what is submitted from an index, whatever it is sorted by', async () => {
  const used: Record<string, string[]> = {};
  // Calls are few: of each the first ones are read. The order of submission is known to two indexes.
  for (const column of sortableColumns.filter((name) => name !== 'callTitle' && name !== 'submissionDate'))
    for (const way of [sql`asc`, sql`desc`]) {
      const sorted = sortedBy(column, null, { submitted: submittedSql(null, viewer) });
      const names = await indexesOf(sql`select ap.id from applications ap where ap.status <> 'draft'
        order by ${sorted} ${way}, ap.id ${way} limit 10`);
      used[column] = [...new Set([...(used[column] ?? []), ...names])];
    }
  expect(used).toEqual({
    id: ['applications_pkey'],
    status: ['applications_by_status'],
    firstName: ['applications_by_pi'],
    piAffiliation: ['applications_by_affiliation'],
    researchGroup: ['applications_by_group'],
    researchTitle: ['applications_by_title'],
    partition: ['applications_by_partition'],
  });
});

const viewer: Viewer = { userId: 1, role: 'pro', isStaff: true };
const work = workReader(viewer, 'pro', true, new Date('2026-11-27T12:00:00Z'));
const ofStaff = { withDrafts: false, sees: null, work, reader: 'en' } as const;

it('reads the order of first submissions from an index', async () => {
  const submitted = submittedSql(() => sql`true`, { isStaff: false });
  for (const way of [sql`asc`, sql`desc`])
    expect(
      await indexesOf(sql`select ap.id from applications ap where ap.status <> 'draft'
        order by ${submitted} ${way}, ap.id ${way} limit 10`),
    ).toEqual(['applications_first_submitted']);
});

it('finds every piece of a text, however short, in capitals, with diacritics or without, and nothing else', async () => {
  const texts = ['Žižek & Åström', 'a_b 100% c\\d', 'İı ẞß', '4 \u212A', '北京 X-1', 'ab', 'Øłđ Ægir'];
  const folded = ['zizek & astrom', 'a_b 100% c\\d', 'ii ssss', '4 k', '北京 x-1', 'ab', 'old aegir'];
  const pieces = new Set(
    [...texts, ...folded].flatMap((text) => {
      const letters = [...text];
      return letters.flatMap((_, at) => [1, 2, 3].map((size) => letters.slice(at, at + size).join('')));
    }),
  );
  const values = [...pieces].flatMap((piece) => [piece, piece.toUpperCase(), piece.toLowerCase()]);
  for (const value of new Set([
    ...values,
    'zz',
    'q',
    'b_',
    '0 ',
    'K',
    '\uff05',
    '\uff3f',
    'q\uff05',
    '\uff3c',
    'd\uff3c',
  ])) {
    const filter = (op: 'contains' | 'not_contains') =>
      filterSql({ column: 'piAffiliation', op, value }, ofStaff);
    const { rows } = await sql<{ text: string; isFound: boolean; isLeftOut: boolean; isThere: boolean }>`
      select ap.pi_affiliation as text, ${filter('contains')} as "isFound", ${filter('not_contains')} as "isLeftOut",
        strpos(ap.plain, folded(${value})) > 0 as "isThere"
      from unnest(${texts}::text[], ${folded}::text[]) ap(pi_affiliation, plain)`.execute(app.db);
    for (const { text, isFound, isLeftOut, isThere } of rows)
      expect([value, text, isFound, isLeftOut]).toEqual([value, text, isThere, !isThere]);
  }
});

it('folds case, diacritics and letters that Unicode does not decompose', async () => {
  const { rows } = await sql<{ text: string }>`
    select folded(word) as text from unnest(${['DVOŘÁČEK', 'Dvořáček'.normalize('NFD'), 'Łukasz Ødegård', 'STRAẞE', 'Čŕ-Œuvre', 'Þór', 'ΆΝΝΑ', 'Йосиф']}::text[]) word`.execute(
    app.db,
  );
  expect(rows.map(({ text }) => text)).toEqual([
    'dvoracek',
    'dvoracek',
    'lukasz odegard',
    'strasse',
    'cr-oeuvre',
    'thor',
    'αννα',
    'иосиф',
  ]);
});

it('folds each letter as the domain does', async () => {
  const ranges = [
    [0x20, 0x24f],
    [0x370, 0x52f],
    [0x1e00, 0x1fff],
    [0xfb00, 0xfb06],
    [0xff01, 0xff5e],
  ] as const;
  const letters = ranges
    .flatMap(([from, to]) =>
      Array.from({ length: to - from + 1 }, (_, nth) => String.fromCodePoint(from + nth)),
    )
    .filter((letter) => /\P{Cn}/u.test(letter));
  const { rows } = await sql<{ text: string }>`
    select folded(letter) as text from unnest(${letters}::text[]) with ordinality as l(letter, nth) order by nth`.execute(
    app.db,
  );
  const written = (texts: readonly string[]) => texts.map((text, nth) => `${letters[nth]} ${text}`);
  expect(written(rows.map(({ text }) => text))).toEqual(written(letters.map(foldedText)));
});

it('looks for texts in an index, and lives without it', async () => {
  // The title of a call and those of steps are no texts of the application.
  const texts = columnsOf('text').filter((column) => column !== 'callTitle');
  const search = (column: (typeof texts)[number], value: string) => sql`select ap.id from applications ap
    where ap.status <> 'draft' and ${filterSql({ column, op: 'contains', value }, ofStaff)}`;
  // The labels of options are compared as a whole.
  const others = { researchGroup: ['applications_by_group'], researchTitle: ['applications_by_title'] };
  for (const column of texts)
    expect([column, (await indexesOf(search(column, 'Moreau'))).sort()]).toEqual([
      column,
      [...(column in others ? others[column as keyof typeof others] : []), 'applications_folded_texts'],
    ]);
  await sql`drop extension pg_trgm cascade`.execute(app.db);
  for (const column of texts)
    expect((await sql`${search(column, 'Moreau')}`.execute(app.db)).rows).toEqual([]);
});
