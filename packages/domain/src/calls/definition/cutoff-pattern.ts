import { type Message, message } from '@clearcall/i18n/message.ts';
import { dayAndHourOf, instantOfDay, type Showing } from '../../deadlines/wall-clock.ts';
import { addDays } from '../../forms/dates.ts';
import { dayNumber, daysOfMonth } from '../../forms/day-number.ts';
import {
  type CallDefinition,
  type CutoffDefinition,
  mostCutoffs,
  type TimeframeDefinition,
} from './call-definition.ts';
import type { Change } from './change.ts';

/** When cut-offs end: on a day of the month, or on a weekday of it (1 is Monday; the last one is -1). */
export type DayOfMonth = { day: number } | { weekday: number; nth: 1 | 2 | 3 | 4 | -1 };

export interface CutoffPattern {
  /** Months from one cut-off to the next. */
  months: number;
  on: DayOfMonth;
  /** Hour of their ends (hh:mm), by the clock of the call. */
  hour: string;
  /** The first and the last day (yyyy-mm-dd) on which a cut-off may end. */
  from: string;
  to: string;
  /** Days from the start to the end of each cut-off; null if each starts when the one before it ends. */
  openDays: number | null;
}

/** A cut-off of a pattern. */
export interface PlannedCutoff {
  start: string;
  end: string;
  /** Whether the clock of the call shows its hour on that day. */
  showing: Showing;
}

export type PlannedCutoffs = { ok: true; cutoffs: PlannedCutoff[] } | { ok: false; message: Message };

const two = (value: number) => String(value).padStart(2, '0');
const isoDay = (year: number, month: number, day: number) =>
  `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;

/** Monday is 1. The first of March of the year 0, from which days are counted, was a Wednesday. */
const weekdayOf = (day: string): number => ((dayNumber(day) + 2) % 7) + 1;

/** The day of a month that a pattern means. A month without a 31st has its last day. */
function dayIn(year: number, month: number, on: DayOfMonth): string {
  const last = daysOfMonth(year, month);
  if ('day' in on) return isoDay(year, month, Math.min(on.day, last));
  const days = Array.from({ length: last }, (_, nth) => isoDay(year, month, nth + 1));
  const fitting = days.filter((day) => weekdayOf(day) === on.weekday);
  return (on.nth === -1 ? fitting.at(-1) : fitting[on.nth - 1]) ?? '';
}

/**
 * The cut-offs of a pattern, by the clock of the call. Without days to be open, each starts when the one before it ends,
 * and the first one when the last earlier cut-off of the call ends. Ends that the call has already are left out. Refusals:
 * more cut-offs than a call can have, none at all, and the first one without a start.
 */
export function planCutoffs(
  { cutoffs: known, timeZone }: Pick<CallDefinition, 'cutoffs' | 'timeZone'>,
  { months, on, hour, from, to, openDays }: CutoffPattern,
): PlannedCutoffs {
  const ends: { at: string; day: string; showing: Showing }[] = [];
  const [year = 0, month = 1] = from.split('-').map(Number);
  const dayAfter = (passed: number) => {
    const since = month - 1 + passed;
    return dayIn(year + Math.floor(since / 12), (since % 12) + 1, on);
  };
  const first = dayAfter(0) < from ? 1 : 0;
  for (let passed = first; dayAfter(passed) <= to; passed += months) {
    const day = dayAfter(passed);
    ends.push({ day, ...instantOfDay({ day, hour }, timeZone) });
    if (ends.length + known.length > mostCutoffs)
      return {
        ok: false,
        message: message('setup.cutoffs.pattern.tooMany', { n: mostCutoffs, known: known.length }),
      };
  }
  const taken = new Set(known.map(({ end }) => (end === null ? null : Date.parse(end))));
  const fresh = ends.filter(({ at }) => !taken.has(Date.parse(at)));
  const [begin] = fresh;
  if (begin === undefined) return { ok: false, message: message('setup.cutoffs.pattern.none') };
  const allEnds = [...known.flatMap(({ end }) => end ?? []), ...ends.map(({ at }) => at)].map((at) =>
    Date.parse(at),
  );
  const cutoffs = fresh.map(({ day, at, showing }) => {
    const before = Math.max(...allEnds.filter((end) => end < Date.parse(at)));
    const start =
      openDays === null
        ? Number.isFinite(before)
          ? new Date(before).toISOString()
          : null
        : instantOfDay({ day: addDays(day, -openDays) ?? day, hour }, timeZone).at;
    return { start, end: at, showing };
  });
  const isStarted = (cutoff: { start: string | null }): cutoff is PlannedCutoff => cutoff.start !== null;
  return cutoffs.every(isStarted)
    ? { ok: true, cutoffs }
    : { ok: false, message: message('setup.cutoffs.pattern.noStart') };
}

/** Timeframes that many days later (or earlier), at the same hours of the clock. */
export function movedTimeframes(
  timeframes: readonly TimeframeDefinition[],
  days: number,
  timeZone: string,
): TimeframeDefinition[] {
  const moved = (at: string): string => {
    const { day, hour } = dayAndHourOf(at, timeZone);
    const onDay = instantOfDay({ day: addDays(day, days) ?? day, hour }, timeZone).at;
    // The clock is read to the minute.
    return new Date(Date.parse(onDay) + (Date.parse(at) % 60_000)).toISOString();
  };
  return timeframes.map(({ id, start, end }) => ({
    id,
    start: moved(start),
    end: end === null ? null : moved(end),
  }));
}

/** The calendar days of a zone from one instant to another. */
export const daysBetween = (from: string, to: string, timeZone: string): number =>
  dayNumber(dayAndHourOf(to, timeZone).day) - dayNumber(dayAndHourOf(from, timeZone).day);

/**
 * The changes that add cut-offs in the order of their starts. With a cut-off as their model, they get its amounts, and its
 * timeframes moved by as many days as they end later. `newId` draws an id.
 */
export function changesOfNewCutoffs(
  { cutoffs, timeZone }: Pick<CallDefinition, 'cutoffs' | 'timeZone'>,
  planned: readonly { start: string; end: string | null }[],
  { model, newId }: { model: CutoffDefinition | undefined; newId: () => string },
): Change[] {
  const placed = cutoffs.map(({ id, start }) => ({ id, startMs: Date.parse(start) }));
  return planned.map(({ start, end }): Change => {
    const startMs = Date.parse(start);
    const before = placed.findLastIndex((other) => other.startMs <= startMs);
    const from = model?.end ?? model?.start;
    const frames =
      model === undefined || from === undefined
        ? []
        : movedTimeframes(model.timeframes, daysBetween(from, end ?? start, timeZone), timeZone);
    const thing: CutoffDefinition = {
      id: newId(),
      start,
      end,
      amounts: model?.amounts ?? [],
      timeframes: frames,
    };
    const after = placed[before]?.id ?? null;
    placed.splice(before + 1, 0, { id: thing.id, startMs });
    return { do: 'add', to: ['cutoffs'], after, thing };
  });
}

/** The changes that give a step its timeframe at a cut-off; null takes the timeframe away. */
export function changesOfTimeframe(
  { id, timeframes }: CutoffDefinition,
  step: string,
  frame: { start: string; end: string | null } | null,
): Change[] {
  const list = ['cutoffs', id, 'timeframes'];
  const was = timeframes.find((one) => one.id === step);
  if (frame === null) return was === undefined ? [] : [{ do: 'remove', at: [...list, step] }];
  if (was === undefined)
    return [{ do: 'add', to: list, after: timeframes.at(-1)?.id ?? null, thing: { id: step, ...frame } }];
  return (['start', 'end'] as const)
    .filter((name) => was[name] !== frame[name])
    .map((name) => ({ do: 'set', at: [...list, step, name], value: frame[name] }));
}
