import { z } from 'zod';
import { mailKind } from './letter.ts';
import { momentIn } from './moment.ts';

const text = z.string();

/** Mails about one's own applications. */
export const applicationMails = {
  application_submitted: mailKind(
    z.strictObject({
      name: text,
      uid: text,
      title: text,
      callTitle: text,
      /** ISO instant. */
      submittedAt: text,
      /** The call's own zone, as an IANA name. */
      timeZone: text,
      link: text,
    }),
    ({ name, uid, title, callTitle, submittedAt, timeZone, link }) => {
      const there = momentIn(submittedAt, timeZone);
      const utc = momentIn(submittedAt, 'UTC');
      return {
        subject: `${uid} was submitted to ${callTitle}`,
        preview: `Received ${there.text} ${there.zone}.`,
        name,
        heading: 'Your application was submitted.',
        paragraphs: [
          `We received your application${title === '' ? '' : ` ‘${title}’`} to the call ${callTitle}. You can read it at any time.`,
        ],
        facts: [
          { label: 'Proposal ID', value: uid },
          { label: 'Call', value: callTitle },
          { label: 'Submitted', value: there.text, more: `${there.zone}, ${timeZone}` },
          { label: 'In UTC', value: utc.text, more: 'UTC' },
        ],
        button: { label: 'Open the application', link },
        notes: [],
        reason: 'You get this mail because you own the application.',
      };
    },
  ),
};
