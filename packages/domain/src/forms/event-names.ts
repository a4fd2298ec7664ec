/**
 * What can happen to an application and its assignments, by name: one vocabulary for what starts an automation, the log
 * and the outbox. What each carries is said in applications/workflow-events.ts. Source: Requirements 2d, 1.1.
 */
export const eventNames = [
  'draft',
  'assigned',
  'invited',
  'accepted',
  'refused',
  'handed_back',
  'submitted',
  'resubmitted',
  'lead_assigned',
  'non_lead_assigned',
  'lead_assignment_submitted',
  'non_lead_assignment_submitted',
  'approved',
  'rejected',
  'changes_requested',
  'reopened',
  'partition_dropped',
  'outcome_recorded',
  'outcome_changed',
  'released',
  'revoked',
  'conflicted',
  'conflict_cleared',
  'unlocked',
  'locked',
  'panel_changed',
  'deadline_changed',
  'deadline_passed',
  'time_asked',
  'time_declined',
  'withdrawn',
  'award_declined',
  'taken_back',
  'all_submitted',
  'cutoff_passed',
  'all_at_step',
  'automation_stopped',
] as const;
export type EventName = (typeof eventNames)[number];

/** What a timer counts from. Of an assignment of its step: deadline, cutoff, assigned; of the application: the others. */
export const timerAnchors = [
  'deadline',
  'cutoff',
  'assigned',
  'released',
  'award_start',
  'award_end',
] as const;
export type TimerAnchor = (typeof timerAnchors)[number];

/** To whom a notice goes. Source: Requirements 2d, 1.3. */
export const recipientRules = [
  'application_owner',
  'owner',
  'assigner',
  'lead_assignment_owner',
  'non_lead_assignment_owner',
  'approved_assignments',
  'partition_ccr',
  /** People who may take an assignment that nobody has; no one once somebody has it. */
  'takers',
  'form_element_email',
  'assignment_owners',
  /** People whose work on other steps is open. */
  'ongoing_assignments',
  'admins',
] as const;
export type RecipientRule = (typeof recipientRules)[number];
