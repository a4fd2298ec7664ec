import { endOfDay, plainDate } from './plain-date.ts';

/** How long an applicant has for changes where the check names no day of its own. Source: Requirements 2, 4.2. */
const daysForChanges = 5;
const dayMs = 24 * 60 * 60 * 1_000;

/** Until when changes are due: the end of the day that was named, else of the one so many days from now. */
export const changesDue = ({ timeZone }: { timeZone: string }, day: string | null, now: Date): string =>
  endOfDay(day ?? plainDate(new Date(now.getTime() + daysForChanges * dayMs), timeZone), timeZone);
