import { Readable } from 'node:stream';
import type { CalendarEntry } from '@clearcall/domain/mail/flow-mails.ts';
import ical, {
  ICalAlarmType,
  ICalCalendarMethod,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator';
import addressparser from 'nodemailer/lib/addressparser';
import type { Attachment } from '../../platform/mail/mailer.ts';

const dayS = 86_400;

const methodOf = ({ isCancelled }: CalendarEntry): ICalCalendarMethod =>
  isCancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH;

/** Whose entry it is, as RFC 5546 asks: the sender of the mail. */
function organizerOf(sender: string): { name: string; email: string } {
  const [parsed] = addressparser(sender, { flatten: true });
  const email = parsed?.address || sender;
  return { name: parsed?.name || email, email };
}

/**
 * A calendar of one entry (RFC 5545): a moment without length that takes nobody's time, with an alarm the day before; or
 * that takes it out again (RFC 5546).
 */
function calendarText(entry: CalendarEntry, now: Date, sender: string): string {
  const { uid, sequence, title, at, link, isCancelled } = entry;
  const calendar = ical({
    method: methodOf(entry),
    prodId: { company: 'Clearcall', product: 'Clearcall', language: 'EN' },
  });
  const event = calendar.createEvent({
    id: uid,
    sequence,
    stamp: now,
    start: new Date(at),
    summary: title,
    organizer: organizerOf(sender),
    transparency: ICalEventTransparency.TRANSPARENT,
    ...(link === null ? {} : { url: link }),
    ...(isCancelled ? { status: ICalEventStatus.CANCELLED } : {}),
  });
  if (!isCancelled) event.createAlarm({ type: ICalAlarmType.display, trigger: dayS });
  return calendar.toString();
}

/** The same as files that travel with a mail. */
export const calendarFiles = (entries: readonly CalendarEntry[], now: Date, sender: string): Attachment[] =>
  entries.map((entry, nth) => ({
    filename: entries.length === 1 ? 'deadline.ics' : `deadline-${nth + 1}.ics`,
    contentType: `text/calendar; charset=utf-8; method=${methodOf(entry)}`,
    open: async () => Readable.from([calendarText(entry, now, sender)]),
  }));
