import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../platform/db/pool.ts';

/** What was told once follows from the rest: whoever only reads may be the first to whom it is told. */
const derived = ['told_parts'];

/** A hash over all rows of all tables but the named ones, to see whether anything changed at all. */
export async function tablesHash(db: Db, except: readonly string[] = []): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by tablename`.execute(db);
  // One statement: asked table by table, half of the time went into the asking.
  const hashes = tables
    .filter(({ name }) => !derived.includes(name) && !except.includes(name))
    .map(
      ({ name }) => sql`
    select ${sql.lit(name)} as name, md5(string_agg(t::text, e'\n' order by t::text)) as hash
    from ${sql.table(name)} as t`,
    );
  const { rows } = await sql`${sql.join(hashes, sql` union all `)} order by name`.execute(db);
  return createHash('sha256').update(JSON.stringify(rows)).digest('hex');
}
