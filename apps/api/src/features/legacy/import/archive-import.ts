import * as contract from '@clearcall/contract/running.ts';
import {
  type ArchiveImportState,
  archiveLimitMb,
  maxArchiveZip,
} from '@clearcall/domain/archive/archive-import.ts';
import { cleanName } from '@clearcall/domain/values/file-name.ts';
import { message } from '@clearcall/i18n/message.ts';
import { sql } from 'kysely';
import { configurationCommand, done } from '../../../platform/audit/configuration-command.ts';
import type { Db } from '../../../platform/db/pool.ts';
import { abandonFiles, noteAbandoned } from '../../../platform/files/abandon.ts';
import { operation } from '../../../platform/http/bind.ts';
import { receiveParts, type UploadParts } from '../../../platform/http/receive-parts.ts';
import { isRefusal, refuse } from '../../../platform/http/refuse.ts';
import type { Platform } from '../../../platform/platform.ts';
import { addImportJob, countColumns, type StoredFinding } from './run-archive-import.ts';

const megabyte = 1_048_576;
const parts: UploadParts<true> = { fields: [], readTarget: () => true };

/** Returns the uploaded file, locked; undefined without one. */
const lockImport = (tx: Db) =>
  tx
    .selectFrom('archive_imports')
    .select(['id', 'state', 'storage_key', 'sha256', ...countColumns])
    .forUpdate()
    .executeTakeFirst();

/** Takes a file in place of the one before and has it checked. A file that is being imported stays. */
const upload = operation(contract.uploadArchive, async ({ request, reply }, platform) => {
  const received = await receiveParts(
    { request, reply },
    parts,
    platform.files,
    maxArchiveZip.mb * megabyte,
    async (_place, filename) => ({ limitBytes: archiveLimitMb(filename) * megabyte }),
  );
  if (isRefusal(received)) return received;
  const { file, filename } = received;
  if (file.sizeBytes === 0) {
    await file.discard();
    return refuse('invalid_input', { message: [message('refusals.upload.empty')] });
  }
  const id = platform.newId();
  const now = platform.now();
  const key = await file.keep();
  const write = async (tx: Db) => {
    // Without a row there would be nothing to lock, and two uploads would meet.
    await sql`lock table archive_imports in exclusive mode`.execute(tx);
    const before = await lockImport(tx);
    if (before?.state === 'importing') return refuse('archive_import_running');
    const name = cleanName(filename.split(/[\\/]/).at(-1) ?? '').slice(-200);
    await tx.deleteFrom('archive_imports').execute();
    await tx
      .insertInto('archive_imports')
      .values({
        id,
        filename: name === '' ? 'archive.json' : name,
        size_bytes: file.sizeBytes,
        sha256: file.sha256,
        storage_key: key,
        state: 'checking',
        uploaded_at: now,
        changed_at: now,
      })
      .execute();
    if (before?.storage_key != null) await noteAbandoned(tx, [before.storage_key], { now, waitMs: 0 });
    await addImportJob(tx, id);
    return { id };
  };
  const outcome = await platform.db
    .transaction()
    .execute(write)
    .catch(async (error: unknown) => {
      await abandonFiles(platform, [key]);
      throw error;
    });
  if (isRefusal(outcome)) await platform.files.remove(key);
  return outcome;
});

const open = operation(contract.openArchiveImport, async ({ translator }, { db, organisation }) => {
  const found = await db
    .selectFrom('archive_imports')
    .select(['id', 'filename', 'size_bytes', 'state', 'uploaded_at', 'changed_at', 'records', 'report'])
    .select(['findings', ...countColumns])
    .executeTakeFirst();
  const { legacy } = (await organisation()).theme;
  if (found === undefined) return { isShown: legacy, newest: null };
  const { id, filename, state, records, added, updated, unchanged, refused, findings } = found;
  return {
    isShown: legacy,
    newest: {
      ...{ id, filename, state, records, added, updated, unchanged, refused, findings },
      sizeBytes: found.size_bytes,
      uploadedAt: found.uploaded_at.toISOString(),
      changedAt: found.changed_at.toISOString(),
      report: (found.report as StoredFinding[]).map(({ why, ...line }) => ({
        ...line,
        finding: translator.translate(why),
      })),
    },
  };
});

const start = configurationCommand(contract.importArchive, async (tx, { params, now }) => {
  const found = await lockImport(tx);
  if (found?.id !== params.id) return refuse('not_found');
  if (found.state !== 'checked') return refuse('archive_not_checked');
  const { added, updated, unchanged, refused } = found;
  await setState(tx, found, 'importing', now);
  await addImportJob(tx, found.id);
  const subject = { kind: 'portal', id: 'archive' } as const;
  const file = found.sha256.toString('hex').slice(0, 12);
  return {
    change: { action: 'archive_imported', subject, after: { file, added, updated, unchanged, refused } },
    reply: done,
  };
});

/** Starts a state with an empty report. */
const setState = (tx: Db, { id }: { id: string }, state: ArchiveImportState, now: Date) =>
  sql`update archive_imports set state = ${state}, changed_at = ${now}, added = 0, updated = 0, unchanged = 0, refused = 0,
    findings = 0, report = '[]' where id = ${id}::uuid`.execute(tx);

const keptMs = 7 * 86_400_000;

/** Deletes the report, and a file that was not imported, after a week. */
export async function purgeArchiveImport({ db, now }: Platform): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const gone = await tx
      .deleteFrom('archive_imports')
      .where('changed_at', '<', new Date(now().getTime() - keptMs))
      .where('state', '<>', 'importing')
      .returning('storage_key')
      .executeTakeFirst();
    if (gone?.storage_key != null) await noteAbandoned(tx, [gone.storage_key], { now: now(), waitMs: 0 });
  });
}

export const archiveImport = [open, upload, start];
