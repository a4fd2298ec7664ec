import { sql } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';

/**
 * Erases an application with all that is in it, in the caller's transaction and behind its lock. Its files are removed
 * from the storage later, by a job. Answers how many there were.
 */
export async function eraseApplication(tx: Db, applicationId: number, now: Date): Promise<number> {
  const { rows } = await sql<{ files: number }>`
    with abandoned as (
      insert into abandoned_files (storage_key, abandoned_at)
      select d.storage_key, ${now}::timestamptz
      from documents d join assignments a on a.id = d.assignment_id where a.application_id = ${applicationId}
      on conflict (storage_key) do update set not_before = null
      returning 1),
    gone as (delete from applications where id = ${applicationId})
    select count(*) as files from abandoned
  `.execute(tx);
  return Number(rows[0]?.files ?? 0);
}
