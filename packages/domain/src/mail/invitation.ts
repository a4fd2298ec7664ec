import { message } from '@clearcall/i18n/message.ts';
import { z } from 'zod';
import type { Letter } from './letter.ts';

/** For how many days the link of an email also lets its recipient choose a password; null if they have one. */
export const invitation = z.strictObject({ days: z.number() }).nullable().default(null);

/** The letter to a person who has no password yet: who invites, and the way to a password in place of its button. */
export function withInvitation(
  letter: Letter,
  { invitation: given, link }: { invitation: z.output<typeof invitation>; link: string | null },
  shortName: string,
): Letter {
  if (given === null || link === null) return letter;
  return {
    ...letter,
    paragraphs: [
      message('mails.invitation.who', { shortName }),
      ...letter.paragraphs,
      message('mails.invitation.choose'),
    ],
    button: { label: message('mails.choosePassword'), link },
    notes: [
      ...letter.notes,
      message('mails.validDaysOnce', { n: given.days }),
      message('mails.invite.note1'),
    ],
  };
}
