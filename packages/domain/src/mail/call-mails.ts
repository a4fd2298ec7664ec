import { z } from 'zod';
import { mailKind } from './letter.ts';
import { momentIn } from './moment.ts';

const text = z.string();

/** Mails about what a call collected. */
export const callMails = {
  applications_report: mailKind(
    z.strictObject({
      name: text,
      callTitle: text,
      filename: text,
      applications: z.number().int(),
      /** For readers who may know how many there are. */
      drafts: z.number().int().optional(),
      /** Whether the file comes with the mail. */
      way: z.enum(['attached', 'ready for download']),
      /** ISO instant. */
      keptUntil: text,
      /** The call's own zone, as an IANA name. */
      timeZone: text,
      link: text,
    }),
    ({ name, callTitle, filename, applications, drafts, way, keptUntil, timeZone, link }) => {
      const until = momentIn(keptUntil, timeZone);
      return {
        subject: `Applications report: ${callTitle}`,
        preview: `${applications} ${applications === 1 ? 'application' : 'applications'}, ${way}.`,
        name,
        heading: 'Your applications report.',
        paragraphs: [
          `The report that you asked for is ${way}.${way === 'attached' ? '' : ' It does not travel with this mail.'}`,
          'It holds personal data of applicants. Keep it as you would keep their applications, and delete it when you no longer need it.',
        ],
        facts: [
          { label: 'Call', value: callTitle },
          { label: 'Submitted applications', value: String(applications) },
          ...(drafts === undefined ? [] : [{ label: 'Drafts, not listed', value: String(drafts) }]),
          { label: 'File', value: filename },
          { label: 'Kept until', value: until.text, more: `${until.zone}, ${timeZone}` },
        ],
        button: { label: 'Open the report in the portal', link },
        notes: ['The portal asks you to log in before it hands out the file.'],
        reason: 'You get this mail because you asked for the report of this call.',
      };
    },
  ),
};
