import { sql } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';

/**
 * Erases applications with all that is in them, in the caller's transaction and behind their locks. Their files are
 * removed from the storage later, by a job.
 */
export async function eraseApplications(tx: Db, ids: readonly number[], now: Date): Promise<void> {
  await sql`
    with abandoned as (
      insert into abandoned_files (storage_key, abandoned_at)
      select d.storage_key, ${now}::timestamptz
      from (select assignment_id, storage_key from documents
          union all select assignment_id, storage_key from uploads where storage_key is not null) d
        join assignments a on a.id = d.assignment_id where a.application_id = any(${[...ids]}::bigint[])
      on conflict (storage_key) do update set not_before = null)
    delete from applications where id = any(${[...ids]}::bigint[])
  `.execute(tx);
}
