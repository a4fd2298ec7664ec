import { downloadUpload } from '@clearcall/contract/applications.ts';
import { sql } from 'kysely';
import { operation } from '../../../platform/http/bind.ts';
import { isRefusal, refuse } from '../../../platform/http/refuse.ts';
import { readApplication } from '../open.ts';
import { cleanCopy } from './clean-copy.ts';

/** One uploaded document, for whoever may see it in its application: as it was uploaded, or as a cleaned copy. */
export const download = operation(downloadUpload, async ({ params, actor, now, translator }, platform) => {
  const asked = { documentId: params.uploadId };
  const application = await readApplication(platform, actor, asked, now, translator);
  const document = [...(application?.documents ?? []), ...(application?.uploads ?? [])].find(
    ({ id }) => id === params.uploadId,
  );
  if (document === undefined) return refuse('not_found');
  const original = async () => {
    const { rows } = await sql<{ key: string | null }>`
      select storage_key as key from documents where id = ${document.id}::uuid
      union all select storage_key from uploads where id = ${document.id}::uuid`.execute(platform.db);
    // Deleted since the application was read, or refused.
    return rows[0]?.key ?? refuse('not_found');
  };
  const key =
    document.isCopy === true
      ? await cleanCopy(platform, document.id, { userId: actor.userId, now })
      : await original();
  if (isRefusal(key)) return key;
  const file = await platform.files.open(key);
  if (file === null) {
    platform.log.error({ documentId: document.id }, 'the file of a document is missing');
    return refuse('not_found');
  }
  // Staff get it under the name that tells its author, as their list does.
  const filename = actor.isStaff ? document.filename : document.originalFilename;
  return { ...file, contentType: 'application/pdf', filename };
});
