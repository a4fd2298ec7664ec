import { randomUUID } from 'node:crypto';
import { uploadDocument } from '@clearcall/contract/applications.ts';
import { openSubmission, readField } from '@clearcall/domain/forms/submission.ts';
import type { SaveSnapshot, StoredAnswer } from '@clearcall/domain/workflow/decide-save.ts';
import { dataItem } from '@clearcall/domain/workflow/place-rows.ts';
import { holdsFiles, maxFiles, type Placed } from '@clearcall/domain/workflow/step-index.ts';
import { message } from '@clearcall/i18n/message.ts';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { type FairQueue, fairQueue } from '../../../platform/db/fair-queue.ts';
import type { Databases, Db } from '../../../platform/db/pool.ts';
import { abandonFiles } from '../../../platform/files/abandon.ts';
import { type Actor, countsAt, operation } from '../../../platform/http/bind.ts';
import { receiveParts, type UploadParts } from '../../../platform/http/receive-parts.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/http/refuse.ts';
import type { Platform } from '../../../platform/platform.ts';
import { admit, fileEditability } from '../assignments/admit.ts';
import { formOf, withReferences } from '../assignments/form-of.ts';
import { type NewUpload, writeAssignment } from '../assignments/write.ts';
import { loadFlow } from '../flow-facts.ts';
import { type Asked, isKeyUsed, runIdempotently, storedReply } from '../idempotency.ts';
import { type LockedApplication, type LockedAssignment, lockAssignment } from '../sql.ts';
import { checksOf } from './checks.ts';
import { cleanFileName, freeName } from './file-name.ts';
import { fromHead, hasPdfSignature } from './pdf-head.ts';
import { refuseBeyond, refuseWithoutRoom, usedJson } from './room.ts';

type Uploaded = z.infer<typeof uploadDocument.reply>;

/** The place of an upload, as the other parts of the request name it. */
interface Target {
  elementId: string;
  groupId: string | null;
}

const groupPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const parts: UploadParts<Target> = {
  fields: ['flowElementId', 'groupId'],
  readTarget(fields) {
    const elementId = fields.get('flowElementId') ?? '';
    const group = fields.get('groupId') ?? '';
    const groupId = group === '' || group === 'null' ? null : group;
    const isWrong =
      elementId === '' || elementId.length > 200 || (groupId !== null && !groupPattern.test(groupId));
    return isWrong ? null : { elementId, groupId: groupId?.toLowerCase() ?? null };
  },
  pass: fromHead,
};

interface Admitted {
  application: LockedApplication;
  assignment: LockedAssignment;
  placed: Placed;
  /** What the field holds now; revision 0 when nothing was ever there. */
  answer: StoredAnswer;
  /** Files of the field that are being checked or were refused. */
  pending: LockedApplication['uploads'];
  /** It takes the place of this refused file, and the submission that waits counts as before. */
  mends: string | null;
}

/** What one application may hold, so that nobody fills the storage: many times what the longest form asks for. */
const maxFilesInTotal = 500;
const maxBytesInTotal = 1024 * 1024 * 1024;

/** What the application `ap` holds. */
interface Held {
  files: number;
  bytes: number;
}
const heldJson: RawBuilder<Held> = sql`(
  select json_build_object('files', count(*), 'bytes', coalesce(sum(held.size_bytes), 0))
  from assignments a cross join lateral (
    select d.size_bytes from documents d where d.assignment_id = a.id
    union all select u.size_bytes from uploads u where u.assignment_id = a.id) held
  where a.application_id = ap.id)`;

const isFull = ({ files, bytes }: Held): boolean => files >= maxFilesInTotal || bytes >= maxBytesInTotal;

/** Whether a file may go into a field now. Asked before the file is read, and again before its row is written. */
async function admitUpload(
  platform: Platform,
  via: Db,
  locked: Awaited<ReturnType<typeof lockAssignment<{ held: Held }>>>,
  actor: Actor,
  target: Target,
  now: Date,
): Promise<Admitted | Refusal> {
  const loaded = admit(actor, locked);
  if (isRefusal(loaded)) return loaded;
  const { application, assignment } = loaded;
  const flow = await loadFlow(platform, application.flowVersionId, now, { via });
  const pending = application.uploads.filter(
    (one) => one.flowElementId === target.elementId && one.dataGroupId === target.groupId,
  );
  const refused = pending.find(({ refusal }) => refusal !== null) ?? null;
  const { edit, since } = fileEditability(actor, loaded, flow, refused !== null, now);
  if (!edit.ok) return refuse(edit.code);
  const source = await withReferences(via, loaded, flow);
  const form = formOf(actor, source, assignment, flow, edit.time.cutoffId, since ?? now);
  const placed = takesFiles(form, target);
  if (placed === null) return refuse('invalid_value', { message: message('refusals.upload.notHere') });
  const held = locked?.along?.held;
  if (held !== undefined && isFull(held))
    return refuse('file_too_large', { message: message('refusals.upload.full') });
  const answer = assignment.answers.find(
    ({ elementId, groupId }) => elementId === target.elementId && groupId === target.groupId,
  );
  const most = maxFiles(placed.element);
  const coming = pending.filter(({ refusal }) => refusal === null).length;
  if (most > 1 && (answer?.values.length ?? 0) + coming >= most)
    return refuse('invalid_value', { message: message('refusals.upload.most', { n: most }) });
  return {
    application,
    assignment,
    placed,
    pending,
    mends: since === null ? null : (refused?.id ?? null),
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

/** So many uploads use the database at a time; saves and submits have the other connections. */
const maxAtOnce = 1;
/** A file that came in whole waits rather than be thrown away. */
const maxWaitMs = 60_000;
const queues = new WeakMap<Databases, FairQueue>();

function queueOf({ databases }: Platform): FairQueue {
  const queue = queues.get(databases) ?? fairQueue(maxAtOnce, maxWaitMs);
  queues.set(databases, queue);
  return queue;
}

/**
 * Takes a PDF for an element. It is kept and waits for its check; when it has passed, a field for one file takes it in
 * place of the old one, and a field for several adds it. Decided before the file is read, where its place comes before it,
 * and again in the transaction that writes its row.
 */
export const upload = operation(uploadDocument, async (given, platform) => {
  const { params, actor, now: begun, idempotencyKey, request, reply } = given;
  const { userId } = actor;
  const queue = queueOf(platform);
  const { uploadMaxMb } = await platform.organisation();
  let known = false;
  let maxPages: number | null = null;

  async function admitFirst(target: Target): Promise<{ limitBytes: number } | Refusal> {
    const before = sql<{
      held: Held;
      known: boolean;
      room: { used: number; freed: number };
    }>`json_build_object(
      'held', ${heldJson}, 'known', ${isKeyUsed({ userId, key: idempotencyKey })}, 'room', ${usedJson(userId)})`;
    // Nothing is written yet: the one statement is its own transaction, and its locks end with it.
    const locked = await lockAssignment(platform, platform.db, params.id, { along: before });
    known = locked?.along?.known === true;
    // Whatever stands in its way by now, the first of it came through.
    if (known) return { limitBytes: uploadMaxMb * 1_048_576 };
    const admitted = await admitUpload(platform, platform.db, locked, actor, target, begun);
    if (isRefusal(admitted)) return admitted;
    const full = await refuseBeyond(platform, locked?.along?.room ?? { used: 0, freed: 0 }, 0);
    if (full !== undefined) return full;
    const limits = admitted.placed.element.config.upload;
    maxPages = limits?.maxPages ?? null;
    return { limitBytes: Math.floor(Math.min(limits?.maxMb ?? uploadMaxMb, uploadMaxMb) * 1_048_576) };
  }

  const maxBytes = uploadMaxMb * 1_048_576;
  const received = await receiveParts({ request, reply }, parts, platform.files, maxBytes, (target) =>
    queue.take(userId, () => admitFirst(target)),
  );
  if ('refused' in received) return received;
  const now = countsAt(request, platform);
  const { sizeBytes, sha256 } = received.file;
  const { elementId, groupId } = received.target;
  const asked: Asked = {
    userId,
    key: idempotencyKey,
    what: ['upload', params.id, elementId, groupId, sha256.toString('hex')],
    now,
  };
  const earlier = known ? await storedReply<Uploaded>(platform.db, asked) : null;
  if (earlier !== null || !hasPdfSignature(received.file.head)) {
    await received.file.discard();
    // Nobody may have learned that the first of it came through.
    if (earlier !== null) checksOf(platform).wake();
    return earlier ?? refuse('not_a_pdf');
  }
  const storageKey = await received.file.keep();
  // Of somebody's review readers may not learn from the id of its file when it came.
  const ids = { dated: platform.newId(), drawn: randomUUID() };

  const write = async (tx: Db): Promise<{ applicationId: number; reply: Uploaded } | Refusal> => {
    const along = sql<{ held: Held }>`json_build_object('held', ${heldJson})`;
    const locked = await lockAssignment(platform, tx, params.id, { along });
    const admitted = await admitUpload(platform, tx, locked, actor, received.target, now);
    if (isRefusal(admitted)) return admitted;
    const { application, assignment, placed, answer, pending, mends } = admitted;
    const id = application.ownerId === assignment.ownerId ? ids.dated : ids.drawn;
    const replaces = maxFiles(placed.element) === 1;
    // What it replaces stays until it has passed: only what it comes before goes now.
    const overtaken = replaces ? pending.map((one) => one.id) : mends === null ? [] : [mends];
    const replaced = replaces ? [...answer.values, ...overtaken] : [];
    const full = await refuseWithoutRoom(platform, tx, userId, {
      addedBytes: sizeBytes,
      replaced,
      hold: true,
    });
    if (full !== undefined) return full;
    // A file takes over the name of what it replaces.
    const beside = [...application.documents, ...application.uploads.filter((one) => one.refusal === null)]
      .filter((one) => one.flowElementId === elementId)
      .filter((one) => !replaces || one.dataGroupId !== groupId);
    const newUpload: NewUpload = {
      id,
      elementId,
      groupId,
      originalFilename: cleanFileName(received.filename),
      filename: freeName(
        placed.element.title,
        beside.map(({ filename }) => filename),
      ),
      sizeBytes,
      sha256,
      storageKey,
      maxPages,
      replaces,
    };
    await writeAssignment(tx, {
      assignmentId: assignment.id,
      draft: assignment.status === 'draft',
      applicationId: application.id,
      actorId: userId,
      now,
      newUpload,
      removedUploads: overtaken,
      ...(mends === null ? {} : { submissionAskedAt: 'as before' }),
    });
    const reply: Uploaded = {
      document: {
        id,
        assignmentId: assignment.id,
        flowElementId: elementId,
        dataGroupId: groupId,
        filename: newUpload.filename,
        originalFilename: newUpload.originalFilename,
        sizeBytes,
        pages: null,
        createdAt: now.toISOString(),
        check: 'waiting',
        refusal: null,
      },
      data: dataItem(answer),
    };
    return { applicationId: application.id, reply };
  };
  // The commit may have come through although its answer did not: whoever removes abandoned files looks for the row.
  const writing = queue.take(userId, () => runIdempotently<Uploaded>(platform, asked, write));
  const outcome = await writing.catch(async (error: unknown) => {
    await abandonFiles(platform, [storageKey]);
    throw error;
  });
  if (isRefusal(outcome) || !Object.values(ids).includes(outcome.document.id))
    await platform.files.remove(storageKey);
  else checksOf(platform).wake();
  return outcome;
});
