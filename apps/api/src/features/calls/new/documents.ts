import type { Insertable } from 'kysely';
import type { Db } from '../../../platform/db/pool.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { abandonFiles } from '../../../platform/files/abandon.ts';
import type { Platform } from '../../../platform/platform.ts';

/** A document whose file is stored. */
export type NewDocument = Omit<Insertable<Database['call_documents']>, 'call_id' | 'in_languages'> & {
  in_languages?: unknown;
};

/**
 * Copies the files of the documents of a call. They are removed again unless a row names them when the transaction is
 * long over.
 */
export async function copyDocuments(tx: Db, platform: Platform, callId: number): Promise<NewDocument[]> {
  const rows = await tx
    .selectFrom('call_documents')
    .select([
      'name',
      'position',
      'title',
      'in_languages',
      'filename',
      'media_type',
      'size_bytes',
      'sha256',
      'storage_key',
      'uploaded_at',
    ])
    .where('call_id', '=', callId)
    .orderBy('position')
    .execute();
  const copies: NewDocument[] = [];
  for (const row of rows) {
    const file = await platform.files.open(row.storage_key);
    if (file === null) continue;
    const copy = await platform.files.receive(file.stream, row.size_bytes);
    if (!copy.ok) continue;
    const storageKey = await copy.file.keep();
    await abandonFiles(platform, [storageKey]);
    copies.push({ ...row, storage_key: storageKey });
  }
  return copies;
}

/** Writes documents of a new call. */
export async function writeDocuments(
  tx: Db,
  callId: number,
  documents: readonly NewDocument[],
): Promise<void> {
  if (documents.length === 0) return;
  await tx
    .insertInto('call_documents')
    .values(
      documents.map(({ in_languages, ...document }) => ({
        ...document,
        in_languages:
          in_languages === null || in_languages === undefined ? null : JSON.stringify(in_languages),
        call_id: callId,
      })),
    )
    .execute();
}
