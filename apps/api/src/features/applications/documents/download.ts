import { downloadUpload } from '@clearcall/contract/applications.ts';
import { deed } from '../../../platform/http/bind.ts';
import { refuse } from '../../../platform/http/refuse.ts';
import { readApplication } from '../open.ts';

/** One uploaded document, for whoever may see it in its application. */
export const download = deed(downloadUpload, async ({ params, actor, now }, platform) => {
  const application = await readApplication(platform, actor, { documentId: params.uploadId }, now);
  const document = application?.documents.find(({ id }) => id === params.uploadId);
  if (document === undefined) return refuse('not_found');
  const stored = await platform.db
    .selectFrom('documents')
    .select('storage_key')
    .where('id', '=', document.id)
    .executeTakeFirst();
  // Deleted since the application was read.
  if (stored === undefined) return refuse('not_found');
  const file = await platform.files.open(stored.storage_key);
  if (file === null) {
    platform.log.error({ documentId: document.id }, 'the file of a document is missing');
    return refuse('not_found');
  }
  return { ...file, contentType: 'application/pdf', filename: document.originalFilename };
});
