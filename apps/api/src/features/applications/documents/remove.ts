import { deleteUpload } from '@clearcall/contract/applications.ts';
import { storableSentences } from '@clearcall/domain/forms/storable.ts';
import { openSubmission, readField } from '@clearcall/domain/forms/submission.ts';
import type { StoredAnswer } from '@clearcall/domain/workflow/decide-save.ts';
import { dataItem } from '@clearcall/domain/workflow/place-rows.ts';
import { deed } from '../../../platform/http/bind.ts';
import { isRefusal, refuse } from '../../../platform/http/refuse.ts';
import { admit, editability } from '../assignments/admit.ts';
import { formOf } from '../assignments/form-of.ts';
import { writeAssignment } from '../assignments/write.ts';
import { loadFlow } from '../flow-facts.ts';
import { lockAssignment } from '../sql.ts';

/** Deletes an uploaded document and takes it out of its field. The file is removed from the storage later. */
export const remove = deed(deleteUpload, ({ params, actor, now }, platform) =>
  platform.db.transaction().execute(async (tx) => {
    const loaded = admit(actor, await lockAssignment(tx, params.id, now));
    if (isRefusal(loaded)) return loaded;
    const { application, assignment } = loaded;
    const document = application.documents.find(
      ({ id, assignmentId }) => id === params.uploadId && assignmentId === assignment.id,
    );
    // Not in its field any more: kept for the readers of what was submitted.
    const answer = assignment.answers.find(({ values }) => values.includes(params.uploadId));
    if (document === undefined || answer === undefined) return refuse('not_found');
    const flow = await loadFlow(platform, application.flowVersionId, now, tx);
    const edit = editability(actor, loaded, flow, now);
    if (!edit.ok) return refuse(edit.code);
    const { elementId, groupId } = answer;
    const form = formOf(application, assignment, flow, edit.time.cutoffId, now);
    const field = readField(openSubmission(form.plan, form.stepId, form), answer);
    if (field.visible && !field.editable)
      return refuse('invalid_value', { message: storableSentences.locked });

    const stored: StoredAnswer = {
      elementId,
      groupId,
      values: answer.values.filter((id) => id !== document.id),
      revision: answer.revision + 1,
      savedAt: now.toISOString(),
    };
    await writeAssignment(tx, {
      assignmentId: assignment.id,
      draft: assignment.status === 'draft',
      applicationId: application.id,
      actorId: actor.userId,
      now,
      answers: [stored],
      removedDocuments: [document.id],
    });
    await platform.emit(tx, [
      {
        type: 'document_deleted',
        occurredAt: now,
        applicationId: application.id,
        assignmentId: assignment.id,
        actorId: actor.userId,
        detail: { documentId: document.id, elementId },
      },
    ]);
    return { data: dataItem(stored) };
  }),
);
