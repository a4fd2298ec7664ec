import { sql } from 'kysely';
import { rowsNaming } from '../platform/files/rows-of-files.ts';
import type { Platform } from '../platform/platform.ts';

const dayMs = 86_400_000;
const maxKeptMails = 2_000;

/** Removes the oldest of the kept mails, and files that never came in whole. */
export async function removeLeftovers({ db, now, files, log }: Platform): Promise<void> {
  await db
    .deleteFrom('kept_mails')
    .where('id', 'in', (mails) =>
      mails.selectFrom('kept_mails').select('id').orderBy('kept_at', 'desc').offset(maxKeptMails),
    )
    .execute();
  const count = await files.sweep(now().getTime() - dayMs);
  if (count > 0) log.info({ count }, 'removed files that never came in whole');
}

/** Removes files whose rows are gone: the file first, so that a crash in between only asks again. */
export async function removeAbandonedFiles({ db, files, now }: Platform): Promise<{ removed: number }> {
  let removed = 0;
  // What deletes a document need not know of its copy.
  await sql`
    with gone as (delete from cleaned_documents where document_id is null returning storage_key)
    insert into abandoned_files (storage_key, abandoned_at)
    select storage_key, ${now()}::timestamptz from gone where storage_key is not null
    on conflict (storage_key) do update set not_before = null`.execute(db);
  for (;;) {
    const rows = await db
      .selectFrom('abandoned_files')
      .select('storage_key')
      .where((row) => row.or([row('not_before', 'is', null), row('not_before', '<=', now())]))
      .limit(100)
      .execute();
    if (rows.length === 0) return { removed };
    const keys = rows.map((row) => row.storage_key);
    const named = new Set((await rowsNaming(db, keys)).map(({ key }) => key));
    for (const key of keys) {
      if (named.has(key)) continue;
      await files.remove(key);
      removed += 1;
    }
    await db.deleteFrom('abandoned_files').where('storage_key', 'in', keys).execute();
  }
}
