import type { MailTemplate } from '../mail/mail.ts';
import type { EventType } from '../model/event.ts';

/**
 * Which mails follow from an event. A type that is not named has no followers, so no job is written for it.
 * Somebody who registers again gets the confirmation link if the account still waits for it, otherwise word of the
 * attempt: which of the two is decided when the mail is planned, from the account's status.
 */
export const mailsOfEvents: Partial<Record<EventType, MailTemplate>> = {
  account_registered: 'confirm_account',
  confirmation_requested: 'confirm_account',
  registration_repeated: 'already_registered',
  human_code_requested: 'human_code',
  password_reset_requested: 'reset_password',
  assignment_submitted: 'application_submitted',
};

/** Types whose events somebody follows. */
export const followedEventTypes = Object.keys(mailsOfEvents) as EventType[];
