import { decideOnAssignment } from '@clearcall/contract/workflow.ts';
import { sql } from 'kysely';
import { operation } from '../../../platform/http/bind.ts';
import { refuse } from '../../../platform/http/refuse.ts';
import { carryOut, changedAssignment } from '../workflow/carry-out.ts';
import { commandedReply, refused } from '../workflow/replies.ts';
import { holdApplication, loadAsker } from './load-asker.ts';
import { sendNamed } from './send-points.ts';

/** Decides on what was submitted; with a request for changes goes what it asks for at single fields, or nothing goes. */
export const decideOn = operation(decideOnAssignment, ({ params, body, actor, now, translator }, platform) =>
  platform.db.transaction().execute(async (tx) => {
    const { id: assignmentId } = params;
    const { outcome, points, ...rest } = body;
    if (points.length > 0) {
      await holdApplication(tx, assignmentId);
      const asked = await loadAsker(platform, tx, actor, assignmentId, now);
      // Who may not ask for anything is told so by the table of commands.
      const fits = points.every(({ flowElementId, dataGroupId }) =>
        asked?.takes({ elementId: flowElementId, groupId: dataGroupId }),
      );
      if (asked?.asker.now === true && !fits) return refuse('no_such_field');
    }
    const done = await carryOut(tx, platform, {
      key: { assignmentId },
      actor,
      now,
      make: () => ({
        type: 'decide',
        assignmentId,
        outcome: outcome === 'request_changes' ? 'changes_requested' : outcome,
        ...rest,
      }),
      reader: translator.language,
    });
    if (!done.ok) return refused(done);
    if (points.length > 0) {
      const parts = sendNamed({ assignmentId, actorId: actor.userId, now, points, role: actor.role });
      await sql`with ${sql.join(parts)} select 1`.execute(tx);
    }
    return commandedReply(changedAssignment(done, assignmentId));
  }),
);
