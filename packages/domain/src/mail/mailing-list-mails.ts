import { message } from '@clearcall/i18n/message.ts';
import { z } from 'zod';
import { zoneMessage } from '../values/zone-message.ts';
import { mailKind } from './letter.ts';
import { momentFact } from './moment.ts';

const text = z.string();
const maxDescriptionLength = 400;

/** So much of a text as a mail has room for, cut between words. */
function opening(description: string): string {
  if (description.length <= maxDescriptionLength) return description;
  return `${description.slice(0, maxDescriptionLength).replace(/\s+\S*$/, '')} …`;
}

/** Mails to those who want to hear of calls. */
export const mailingListMails = {
  call_opened: mailKind(
    z.strictObject({
      name: text,
      callTitle: text,
      /** Plain text. */
      description: text,
      /** ISO instant; null: no end is set. */
      closesAt: text.nullable(),
      /** The call's own zone, as an IANA name. */
      timeZone: text,
      link: text,
      /** Where one leaves the mailing list, without logging in. */
      leaveLink: text,
    }),
    ({ name, callTitle, description, closesAt, timeZone, link, leaveLink }, shortName) => ({
      subject: message('mails.callOpened.subject', { shortName, call: callTitle }),
      preview:
        closesAt === null
          ? message('mails.callOpened.preview')
          : message('mails.callOpened.previewUntil', {
              at: { at: closesAt, timeZone },
              zone: zoneMessage(timeZone),
            }),
      name,
      heading: message('mails.callOpened.heading'),
      paragraphs: [
        message('mails.callOpened.text1', { call: callTitle }),
        opening(description.trim()),
      ].filter((paragraph) => paragraph !== ''),
      facts: [
        { label: message('mails.fact.call'), value: callTitle },
        ...(closesAt === null ? [] : [momentFact(message('mails.fact.cutOff'), closesAt, timeZone)]),
      ],
      button: { label: message('mails.callOpened.button'), link },
      notes: [],
      reason: message('mails.callOpened.reason', { shortName }),
      leave: { label: message('mails.callOpened.leave'), link: leaveLink },
    }),
  ),
};
