import { z } from 'zod';

const text = z.string();
const person = { name: text };

/**
 * Every mail that the portal writes, with the facts that it is written from. Tokens and codes are part of the facts
 * only at the moment of sending; what is stored before carries neither.
 */
export const mailSchema = z.discriminatedUnion('template', [
  z.strictObject({
    template: z.literal('confirm_account'),
    facts: z.strictObject({ ...person, link: text, hours: z.number() }),
  }),
  z.strictObject({
    template: z.literal('already_registered'),
    facts: z.strictObject({ ...person, loginLink: text, forgotLink: text }),
  }),
  z.strictObject({
    template: z.literal('reset_password'),
    facts: z.strictObject({ ...person, link: text, minutes: z.number() }),
  }),
  z.strictObject({
    template: z.literal('human_code'),
    facts: z.strictObject({ code: text, minutes: z.number() }),
  }),
  z.strictObject({
    template: z.literal('application_submitted'),
    facts: z.strictObject({
      ...person,
      uid: text,
      title: text,
      callTitle: text,
      /** ISO instant. */
      submittedAt: z.string(),
      /** The call's own zone, as an IANA name. */
      timeZone: text,
      link: text,
    }),
  }),
]);
export type Mail = z.infer<typeof mailSchema>;
export type MailTemplate = Mail['template'];
export type MailFacts<T extends MailTemplate> = Extract<Mail, { template: T }>['facts'];
