import type { LegacyDetail, LegacyRow } from '@clearcall/domain/archive/legacy.ts';
import type { LegacyScope } from '@clearcall/domain/permissions/legacy.ts';
import { type RawBuilder, sql } from 'kysely';
import { contains } from '../../platform/db/contains.ts';
import type { Db } from '../../platform/db/pool.ts';

const maxRows = 100;

/** What a viewer may see of the archive, as SQL over `l`. Its twin is inLegacyScope in the domain. */
export function whereInLegacyScope(scope: LegacyScope): RawBuilder<boolean> {
  return scope.kind === 'all' ? sql`true` : sql`l.emails @> array[${scope.email}::citext]`;
}

const contactJson = (variant: 'regular' | 'preparatory') => sql`case
  when jsonb_typeof(l.record -> ${sql.lit(variant)}) = 'object' then jsonb_build_object(
    'contact_name', l.record -> ${sql.lit(variant)} -> 'contact_name',
    'contact_email', l.record -> ${sql.lit(variant)} -> 'contact_email') end`;

/** A row of the list: of the call and the contacts no more than that. */
const rowJson = sql`jsonb_build_object('id', l.id, 'number', l.number, 'submitted', l.submitted,
  'call', jsonb_build_object('name', l.record -> 'call' -> 'name', 'machines', l.record -> 'call' -> 'machines',
    'machinePreparatory', l.record -> 'call' -> 'machinePreparatory'),
  'regular', ${contactJson('regular')}, 'preparatory', ${contactJson('preparatory')}, 'projectTitle', l.title)`;

/** What records of a version before do not have. */
const absent = sql.lit(
  JSON.stringify({
    proposalResourcesAll: [],
    preparatoryTechReview: null,
    scientificReviewAll: [],
    technicalReviewAll: [],
    fields: [],
  }),
);

/**
 * People are found by those alone who see all of them: else a search would tell who the other contact is. Column by column,
 * as the index has them.
 */
function matches(scope: LegacyScope, search: string): RawBuilder<boolean> {
  if (search === '') return sql`true`;
  const columns = [
    sql<string>`l.number`,
    sql<string>`l.title`,
    sql<string>`l.call_name`,
    sql<string>`joined_names(l.machines)`,
  ];
  if (scope.kind === 'all') columns.push(sql`joined_names(l.people)`);
  return sql`(${sql.join(
    columns.map((column) => contains(column, search)),
    sql` or `,
  )})`;
}

/** One page of the archive, and how many there are in all. One statement. */
export async function loadLegacyPage(
  db: Db,
  scope: LegacyScope,
  { search, limit, offset }: { search: string; limit: number; offset: number },
): Promise<{ data: LegacyRow[]; total: number }> {
  const found = sql`select l.id from legacy_records l where ${whereInLegacyScope(scope)} and ${matches(scope, search)}`;
  const range = sql`order by id limit ${Math.min(limit, maxRows)} offset ${offset}`;
  // What a search finds is found once and whole, or the archive would be walked in its order until a page is full. All of
  // it is not: there its order is the quick way.
  const isSearch = search !== '';
  const result = await sql<{ data: LegacyRow[]; total: number }>`
    ${isSearch ? sql`with found as materialized (${found})` : sql``}
    select (select count(*)::int from ${isSearch ? sql`found` : sql`(${found}) l`}) as total, coalesce((
      select jsonb_agg(${rowJson} order by l.id) from legacy_records l
      where l.id = any(array(select id from ${isSearch ? sql`found` : sql`(${found}) l`} ${range}))), '[]') as data
  `.execute(db);
  return result.rows[0] ?? { data: [], total: 0 };
}

/** One archived application that the scope lets be seen; null where there is none. One statement. */
export async function loadLegacyRecord(db: Db, scope: LegacyScope, id: number): Promise<LegacyDetail | null> {
  const result = await sql<{ record: LegacyDetail }>`
    select ${absent}::jsonb || l.record || jsonb_build_object('id', l.id, 'number', l.number, 'submitted', l.submitted,
      'projectTitle', l.title, 'unread', l.unread, 'files', coalesce((
      select jsonb_agg(jsonb_build_object('id', f.id, 'filename', f.filename, 'sizeBytes', f.size_bytes)
        order by folded(f.filename), f.id)
      from legacy_files f where f.record_id = l.id), '[]')) as record
    from legacy_records l where l.id = ${id} and ${whereInLegacyScope(scope)}
  `.execute(db);
  return result.rows[0]?.record ?? null;
}

/** Where the files of an archived application lie that the scope lets be seen; null where there is none. One statement. */
export async function loadLegacyFiles(
  db: Db,
  scope: LegacyScope,
  id: number,
): Promise<{ number: string; files: { key: string; filename: string }[] } | null> {
  const result = await sql<{ number: string; files: { key: string; filename: string }[] }>`
    select l.number, coalesce((
      select jsonb_agg(jsonb_build_object('key', f.storage_key, 'filename', f.filename) order by folded(f.filename), f.id)
      from legacy_files f where f.record_id = l.id), '[]') as files
    from legacy_records l where l.id = ${id} and ${whereInLegacyScope(scope)}
  `.execute(db);
  return result.rows[0] ?? null;
}
