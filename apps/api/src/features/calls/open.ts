import { openCall } from '@clearcall/contract/calls.ts';
import { callLinksSchema } from '@clearcall/domain/model/call.ts';
import { deed } from '../../platform/http/bind.ts';
import { refuse } from '../../platform/http/refuse.ts';
import { describeCall } from './describe-call.ts';
import { loadCutoffPartitions, loadPublishedCalls, loadStepHeads } from './sql.ts';

/** One published call. An unpublished one looks like a missing one. */
export const open = deed(openCall, async ({ params, now, reply }, { db }) => {
  const [row] = await loadPublishedCalls(db, params.id);
  if (row === undefined) return refuse('not_found');
  const heads = await loadStepHeads(db, row.flowVersionId === null ? [] : [row.flowVersionId]);
  const call = describeCall(row, heads.get(row.flowVersionId ?? 0) ?? [], now);
  reply.header('Cache-Control', 'public, max-age=5');
  return {
    ...call,
    info: row.info,
    links: callLinksSchema.parse(row.links),
    documents: row.documents,
    allowedToDownload: row.downloadRoles,
    partitions: call.current === null ? [] : await loadCutoffPartitions(db, call.current.id),
  };
});
