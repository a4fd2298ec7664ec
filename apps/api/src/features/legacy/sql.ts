import type { LegacyDetail, LegacyRow } from '@clearcall/domain/model/legacy.ts';
import type { LegacyScope } from '@clearcall/domain/permissions/legacy.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';

const maxRows = 100;

/** What a viewer may see of the archive, as SQL over `l`. Its twin is inLegacyScope in the domain. */
export function whereInLegacyScope(scope: LegacyScope): RawBuilder<boolean> {
  return scope.kind === 'all' ? sql`true` : sql`l.emails @> array[${scope.email}::citext]`;
}

const rowJson = sql`jsonb_build_object('id', l.id, 'number', l.number, 'submitted', l.submitted,
  'call', l.record -> 'call', 'regular', l.record -> 'regular', 'preparatory', l.record -> 'preparatory',
  'projectTitle', coalesce(l.record ->> 'projectTitle', ''))`;

/** `%`, `_` and the escape itself are letters like any other in what a person looks for. */
const anywhere = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** People are found by those alone who see all of them: else a search would tell who the other contact is. */
function matches(scope: LegacyScope, search: string): RawBuilder<boolean> {
  if (search === '') return sql`true`;
  const people = scope.kind === 'all' ? sql`, array_to_string(l.people, ' ')` : sql``;
  return sql`concat_ws(' ', l.number, l.record ->> 'projectTitle', l.call_name, array_to_string(l.machines, ' ')${people}) ilike ${anywhere(search)}`;
}

/** One page of the archive, and how many there are in all. One statement. */
export async function loadLegacyPage(
  db: Db,
  scope: LegacyScope,
  { search, limit, offset }: { search: string; limit: number; offset: number },
): Promise<{ data: LegacyRow[]; total: number }> {
  const result = await sql<{ data: LegacyRow[]; total: number }>`
    with found as materialized (
      select l.id, l.number, l.submitted, l.record from legacy_records l where ${whereInLegacyScope(scope)} and ${matches(scope, search)})
    select (select count(*)::int from found) as total, coalesce((
      select jsonb_agg(${rowJson} order by l.id)
      from (select id, number, submitted, record from found order by id limit ${Math.min(limit, maxRows)} offset ${offset}) l), '[]') as data
  `.execute(db);
  return result.rows[0] ?? { data: [], total: 0 };
}

/** One archived application that the scope lets be seen; null where there is none. One statement. */
export async function loadLegacyRecord(db: Db, scope: LegacyScope, id: number): Promise<LegacyDetail | null> {
  const result = await sql<{ record: LegacyDetail }>`
    select ${rowJson} || jsonb_build_object('fields', l.record -> 'fields', 'files', coalesce((
      select jsonb_agg(jsonb_build_object('id', f.id, 'filename', f.filename, 'sizeBytes', f.size_bytes)
        order by f.filename, f.id)
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
      select jsonb_agg(jsonb_build_object('key', f.storage_key, 'filename', f.filename) order by f.filename, f.id)
      from legacy_files f where f.record_id = l.id), '[]') as files
    from legacy_records l where l.id = ${id} and ${whereInLegacyScope(scope)}
  `.execute(db);
  return result.rows[0] ?? null;
}
