import { z } from 'zod';
import { mailKind } from './letter.ts';
import { momentIn } from './moment.ts';

const text = z.string();
const mostOfDescription = 400;

/** So much of a text as a mail has room for, cut between words. */
function opening(description: string): string {
  if (description.length <= mostOfDescription) return description;
  return `${description.slice(0, mostOfDescription).replace(/\s+\S*$/, '')} …`;
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
    ({ name, callTitle, description, closesAt, timeZone, link, leaveLink }, shortName) => {
      const closes = closesAt === null ? null : momentIn(closesAt, timeZone);
      return {
        subject: `${shortName}: ${callTitle} is open`,
        preview:
          closes === null ? 'You can apply now.' : `You can apply until ${closes.text} ${closes.zone}.`,
        name,
        heading: 'A call is open.',
        paragraphs: [`You can now apply to the call ${callTitle}.`, opening(description.trim())].filter(
          (paragraph) => paragraph !== '',
        ),
        facts: [
          { label: 'Call', value: callTitle },
          ...(closes === null
            ? []
            : [{ label: 'Cut-off', value: closes.text, more: `${closes.zone}, ${timeZone}` }]),
        ],
        button: { label: 'Read the call', link },
        notes: [],
        reason: `You get this mail because you asked to hear when calls open at ${shortName}.`,
        leave: { label: 'Stop these mails', link: leaveLink },
      };
    },
  ),
};
