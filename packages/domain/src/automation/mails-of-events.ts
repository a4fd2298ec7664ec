import type { EventType } from '../applications/event.ts';
import type { MailTemplate } from '../mail/mail.ts';

/**
 * Which mails follow from an event. A type that is not named has no followers, so no job is written for it. Who reads
 * a mail, and whether it is still wanted, is looked up when it is planned and again when it is sent: somebody who
 * registers again gets the confirmation link if the account still waits for it, otherwise word of the attempt.
 */
export const mailsOfEvents: Partial<Record<EventType, readonly MailTemplate[]>> = {
  account_registered: ['confirm_account'],
  confirmation_requested: ['confirm_account', 'choose_password'],
  registration_repeated: ['confirm_account', 'already_registered'],
  human_code_requested: ['human_code'],
  password_reset_requested: ['reset_password', 'choose_password'],
  password_changed: ['password_changed'],
  // Word to the old address; to the new one its link, or word of the attempt when it has an account.
  email_change_requested: ['email_change_requested', 'confirm_email', 'email_taken'],
  email_changed: ['email_changed'],
  user_invited: ['invite'],
  account_suspended: ['account_suspended'],
  account_restored: ['account_restored'],
  sender_tested: ['sender_test'],
  provider_code_requested: ['provider_code'],
  sign_in_changed: ['sign_in_changed'],
  assignment_submitted: ['application_submitted'],
  submitted: ['application_submitted', 'bank_details_asked'],
  resubmitted: ['application_submitted'],
  released: ['outcome_letter'],
  time_asked: ['time_asked'],
  time_declined: ['time_answered'],
  // To the owner, unless an automation changed it.
  deadline_changed: ['time_answered'],
  reminded: ['assignment_reminder'],
  // To those alone whose calendar an earlier mail brought the deadline to.
  revoked: ['deadline_gone'],
  refused: ['deadline_gone'],
  handed_back: ['deadline_gone'],
  report_made: ['applications_report'],
  report_failed: ['applications_report_failed'],
  draft_warned: ['draft_expires'],
  draft_last_warned: ['draft_deleted_soon'],
  call_opened: ['call_opened'],
  cutoff_extended: ['cutoff_extended'],
  publication_failed: ['publication_failed'],
};

/** Types whose events somebody follows. */
export const followedEventTypes = Object.keys(mailsOfEvents) as EventType[];
