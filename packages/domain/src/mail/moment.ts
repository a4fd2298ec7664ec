import type { Message } from '@clearcall/i18n/message.ts';
import { zoneMessage } from '../values/zone-message.ts';
import type { Letter } from './letter.ts';

/** A moment among the facts of a letter: ISO instant `at` in `timeZone` (an IANA name), and what the zone is called. */
export function momentFact(label: Message, at: string, timeZone: string): Letter['facts'][number] {
  return { label, value: { at, timeZone }, more: zoneMessage(timeZone) };
}
