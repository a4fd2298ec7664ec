import { type RefusalCode, refusalMessage } from '@clearcall/contract/refusals.ts';
import { inNoGroup } from '@clearcall/domain/applications/application.ts';
import type { Message } from '@clearcall/i18n/message.ts';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/pool.ts';
import { type Platform, workflowNow } from '../../../platform/platform.ts';
import { writeParts } from '../assignments/write.ts';

/** What a check found: pages of a PDF that can be kept, or why it cannot. */
export type Verdict = { pages: number } | { code: RefusalCode; message?: Message };

interface Waiting {
  elementId: string;
  groupId: string | null;
  originalFilename: string;
  filename: string;
  sizeBytes: number;
  sha256: Buffer;
  storageKey: string | null;
  replaces: boolean;
  uploadedBy: number | null;
  createdAt: Date;
  applicationId: number;
  /** What its field holds. */
  values: string[] | null;
  revision: number | null;
}

/** The upload behind the lock of its assignment; undefined when it was removed, or another process was first. */
async function lockWaiting(
  tx: Db,
  { id, assignmentId }: { id: string; assignmentId: string },
): Promise<Waiting | undefined> {
  // In the order in which everybody else takes them: a statement of its own, so that what it waited for is seen.
  await sql`select from assignments where id = ${assignmentId}::uuid for update`.execute(tx);
  const { rows } = await sql<Waiting>`
      select u.element_id as "elementId", u.group_id as "groupId", u.original_filename as "originalFilename", u.filename,
        u.size_bytes as "sizeBytes", u.sha256, u.storage_key as "storageKey", u.replaces,
        u.uploaded_by as "uploadedBy", u.created_at as "createdAt", a.application_id as "applicationId", w.values,
        w.revision
      from uploads u join assignments a on a.id = u.assignment_id
        left join answers w on w.assignment_id = u.assignment_id and w.element_id = u.element_id
          and w.group_id = coalesce(u.group_id, ${inNoGroup}::uuid)
      where u.id = ${id}::uuid and u.refusal_code is null`.execute(tx);
  return rows[0];
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
  if (upload === undefined || upload.storageKey === null || upload.uploadedBy === null) return;
  const { id, assignmentId } = which;
  const { elementId, groupId, applicationId, storageKey, uploadedBy: actorId, createdAt: now } = upload;
  const values = upload.values ?? [];
  const { originalFilename, filename, sizeBytes, sha256 } = upload;
  const { parts } = writeParts({
    assignmentId,
    // That somebody worked on it was noted when it came.
    draft: false,
    applicationId,
    actorId,
    now,
    answers: [
      {
        elementId,
        groupId,
        values: upload.replaces ? [id] : [...values, id],
        revision: (upload.revision ?? 0) + 1,
        savedAt: now.toISOString(),
      },
    ],
    newDocuments: [
      { id, elementId, groupId, originalFilename, filename, sizeBytes, pages, sha256, storageKey },
    ],
    removedDocuments: upload.replaces ? values : [],
  });
  parts.push(
    sql`passed as (delete from uploads where id = ${id}::uuid)`,
    // A submission that waits for it goes on waiting.
    sql`counted as (update assignments set revision = revision + 1 where id = ${assignmentId}::uuid)`,
  );
  const detail = { documentId: id, elementId };
  await platform.emit(
    tx,
    [{ type: 'document_uploaded', occurredAt: now, applicationId, assignmentId, actorId, detail }],
    parts,
  );
}

/** Answers the key of the file that nobody needs any more. */
async function refuse(
  platform: Platform,
  tx: Db,
  which: { id: string; assignmentId: string },
  { code, message = refusalMessage(code) }: Extract<Verdict, { code: unknown }>,
): Promise<string | null> {
  const upload = await lockWaiting(tx, which);
  const key = upload?.storageKey ?? null;
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
