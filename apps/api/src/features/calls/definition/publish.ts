import * as contract from '@clearcall/contract/call-drafts.ts';
import {
  mayApprove,
  publicationDueAt,
  refusesApproval,
  waitsForApproval,
} from '@clearcall/domain/calls/definition/planned-publication.ts';
import type { Translator } from '@clearcall/i18n/translator.ts';
import { configurationCommand, done } from '../../../platform/audit/configuration-command.ts';
import { auditTime, recordChanges } from '../../../platform/audit/record-change.ts';
import type { Db } from '../../../platform/db/pool.ts';
import type { Operation } from '../../../platform/http/bind.ts';
import { refuse } from '../../../platform/http/refuse.ts';
import { type Platform, workflowNow } from '../../../platform/platform.ts';
import { tellFindings } from './find-faults.ts';
import { type DraftToPublish, goLive, hasErrors, lockDraft } from './go-live.ts';
import { lockEdits } from './load-draft.ts';

const withFindings = ({ checked }: DraftToPublish, translator: Translator) =>
  refuse('call_has_errors', { body: { findings: tellFindings(checked.findings, translator) } });

/** Makes the draft of a call live: at once, or later if it can be stopped, has a time or needs an approval. */
const publish = configurationCommand(
  contract.publishCall,
  async (
    tx,
    { params: { id }, body: { revision, note, publishAt, fromCutoff = null }, actor, now, translator },
    platform,
  ) => {
    const draft = await lockDraft(tx, platform, id, now);
    if (typeof draft === 'string') return refuse(draft);
    if (draft.edited.draft.planned !== null) return refuse('publication_planned');
    if (draft.edited.revision !== revision) return refuse('stale_revision');
    if (fromCutoff !== null && draft.edited.definition.cutoffs.every(({ id: one }) => one !== fromCutoff))
      return refuse('place_gone');
    if (hasErrors(draft)) return withFindings(draft, translator);

    const publisherId = actor.userId;
    const { secondPublisher } = await platform.organisation.stored();
    const waits = waitsForApproval(secondPublisher, { plannedBy: publisherId, approvedBy: null });
    const chosen = publishAt === undefined ? null : new Date(publishAt);
    const dueAt = waits ? null : publicationDueAt(draft.effect, { publishAt: chosen, now });
    if (dueAt === null && !waits) {
      const { number, change } = await goLive(tx, platform, draft, {
        publisherId,
        approverId: null,
        fromCutoff,
        note,
        now,
      });
      return { change, reply: { number, dueAt: null } };
    }
    await tx
      .insertInto('planned_publications')
      .values({
        call_id: id,
        revision,
        note,
        planned_by: publisherId,
        planned_at: now,
        publish_at: chosen,
        due_at: dueAt,
        from_cutoff: fromCutoff,
      })
      .execute();
    const due = dueAt?.toISOString() ?? null;
    return {
      change: {
        subject: { kind: 'call', id },
        action: 'publication_planned',
        after: { revision, dueAt: due },
      },
      reply: { number: null, dueAt: due },
    };
  },
);

const plannedOf = (tx: Db, id: number) =>
  tx
    .selectFrom('planned_publications')
    .select([
      'planned_by as plannedBy',
      'approved_by as approvedBy',
      'due_at as dueAt',
      'publish_at as publishAt',
      'from_cutoff as fromCutoff',
      'note',
      'revision',
    ])
    .where('call_id', '=', id)
    .executeTakeFirst();

/** Approves a publication: it goes live at once, or from now on waits as one that needs no approval. */
const approve = configurationCommand(
  contract.approvePublication,
  async (tx, { params: { id }, body: { revision }, actor, now, translator }, platform) => {
    const draft = await lockDraft(tx, platform, id, now);
    const planned = await plannedOf(tx, id);
    if (typeof draft === 'string' || planned === undefined || planned.dueAt !== null)
      return refuse('no_planned_publication');
    if (!mayApprove(actor.userId, planned)) return refuse('own_publication');
    if (planned.revision !== revision) return refuse('stale_revision');
    if (hasErrors(draft)) return withFindings(draft, translator);

    const dueAt = publicationDueAt(draft.effect, { publishAt: planned.publishAt, now });
    const due = dueAt?.toISOString() ?? null;
    const change = {
      subject: { kind: 'call' as const, id },
      action: 'publication_approved' as const,
      after: { revision, dueAt: due },
    };
    if (dueAt !== null) {
      await tx
        .updateTable('planned_publications')
        .set({ due_at: dueAt, approved_by: actor.userId })
        .where('call_id', '=', id)
        .execute();
      return { change, reply: { number: null, dueAt: due } };
    }
    await tx.deleteFrom('planned_publications').where('call_id', '=', id).execute();
    const live = await goLive(tx, platform, draft, {
      publisherId: planned.plannedBy,
      approverId: actor.userId,
      fromCutoff: planned.fromCutoff,
      note: planned.note,
      now,
    });
    const audited = { at: auditTime(platform), actorId: actor.userId };
    await recordChanges(tx, platform, [{ ...change, ...audited }]);
    return { change: live.change, reply: { number: live.number, dueAt: null } };
  },
);

/** Stops a publication that has not gone live yet. The draft stays. */
const stop = configurationCommand(
  contract.stopPublication,
  async (tx, { params: { id }, body: { reason }, actor, now }, platform) => {
    await lockEdits(tx, id);
    const planned = await plannedOf(tx, id);
    if (planned === undefined) return refuse('no_planned_publication');
    const { plannedBy, revision } = planned;
    const isRefused = refusesApproval(actor.userId, planned);
    if (isRefused && !reason) return refuse('reason_needed');
    await tx.deleteFrom('planned_publications').where('call_id', '=', id).execute();
    if (isRefused && plannedBy !== null)
      await platform.emit(tx, [
        {
          type: 'publication_failed',
          occurredAt: now,
          userId: plannedBy,
          detail: { callId: id, reason: reason ?? '' },
        },
      ]);
    return {
      change: {
        subject: { kind: 'call', id },
        action: isRefused ? 'publication_refused' : 'publication_stopped',
        before: { revision },
        ...(reason && { reason }),
      },
      reply: done,
    };
  },
);

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
  const planned = await plannedOf(tx, id);
  if (typeof draft === 'string' || !planned?.dueAt || planned.dueAt > now) return null;
  const { note, plannedBy: publisherId, approvedBy: approverId, fromCutoff, revision } = planned;
  const { secondPublisher } = await platform.organisation.stored();
  if (waitsForApproval(secondPublisher, planned)) {
    // The setting came after it was planned.
    await tx.updateTable('planned_publications').set({ due_at: null }).where('call_id', '=', id).execute();
    return null;
  }
  await tx.deleteFrom('planned_publications').where('call_id', '=', id).execute();
  const audited = { at: auditTime(platform), actorId: publisherId };
  if (!hasErrors(draft)) {
    const { change } = await goLive(tx, platform, draft, {
      publisherId,
      approverId,
      fromCutoff,
      note,
      now,
    });
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

export const publishing: readonly Operation[] = [publish, approve, stop];
