import { decideDraftExpiry, draftExpiresAt } from '@clearcall/domain/deadlines/draft-expiry.ts';
import type { Retention } from '@clearcall/domain/organisation/retention.ts';
import { sql } from 'kysely';
import { lastMailJson } from '../../features/applications/sql.ts';
import { carryOut } from '../../features/applications/workflow/carry-out.ts';
import { iso } from '../../platform/db/iso.ts';
import type { Db } from '../../platform/db/pool.ts';
import { type Platform, workflowNow } from '../../platform/platform.ts';

interface OldDraft {
  id: number;
  uid: string;
  ownerId: number;
  callId: number;
  createdAt: string;
  changedAt: string;
  warnedAt: string | null;
  last: { notedAt: string; sentAt: string | null; failed: boolean } | null;
  /** How many there are. */
  files: number;
}

const batch = 200;

/** Drafts from an age on, with what their owners were told. */
const oldDrafts = (before: Date) => sql`
  select ap.id, ap.uid, ap.owner_id as "ownerId", ap.call_id as "callId", ${iso('ap.created_at')} as "createdAt",
    ${iso('ap.updated_at')} as "changedAt", ${iso('w.noted_at')} as "warnedAt", ${lastMailJson} as last, (
      select count(*)::integer from documents d join assignments a on a.id = d.assignment_id
      where a.application_id = ap.id) as files
  from applications ap
    left join draft_notices w on w.application_id = ap.id and w.kind = 'warning'
  where ap.status = 'draft' and ap.created_at <= ${before}`;

/** No month has fewer days: a coarse sieve, the rule decides. */
const sieve = (at: Date, { draftWarningMonths }: Retention): Date =>
  new Date(at.getTime() - draftWarningMonths * 28 * 86_400_000);

async function* readOldDrafts(db: Db, before: Date): AsyncGenerator<OldDraft> {
  for (let after = 0; ; ) {
    const { rows } = await sql<OldDraft>`
      ${oldDrafts(before)} and ap.id > ${after} order by ap.id limit ${batch}`.execute(db);
    yield* rows;
    const lastRow = rows.at(-1);
    if (lastRow === undefined || rows.length < batch) return;
    after = lastRow.id;
  }
}

/** How many drafts the job would delete now with these periods. */
export async function countExpiredDrafts(platform: Platform, retention: Retention): Promise<number> {
  const at = workflowNow(platform);
  let count = 0;
  for await (const draft of readOldDrafts(platform.db, sieve(at, retention)))
    if (decideDraftExpiry(draft, at, retention) === 'delete') count += 1;
  return count;
}

/**
 * Warns the owners of old drafts, once at nine months and once a week before the end, and deletes what is a year old.
 * Each draft is decided upon behind its lock and in a transaction of its own, so that the job may run twice, stop
 * anywhere, or come after weeks of sleep. Answers what was done.
 */
export async function expireDrafts(platform: Platform): Promise<Record<string, number>> {
  const { db, log } = platform;
  const at = workflowNow(platform);
  const { retention } = await platform.organisation.stored();
  const before = sieve(at, retention);
  const done = { warned: 0, lastWarned: 0, deleted: 0, unreachable: 0 };
  for await (const draft of readOldDrafts(db, before)) {
    if (decideDraftExpiry(draft, at, retention) === 'keep') {
      if (draft.last?.failed && draftExpiresAt(draft, retention) < at.toISOString()) done.unreachable += 1;
      continue;
    }
    await db.transaction().execute(async (tx) => {
      const locked = await sql<OldDraft>`
        ${oldDrafts(before)} and ap.id = ${draft.id} for update of ap skip locked`.execute(tx);
      const found = locked.rows[0];
      if (found !== undefined) await carryOutOn(tx, found);
    });
  }
  if (done.unreachable > 0)
    log.warn({ count: done.unreachable }, 'drafts stay because the last mail about them could not be sent');
  return done;

  async function carryOutOn(tx: Db, draft: OldDraft): Promise<void> {
    const about = { occurredAt: at, applicationId: draft.id, userId: draft.ownerId };
    switch (decideDraftExpiry(draft, at, retention)) {
      case 'keep':
        return;
      case 'warn':
        await note(
          tx,
          draft.id,
          'warning',
          at,
          await platform.emit(tx, [{ ...about, type: 'draft_warned' }]),
        );
        done.warned += 1;
        return;
      case 'warn_last':
        await note(
          tx,
          draft.id,
          'last',
          at,
          await platform.emit(tx, [{ ...about, type: 'draft_last_warned' }]),
        );
        done.lastWarned += 1;
        return;
      case 'delete': {
        const gone = await carryOut(tx, platform, {
          key: { key: String(draft.id) },
          actor: 'clock',
          now: at,
          make: () => ({ type: 'delete' }),
        });
        if (!gone.ok) return;
        const detail = {
          uid: draft.uid,
          callId: draft.callId,
          createdAt: draft.createdAt,
          files: draft.files,
          reason: 'expired',
        };
        await platform.emit(tx, [{ ...about, type: 'application_deleted', detail }]);
        done.deleted += 1;
      }
    }
  }
}

/** Notes what the owner is told, and by which event; the mail follows from that. */
async function note(
  tx: Db,
  applicationId: number,
  kind: 'warning' | 'last',
  at: Date,
  [eventId]: readonly number[],
): Promise<void> {
  const row = { event_id: eventId ?? null, noted_at: at };
  await tx
    .insertInto('draft_notices')
    .values({ application_id: applicationId, kind, ...row })
    .onConflict((conflict) => conflict.columns(['application_id', 'kind']).doUpdateSet(row))
    .execute();
}
