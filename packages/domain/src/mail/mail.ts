import type { z } from 'zod';
import { accountMails } from './account-mails.ts';
import { applicationMails } from './application-mails.ts';
import { callMails } from './call-mails.ts';
import { flowMails } from './flow-mails.ts';
import type { Letter, MailKind } from './letter.ts';
import { mailingListMails } from './mailing-list-mails.ts';
import { moreTimeMails } from './more-time-mails.ts';
import { signInMails } from './sign-in-mails.ts';

/**
 * Every mail that the portal writes. Tokens and codes are part of the facts only at the moment of sending; what is
 * stored before carries neither. A new mail is an entry in the table of its noun, its event in
 * automation/mails-of-events.ts, its readers and facts in mail-work.ts of the API, and its facts in samples.ts.
 */
export const mails = {
  ...accountMails,
  ...applicationMails,
  ...callMails,
  ...flowMails,
  ...mailingListMails,
  ...moreTimeMails,
  ...signInMails,
};

type Facts = { [T in keyof typeof mails]: z.output<(typeof mails)[T]['facts']> };
export type MailTemplate = keyof Facts;
export type MailFacts<T extends MailTemplate> = Facts[T];
/** A mail with everything that it is written from. */
export type Mail = { [T in MailTemplate]: { template: T; facts: Facts[T] } }[MailTemplate];

const kinds: { readonly [T in MailTemplate]: MailKind<Facts[T]> } = mails;

/** Reads a mail from facts of any origin; throws where they are not exactly those of its template. */
export function readMail(template: MailTemplate, facts: unknown): Mail {
  return { template, facts: kinds[template].facts.parse(facts) } as Mail;
}

/** The words of a mail. Sentences are short, and say what to do when the mail comes unexpectedly. */
export function writeLetter<T extends MailTemplate>(
  mail: { template: T; facts: Facts[T] },
  shortName: string,
): Letter {
  return kinds[mail.template].write(mail.facts, shortName);
}
