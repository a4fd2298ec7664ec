import type { PublishedCall } from '@clearcall/domain/calls/call.ts';
import { callState } from '@clearcall/domain/deadlines/call-state.ts';
import { closesAt, countingWindow } from '@clearcall/domain/deadlines/windows.ts';
import type { CallRow, StepHead } from './sql.ts';

const nothingOffered: PublishedCall['amounts'] = { min: null, max: null, fixed: false, partitions: 0 };

/** The version of the flow that new applications get at this moment; null if the call has none. */
export const flowVersionOf = ({ cutoffs, flowVersionId }: CallRow, now: Date): number | null =>
  countingWindow(cutoffs, now)?.flowVersionId ?? flowVersionId;

/** A published call as everybody may see it, at this moment. */
export function describeCall(row: CallRow, steps: readonly StepHead[], now: Date): PublishedCall {
  const current = countingWindow(row.cutoffs, now);
  return {
    id: row.id,
    code: row.code,
    year: row.year,
    number: row.number,
    title: row.title,
    description: row.description,
    ...(row.told === null ? {} : { told: row.told }),
    logo: row.logo,
    published: true,
    timeZone: row.timeZone,
    unit: row.unit,
    facts: row.facts,
    state: callState(true, row.cutoffs, now),
    cutoffs: row.cutoffs.map(({ id, start, end }) => ({ id, start, end })),
    current:
      current === null ? null : { id: current.id, start: current.start, end: closesAt(row.cutoffs, current) },
    amounts: current?.amounts ?? nothingOffered,
    flow: {
      steps: steps.map((step, at) => {
        const timeframes = row.timeframes.filter(({ stepId }) => stepId === step.id);
        const own = timeframes.find(({ cutoffId }) => cutoffId === current?.id);
        // Without a timeframe of its own the first step has that of the cut-off.
        const window = own ?? (at === 0 ? current : null);
        if (window === null) return { ...step, start: null, end: null };
        return {
          ...step,
          start: window.start,
          end: closesAt(own === undefined ? row.cutoffs : timeframes, window),
        };
      }),
    },
  };
}

const rank = { open: 0, opening_soon: 1, closed: 2 } as const;
const never = '9999';

/** The next cut-off first: open calls by their end, then those to come by their start, then the closed ones, latest first. */
export function byNextCutoff(one: PublishedCall, other: PublishedCall): number {
  const byState = rank[one.state] - rank[other.state];
  if (byState !== 0) return byState;
  const [first, second] = [one, other].map(({ state, current }) =>
    state === 'opening_soon' ? (current?.start ?? never) : (current?.end ?? never),
  ) as [string, string];
  const byTime = first < second ? -1 : first > second ? 1 : 0;
  return (one.state === 'closed' ? -byTime : byTime) || one.id - other.id;
}
