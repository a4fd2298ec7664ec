import { z } from 'zod';

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-GB', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** The name of a time zone that clocks can be set by. Refused: what no calendar knows, which would stop every page with a date. */
export const timeZoneSchema = z
  .string()
  .max(60)
  .refine(isTimeZone, { error: 'This is no time zone, like Europe/Brussels.' });
