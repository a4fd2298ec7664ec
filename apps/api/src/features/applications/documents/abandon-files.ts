import type { Platform } from '../../../platform/platform.ts';

/** Has files removed by and by, unless a row turns out to name them. Fails silently: then they stay, which harms less. */
export async function abandonFiles({ db, log }: Platform, keys: readonly string[], now: Date): Promise<void> {
  if (keys.length === 0) return;
  try {
    await db
      .insertInto('abandoned_files')
      .values(keys.map((key) => ({ storage_key: key, abandoned_at: now })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  } catch (error) {
    log.warn({ err: error }, 'files could not be marked as abandoned');
  }
}
