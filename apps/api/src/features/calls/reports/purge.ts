import { sql } from 'kysely';
import { type Platform, workflowNow } from '../../../platform/platform.ts';
import { keptSince } from './made-report.ts';

/** Deletes reports whose time is over; their files follow. One statement. */
export async function purgeReports(platform: Platform): Promise<void> {
  const { db } = platform;
  const now = workflowNow(platform);
  await sql`
    with gone as (
      delete from reports where requested_at < ${keptSince(now)} and coalesce(made_at, requested_at) < ${keptSince(now)}
      returning storage_key)
    insert into abandoned_files (storage_key, abandoned_at)
    select storage_key, ${now}::timestamptz from gone where storage_key is not null
    on conflict do nothing
  `.execute(db);
}
