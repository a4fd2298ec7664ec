import { openCall } from '@clearcall/contract/calls.ts';
import { callLinksSchema } from '@clearcall/domain/calls/call.ts';
import { nextMoment } from '@clearcall/domain/deadlines/windows.ts';
import { inOrderFor } from '@clearcall/domain/forms/text-in-languages.ts';
import { publicOperation } from '../../platform/http/bind.ts';
import { describeCall, flowVersionOf } from './describe-call.ts';
import { loadCutoffPartitions, loadPublishedCalls, loadStepHeads } from './sql.ts';

/** One published call. An unpublished one looks like a missing one. */
export const open = publicOperation(
  openCall,
  { topics: ['calls'], maxAgeSeconds: 5 },
  async ({ params, now, reader }, { db, organisation }) => {
    const [row] = await loadPublishedCalls(db, reader, params.id);
    if (row === undefined) return null;
    const order = inOrderFor(reader, organisation.language());
    const version = flowVersionOf(row, now);
    const heads = await loadStepHeads(db, version === null ? [] : [version], order);
    const call = describeCall(row, heads.get(version ?? 0) ?? [], now);
    const reply = {
      ...call,
      info: row.info,
      links: callLinksSchema.parse(row.links),
      documents: row.documents,
      allowedToDownload: row.downloadRoles,
      partitions: call.current === null ? [] : await loadCutoffPartitions(db, call.current.id),
    };
    return { reply, until: nextMoment(row.cutoffs, now) };
  },
);
