import { duplicateApplication } from '@clearcall/contract/applications.ts';
import { callForDuplicate } from '@clearcall/domain/deadlines/call-for-duplicate.ts';
import { firstStep } from '@clearcall/domain/forms/first-step.ts';
import { finalAnswers, openSubmission } from '@clearcall/domain/forms/submission.ts';
import { decideCreate } from '@clearcall/domain/workflow/decide-create.ts';
import { decideDuplicate } from '@clearcall/domain/workflow/decide-duplicate.ts';
import { message } from '@clearcall/i18n/message.ts';
import { abandonFiles } from '../../platform/files/abandon.ts';
import { operation } from '../../platform/http/bind.ts';
import { isRefusal, refuse } from '../../platform/http/refuse.ts';
import type { Platform } from '../../platform/platform.ts';
import { columnsOf, type FormSource, formOf } from './assignments/form-of.ts';
import { type NewDocument, writeAssignment } from './assignments/write.ts';
import { flowOfNew, lockCall, writeApplication } from './create.ts';
import { refuseWithoutRoom } from './documents/room.ts';
import { loadFlow } from './flow-facts.ts';
import { runIdempotently, storedReply } from './idempotency.ts';
import { loadApplication, loadCallOfForm, titleBreak } from './sql.ts';

/** The files of an assignment once more in the storage, under new ids. */
async function copyFiles(
  platform: Platform,
  assignmentId: string,
): Promise<{ oldId: string; document: NewDocument }[]> {
  const stored = await platform.db
    .selectFrom('documents')
    .select([
      'id',
      'element_id',
      'group_id',
      'original_filename',
      'filename',
      'size_bytes',
      'pages',
      'sha256',
      'storage_key',
    ])
    .where('assignment_id', '=', assignmentId)
    .execute();
  const copies: { oldId: string; document: NewDocument }[] = [];
  for (const row of stored) {
    const file = await platform.files.open(row.storage_key);
    if (file === null) continue;
    const copy = await platform.files.receive(file.stream, row.size_bytes);
    if (!copy.ok) continue;
    copies.push({
      oldId: row.id,
      document: {
        id: platform.newId(),
        elementId: row.element_id,
        groupId: row.group_id,
        originalFilename: row.original_filename,
        filename: row.filename,
        sizeBytes: row.size_bytes,
        pages: row.pages,
        sha256: row.sha256,
        storageKey: await copy.file.keep(),
      },
    });
  }
  return copies;
}

/**
 * Copies the caller's own answers and files into a new draft on the current form of the call, or of the newest open call
 * with its code if the call is closed. What no longer fits is left out and named. Refused if no such call is open, and
 * for a draft.
 */
export const duplicate = operation(duplicateApplication, async (given, platform) => {
  const { params, actor, now, idempotencyKey, translator } = given;
  const source = await loadApplication(platform.db, { key: params.id }, actor.userId, now);
  if (source === null || source.ownerId !== actor.userId) return refuse('not_found');
  const asked = { userId: actor.userId, key: idempotencyKey, what: ['duplicate', source.id], now };
  const earlier = await storedReply<{ uid: string; leftOut: string[] }>(platform.db, asked);
  if (earlier !== null) return earlier;
  if (source.status === 'draft')
    return refuse('not_editable', { message: message('refusals.draftNotDuplicated') });
  const callId = callForDuplicate(source.sameCode, source.call.id, now);
  if (callId === null) return refuse('call_closed', { message: message('refusals.noCallForDuplicate') });

  const oldFlow = await loadFlow(platform, source.flowVersionId, now, { reader: translator.language });
  const oldStep = firstStep(oldFlow.flow);
  const assignment = source.assignments.find(({ stepId }) => stepId === oldStep?.id);
  if (assignment === undefined) return refuse('not_found');
  const oldForm = formOf(actor, source, assignment, oldFlow, source.cutoffId, now);
  const content = assignment.submitted ?? finalAnswers(openSubmission(oldForm.plan, oldForm.stepId, oldForm));
  const addedBytes = source.documents
    .filter(({ assignmentId }) => assignmentId === assignment.id)
    .reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (addedBytes > 0) {
    const room = { addedBytes, hold: false };
    const full = await refuseWithoutRoom(platform, platform.db, actor.userId, room);
    if (full !== undefined) return full;
  }
  const copies = await copyFiles(platform, assignment.id);
  const newIds = new Map(copies.map(({ oldId, document }) => [oldId, document.id]));

  let keptIfWritten: { uid: string; keys: string[] } = { uid: '', keys: [] };
  let kept: ReadonlySet<string> = new Set();
  try {
    const outcome = await runIdempotently(platform, asked, async (tx) => {
      const call = await lockCall(tx, callId);
      const decision = decideCreate(call, now);
      if (!decision.ok || call === null) return refuse('call_closed');
      const flowVersionId = flowOfNew(call, decision.cutoffId);
      if (flowVersionId === null) return refuse('call_closed');
      const flow = await loadFlow(platform, flowVersionId, now, { via: tx });
      const step = firstStep(flow.flow);
      if (step === null) return refuse('call_closed');

      const assignmentId = platform.newId();
      const empty = { ...assignment, id: assignmentId, stepId: step.id, answers: [], rows: [] };
      const draft: FormSource = {
        ...source,
        ...(await loadCallOfForm(tx, callId)),
        assignments: [],
        documents: copies.map(({ document }) => ({
          ...document,
          assignmentId,
          flowElementId: document.elementId,
          dataGroupId: document.groupId,
          createdAt: now.toISOString(),
        })),
      };
      const form = formOf(actor, draft, empty, flow, decision.cutoffId, now);
      const copied = decideDuplicate(content, oldForm.index, form, newIds);
      const leftOut = copied.leftOut.map(({ title }) => title);
      const used = new Set(copied.answers.flatMap(({ values }) => values));
      const documents = copies.map(({ document }) => document).filter(({ id }) => used.has(id));
      if (documents.length > 0) {
        const added = documents.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
        const room = { addedBytes: added, hold: true };
        const full = await refuseWithoutRoom(platform, tx, actor.userId, room);
        if (full !== undefined) return full;
      }

      const { id, uid } = await writeApplication(tx, {
        call,
        flowVersionId,
        cutoffId: decision.cutoffId,
        stepId: step.id,
        ownerRole: step.ownerRole,
        ownerId: actor.userId,
        assignmentId,
        activityId: platform.newId(),
        now,
      });
      await writeAssignment(tx, {
        assignmentId,
        draft: true,
        applicationId: id,
        actorId: actor.userId,
        now,
        answers: copied.answers.map((answer) => ({ ...answer, revision: 1, savedAt: now.toISOString() })),
        rows: copied.rows,
        newDocuments: documents,
        columns: columnsOf(form, copied.submission),
      });
      await platform.emit(tx, [
        {
          type: 'application_duplicated',
          occurredAt: now,
          applicationId: id,
          assignmentId,
          userId: actor.userId,
          actorId: actor.userId,
          detail: {
            uid,
            from: source.uid,
            leftOut: leftOut.join(titleBreak),
            leftOutIn: copied.leftOut.map(({ elementId }) => elementId ?? '').join(titleBreak),
          },
        },
      ]);
      keptIfWritten = { uid, keys: documents.map(({ storageKey }) => storageKey) };
      return { applicationId: id, reply: { uid, leftOut } };
    });
    // Not where another request with its key was the first: then these copies are nobody's.
    if (!isRefusal(outcome) && outcome.uid === keptIfWritten.uid) kept = new Set(keptIfWritten.keys);
    return outcome;
  } finally {
    // Also when all seems to have failed: the commit may have come through although its answer did not.
    const left = copies.map(({ document }) => document.storageKey).filter((key) => !kept.has(key));
    await abandonFiles(platform, left);
  }
});
