import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../platform/db/pool.ts';

/** What was told once follows from the rest: whoever only reads may be the first to whom it is told. */
const derived = ['told_parts'];

const known = new WeakMap<Db, readonly string[]>();

async function tablesOf(db: Db): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by tablename`.execute(db);
  const names = rows.map(({ name }) => name);
  known.set(db, names);
  return names;
}

/**
 * A hash over all rows of all tables but the named ones, to see whether anything changed at all. Rows are hashed as they
 * lie, in any order: to have each written out as text and sorted takes three times as long.
 */
export async function tablesHash(db: Db, except: readonly string[] = []): Promise<string> {
  const tables = known.get(db) ?? (await tablesOf(db));
  // One statement: asked table by table, half of the time went into the asking.
  const hashes = tables
    .filter((name) => !derived.includes(name) && !except.includes(name))
    .map(
      (name) => sql`
    select ${sql.lit(name)} as name, count(*) as rows, sum(hash_record_extended(t, 0)) as hash
    from ${sql.table(name)} as t`,
    );
  // With a value the statement is prepared: to plan it takes ten times as long as to run it.
  const { rows } =
    await sql`${sql.join(hashes, sql` union all `)} order by name limit ${hashes.length}`.execute(db);
  return createHash('sha256').update(JSON.stringify(rows)).digest('hex');
}
