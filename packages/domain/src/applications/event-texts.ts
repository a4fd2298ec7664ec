import { message, type Translatable } from '@clearcall/i18n/message.ts';

/** The types of events that the log of an application has a text for. Source: Requirements 2b, 2.2. */
const eventTexts = [
  'application_created',
  'application_duplicated',
  'application_deleted',
  'assignment_submitted',
  'document_uploaded',
  'document_deleted',
  'draft_warned',
  'draft_last_warned',
  'reminded',
  'note_added',
  'note_changed',
  'note_removed',
  'created',
  'draft',
  'assigned',
  'began',
  'taken',
  'accepted',
  'refused',
  'handed_on',
  'handed_back',
  'invited',
  'submitted',
  'resubmitted',
  'approved',
  'rejected',
  'changes_requested',
  'reopened',
  'outcome_recorded',
  'outcome_changed',
  'released',
  'release_planned',
  'release_stopped',
  'release_refused',
  'revoked',
  'conflicted',
  'conflict_cleared',
  'unlocked',
  'locked',
  'lead_assigned',
  'non_lead_assigned',
  'panel_changed',
  'deadline_changed',
  'deadline_passed',
  'time_asked',
  'time_declined',
  'withdrawn',
  'award_declined',
  'taken_back',
  'all_submitted',
  'partition_dropped',
  'cutoff_passed',
  'all_at_step',
  'automation_stopped',
] as const;

/** What is said otherwise where one of the staff did it. */
const staffEventTexts = ['approved', 'rejected', 'changes_requested'] as const;

/**
 * What the log says of an event, by its type and by whether one of the staff did it. Of a type that the table does not
 * hold, its words: what a newer version has written is not lost to an older one.
 */
export function eventMessage(type: string, byStaff: boolean): Translatable {
  const forStaff = staffEventTexts.find((one) => byStaff && one === type);
  if (forStaff !== undefined) return message(`events.byStaff.${forStaff}`);
  const known = eventTexts.find((one) => one === type);
  if (known !== undefined) return message(`events.${known}`);
  const plain = type.replaceAll('_', ' ').trim();
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

/** Types that an application's log leaves out: what is being written is none of its steps. */
export const unloggedTypes: readonly string[] = ['assignment_saved', 'comment_added', 'timer_reached'];

/** Kept as the reason of work that ended with the account of its owner. */
export const accountClosed = 'account_closed';

/** Kept as the reasons of assignments that ended with something else. */
export const systemReasons = [
  'awarded',
  'rejected',
  'no_award',
  'withdrawn',
  'dropped',
  'not_asked_for',
] as const;
export type SystemReason = (typeof systemReasons)[number];

/** What is said of a kept reason: people's own words as they are; ours in the language of the reader, also those of versions before. */
export function reasonMessage(reason: string): Translatable {
  const ours = systemReasons.find((one) => one === reason);
  if (ours !== undefined) return message(`events.reason.${ours}`);
  return reason === accountClosed || reason === 'The account was closed.'
    ? message('events.reason.accountClosed')
    : reason;
}
