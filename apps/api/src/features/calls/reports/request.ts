import { mailApplicationsCsv, mailApplicationsXlsx } from '@clearcall/contract/calls.ts';
import type { ReportFormat } from '@clearcall/domain/model/call.ts';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/pool.ts';
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

/** A report that answers a request as well as a new one would: it is being made, or was emailed a moment ago. */
async function findRecent(
  tx: Db,
  { callId, userId, format, now }: { callId: number; userId: number; format: ReportFormat; now: Date },
): Promise<'requested' | 'made' | null> {
  const before = (ms: number) => new Date(now.getTime() - ms);
  // Locked: what is made meanwhile is seen as made.
  const { rows } = await sql<{ state: 'requested' | 'made' }>`
    select state from reports
    where call_id = ${callId} and user_id = ${userId} and format = ${format} and not ${isOutdated}
      and (state = 'requested' and requested_at >= ${before(lostMs)}
        or state = 'made' and made_at > ${before(pauseMs)})
    order by requested_at desc, id desc for update`.execute(tx);
  return rows[0]?.state ?? null;
}

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
    const recent = await findRecent(tx, { callId, userId: actor.userId, format, now });
    if (recent !== null) return recent;
    const written = await sql<{ id: string }>`
      insert into reports (id, call_id, user_id, format, requested_at)
      values (${newId()}, ${callId}, ${actor.userId}, ${format}, ${now})
      on conflict (call_id, user_id, format) where state = 'requested'
        do update set requested_at = excluded.requested_at
        where reports.requested_at < ${new Date(now.getTime() - lostMs)}
      returning id`.execute(tx);
    const reportId = written.rows[0]?.id;
    if (reportId === undefined) return 'requested';
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
