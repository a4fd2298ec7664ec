import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../platform/db/pool.ts';

/** What was told once follows from the rest: whoever only reads may be the first to whom it is told. */
const derived = ['told_parts'];

/** A hash over all rows of all tables but the named ones, to see whether anything changed at all. */
export async function tablesHash(db: Db, except: readonly string[] = []): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by table_name`.execute(db);
  const hash = createHash('sha256');
  for (const { name } of tables) {
    if (derived.includes(name) || except.includes(name)) continue;
    const { rows } = await sql<{ text: string | null }>`
      select string_agg(t::text, e'\n' order by t::text) as text from ${sql.table(name)} as t`.execute(db);
    hash.update(`${name}\n${rows[0]?.text ?? ''}\n`);
  }
  return hash.digest('hex');
}
