import { downloadCallDocument } from '@clearcall/contract/calls.ts';
import { documentFormats } from '@clearcall/domain/calls/call-document.ts';
import { isKnownCall } from '../../platform/db/known-call.ts';
import { operation } from '../../platform/http/bind.ts';
import { refuse } from '../../platform/http/refuse.ts';

/** A document that a call hands out: for everybody while the call is published, like the call itself. */
export const download = operation(downloadCallDocument, async ({ params }, { db, files, log }) => {
  const found = await db
    .selectFrom('call_documents as d')
    .innerJoin('calls as c', 'c.id', 'd.call_id')
    .select(['d.filename', 'd.media_type', 'd.storage_key'])
    .where('d.call_id', '=', params.id)
    .where('d.name', '=', params.name)
    .where(isKnownCall)
    .executeTakeFirst();
  if (found === undefined) return refuse('not_found');
  const file = await files.open(found.storage_key);
  if (file === null) {
    log.error({ callId: params.id, name: params.name }, 'the file of a document of a call is missing');
    return refuse('not_found');
  }
  return {
    ...file,
    contentType: found.media_type,
    filename: found.filename,
    // Written by those who make the call, and nobody else: it may be read where one is.
    inline: found.media_type === documentFormats.pdf,
  };
});
