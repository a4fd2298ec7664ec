import { uploadDocument } from '@clearcall/contract/applications.ts';
import { openSubmission, readField } from '@clearcall/domain/forms/submission.ts';
import type { SaveSnapshot, StoredAnswer } from '@clearcall/domain/workflow/decide-save.ts';
import { dataItem } from '@clearcall/domain/workflow/place-rows.ts';
import { holdsFiles, mostFiles, type Placed } from '@clearcall/domain/workflow/step-index.ts';
import type { z } from 'zod';
import type { Db } from '../../../platform/db/pool.ts';
import { abandonFiles } from '../../../platform/files/abandon.ts';
import { type Actor, countsAt, deed } from '../../../platform/http/bind.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/http/refuse.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type Asked, answerOnce, earlierAnswer, isAnswered } from '../answer-once.ts';
import { admit, editability } from '../assignments/admit.ts';
import { formOf } from '../assignments/form-of.ts';
import { writeAssignment } from '../assignments/write.ts';
import { loadFlow } from '../flow-facts.ts';
import { type HeldApplication, type HeldAssignment, lockAssignment } from '../sql.ts';
import { cleanFileName, documentName } from './file-name.ts';
import { inspectPdf } from './inspect-pdf.ts';
import { receiveParts, type Target } from './receive-parts.ts';
import { refuseWithoutRoom } from './room.ts';

type Uploaded = z.infer<typeof uploadDocument.reply>;

interface Admitted {
  application: HeldApplication;
  assignment: HeldAssignment;
  placed: Placed;
  /** What the field holds now; revision 0 when nothing was ever there. */
  answer: StoredAnswer;
}

/** What one application may hold, so that nobody fills the storage: many times what the longest form asks for. */
const mostFilesInAll = 500;
const mostBytesInAll = 1024 * 1024 * 1024;
const full = 'This application holds more files than are allowed. Delete some of them.';

function isFull(documents: HeldApplication['documents']): boolean {
  const bytes = documents.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return documents.length >= mostFilesInAll || bytes >= mostBytesInAll;
}

/** Whether a file may go into a field now. Asked before the file is read, and again before its row is written. */
async function admitUpload(
  platform: Platform,
  tx: Db,
  assignmentId: string,
  actor: Actor,
  target: Target,
  now: Date,
): Promise<Admitted | Refusal> {
  const loaded = admit(actor, await lockAssignment(tx, assignmentId, now));
  if (isRefusal(loaded)) return loaded;
  const { application, assignment } = loaded;
  const flow = await loadFlow(platform, application.flowVersionId, now, tx);
  const edit = editability(actor, loaded, flow, now);
  if (!edit.ok) return refuse(edit.code);
  const form = formOf(application, assignment, flow, edit.time.cutoffId, now);
  const placed = takesFiles(form, target);
  if (placed === null) return refuse('invalid_value', { message: 'Files cannot be put here.' });
  if (isFull(application.documents)) return refuse('file_too_large', { message: full });
  const answer = assignment.answers.find(
    ({ elementId, groupId }) => elementId === target.elementId && groupId === target.groupId,
  );
  const most = mostFiles(placed.element);
  if (most > 1 && (answer?.values.length ?? 0) >= most)
    return refuse('invalid_value', { message: `There can't be more than ${most} files here.` });
  return {
    application,
    assignment,
    placed,
    answer: answer ?? { ...target, values: [], revision: 0, savedAt: now.toISOString() },
  };
}

/** The upload element that a target names, where it is there to be filled in now. */
function takesFiles(form: SaveSnapshot, target: Target): Placed | null {
  const placed = form.index.elements.get(target.elementId);
  if (placed === undefined || !holdsFiles(placed.element)) return null;
  if ((placed.groupId === null) !== (target.groupId === null)) return null;
  const row = form.rows.find(({ id }) => id === target.groupId);
  if (target.groupId !== null && row?.elementId !== placed.groupId) return null;
  const submission = openSubmission(form.plan, form.stepId, form);
  const field = readField(submission, target);
  return field.visible && field.editable ? placed : null;
}

/**
 * Uploads a PDF into an element. A field for one file takes the new one in place of the old one; a field for several
 * adds it. Decided before the file is read, and again in the transaction that writes its row.
 */
export const upload = deed(uploadDocument, async (given, platform) => {
  const { params, actor, now: begun, idempotencyKey, request } = given;
  const { uploadMaxMb } = await platform.organisation();
  const known =
    idempotencyKey !== null && (await isAnswered(platform.db, { userId: actor.userId, key: idempotencyKey }));
  const ask = (tx: Db, target: Target, at: Date) => admitUpload(platform, tx, params.id, actor, target, at);
  let maxPages: number | undefined;

  const received = await receiveParts(request, platform.files, async (target) => {
    // Whatever stands in its way by now, the first of it came through.
    if (known) return { limitBytes: uploadMaxMb * 1_048_576 };
    const admitted = await platform.db.transaction().execute((tx) => ask(tx, target, begun));
    if (isRefusal(admitted)) return admitted;
    const room = { addedBytes: 0, hold: false };
    const full = await refuseWithoutRoom(platform, platform.db, actor.userId, room);
    if (full !== undefined) return full;
    const limits = admitted.placed.element.config.upload;
    maxPages = limits?.maxPages;
    return { limitBytes: Math.floor(Math.min(limits?.maxMb ?? uploadMaxMb, uploadMaxMb) * 1_048_576) };
  });
  if ('refused' in received) return received;
  const now = countsAt(request, platform);
  const { sizeBytes, sha256 } = received.file;
  const { elementId, groupId } = received.target;
  const asked: Asked = {
    userId: actor.userId,
    key: idempotencyKey,
    what: ['upload', params.id, elementId, groupId, sha256.toString('hex')],
    now,
  };
  const earlier = known ? await earlierAnswer<Uploaded>(platform.db, asked) : null;
  if (earlier !== null) {
    await received.file.discard();
    return earlier;
  }

  const judged = await judge(received.file.path, actor.userId, maxPages);
  if ('refused' in judged) {
    await received.file.discard();
    return judged;
  }
  const storageKey = await received.file.keep();
  const id = platform.newId();

  const writing = answerOnce<Uploaded>(platform, asked, async (tx) => {
    const admitted = await ask(tx, received.target, now);
    if (isRefusal(admitted)) return admitted;
    const { application, assignment, placed, answer } = admitted;
    const replaces = mostFiles(placed.element) === 1;
    const room = { addedBytes: sizeBytes, replaced: replaces ? answer.values : [], hold: true };
    const full = await refuseWithoutRoom(platform, tx, actor.userId, room);
    if (full !== undefined) return full;
    const alike = assignment.answers
      .filter((other) => other.elementId === elementId)
      .flatMap(({ values }) => values).length;
    const nth = alike - (replaces ? answer.values.length : 0) + 1;
    const stored: StoredAnswer = {
      elementId,
      groupId,
      values: replaces ? [id] : [...answer.values, id],
      revision: answer.revision + 1,
      savedAt: now.toISOString(),
    };
    const document = {
      id,
      elementId,
      groupId,
      originalFilename: cleanFileName(received.filename),
      filename: documentName(placed.element.title, nth),
      sizeBytes,
      pages: judged.pages,
      sha256,
      storageKey,
    };
    await writeAssignment(tx, {
      assignmentId: assignment.id,
      draft: assignment.status === 'draft',
      applicationId: application.id,
      actorId: actor.userId,
      now,
      answers: [stored],
      newDocuments: [document],
      removedDocuments: replaces ? answer.values : [],
    });
    await platform.emit(tx, [
      {
        type: 'document_uploaded',
        occurredAt: now,
        applicationId: application.id,
        assignmentId: assignment.id,
        actorId: actor.userId,
        detail: { documentId: id, elementId },
      },
    ]);
    const reply: Uploaded = {
      document: {
        id,
        assignmentId: assignment.id,
        flowElementId: elementId,
        dataGroupId: groupId,
        filename: document.filename,
        originalFilename: document.originalFilename,
        sizeBytes,
        pages: judged.pages,
        createdAt: now.toISOString(),
      },
      data: dataItem(stored),
    };
    return { applicationId: application.id, reply };
  });
  // The commit may have come through although its answer did not: whoever removes abandoned files looks for the row.
  const outcome = await writing.catch(async (error: unknown) => {
    await abandonFiles(platform, [storageKey]);
    throw error;
  });
  if (isRefusal(outcome) || outcome.document.id !== id) await platform.files.remove(storageKey);
  return outcome;
});

/** The pages of a PDF that can be kept, or why it cannot. */
async function judge(
  path: string,
  userId: number,
  maxPages: number | undefined,
): Promise<{ pages: number } | Refusal> {
  const pdf = await inspectPdf(path, userId);
  switch (pdf.found) {
    case 'broken':
      return refuse('not_a_pdf');
    case 'encrypted':
      return refuse('encrypted_pdf');
    case 'costly':
      return refuse('unchecked_pdf');
    case 'pdf':
      return maxPages !== undefined && pdf.pages > maxPages
        ? refuse('too_many_pages', {
            message: `This PDF has ${pdf.pages} pages. At most ${maxPages} are allowed here.`,
          })
        : { pages: pdf.pages };
  }
}
