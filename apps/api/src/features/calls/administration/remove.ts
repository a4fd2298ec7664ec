import { deleteCall } from '@clearcall/contract/call-administration.ts';
import { whyNotDelete } from '@clearcall/domain/calls/archive-call.ts';
import { sql } from 'kysely';
import { configurationCommand, done } from '../../../platform/audit/configuration-command.ts';
import { refuse } from '../../../platform/http/refuse.ts';
import { loadLockedCall } from './locked-call.ts';

/** Deletes a call that was never used, with everything that belongs to it. The files of its documents follow. */
export const remove = configurationCommand(deleteCall, async (tx, { params: { id }, now }) => {
  const call = await loadLockedCall(tx, id);
  if (call === undefined) return refuse('not_found');
  const refusal = whyNotDelete(call);
  if (refusal !== null) return refuse(refusal);
  await sql`
    with documents as (delete from call_documents where call_id = ${id} returning storage_key),
      files as (delete from call_files where call_id = ${id} returning storage_key)
    insert into abandoned_files (storage_key, abandoned_at)
    select storage_key, ${now}::timestamptz from (select storage_key from documents union select storage_key from files) gone
    on conflict do nothing`.execute(tx);
  await tx.deleteFrom('calls').where('id', '=', id).execute();
  const { title, code, year, number, cutoffs, documents } = call;
  return {
    change: {
      subject: { kind: 'call', id },
      action: 'deleted',
      before: { name: title, code, year, number, cutoffs: cutoffs.length, documents },
    },
    reply: done,
  };
});
