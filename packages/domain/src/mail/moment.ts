import { momentText } from '@clearcall/words/format.ts';

/**
 * An instant as dd-MM-yyyy HH:mm in a zone, and the zone's short name at that instant (CET, CEST).
 * `instant` is ISO, `timeZone` an IANA name; both come from our own rows, a wrong one throws.
 */
export function momentIn(instant: string, timeZone: string): { text: string; zone: string } {
  const { date, time, zone } = momentText('en', instant, timeZone);
  return { text: `${date} ${time}`, zone };
}
