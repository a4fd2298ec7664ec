import { deleteAssignmentData } from '@clearcall/contract/applications.ts';
import { storableSentences } from '@clearcall/domain/forms/storable.ts';
import { openSubmission, readField } from '@clearcall/domain/forms/submission.ts';
import { decideRemoveRows } from '@clearcall/domain/workflow/place-rows.ts';
import { operation } from '../../../platform/http/bind.ts';
import { isRefusal, refuse } from '../../../platform/http/refuse.ts';
import { loadFlow } from '../flow-facts.ts';
import { lockAssignment } from '../sql.ts';
import { admit, editability, refuseOtherForm } from './admit.ts';
import { draftColumns, formOf, withReferences } from './form-of.ts';
import { versionReply } from './save.ts';
import { writeAssignment } from './write.ts';

/**
 * Removes rows of groups with their answers and documents and closes the gap in the order. Rows that are gone already
 * are no fault, so that a repeated call answers like the first; rows in which somebody has written since the sender saw
 * them stay, and are told with 409.
 */
export const removeRows = operation(deleteAssignmentData, ({ params, body, actor, now }, platform) =>
  platform.db.transaction().execute(async (tx) => {
    const loaded = admit(actor, await lockAssignment(platform, tx, params.id));
    if (isRefusal(loaded)) return loaded;
    const { application, assignment } = loaded;
    const flow = await loadFlow(platform, application.flowVersionId, now, { via: tx });
    const edit = editability(actor, loaded, flow, now);
    if (!edit.ok) return refuse(edit.code);
    const otherForm = refuseOtherForm(body.flowVersion, flow);
    if (otherForm !== null) return otherForm;

    const removal = decideRemoveRows(assignment.rows, assignment.answers, body.dataIds, body.seen);
    if (removal.removed.length > 0) {
      const form = formOf(
        actor,
        await withReferences(tx, loaded, flow),
        assignment,
        flow,
        edit.time.cutoffId,
        now,
      );
      const whole = openSubmission(form.plan, form.stepId, form);
      const locked = removal.removed.some((row) => {
        const group = readField(whole, { elementId: row.elementId, groupId: null });
        return group.visible && !group.editable;
      });
      if (locked) return refuse('invalid_value', { message: storableSentences.locked });
      const going = new Set(removal.removed.map(({ id }) => id));
      const answers = form.answers.filter(({ groupId }) => groupId === null || !going.has(groupId));
      const submission = openSubmission(form.plan, form.stepId, {
        answers,
        rows: removal.rest,
        context: form.context,
      });
      const columns = draftColumns(assignment, form, submission, flow);
      const write = {
        assignmentId: assignment.id,
        draft: assignment.status === 'draft',
        applicationId: application.id,
        actorId: actor.userId,
        now,
        rows: removal.moved,
        removedRows: [...going],
        ...(columns === undefined ? {} : { columns }),
      };
      await writeAssignment(tx, write);
    }
    const gone = new Set(removal.removed.map(({ id }) => id));
    const answers = assignment.answers.filter(({ groupId }) => groupId === null || !gone.has(groupId));
    const reply = {
      groups: removal.groups,
      savedAt: now.toISOString(),
      ...versionReply(body.version, assignment, { answers, rows: removal.rest }),
    };
    return removal.unseen.length === 0
      ? reply
      : refuse('stale_revision', { body: { ...reply, stale: removal.unseen } });
  }),
);
