import { sql } from 'kysely';
import { type Platform, workflowNow } from '../../../platform/platform.ts';

/** Longer than between an upload and the edit that names it. */
const keptMs = 7 * 86_400_000;

/**
 * Deletes files of calls that neither a publication nor an edit of the draft names, also one that was taken back. Files
 * that were uploaded in the last week stay. The documents of the live call name their files themselves.
 */
export async function removeUnusedFiles(platform: Platform): Promise<void> {
  const now = workflowNow(platform);
  await sql`
    with named as (
        select call_id, jsonb_build_array(definition) as words from publications
        union all select c.call_id, jsonb_build_array(c.changes, c.inverses) from call_changes c
          join call_drafts d on d.call_id = c.call_id and c.revision > d.begun_after),
      used as (
        select call_id, hash #>> '{}' as hash
        from named, jsonb_path_query(words, '$.**.sha256 ? (@.type() == "string")') hash),
      gone as (
        delete from call_files f where uploaded_at < ${new Date(now.getTime() - keptMs)}
          and not exists (select from used u where u.call_id = f.call_id and u.hash = encode(f.sha256, 'hex'))
        returning storage_key)
    insert into abandoned_files (storage_key, abandoned_at)
    select storage_key, ${now}::timestamptz from gone
    on conflict do nothing`.execute(platform.db);
}
