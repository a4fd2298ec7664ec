import type { CallDefinition, CutoffDefinition } from '@clearcall/domain/calls/definition/call-definition.ts';
import { closesAt, setInstant } from '@clearcall/domain/deadlines/windows.ts';
import { type MonthScale, monthScale } from './month-scale.ts';

export interface StepTime {
  id: string;
  /** Null if the step has no timeframe of its own at the cut-off. */
  start: string | null;
  end: string | null;
}

/** Timeframes of the steps of a call at a cut-off; without one of its own the first step has that of the cut-off. */
export function timesOf(
  steps: readonly { id: string }[],
  { cutoffs }: Pick<CallDefinition, 'cutoffs'>,
  cutoff: CutoffDefinition,
): StepTime[] {
  return steps.map(({ id }, at) => {
    const own = cutoff.timeframes.find((frame) => frame.id === id);
    if (own === undefined)
      return at === 0
        ? { id, start: cutoff.start, end: closesAt(cutoffs, cutoff) }
        : { id, start: null, end: null };
    const all = cutoffs.flatMap(({ timeframes }) => timeframes.filter((frame) => frame.id === id));
    return { id, start: own.start, end: closesAt(all, own) };
  });
}

const dayMs = 86_400_000;
/** A step that begins long before all others end must not press them to the right: its bar begins at the edge. */
const shownBeforeMs = 30 * dayMs;
/** Today is shown up to this long before that end. */
const nowBeforeMs = 120 * dayMs;

export interface TimeframesLayout {
  scale: MonthScale;
  /** By the ids of steps: where their bars begin and end, 0 to 1. */
  bars: ReadonlyMap<string, { from: number; to: number }>;
}

/** Bars of the timeframes on one line of months, with today if a step is open now; null if no step has both dates. */
export function layOutTimeframes(
  times: readonly StepTime[],
  zone: string,
  nowMs: number,
): TimeframesLayout | null {
  const spans = times.flatMap(({ id, start, end }) => {
    const [from, to] = [setInstant(start), setInstant(end)];
    return from === null || to === null ? [] : [{ id, from: Date.parse(from), to: Date.parse(to) }];
  });
  if (spans.length === 0) return null;
  const firstEnd = Math.min(...spans.map(({ to }) => to));
  const showsNow = nowMs >= firstEnd - nowBeforeMs;
  const edge = Math.min(firstEnd - shownBeforeMs, showsNow ? nowMs - 5 * dayMs : firstEnd);
  const fromMs = Math.max(Math.min(...spans.map(({ from }) => from)), edge);
  const toMs = Math.max(...spans.map(({ to }) => to)) + 5 * dayMs;
  const scale = monthScale(fromMs, toMs, zone);
  return {
    scale,
    bars: new Map(spans.map(({ id, from, to }) => [id, { from: scale.within(from), to: scale.within(to) }])),
  };
}
