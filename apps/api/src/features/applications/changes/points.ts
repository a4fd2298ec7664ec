import { removePoint, savePoint } from '@clearcall/contract/changes.ts';
import { maxPoints } from '@clearcall/domain/applications/thread.ts';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/pool.ts';
import { operation } from '../../../platform/http/bind.ts';
import { refuse } from '../../../platform/http/refuse.ts';
import { holdApplication, loadAsker } from './load-asker.ts';

interface Place {
  assignmentId: string;
  authorId: number;
  flowElementId: string;
  dataGroupId: string | null;
}

/** The own points of an assignment: the one at a field as it is, and how many there are. */
async function ownPoints(
  tx: Db,
  { assignmentId, authorId, flowElementId, dataGroupId }: Place,
): Promise<{ point: { id: string; text: string; revision: number } | null; count: number }> {
  const { rows } = await sql<{ id: string; text: string; revision: number; isHere: boolean }>`
    select id, text, revision, element_id = ${flowElementId}
      and group_id is not distinct from ${dataGroupId}::uuid as "isHere"
    from points where assignment_id = ${assignmentId}::uuid and author_id = ${authorId} for update
  `.execute(tx);
  return { point: rows.find(({ isHere }) => isHere) ?? null, count: rows.length };
}

/**
 * Keeps a point before its change request is made. As it was last read: two windows do not undo each other. The same once
 * more, its answer lost, is done already.
 */
export const save = operation(savePoint, ({ params, body, actor, now }, platform) =>
  platform.db.transaction().execute(async (tx) => {
    await holdApplication(tx, params.id);
    const asked = await loadAsker(platform, tx, actor, params.id, now);
    if (asked === null) return refuse('not_found');
    const { flowElementId, dataGroupId, text, revision } = body;
    if (!asked.asker.now) return refuse('not_submitted');
    if (!asked.takes({ elementId: flowElementId, groupId: dataGroupId })) return refuse('no_such_field');
    const place = { assignmentId: params.id, authorId: actor.userId, flowElementId, dataGroupId };
    const { point, count } = await ownPoints(tx, place);
    const next = revision + 1;
    if (point !== null && point.revision === next && point.text === text) return { revision: next };
    if ((point?.revision ?? 0) !== revision) return refuse('stale_revision');
    const { stepId, role } = asked.asker;
    const kept = { text, role, step_id: stepId, revision: next, changed_at: now };
    if (point !== null) await tx.updateTable('points').set(kept).where('id', '=', point.id).execute();
    else {
      if (count >= maxPoints) return refuse('too_many_points');
      await tx
        .insertInto('points')
        .values({
          id: platform.newId(),
          assignment_id: params.id,
          element_id: flowElementId,
          group_id: dataGroupId,
          author_id: actor.userId,
          ...kept,
        })
        .execute();
    }
    return { revision: next };
  }),
);

/** Removes an own point, also where nothing can be asked for any more. One that is gone is not there. */
export const remove = operation(removePoint, ({ params, body, actor }, platform) =>
  platform.db.transaction().execute(async (tx) => {
    await holdApplication(tx, params.id);
    const { flowElementId, dataGroupId, revision } = body;
    const place = { assignmentId: params.id, authorId: actor.userId, flowElementId, dataGroupId };
    const { point } = await ownPoints(tx, place);
    if (point === null) return refuse('not_found');
    if (point.revision !== revision) return refuse('stale_revision');
    await tx.deleteFrom('points').where('id', '=', point.id).execute();
    return { done: true as const };
  }),
);
