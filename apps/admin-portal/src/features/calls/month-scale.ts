import { endOfDay, plainDate } from '@clearcall/domain/deadlines/plain-date.ts';

/** A span of time on a line, with the months that begin in it. */
export interface MonthScale {
  /** Place of an instant on the line, 0 to 1; null if it lies outside. */
  placeOf: (ms: number) => number | null;
  /** Place of an instant, moved to the nearest end of the line if it lies outside. */
  within: (ms: number) => number;
  /** The instant at a place on the line. */
  msAt: (share: number) => number;
  months: { at: number; startMs: number }[];
}

/** More months than these are not named: their lines would be closer than their names. */
const maxMonths = 60;

/** Lays a span out to scale. Months begin at midnight of a zone. */
export function monthScale(fromMs: number, toMs: number, zone: string): MonthScale {
  const within = (ms: number) => Math.min(1, Math.max(0, (ms - fromMs) / (toMs - fromMs)));
  const placeOf = (ms: number) => (ms < fromMs || ms > toMs ? null : within(ms));
  const [year = 2000, month = 1] = plainDate(new Date(fromMs), zone).split('-').map(Number);
  const months: MonthScale['months'] = [];
  for (let ahead = 0; ahead < maxMonths; ahead += 1) {
    // The day before the first of the next month.
    const lastDay = new Date(Date.UTC(year, month + ahead, 0)).toISOString().slice(0, 10);
    const startMs = Date.parse(endOfDay(lastDay, zone)) + 1_000;
    if (startMs > toMs) break;
    if (startMs >= fromMs) months.push({ at: within(startMs), startMs });
  }
  return { placeOf, within, msAt: (share) => fromMs + share * (toMs - fromMs), months };
}
