import { sql } from 'kysely';
import type { Platform } from '../platform/platform.ts';

const dayMs = 86_400_000;
const keptMailsMost = 2_000;

/** Removes the oldest of the kept mails, and files that never came in whole. */
export async function removeLeftovers({ db, now, files, log }: Platform): Promise<void> {
  await db
    .deleteFrom('kept_mails')
    .where('id', 'in', (mails) =>
      mails.selectFrom('kept_mails').select('id').orderBy('kept_at', 'desc').offset(keptMailsMost),
    )
    .execute();
  const count = await files.sweep(now().getTime() - dayMs);
  if (count > 0) log.info({ count }, 'removed files that never came in whole');
}

/** Removes files whose rows are gone: the file first, so that a crash in between only asks again. */
export async function removeAbandonedFiles({ db, files }: Platform): Promise<void> {
  for (;;) {
    const rows = await db.selectFrom('abandoned_files').select('storage_key').limit(100).execute();
    if (rows.length === 0) return;
    const keys = rows.map((row) => row.storage_key);
    const used = await sql<{ key: string }>`
      select storage_key as key from documents where storage_key = any(${keys}::text[])
      union all select storage_key from reports where storage_key = any(${keys}::text[])
      union all select storage_key from legacy_files where storage_key = any(${keys}::text[])`.execute(db);
    const stillUsed = new Set(used.rows.map((row) => row.key));
    for (const key of keys) if (!stillUsed.has(key)) await files.remove(key);
    await db.deleteFrom('abandoned_files').where('storage_key', 'in', keys).execute();
  }
}
