import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import type { Platform } from '../platform.ts';

/** No commit takes so long: by then its rows are there for everybody, or they never come. */
const outcomeMs = 3_600_000;

/** Notes files to be removed after a while, unless a row names them by then. Answers how many are new. */
export async function noteAbandoned(
  db: Db,
  keys: readonly string[],
  { now, waitMs }: { now: Date; waitMs: number },
): Promise<number> {
  if (keys.length === 0) return 0;
  const noted = await sql`
    insert into abandoned_files (storage_key, abandoned_at, not_before)
    select key, ${now}::timestamptz, ${new Date(now.getTime() + waitMs)}::timestamptz
    from unnest(${[...keys]}::text[]) as key on conflict do nothing returning 1`.execute(db);
  return noted.rows.length;
}

/**
 * For files of a transaction whose end is not known. Fails silently: then they stay until files and rows are compared,
 * which harms less.
 */
export async function abandonFiles(
  { db, log, now }: Pick<Platform, 'db' | 'log' | 'now'>,
  keys: readonly string[],
): Promise<void> {
  try {
    await noteAbandoned(db, keys, { now: now(), waitMs: outcomeMs });
  } catch (error) {
    log.warn({ err: error }, 'files could not be marked as abandoned');
  }
}
