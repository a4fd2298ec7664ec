import { listPublishedCalls } from '@clearcall/contract/calls.ts';
import { nextMoment } from '@clearcall/domain/deadlines/windows.ts';
import { inOrderFor } from '@clearcall/domain/forms/text-in-languages.ts';
import { publicOperation } from '../../platform/http/bind.ts';
import { byNextCutoff, describeCall, flowVersionOf } from './describe-call.ts';
import { loadPublishedCalls, loadStepHeads } from './sql.ts';

/** All published calls, the next cut-off first. Browsers keep them a few seconds: their states hang on the clock. */
export const listPublished = publicOperation(
  listPublishedCalls,
  { topics: ['calls'], maxAgeSeconds: 5 },
  async ({ now, reader }, { db, organisation }) => {
    const rows = await loadPublishedCalls(db, reader);
    const heads = await loadStepHeads(
      db,
      rows.flatMap((row) => flowVersionOf(row, now) ?? []),
      inOrderFor(reader, organisation.language()),
    );
    const data = rows
      .map((row) => describeCall(row, heads.get(flowVersionOf(row, now) ?? 0) ?? [], now))
      .sort(byNextCutoff);
    const until = nextMoment(
      rows.flatMap(({ cutoffs }) => cutoffs),
      now,
    );
    return { reply: { data, total: data.length }, until };
  },
);
