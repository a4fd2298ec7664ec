import { deleteUpload } from '@clearcall/contract/applications.ts';
import { dataItem, type StoredAnswer } from '@clearcall/domain/workflow/decide-save.ts';
import { deed } from '../../../platform/http/bind.ts';
import { isRefusal, refuse } from '../../../platform/http/refuse.ts';
import { admit, editability } from '../assignments/admit.ts';
import { writeAssignment } from '../assignments/write.ts';
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
    if (document === undefined) return refuse('not_found');
    const edit = editability(actor, loaded, now);
    if (!edit.ok) return refuse(edit.code);

    const { flowElementId: elementId, dataGroupId: groupId } = document;
    const answer = assignment.answers.find(
      (stored) => stored.elementId === elementId && stored.groupId === groupId,
    );
    const stored: StoredAnswer = {
      elementId,
      groupId,
      values: (answer?.values ?? []).filter((id) => id !== document.id),
      revision: (answer?.revision ?? 0) + 1,
      savedAt: now.toISOString(),
    };
    await writeAssignment(tx, {
      assignmentId: assignment.id,
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
