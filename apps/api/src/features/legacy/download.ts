import { downloadLegacyFile } from '@clearcall/contract/legacy.ts';
import { legacyScope } from '@clearcall/domain/permissions/legacy.ts';
import { sql } from 'kysely';
import { operation } from '../../platform/http/bind.ts';
import { refuse } from '../../platform/http/refuse.ts';
import { whereInLegacyScope } from './sql.ts';

/** A file of an archived application, for whoever may see that one. */
export const download = operation(downloadLegacyFile, async ({ params, actor }, platform) => {
  if (!(await platform.organisation()).theme.legacy) return refuse('not_found');
  const found = await sql<{ filename: string; key: string }>`
    select f.filename, f.storage_key as key
    from legacy_files f join legacy_records l on l.id = f.record_id
    where f.id = ${params.id}::uuid and ${whereInLegacyScope(legacyScope(actor))}
  `.execute(platform.db);
  const row = found.rows[0];
  if (row === undefined) return refuse('not_found');
  const file = await platform.files.open(row.key);
  if (file === null) {
    platform.log.error({ legacyFileId: params.id }, 'the file of an archived application is missing');
    return refuse('not_found');
  }
  const contentType = /\.pdf$/i.test(row.filename) ? 'application/pdf' : 'application/octet-stream';
  return { ...file, contentType, filename: row.filename };
});
