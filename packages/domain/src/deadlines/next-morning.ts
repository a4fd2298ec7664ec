import { endOfDay, plainDate } from './plain-date.ts';

const hourMs = 3_600_000;

/** The hour at which what was held comes together. Source: Requirements 2e, 4.2. */
export const morningHour = 7;

function hourIn(instant: Date, timeZone: string): number {
  const text = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(
    instant,
  );
  return Number.parseInt(text, 10);
}

/** Seven o'clock on the day that begins after the last second of `day`, whichever way the clocks turn in the night. */
function morningAfter(day: string, timeZone: string): Date {
  const midnightMs = Date.parse(endOfDay(day, timeZone)) + 1_000;
  const guess = new Date(midnightMs + morningHour * hourMs);
  return new Date(guess.getTime() + (morningHour - hourIn(guess, timeZone)) * hourMs);
}

/** The next seven o'clock in a time zone (an IANA name) after an instant. */
export function nextMorning(now: Date, timeZone: string): Date {
  const yesterday = plainDate(
    new Date(Date.parse(endOfDay(plainDate(now, timeZone), timeZone)) - 30 * hourMs),
    timeZone,
  );
  const today = morningAfter(yesterday, timeZone);
  return today.getTime() > now.getTime() ? today : morningAfter(plainDate(now, timeZone), timeZone);
}
