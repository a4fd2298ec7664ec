import { Readable } from 'node:stream';
import type { CalendarEntry } from '@clearcall/domain/mail/flow-mails.ts';
import ical, { ICalAlarmType, ICalCalendarMethod, ICalEventTransparency } from 'ical-generator';
import type { Attachment } from '../../platform/mail/mailer.ts';

const dayS = 86_400;

/** A calendar of one entry (RFC 5545): a moment without length that takes nobody's time, with an alarm the day before. */
function calendarText({ uid, sequence, title, at, link }: CalendarEntry, now: Date): string {
  const calendar = ical({
    method: ICalCalendarMethod.PUBLISH,
    prodId: { company: 'Clearcall', product: 'Clearcall', language: 'EN' },
  });
  const event = calendar.createEvent({
    id: uid,
    sequence,
    stamp: now,
    start: new Date(at),
    summary: title,
    transparency: ICalEventTransparency.TRANSPARENT,
    ...(link === null ? {} : { url: link }),
  });
  event.createAlarm({ type: ICalAlarmType.display, trigger: dayS });
  return calendar.toString();
}

/** The same as a file that travels with a mail. */
export const calendarFile = (entry: CalendarEntry, now: Date, filename = 'deadline.ics'): Attachment => ({
  filename,
  contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
  open: async () => Readable.from([calendarText(entry, now)]),
});
