import { type RefusalCode, refusalMessage } from '@clearcall/contract/refusals.ts';
import { inNoGroup } from '@clearcall/domain/model/application.ts';
import type { Message } from '@clearcall/words/message.ts';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/pool.ts';
import { type Platform, workflowNow } from '../../../platform/platform.ts';
import { writeAssignment } from '../assignments/write.ts';

/** What a check found: pages of a PDF that can be kept, or why it cannot. */
export type Verdict = { pages: number } | { code: RefusalCode; message?: Message };

const columns = [
  'id',
  'assignment_id',
  'element_id',
  'group_id',
  'original_filename',
  'filename',
  'size_bytes',
  'sha256',
  'storage_key',
  'replaces',
  'uploaded_by',
  'created_at',
] as const;

/** The upload behind the lock of its assignment; undefined when it was removed, or another process was first. */
async function lockWaiting(tx: Db, { id, assignmentId }: { id: string; assignmentId: string }) {
  // In the order in which everybody else takes them: a statement of its own, so that what it waited for is seen.
  await sql`select from assignments where id = ${assignmentId}::uuid for update`.execute(tx);
  return tx
    .selectFrom('uploads')
    .select(columns)
    .where('id', '=', id)
    .where('refusal_code', 'is', null)
    .executeTakeFirst();
}

/**
 * Writes what became of an upload, as of when it came: a document that stands in its answer, or a refusal, whose file
 * goes. Nothing where it was removed meanwhile. May be done again.
 */
export async function finishCheck(
  platform: Platform,
  upload: { id: string; assignmentId: string },
  verdict: Verdict,
): Promise<void> {
  const { db } = platform.databases.background;
  if ('pages' in verdict) await db.transaction().execute((tx) => pass(platform, tx, upload, verdict.pages));
  else {
    const key = await db.transaction().execute((tx) => refuse(platform, tx, upload, verdict));
    // Noted as abandoned too: where it cannot be removed now, it is removed later.
    if (key !== null) await platform.files.remove(key);
  }
}

async function pass(
  platform: Platform,
  tx: Db,
  which: { id: string; assignmentId: string },
  pages: number,
): Promise<void> {
  const upload = await lockWaiting(tx, which);
  if (upload === undefined || upload.storage_key === null || upload.uploaded_by === null) return;
  const { id, assignment_id: assignmentId, element_id: elementId, group_id: groupId } = upload;
  const before = await tx
    .selectFrom('answers')
    .select(['values', 'revision'])
    .where('assignment_id', '=', assignmentId)
    .where('element_id', '=', elementId)
    .where('group_id', '=', groupId ?? inNoGroup)
    .executeTakeFirst();
  const { application_id: applicationId } = await tx
    .selectFrom('assignments')
    .select('application_id')
    .where('id', '=', assignmentId)
    .executeTakeFirstOrThrow();
  const values = before?.values ?? [];
  const now = upload.created_at;
  await tx.deleteFrom('uploads').where('id', '=', id).execute();
  await writeAssignment(tx, {
    assignmentId,
    // That somebody worked on it was noted when it came.
    draft: false,
    submissionAskedAt: 'as before',
    applicationId,
    actorId: upload.uploaded_by,
    now,
    answers: [
      {
        elementId,
        groupId,
        values: upload.replaces ? [id] : [...values, id],
        revision: (before?.revision ?? 0) + 1,
        savedAt: now.toISOString(),
      },
    ],
    newDocuments: [
      {
        id,
        elementId,
        groupId,
        originalFilename: upload.original_filename,
        filename: upload.filename,
        sizeBytes: upload.size_bytes,
        pages,
        sha256: upload.sha256,
        storageKey: upload.storage_key,
      },
    ],
    removedDocuments: upload.replaces ? values : [],
  });
  await platform.emit(tx, [
    {
      type: 'document_uploaded',
      occurredAt: now,
      applicationId,
      assignmentId,
      actorId: upload.uploaded_by,
      detail: { documentId: id, elementId },
    },
  ]);
}

/** Answers the key of the file that nobody needs any more. */
async function refuse(
  platform: Platform,
  tx: Db,
  which: { id: string; assignmentId: string },
  { code, message = refusalMessage(code) }: Extract<Verdict, { code: unknown }>,
): Promise<string | null> {
  const upload = await lockWaiting(tx, which);
  const key = upload?.storage_key ?? null;
  if (key === null) return null;
  await sql`
    with refused as (
      update uploads set refusal_code = ${code}, refusal = ${JSON.stringify(message)}, storage_key = null, held_until = null
      where id = ${which.id}::uuid),
    abandoned as (
      insert into abandoned_files (storage_key, abandoned_at) values (${key}, ${workflowNow(platform)}::timestamptz)
      on conflict (storage_key) do update set not_before = null)
    update assignments set revision = revision + 1 where id = ${which.assignmentId}::uuid`.execute(tx);
  return key;
}
