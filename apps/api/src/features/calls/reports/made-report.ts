import { sql } from 'kysely';
import type { Platform } from '../../../platform/platform.ts';
import { rightToReport } from './make.ts';

const dayMs = 86_400_000;
/** Long enough to be fetched after a holiday weekend; what holds personal data is not kept for longer. */
const keptDays = 7;

/** When a report is deleted. */
export function keptUntil(madeAt: Date): Date {
  return new Date(madeAt.getTime() + keptDays * dayMs);
}

/** Requests from before this moment are over, with what came of them. */
export function keptSince(now: Date): Date {
  return new Date(now.getTime() - keptDays * dayMs);
}

/** Whether its reader got into a conflict of interest with an application of the call since the report was asked for. */
export const isOutdated = sql<boolean>`exists (
  select from conflicts q join applications ap on ap.id = q.application_id
  where q.user_id = reports.user_id and ap.call_id = reports.call_id
    and q.cleared_at is null and q.noted_at > reports.requested_at)`;

/**
 * A report that was made and is still kept, with its call; only while the one who asked for it may still have it, and
 * with `userId` only for that user. 'outdated': it may hold what is not theirs any more.
 */
export async function loadMadeReport(
  platform: Platform,
  asked: { reportId: string; userId?: number },
  now: Date,
) {
  const found = await platform.db
    .selectFrom('reports')
    .innerJoin('users', 'users.id', 'reports.user_id')
    .select([
      'reports.call_id',
      'reports.user_id',
      'reports.format',
      'reports.drafts',
      'reports.made_at',
      'reports.applications',
      'reports.filename',
      'reports.size_bytes',
      'reports.storage_key',
      'users.first_name',
      'users.last_name',
      isOutdated.as('outdated'),
    ])
    .where('reports.id', '=', asked.reportId)
    .where('reports.state', '=', 'made')
    .executeTakeFirst();
  if (found === undefined || (asked.userId !== undefined && found.user_id !== asked.userId)) return null;
  const { made_at, applications, filename, size_bytes, storage_key } = found;
  if (made_at === null || applications === null || filename === null) return null;
  if (size_bytes === null || storage_key === null || keptUntil(made_at) <= now) return null;
  const right = await rightToReport(platform, found);
  if (right === null) return null;
  if (found.outdated) return 'outdated';
  const name = `${found.first_name} ${found.last_name}`.trim();
  const { format, drafts } = found;
  return {
    call: right.call,
    reader: { name },
    row: { format, drafts, made_at, applications, filename, size_bytes, storage_key },
  };
}
