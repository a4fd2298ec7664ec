import type { Platform } from '../platform.ts';

/** No commit takes so long: by then its rows are there for everybody, or they never come. */
const outcomeMs = 3_600_000;

/**
 * Has files removed after a while, unless a row turns out to name them: for files of a transaction whose end is not
 * known. Fails silently: then they stay until files and rows are compared, which harms less.
 */
export async function abandonFiles(
  { db, log }: Pick<Platform, 'db' | 'log'>,
  keys: readonly string[],
  now: Date,
): Promise<void> {
  if (keys.length === 0) return;
  const notBefore = new Date(now.getTime() + outcomeMs);
  try {
    await db
      .insertInto('abandoned_files')
      .values(keys.map((key) => ({ storage_key: key, abandoned_at: now, not_before: notBefore })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  } catch (error) {
    log.warn({ err: error }, 'files could not be marked as abandoned');
  }
}
