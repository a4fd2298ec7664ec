import {
  type ApplicationStatus,
  type AssignmentStatus,
  editableStatuses,
  handedInStatuses,
  ongoingStatuses,
} from '../applications/statuses.ts';
import type { WorkflowEventType } from '../applications/workflow-events.ts';

/**
 * Who may give a command. `owner` includes staff where nobody owns; `assigners` are those whom the step lets assign, as
 * far as their centres, panels and own assignments reach; `step_role` those who may take what nobody owns; `taker` the same
 * while nobody owns it; `administrator` those of the administration portal, who see no application.
 */
export type CommandGiver =
  | 'applicant'
  | 'owner'
  | 'application_owner'
  | 'assigners'
  | 'assigner'
  | 'step_role'
  | 'taker'
  | 'staff'
  | 'lead_chair'
  | 'administrator'
  | 'automation'
  | 'clock';

/** What has to hold beside the status, each with the code of its refusal. Source: Requirements 2, 1.1 and 1.2. */
export const needs = {
  call_open: 'call_closed',
  not_turned_down: 'not_under_way',
  not_ongoing: 'already_ongoing',
  no_changes_due: 'changes_due',
  role_assignable: 'role_not_assignable',
  partition_offered: 'partition_not_asked_for',
  person_known: 'not_found',
  no_conflict: 'in_conflict',
  step_open: 'step_locked',
  decision_released: 'decision_not_released',
  lead_possible: 'step_has_no_lead',
  lead_free: 'lead_taken',
  start_reached: 'not_begun',
  agreement_when_asked: 'agreement_needed',
  reason: 'reason_needed',
  can_edit: 'not_editable',
  complete: 'has_errors',
  outcome_fits: 'nothing_to_judge',
  deadline_for_changes: 'deadline_needed',
  leaves_check_time: 'deadline_after_check',
  deadline_after_2000: 'deadline_invalid',
  deadline_after_start: 'deadline_before_start',
  deadline_passed: 'deadline_not_passed',
  has_deadline: 'no_deadline',
  not_the_cutoff: 'deadline_passed',
  deadline_to_come: 'deadline_not_to_come',
  time_asked: 'nothing_asked',
  step_judges: 'nothing_to_judge',
  unlockable: 'step_not_unlockable',
  something_new: 'nothing_to_release',
  step_done: 'step_not_done',
  not_first_step: 'not_revocable',
  was_unowned: 'not_to_hand_back',
  unanswered_or_taken: 'not_waiting',
  before_cutoff: 'deadline_passed',
  review_not_begun: 'review_begun',
  not_the_owner: 'own_application',
  final_step: 'nothing_to_judge',
  result_changes: 'reason_needed',
  amounts_fit: 'above_request',
  may_assign: 'forbidden',
  first_step_is_draft: 'not_a_draft',
  unowned: 'not_unowned',
  panel_offered: 'panel_not_offered',
} as const;
export type CommandNeed = keyof typeof needs;

/** Refusals that are about the status alone. */
type StatusRefusal =
  | 'not_found'
  | 'not_triggered'
  | 'not_waiting'
  | 'not_unowned'
  | 'not_editable'
  | 'not_submitted'
  | 'not_ongoing'
  | 'no_conflict_noted'
  | 'refused_already'
  | 'not_withdrawable'
  | 'not_a_draft'
  | 'not_under_way';

export type WorkflowRefusalCode =
  | (typeof needs)[CommandNeed]
  | 'above_pool'
  | 'amount_mismatch'
  | StatusRefusal
  | 'forbidden'
  /** The giver may assign the step, for other partitions. */
  | 'partition_of_others'
  | 'stale_revision';

interface Row {
  /** What is in one of the statuses of `from`: an assignment, or the application; null: what does not exist yet. */
  of: 'assignment' | 'application' | null;
  from: readonly (AssignmentStatus | ApplicationStatus)[];
  /** Given again in one of these by the same person, it answers like the first time and changes nothing. */
  repeated?: readonly (AssignmentStatus | ApplicationStatus)[];
  /** `same`: the status stays. `previous`: what it was before. Empty: it is gone. */
  to: readonly (AssignmentStatus | ApplicationStatus | 'same' | 'previous')[];
  by: readonly CommandGiver[];
  /** Asked in this order, the first that does not hold refuses. */
  needs: readonly CommandNeed[];
  events: readonly WorkflowEventType[];
  /** The refusal in any other status. */
  otherwise: StatusRefusal;
}

/** Statuses of an application under review: submitted, and not at its end. */
const underReview = ['submitted', 'changes_requested'] as const;
/** Where commands of the follow-up go on as well. */
const underWay = [...underReview, 'approved'] as const;

/**
 * The state machine: who may give which command in which status, what else has to hold, where it leads and what then
 * happened. What it does not allow is refused and changes nothing; `decide` reads it, docs and tests are printed from
 * it. Source: Requirements 2, 1.1 and 1.2.
 */
export const commands = {
  create: {
    of: null,
    from: [],
    to: ['draft'],
    by: ['applicant'],
    needs: ['call_open'],
    events: ['draft'],
    otherwise: 'not_found',
  },
  assign: {
    of: 'application',
    from: underWay,
    to: ['assigned', 'draft', 'triggered'],
    by: ['assigners', 'staff', 'automation'],
    needs: [
      'not_turned_down',
      'person_known',
      'role_assignable',
      'partition_offered',
      'step_open',
      'decision_released',
      'lead_possible',
      'not_the_owner',
      'no_conflict',
      'not_ongoing',
      'deadline_after_2000',
      'lead_free',
      'deadline_after_start',
    ],
    events: ['assigned', 'draft', 'lead_assigned', 'non_lead_assigned'],
    otherwise: 'not_under_way',
  },
  begin: {
    of: 'assignment',
    from: ['triggered'],
    to: ['assigned', 'draft'],
    by: ['clock'],
    needs: ['not_turned_down', 'start_reached'],
    events: ['assigned', 'draft'],
    otherwise: 'not_triggered',
  },
  invite: {
    of: 'application',
    from: underWay,
    to: ['assigned', 'triggered'],
    by: ['staff', 'assigners'],
    needs: [
      'not_turned_down',
      'role_assignable',
      'partition_offered',
      'step_open',
      'decision_released',
      'lead_possible',
      'not_the_owner',
      'no_conflict',
      'not_ongoing',
      'deadline_after_2000',
      'lead_free',
      'deadline_after_start',
    ],
    events: ['assigned', 'invited', 'lead_assigned', 'non_lead_assigned'],
    otherwise: 'not_under_way',
  },
  take: {
    of: 'assignment',
    from: ['assigned', 'accepted'],
    to: ['accepted'],
    by: ['step_role', 'staff'],
    needs: ['unowned', 'no_changes_due', 'no_conflict', 'not_ongoing', 'agreement_when_asked'],
    events: ['accepted'],
    otherwise: 'not_unowned',
  },
  hand_back: {
    of: 'assignment',
    from: ['assigned', 'accepted'],
    to: ['refused'],
    by: ['owner', 'staff'],
    needs: ['was_unowned'],
    events: ['handed_back', 'assigned'],
    otherwise: 'not_waiting',
  },
  accept: {
    of: 'assignment',
    from: ['assigned'],
    repeated: ['accepted'],
    to: ['accepted'],
    by: ['owner'],
    needs: ['agreement_when_asked'],
    events: ['accepted'],
    otherwise: 'not_waiting',
  },
  refuse: {
    of: 'assignment',
    from: ['assigned'],
    repeated: ['refused'],
    to: ['refused'],
    by: ['owner'],
    needs: ['reason'],
    events: ['refused'],
    otherwise: 'not_waiting',
  },
  hand_on: {
    of: 'assignment',
    from: ['assigned', 'accepted', 'triggered'],
    to: ['refused', 'revoked'],
    by: ['owner', 'administrator'],
    needs: [
      'may_assign',
      'unanswered_or_taken',
      'person_known',
      'role_assignable',
      'not_the_owner',
      'no_conflict',
      'not_ongoing',
    ],
    events: ['refused', 'revoked', 'assigned', 'lead_assigned', 'non_lead_assigned'],
    otherwise: 'not_waiting',
  },
  save: {
    of: 'assignment',
    from: editableStatuses,
    to: ['same'],
    by: ['owner'],
    needs: ['can_edit'],
    events: [],
    otherwise: 'not_editable',
  },
  submit: {
    of: 'assignment',
    from: ['draft', 'accepted'],
    to: ['submitted'],
    by: ['owner'],
    needs: ['can_edit', 'complete', 'outcome_fits', 'result_changes'],
    events: ['submitted', 'lead_assignment_submitted', 'non_lead_assignment_submitted'],
    otherwise: 'not_editable',
  },
  resubmit: {
    of: 'assignment',
    from: ['changes_requested'],
    to: ['resubmitted'],
    by: ['owner'],
    needs: ['can_edit', 'complete', 'outcome_fits', 'result_changes'],
    events: ['resubmitted', 'revoked'],
    otherwise: 'not_editable',
  },
  decide: {
    of: 'assignment',
    from: ['submitted', 'resubmitted'],
    to: ['approved', 'rejected', 'changes_requested'],
    by: ['automation', 'staff'],
    needs: ['step_judges', 'reason', 'deadline_for_changes', 'leaves_check_time', 'not_ongoing'],
    events: ['approved', 'rejected', 'changes_requested'],
    otherwise: 'not_submitted',
  },
  reopen: {
    of: 'assignment',
    from: ['submitted', 'resubmitted'],
    to: ['accepted'],
    by: ['automation', 'staff'],
    needs: ['not_turned_down', 'not_first_step', 'not_ongoing'],
    events: ['reopened'],
    otherwise: 'not_submitted',
  },
  outcome: {
    of: 'application',
    from: underWay,
    to: ['same'],
    by: ['automation', 'staff'],
    needs: ['final_step', 'result_changes', 'amounts_fit'],
    events: ['outcome_recorded', 'outcome_changed'],
    otherwise: 'not_under_way',
  },
  release: {
    of: 'application',
    from: [...underWay, 'rejected', 'withdrawn'],
    to: ['same', 'submitted', 'approved', 'rejected'],
    by: ['staff', 'automation', 'clock'],
    needs: ['step_done', 'something_new'],
    events: ['released', 'approved', 'rejected'],
    otherwise: 'not_under_way',
  },
  withdraw: {
    of: 'application',
    from: underReview,
    repeated: ['withdrawn'],
    to: ['withdrawn'],
    by: ['application_owner'],
    needs: [],
    events: ['withdrawn'],
    otherwise: 'not_withdrawable',
  },
  take_back: {
    of: 'application',
    from: ['submitted'],
    repeated: ['draft'],
    to: ['draft'],
    by: ['application_owner'],
    needs: ['before_cutoff', 'review_not_begun'],
    events: ['taken_back'],
    otherwise: 'not_under_way',
  },
  revoke: {
    of: 'assignment',
    from: ongoingStatuses,
    repeated: ['revoked'],
    to: ['revoked'],
    by: ['staff', 'assigner', 'automation'],
    needs: ['not_first_step'],
    events: ['revoked'],
    otherwise: 'not_ongoing',
  },
  declare_conflict: {
    of: 'assignment',
    from: [...ongoingStatuses, ...handedInStatuses],
    repeated: ['conflicted'],
    to: ['conflicted', 'same'],
    by: ['owner', 'taker'],
    needs: ['not_first_step', 'not_the_owner'],
    events: ['conflicted'],
    otherwise: 'refused_already',
  },
  mark_conflict: {
    of: 'application',
    from: [...underWay, 'rejected', 'withdrawn'],
    to: ['same'],
    by: ['staff', 'automation'],
    needs: ['person_known', 'not_the_owner', 'reason'],
    events: ['conflicted'],
    otherwise: 'not_under_way',
  },
  clear_conflict: {
    of: 'application',
    from: [...underWay, 'rejected', 'withdrawn'],
    to: ['same'],
    by: ['staff'],
    needs: ['reason'],
    events: ['conflict_cleared', 'revoked'],
    otherwise: 'no_conflict_noted',
  },
  lock: {
    of: 'application',
    from: underWay,
    to: ['same'],
    by: ['staff', 'automation'],
    needs: ['unlockable'],
    events: ['locked'],
    otherwise: 'not_under_way',
  },
  unlock: {
    of: 'application',
    from: underWay,
    to: ['same'],
    by: ['staff', 'automation'],
    needs: ['not_turned_down', 'unlockable'],
    events: ['unlocked'],
    otherwise: 'not_under_way',
  },
  make_lead: {
    of: 'assignment',
    from: [...ongoingStatuses, ...handedInStatuses],
    to: ['same'],
    by: ['lead_chair'],
    needs: ['lead_possible'],
    events: ['lead_assigned', 'non_lead_assigned'],
    otherwise: 'refused_already',
  },
  change_deadline: {
    of: 'assignment',
    from: ongoingStatuses,
    to: ['same'],
    by: ['staff'],
    needs: ['deadline_after_2000', 'deadline_after_start', 'leaves_check_time'],
    events: ['deadline_changed'],
    otherwise: 'not_ongoing',
  },
  ask_time: {
    of: 'assignment',
    from: ['draft', 'assigned', 'accepted', 'changes_requested'],
    to: ['same'],
    by: ['owner'],
    needs: ['not_the_cutoff', 'has_deadline', 'reason', 'deadline_to_come'],
    events: ['time_asked'],
    otherwise: 'not_ongoing',
  },
  decline_time: {
    of: 'assignment',
    from: ['draft', 'assigned', 'accepted', 'changes_requested'],
    to: ['same'],
    by: ['staff'],
    needs: ['time_asked', 'reason'],
    events: ['time_declined'],
    otherwise: 'not_ongoing',
  },
  change_panel: {
    of: 'application',
    from: underWay,
    to: ['same'],
    by: ['staff'],
    needs: ['panel_offered'],
    events: ['panel_changed'],
    otherwise: 'not_under_way',
  },
  expire: {
    of: 'assignment',
    from: ['draft', 'assigned', 'accepted', 'changes_requested'],
    to: ['same'],
    by: ['clock'],
    needs: ['deadline_passed'],
    events: ['deadline_passed'],
    otherwise: 'not_ongoing',
  },
  delete: {
    of: 'application',
    from: ['draft'],
    to: [],
    by: ['application_owner', 'clock'],
    needs: ['first_step_is_draft'],
    events: [],
    otherwise: 'not_a_draft',
  },
} as const satisfies Record<string, Row>;

export type CommandName = keyof typeof commands;

/** The row of a command, as the interpreter reads it. */
export const rowOf = (command: CommandName): Row => commands[command];

/** Whether the table lets a command be given in a status; null where there is nothing yet. */
export function allows(command: CommandName, status: AssignmentStatus | ApplicationStatus | null): boolean {
  const row = rowOf(command);
  return row.of === null ? status === null : status !== null && row.from.includes(status);
}
