import * as contract from '@clearcall/contract/call-drafts.ts';
import { publicationDueAt } from '@clearcall/domain/calls/definition/planned-publication.ts';
import { configurationCommand, done } from '../../../platform/audit/configuration-command.ts';
import { auditTime, recordChanges } from '../../../platform/audit/record-change.ts';
import type { Db } from '../../../platform/db/pool.ts';
import type { Operation } from '../../../platform/http/bind.ts';
import { refuse } from '../../../platform/http/refuse.ts';
import { type Platform, workflowNow } from '../../../platform/platform.ts';
import { tellFindings } from './find-faults.ts';
import { goLive, hasErrors, lockDraft } from './go-live.ts';
import { lockEdits } from './load-draft.ts';

/** Makes the draft of a call live: at once, or later if it can be stopped or has a time. */
const publish = configurationCommand(
  contract.publishCall,
  async (tx, { params: { id }, body: { revision, note, publishAt }, actor, now, translator }, platform) => {
    const draft = await lockDraft(tx, platform, id, now);
    if (typeof draft === 'string') return refuse(draft);
    if (draft.edited.draft.planned !== null) return refuse('publication_planned');
    if (draft.edited.revision !== revision) return refuse('stale_revision');
    if (hasErrors(draft))
      return refuse('call_has_errors', {
        body: { findings: tellFindings(draft.checked.findings, translator) },
      });

    const chosen = publishAt === undefined ? null : new Date(publishAt);
    const dueAt = publicationDueAt(draft.effect, { publishAt: chosen, now });
    if (dueAt === null) {
      const { number, change } = await goLive(tx, platform, draft, { publisherId: actor.userId, note, now });
      return { change, reply: { number, dueAt: null } };
    }
    await tx
      .insertInto('planned_publications')
      .values({
        call_id: id,
        revision,
        note,
        planned_by: actor.userId,
        planned_at: now,
        publish_at: chosen,
        due_at: dueAt,
      })
      .execute();
    const after = { revision, dueAt: dueAt.toISOString() };
    return {
      change: { subject: { kind: 'call', id }, action: 'publication_planned', after },
      reply: { number: null, dueAt: dueAt.toISOString() },
    };
  },
);

/** Stops a publication that has not gone live yet. The draft stays. */
const stop = configurationCommand(contract.stopPublication, async (tx, { params: { id } }) => {
  await lockEdits(tx, id);
  const stopped = await tx
    .deleteFrom('planned_publications')
    .where('call_id', '=', id)
    .returning('revision')
    .executeTakeFirst();
  if (stopped === undefined) return refuse('no_planned_publication');
  const { revision } = stopped;
  return {
    change: { subject: { kind: 'call', id }, action: 'publication_stopped', before: { revision } },
    reply: done,
  };
});

/**
 * Publishes the drafts whose time has come, each in one transaction. A draft is checked again: with errors it does not go
 * live, and an email tells its publisher.
 */
export async function runDuePublications(platform: Platform): Promise<Record<string, number>> {
  const { db, log } = platform;
  const now = workflowNow(platform);
  const due = await db
    .selectFrom('planned_publications')
    .select('call_id')
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('call_id')
    .execute();
  const counts = { published: 0, notPublished: 0 };
  for (const { call_id: id } of due)
    try {
      const outcome = await db.transaction().execute((tx) => publishDue(tx, platform, id, now));
      if (outcome !== null) counts[outcome] += 1;
    } catch (error) {
      // The next run tries it again; the others do not wait for it.
      log.warn({ err: error, callId: id }, 'a publication failed and will be tried again');
    }
  return counts;
}

async function publishDue(
  tx: Db,
  platform: Platform,
  id: number,
  now: Date,
): Promise<'published' | 'notPublished' | null> {
  const draft = await lockDraft(tx, platform, id, now);
  const planned = await tx
    .deleteFrom('planned_publications')
    .where('call_id', '=', id)
    .where('due_at', '<=', now)
    .returning(['note', 'planned_by', 'revision'])
    .executeTakeFirst();
  if (planned === undefined || typeof draft === 'string') return null;
  const { note, planned_by: publisherId, revision } = planned;
  const audited = { at: auditTime(platform), actorId: publisherId };
  if (!hasErrors(draft)) {
    const { change } = await goLive(tx, platform, draft, { publisherId, note, now });
    await recordChanges(tx, platform, [{ ...change, ...audited }]);
    return 'published';
  }
  if (publisherId !== null)
    await platform.emit(tx, [
      { type: 'publication_failed', occurredAt: now, userId: publisherId, detail: { callId: id } },
    ]);
  await recordChanges(tx, platform, [
    {
      ...audited,
      subject: { kind: 'call', id },
      action: 'publication_failed',
      before: { revision },
    },
  ]);
  return 'notPublished';
}

export const publishing: readonly Operation[] = [publish, stop];
