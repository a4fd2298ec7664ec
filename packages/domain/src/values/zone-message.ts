import { zonePlace } from '@clearcall/i18n/format.ts';
import { type Message, message } from '@clearcall/i18n/message.ts';

/** A zone by its place, as pages and emails call it: 'Luxembourg time'. */
export const zoneMessage = (timeZone: string): Message =>
  message('mails.zone', { place: zonePlace(timeZone) });
