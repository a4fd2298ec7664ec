import { listPublishedCalls } from '@clearcall/contract/calls.ts';
import { deed } from '../../platform/http/bind.ts';
import { byNextCutoff, describeCall } from './describe-call.ts';
import { loadPublishedCalls, loadStepHeads } from './sql.ts';

/** All published calls, the next cut-off first. Kept a few seconds: its states hang on the clock. */
export const listPublished = deed(listPublishedCalls, async ({ now, reply }, { db }) => {
  const rows = await loadPublishedCalls(db);
  const heads = await loadStepHeads(
    db,
    rows.flatMap(({ flowVersionId }) => flowVersionId ?? []),
  );
  const data = rows
    .map((row) => describeCall(row, heads.get(row.flowVersionId ?? 0) ?? [], now))
    .sort(byNextCutoff);
  reply.header('Cache-Control', 'public, max-age=5');
  return { data, total: data.length };
});
