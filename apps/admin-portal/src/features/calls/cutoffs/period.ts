import { type DayAndHour, dayAndHourOf } from '@clearcall/domain/deadlines/wall-clock.ts';
import { momentOf } from '@clearcall/ui/kit/field/moment-fields.tsx';

export const noMoment: DayAndHour = { day: '', hour: '' };

/** A start and an end by the clock of the call, as they are typed. The end is null for none. */
export interface Period {
  start: DayAndHour;
  end: DayAndHour | null;
}

export const periodOf = (
  { start, end }: { start: string | null; end: string | null },
  zone: string,
): Period => ({
  start: start === null ? noMoment : dayAndHourOf(start, zone),
  end: end === null ? null : dayAndHourOf(end, zone),
});

/**
 * A period as instants, or why it is none: a moment that is missing, or an end that is not after the start. A moment that
 * is typed as it was keeps its seconds.
 */
export function readPeriod(
  { start, end }: Period,
  zone: string,
  was: { start: string | null; end: string | null } = { start: null, end: null },
): { start: string; end: string | null } | 'missing' | 'order' {
  const read = (typed: DayAndHour, before: string | null): string | null => {
    const kept = before === null ? null : dayAndHourOf(before, zone);
    return kept?.day === typed.day && kept.hour === typed.hour ? before : momentOf(typed, zone);
  };
  const [from, to] = [read(start, was.start), end === null ? null : read(end, was.end)];
  if (from === null || (end !== null && to === null)) return 'missing';
  return to !== null && Date.parse(to) <= Date.parse(from) ? 'order' : { start: from, end: to };
}
