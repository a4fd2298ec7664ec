import { sql } from 'kysely';
import { type Platform, workflowNow } from '../../../platform/platform.ts';

/** Long enough for whoever asks again on the same day; what holds personal data is not kept for longer. */
const keptMs = 86_400_000;

/**
 * Deletes printouts whose time is over, and at once those of what is gone: an application, a call or an account that
 * was deleted. Their files follow.
 */
export async function purgePrintouts(platform: Platform): Promise<void> {
  const now = workflowNow(platform);
  await sql`
    with gone as (
      delete from printouts
      where requested_at < ${new Date(now.getTime() - keptMs)}
        or kind not in ('form', 'report') and application_id is null
        or kind <> 'form' and user_id is null
        or kind = 'report' and call_id is null
        or kind = 'assignment' and assignment_id is null
      returning storage_key)
    insert into abandoned_files (storage_key, abandoned_at)
    select storage_key, ${now}::timestamptz from gone where storage_key is not null
    on conflict do nothing`.execute(platform.db);
}
