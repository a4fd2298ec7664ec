import { isPlainDate } from '@clearcall/domain/forms/dates.ts';

/** The same day a year before; of a leap day the day before it. */
export function yearBefore(day: string): string {
  const before = `${String(Number(day.slice(0, 4)) - 1).padStart(4, '0')}${day.slice(4)}`;
  return isPlainDate(before) ? before : before.replace(/-29$/, '-28');
}

/** What is wrong with two days: one is none, or they stand the wrong way round. Null: nothing. */
export function faultOfSpan(first: string, last: string): 'first' | 'last' | 'order' | null {
  if (!isPlainDate(first)) return 'first';
  if (!isPlainDate(last)) return 'last';
  return first <= last ? null : 'order';
}
