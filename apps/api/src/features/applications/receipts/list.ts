import { listReceipts } from '@clearcall/contract/workflow.ts';
import { operation } from '../../../platform/http/bind.ts';
import { refuse } from '../../../platform/http/refuse.ts';
import { loadReceipts } from './load-receipts.ts';

/** The receipts of what the caller handed in with an assignment. */
export const list = operation(
  listReceipts,
  async ({ params, actor, now, translator }, platform) =>
    (await loadReceipts(platform, { viewer: actor, assignmentId: params.id }, now, translator)) ??
    refuse('not_found'),
);
