import * as contract from '@clearcall/contract/call-drafts.ts';
import { documentFormatOf, documentFormats } from '@clearcall/domain/calls/call-document.ts';
import { portableName } from '@clearcall/domain/values/file-name.ts';
import { message } from '@clearcall/i18n/message.ts';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/pool.ts';
import { abandonFiles } from '../../../platform/files/abandon.ts';
import type { Files } from '../../../platform/files/files.ts';
import { type Operation, operation } from '../../../platform/http/bind.ts';
import { receiveParts, type UploadParts } from '../../../platform/http/receive-parts.ts';
import { isRefusal, refuse } from '../../../platform/http/refuse.ts';
import { openStoredFile } from './stored-files.ts';

const parts: UploadParts<true> = { fields: [], readTarget: () => true };
const megabyte = 1_048_576;
/** Nobody fills the storage with files of one call. */
const maxFiles = 500;

/** The name of a file without its path, with the ending of its format. */
function nameOf(given: string, ending: keyof typeof documentFormats): string {
  const name = given.split(/[\\/]/).at(-1) ?? '';
  const stem = name.toLowerCase().endsWith(`.${ending}`) ? name.slice(0, -ending.length - 1) : name;
  return portableName(`${stem}.${ending}`, 'document');
}

/** Whether a zip has the text of a Word document, and no macros. Names of its files are readable in it. */
async function isWordDocument(files: Files, key: string): Promise<boolean> {
  const file = await files.open(key);
  if (file === null) return false;
  const found = { text: false, macros: false };
  let before = '';
  for await (const chunk of file.stream as AsyncIterable<Buffer>) {
    const bytes = before + chunk.toString('latin1');
    found.text ||= bytes.includes('word/document.xml');
    found.macros ||= bytes.includes('vbaProject.bin');
    before = bytes.slice(-20);
  }
  return found.text && !found.macros;
}

const upload = operation(contract.uploadCallDocument, async (given, platform) => {
  const { params, now, request, reply } = given;
  const { db, files } = platform;
  const { uploadMaxMb } = await platform.organisation();
  const limitBytes = uploadMaxMb * megabyte;
  const received = await receiveParts({ request, reply }, parts, files, limitBytes, async () => {
    const { rows } = await sql<{ n: number }>`
      select (select count(*)::int from call_files f where f.call_id = c.id) as n from calls c
      where c.id = ${params.id}`.execute(db);
    const [call] = rows;
    if (call === undefined) return refuse('not_found');
    if (call.n >= maxFiles)
      return refuse('file_too_large', { message: message('refusals.upload.callFull', { n: maxFiles }) });
    return { limitBytes };
  });
  if (isRefusal(received)) return received;
  const { file, filename } = received;
  const format = documentFormatOf(file.head);
  if (file.sizeBytes === 0 || format === null) {
    await file.discard();
    return file.sizeBytes === 0
      ? refuse('invalid_input', { message: [message('refusals.upload.empty')] })
      : refuse('not_a_document');
  }
  const key = await file.keep();
  if (format === 'docx' && !(await isWordDocument(files, key))) {
    await files.remove(key);
    return refuse('not_a_document');
  }
  const stored = {
    filename: nameOf(filename, format),
    mediaType: documentFormats[format],
    sizeBytes: file.sizeBytes,
    sha256: file.sha256.toString('hex'),
  };
  const write = async (tx: Db) => {
    const row = await tx
      .insertInto('call_files')
      .values({
        call_id: params.id,
        sha256: file.sha256,
        filename: stored.filename,
        media_type: stored.mediaType,
        size_bytes: stored.sizeBytes,
        storage_key: key,
        uploaded_at: now,
      })
      // It is as new as if it had not been there, so no job removes it before an edit names it.
      .onConflict((conflict) => conflict.columns(['call_id', 'sha256']).doUpdateSet({ uploaded_at: now }))
      .returning('storage_key')
      .executeTakeFirstOrThrow();
    return row.storage_key === key;
  };
  const isNew = await write(db).catch(async (error: unknown) => {
    await abandonFiles(platform, [key]);
    throw error;
  });
  // The same file is stored once.
  if (!isNew) await files.remove(key);
  return stored;
});

const download = operation(contract.downloadCallFile, ({ params: { id, sha256 } }, platform) =>
  openStoredFile(platform, id, sha256),
);

export const documentsOfCalls: readonly Operation[] = [upload, download];
