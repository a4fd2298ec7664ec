import { mailApplicationsCsv, mailApplicationsXlsx } from '@clearcall/contract/calls.ts';
import type { ReportFormat } from '@clearcall/domain/calls/call.ts';
import { sql } from 'kysely';
import { type Actor, operation, type Platform } from '../../../platform/http/bind.ts';
import { type Refusal, refuse } from '../../../platform/http/refuse.ts';
import { addJob } from '../../../platform/jobs/add-job.ts';
import { loadDownloadRight } from '../download-right.ts';
import { isOutdated } from './made-report.ts';

// After so many attempts, some four minutes, one may ask again.
const attempts = 5;
/** A report that is not there after so long was lost with the process that made it: asking again begins it again. */
const lostMs = 30 * 60_000;

/** The same report is emailed to the same person once in this time: so old it is as good as new. */
const pauseMs = 5 * 60_000;

/** Has a report made, unless the same one is being made or was emailed a moment ago: then the answer says so. */
async function request(
  { db, emit, newId }: Platform,
  format: ReportFormat,
  given: { callId: number; actor: Actor; now: Date },
): Promise<Refusal | { done: true; inTheMaking: boolean; emailed: boolean }> {
  const { callId, actor, now } = given;
  const right = await loadDownloadRight(db, actor, callId);
  if (right === null) return refuse('not_found');
  if (right.extent === null) return refuse('forbidden');
  const found = await db.transaction().execute(async (tx) => {
    const ago = (ms: number) => new Date(now.getTime() - ms);
    // What answers as well as a new one: it is being made, or was emailed a moment ago. Locked, so that what is made
    // meanwhile is seen as made.
    const { rows } = await sql<{ reportId: string | null; recent: 'requested' | 'made' | null }>`
      with recent as (
        select state from reports
        where call_id = ${callId} and user_id = ${actor.userId} and format = ${format} and not ${isOutdated}
          and (state = 'requested' and requested_at >= ${ago(lostMs)} or state = 'made' and made_at > ${ago(pauseMs)})
        for update),
      written as (
        insert into reports (id, call_id, user_id, format, requested_at)
        select ${newId()}::uuid, ${callId}::bigint, ${actor.userId}::bigint, ${format}, ${now}::timestamptz
        where not exists (select from recent)
        on conflict (call_id, user_id, format) where state = 'requested'
          do update set requested_at = excluded.requested_at where reports.requested_at < ${ago(lostMs)}
        returning id)
      select (select id from written) as "reportId", (select max(state) from recent) as recent`.execute(tx);
    const { reportId = null, recent = null } = rows[0] ?? {};
    if (reportId === null) return recent ?? 'requested';
    await emit(tx, [
      {
        type: 'report_requested',
        userId: actor.userId,
        actorId: actor.userId,
        detail: { callId, reportId, format },
        occurredAt: now,
      },
    ]);
    // Each reads all applications of the call: those of one call one after the other.
    await addJob(tx, 'make_report', { reportId }, attempts, `report of call ${callId}`);
    return null;
  });
  return { done: true, inTheMaking: found === 'requested', emailed: found === 'made' };
}

/** Has the applications report mailed as comma-separated values. */
export const requestCsv = operation(mailApplicationsCsv, ({ params, actor, now }, platform) =>
  request(platform, 'csv', { callId: params.id, actor, now }),
);

/** Has the applications report mailed as a workbook. */
export const requestXlsx = operation(mailApplicationsXlsx, ({ params, actor, now }, platform) =>
  request(platform, 'xlsx', { callId: params.id, actor, now }),
);
