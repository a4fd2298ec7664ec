import { closesAt, placeInTime, type Window } from '@clearcall/domain/deadlines/windows.ts';
import { instantOf } from '@clearcall/ui/kit/time/date-text.ts';
import type { CallRow } from './calls-queries.ts';
import type { MonthScale } from './month-scale.ts';

const dayMs = 86_400_000;

/** Days that the list shows before today and after it. */
const shownDays = { before: 10, after: 122 } as const;

export const listSpan = (nowMs: number): [fromMs: number, toMs: number] => [
  nowMs - shownDays.before * dayMs,
  nowMs + shownDays.after * dayMs,
];

export interface Ticks {
  /** Line of the call: dashed from where it is always open, plain if it has cut-offs to come, none if it is over. */
  line: { kind: 'dashed'; from: number } | { kind: 'plain' } | { kind: 'none' };
  ticks: { at: number; end: string; kind: 'past' | 'plain' | 'soon' | 'planned' }[];
}

type Drawn = Pick<CallRow, 'standing'> & { cutoffs: readonly Window[] };

/** The cut-offs that the list draws: those of the draft if the call was never live. */
export const drawnCutoffs = ({
  version,
  cutoffs,
  draftCutoffs,
}: Pick<CallRow, 'version' | 'cutoffs' | 'draftCutoffs'>): readonly Window[] =>
  version === null && draftCutoffs.length > 0 ? draftCutoffs : cutoffs;

/** Ends of the cut-offs of a call, as they count. */
const endsOf = ({ cutoffs }: Drawn) => cutoffs.flatMap((cutoff) => closesAt(cutoffs, cutoff) ?? []);

/** Start of the cut-off that has no end, or null. */
function endlessFrom({ cutoffs }: Drawn): number | null {
  const endless = cutoffs.find((cutoff) => closesAt(cutoffs, cutoff) === null);
  return endless === undefined ? null : (instantOf(endless.start) ?? 0);
}

/** Lays the cut-offs of a call out on the line of the list. */
export function ticksOf(call: Drawn, { placeOf, within }: MonthScale, nowMs: number): Ticks {
  const isOver = call.standing === 'closed' || call.standing === 'archived';
  const from = endlessFrom(call);
  const isPlanned = call.standing === 'draft';
  return {
    line: isOver
      ? { kind: 'none' }
      : from !== null
        ? { kind: 'dashed', from: within(from) }
        : { kind: 'plain' },
    ticks: endsOf(call).flatMap((end) => {
      const ms = Date.parse(end);
      const at = placeOf(ms);
      if (at === null) return [];
      const kind = isPlanned ? 'planned' : ms < nowMs ? 'past' : ms - nowMs < dayMs ? 'soon' : 'plain';
      return [{ at, end, kind }];
    }),
  };
}

export interface CutoffsInWords {
  /** Ends to come that the list draws; the next one if it lies behind them. */
  ends: string[];
  isAlwaysOpen: boolean;
}

/** The same for readers who do not see the line. */
export function cutoffsInWords(call: Drawn, nowMs: number): CutoffsInWords {
  const [, toMs] = listSpan(nowMs);
  const coming = endsOf(call).filter((end) => Date.parse(end) >= nowMs);
  const drawn = coming.filter((end) => Date.parse(end) <= toMs);
  const { open } = placeInTime(call.cutoffs, new Date(nowMs));
  return {
    ends: drawn.length > 0 ? drawn : coming.slice(0, 1),
    isAlwaysOpen: open !== null && closesAt(call.cutoffs, open) === null,
  };
}
