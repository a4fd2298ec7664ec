import { deleteUpload } from '@clearcall/contract/applications.ts';
import { storableSentences } from '@clearcall/domain/forms/storable.ts';
import { openSubmission, problems, readField } from '@clearcall/domain/forms/submission.ts';
import type { StoredAnswer } from '@clearcall/domain/workflow/decide-save.ts';
import { dataItem } from '@clearcall/domain/workflow/place-rows.ts';
import { message } from '@clearcall/i18n/message.ts';
import { operation } from '../../../platform/http/bind.ts';
import { isRefusal, refuse } from '../../../platform/http/refuse.ts';
import { admit, fileEditability } from '../assignments/admit.ts';
import { formOf, withReferences } from '../assignments/form-of.ts';
import { writeAssignment } from '../assignments/write.ts';
import { loadFlow } from '../flow-facts.ts';
import { lockAssignment } from '../sql.ts';

/** Deletes an uploaded document and takes it out of its field, or gives up one that did not come so far. The file is removed from the storage later. */
export const remove = operation(deleteUpload, ({ params, actor, now }, platform) =>
  platform.db.transaction().execute(async (tx) => {
    const loaded = admit(actor, await lockAssignment(platform, tx, params.id));
    if (isRefusal(loaded)) return loaded;
    const { application, assignment } = loaded;
    const document = application.documents.find(({ id }) => id === params.uploadId);
    const pending = application.uploads.find(({ id }) => id === params.uploadId);
    const key =
      pending !== undefined
        ? { elementId: pending.flowElementId, groupId: pending.dataGroupId }
        : // Not in its field any more: kept for the readers of what was submitted.
          assignment.answers.find(({ values }) => document !== undefined && values.includes(document.id));
    if (key === undefined) return refuse('not_found');
    const { elementId, groupId } = key;
    const flow = await loadFlow(platform, application.flowVersionId, now, { via: tx });
    const isRefused = (pending?.refusal ?? null) !== null;
    const { edit, since, isLate } = fileEditability(actor, loaded, flow, isRefused, now);
    if (!edit.ok) return refuse(edit.code);
    const source = await withReferences(tx, loaded, flow);
    const form = formOf(actor, source, assignment, flow, edit.time.cutoffId, since ?? now);
    const whole = openSubmission(form.plan, form.stepId, form);
    const field = readField(whole, key);
    if (field.visible && !field.editable)
      return refuse('invalid_value', { message: storableSentences.locked });
    // Once it is gone, nothing could be put there any more.
    if (isLate && problems(whole).some((one) => one.elementId === elementId && one.groupId === groupId))
      return refuse('invalid_value', { message: message('refusals.upload.needed') });

    const answer = assignment.answers.find((one) => one.elementId === elementId && one.groupId === groupId);
    const before = answer ?? { elementId, groupId, values: [], revision: 0, savedAt: now.toISOString() };
    const stored: StoredAnswer =
      document === undefined
        ? before
        : {
            ...before,
            values: before.values.filter((id) => id !== document.id),
            revision: before.revision + 1,
            savedAt: now.toISOString(),
          };
    await writeAssignment(tx, {
      assignmentId: assignment.id,
      draft: assignment.status === 'draft',
      applicationId: application.id,
      actorId: actor.userId,
      now,
      ...(document === undefined
        ? {
            removedUploads: [params.uploadId],
            ...(since === null ? {} : { submissionAskedAt: 'as before' as const }),
          }
        : { answers: [stored], removedDocuments: [document.id] }),
    });
    // What did not become a document is no event.
    if (document === undefined) return { data: dataItem(stored) };
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
