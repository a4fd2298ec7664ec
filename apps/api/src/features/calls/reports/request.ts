import { mailApplicationsCsv, mailApplicationsXlsx } from '@clearcall/contract/calls.ts';
import type { ReportFormat } from '@clearcall/domain/model/call.ts';
import { sql } from 'kysely';
import { type Actor, operation, type Platform } from '../../../platform/http/bind.ts';
import { type Refusal, refuse } from '../../../platform/http/refuse.ts';
import { addJob } from '../../../platform/jobs/add-job.ts';
import { loadDownloadRight } from '../download-right.ts';

// After so many attempts, some four minutes, one may ask again.
const attempts = 5;
/** A report that is not there after so long was lost with the process that made it: asking again begins it again. */
const lostMs = 30 * 60_000;

/** Has a report made, unless the same one is being made already: then nothing more is done, and the answer says so. */
async function request(
  { db, emit, newId }: Platform,
  format: ReportFormat,
  given: { callId: number; actor: Actor; now: Date },
): Promise<Refusal | { done: true; inTheMaking: boolean }> {
  const { callId, actor, now } = given;
  const right = await loadDownloadRight(db, actor, callId);
  if (right === null) return refuse('not_found');
  if (right.extent === null) return refuse('forbidden');
  const begun = await db.transaction().execute(async (tx) => {
    const written = await sql<{ id: string }>`
      insert into reports (id, call_id, user_id, format, requested_at)
      values (${newId()}, ${callId}, ${actor.userId}, ${format}, ${now})
      on conflict (call_id, user_id, format) where state = 'requested'
        do update set requested_at = excluded.requested_at
        where reports.requested_at < ${new Date(now.getTime() - lostMs)}
      returning id`.execute(tx);
    const reportId = written.rows[0]?.id;
    if (reportId === undefined) return false;
    await emit(tx, [
      {
        type: 'report_requested',
        userId: actor.userId,
        actorId: actor.userId,
        detail: { callId, reportId, format },
        occurredAt: now,
      },
    ]);
    await addJob(tx, 'make_report', { reportId }, attempts);
    return true;
  });
  return { done: true, inTheMaking: !begun };
}

/** Has the applications report mailed as comma-separated values. */
export const requestCsv = operation(mailApplicationsCsv, ({ params, actor, now }, platform) =>
  request(platform, 'csv', { callId: params.id, actor, now }),
);

/** Has the applications report mailed as a workbook. */
export const requestXlsx = operation(mailApplicationsXlsx, ({ params, actor, now }, platform) =>
  request(platform, 'xlsx', { callId: params.id, actor, now }),
);
