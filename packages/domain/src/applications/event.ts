import { workflowEventTypes } from './workflow-events.ts';

/** Everything that the portal notes as having happened. Past tense; the log keeps them for good. */
export const eventTypes = [
  // accounts; userId is whose account it is. detail of human_code_requested: { challengeId, email, language }, of
  // account_registered and registration_repeated: { registrationId, return }, of password_reset_requested: { return },
  // the page to come back to where there is one, of email_change_requested: { email } (the new one), of email_changed:
  // { before } (the old one)
  'account_registered',
  'registration_repeated',
  'account_confirmed',
  'confirmation_requested',
  'human_code_requested',
  'password_reset_requested',
  'password_reset',
  'password_changed',
  'email_change_requested',
  'email_changed',
  'user_invited',
  'invitation_accepted',
  // by an administrator (actorId), or without one by whoever runs the portal. detail: { role }
  'role_given',
  // locked and unlocked by an administrator (actorId)
  'account_suspended',
  'account_restored',
  // by an administrator, to themselves
  'sender_tested',
  // detail: { fields }, their names alone
  'profile_saved',
  // by actorId, who proved the address that somebody had registered and never confirmed
  'unconfirmed_account_removed',
  // actorId is the finance manager who read them
  'bank_details_read',
  'account_closed',
  // detail: { step, email, provider, language }
  'provider_code_requested',
  // detail: { change, what }
  'sign_in_changed',
  // applications; actorId is who did it
  'application_created',
  // detail: { uid, from, leftOut, leftOutIn }: titles, and the ids of their fields in the new form or nothing
  'application_duplicated',
  'application_deleted',
  'assignment_saved',
  // as versions before wrote it, of every submission. detail: { status, stepId, lead }
  'assignment_submitted',
  'document_uploaded',
  'document_deleted',
  // calls; userId is who asked. detail: { callId, reportId, format }
  'report_requested',
  'report_made',
  'report_failed',
  // by the clock; userId is the owner
  'draft_warned',
  'draft_last_warned',
  // detail: { callId }
  'call_opened',
  // the end of a cut-off was moved to later, which was `from`. detail: { callId, cutoffId, from }
  'cutoff_extended',
  // a planned publication had errors when it was due, or was not approved; userId is its publisher. detail: { callId, reason? }
  'publication_failed',
  // a mail that was refused for good; userId is whose account it was about. detail: { template, deliveryId }
  'mail_failed',
  // that the moment of a timer of the flow came, as the cause of what is done then. detail: { automation, step, partition }
  'timer_reached',
  // by staff, of the assignment; userId is who has it
  'reminded',
  // what happens to applications and assignments: workflow-events.ts
  ...workflowEventTypes,
  // of the staff about an application; actorId is its author. detail: { noteId }
  'note_added',
  'note_changed',
  'note_removed',
  // of a release, which takes effect ten minutes after it was given; detail: { step }, with cause and depth if an automation
  // gave it. Staff stopped it, or it was refused when it was due: { step, code }
  'release_planned',
  'release_stopped',
  'release_refused',
  // of what was asked for at a field, by who answers it; theirs alone until it is handed in. detail: { threadId }
  'comment_added',
] as const;
export type EventType = (typeof eventTypes)[number];

/** One thing that happened, as it is written. `detail` is small, and never holds a token, a password or an answer. */
export interface NewEvent {
  type: EventType;
  occurredAt: Date;
  applicationId?: number | undefined;
  assignmentId?: string | undefined;
  userId?: number | undefined;
  actorId?: number | undefined;
  detail?: Record<string, string | number | boolean | null> | undefined;
}
