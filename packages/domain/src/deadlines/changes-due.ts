import { addDays } from '../forms/dates.ts';
import { endOfDay, plainDate } from './plain-date.ts';

/** How long an applicant has for changes if the check names no day of its own. Source: Requirements 2, 4.2. */
const daysForChanges = 5;
const dayMs = 24 * 60 * 60 * 1_000;

/** The zone of a call, and the end of the timeframe of the step that judges the changes; null if it has none. */
interface CheckTime {
  timeZone: string;
  checkEnd: string | null;
}

/**
 * Returns the latest deadline of changes that leaves time for their check: the evening before the check ends. Null if
 * there is no limit, also if that evening has passed: the check is then extended when the changes are in.
 */
export function latestChanges({ timeZone, checkEnd }: CheckTime, now: Date): string | null {
  const dayBefore = checkEnd === null ? null : addDays(plainDate(checkEnd, timeZone), -1);
  if (dayBefore === null) return null;
  const evening = endOfDay(dayBefore, timeZone);
  return Date.parse(evening) > now.getTime() ? evening : null;
}

/** Returns until when changes are due: the end of the day that was named, else of the usual days if the check has time. */
export function changesDue(check: CheckTime, day: string | null, now: Date): string {
  const { timeZone } = check;
  if (day !== null) return endOfDay(day, timeZone);
  const usual = endOfDay(plainDate(new Date(now.getTime() + daysForChanges * dayMs), timeZone), timeZone);
  const latest = latestChanges(check, now);
  return latest !== null && latest < usual ? latest : usual;
}
