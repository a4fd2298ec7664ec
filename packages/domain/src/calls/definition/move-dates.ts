import { instantOn, wallOf } from '../../deadlines/wall-clock.ts';

const dayMs = 86_400_000;
const dayOf = (at: Date, timeZone: string): number => {
  const { year, month, day } = wallOf(at, timeZone);
  return Date.UTC(year, month - 1, day) / dayMs;
};

/**
 * Returns how many weeks lead from the day of an instant to the nearest day of the same weekday around the same date so
 * many years later. 29 February counts as 1 March in other years.
 */
export function weeksOfYears(at: string, years: number, timeZone: string): number {
  const { year, month, day } = wallOf(new Date(at), timeZone);
  const sameDate = Date.UTC(year + years, month - 1, day) / dayMs;
  return Math.round((sameDate - dayOf(new Date(at), timeZone)) / 7);
}

/**
 * Moves an instant by weeks in the calendar of a time zone: the weekday and the time of day stay. A time of day that is
 * skipped then is moved on as the clock is.
 */
export function moveByWeeks(at: string, weeks: number, timeZone: string): string {
  const from = new Date(at);
  const wall = wallOf(from, timeZone);
  const day = new Date(Date.UTC(wall.year, wall.month - 1, wall.day + weeks * 7));
  const moved = instantOn(
    {
      ...wall,
      year: day.getUTCFullYear(),
      month: day.getUTCMonth() + 1,
      day: day.getUTCDate(),
    },
    timeZone,
  ).at;
  return new Date(moved.getTime() + (from.getTime() % 1000)).toISOString();
}
