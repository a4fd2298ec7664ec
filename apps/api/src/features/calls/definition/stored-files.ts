import type { DocumentFormat } from '@clearcall/domain/calls/call-document.ts';
import { documentFormats } from '@clearcall/domain/calls/call-document.ts';
import { sql } from 'kysely';
import { refuse } from '../../../platform/http/refuse.ts';
import type { Platform } from '../../../platform/platform.ts';

/** A file that is stored for a call: of one of its documents, or of a draft. */
export interface StoredFile {
  /** In hexadecimal digits. */
  sha256: string;
  key: string;
  filename: string;
  mediaType: DocumentFormat;
}

/** Loads the files that are stored for a call, those of its documents first. */
export async function loadStoredFiles({ db }: Pick<Platform, 'db'>, callId: number): Promise<StoredFile[]> {
  const { rows } = await sql<StoredFile>`
    select encode(sha256, 'hex') as sha256, storage_key as key, filename, media_type as "mediaType" from (
      select 1 as rank, call_id, sha256, storage_key, filename, media_type from call_documents
      union all select 2, call_id, sha256, storage_key, filename, media_type from call_files) f
    where call_id = ${callId} order by rank`.execute(db);
  return rows;
}

/** Opens a stored file of a call; refused if none has this hash. */
export async function openStoredFile(platform: Platform, callId: number, sha256: string) {
  const found = (await loadStoredFiles(platform, callId)).find((file) => file.sha256 === sha256);
  if (found === undefined) return refuse('not_found');
  const file = await platform.files.open(found.key);
  if (file === null) {
    platform.log.error({ callId, sha256 }, 'the file of a document of a call is missing');
    return refuse('not_found');
  }
  const inline = found.mediaType === documentFormats.pdf;
  return { ...file, contentType: found.mediaType, filename: found.filename, inline };
}
