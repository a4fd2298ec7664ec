import { addDays, addYears } from './dates.ts';
import { dayNumber } from './day-number.ts';
import type { CutoffDay, FormContext, Limit } from './types.ts';

type Computed = Exclude<Limit, string>;

/** The day of the active cut-off that a reference names; the end of the cut-off, if a later day is not planned. */
function cutoffDay({ cutoff }: FormContext, name: CutoffDay): string | null {
  return cutoff === null ? null : (cutoff[name] ?? cutoff.end);
}

/**
 * The day that a computed reference names: a day of the active cut-off, or today, moved by days and years.
 * Null when there is no such day (no cut-off, or one without end): then there is no limit.
 */
export function computedDate(ref: Computed, context: FormContext): string | null {
  if ('today' in ref) {
    const moved = ref.years === undefined ? context.today : addYears(context.today, ref.years);
    return moved === null || ref.days === undefined ? moved : addDays(moved, ref.days);
  }
  const day = cutoffDay(context, ref.cutoff);
  return day === null || ref.days === undefined ? day : addDays(day, ref.days);
}

/** A limit as a decimal string or a date; null when there is none. */
export function limitValue(limit: Limit | undefined, context: FormContext): string | null {
  if (limit === undefined) return null;
  return typeof limit === 'string' ? limit : computedDate(limit, context);
}

/** A limit of dates as the number of a day, which is quicker than its text; null when there is none. */
export function limitDay(limit: Limit | undefined, context: FormContext): number | null {
  if (limit === undefined) return null;
  if (typeof limit === 'string') return dayNumber(limit);
  if ('cutoff' in limit) {
    const day = cutoffDay(context, limit.cutoff);
    return day === null ? null : dayNumber(day) + (limit.days ?? 0);
  }
  if (limit.years === undefined) return dayNumber(context.today) + (limit.days ?? 0);
  const day = computedDate(limit, context);
  return day === null ? null : dayNumber(day);
}

/** A limit as a count of items or rows; null when there is none. */
export function limitCount(limit: Limit | undefined): number | null {
  if (typeof limit !== 'string') return null;
  const count = Number(limit);
  return Number.isFinite(count) ? count : null;
}

/**
 * What a draft may hold at most, whatever its form says. An answer beyond the form's own limits is kept and flagged;
 * one beyond these is refused, so that nobody fills the database.
 */
export const hardLimits = {
  lineCharacters: 2_000,
  textCharacters: 100_000,
  items: 1_000,
  itemCharacters: 500,
  numberCharacters: 60,
  files: 20,
  rows: 500,
} as const;
