import type { CommandGiver, CommandName, CommandNeed, WorkflowRefusalCode } from '../commands.ts';

const ongoing = ['accepted', 'assigned', 'changes_requested', 'draft', 'triggered'];
const handedIn = ['approved', 'rejected', 'resubmitted', 'submitted'];
const underReview = ['changes_requested', 'submitted'];
const underWay = ['approved', ...underReview];
const known = [...underWay, 'rejected', 'withdrawn'];

interface ExpectedCommand {
  from: string[] | null;
  by: CommandGiver[];
  /** In the order in which they are asked. */
  needs: CommandNeed[];
  /** Statuses in which it was given before. */
  again?: string[];
  /** In any other status. */
  otherwise: WorkflowRefusalCode;
}

/** The table of commands, but for where they lead, written down once more by hand, so that a slip in it shows. */
export const expectedCommands: Record<CommandName, ExpectedCommand> = {
  create: { from: null, by: ['applicant'], needs: ['call_open'], otherwise: 'not_found' },
  assign: {
    from: underWay,
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
    otherwise: 'not_under_way',
  },
  invite: {
    from: underWay,
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
    otherwise: 'not_under_way',
  },
  begin: {
    from: ['triggered'],
    by: ['clock'],
    needs: ['not_turned_down', 'start_reached'],
    otherwise: 'not_triggered',
  },
  take: {
    from: ['accepted', 'assigned'],
    by: ['step_role', 'staff'],
    needs: ['unowned', 'no_changes_due', 'no_conflict', 'not_ongoing', 'agreement_when_asked'],
    otherwise: 'not_unowned',
  },
  hand_back: {
    from: ['accepted', 'assigned'],
    by: ['owner', 'staff'],
    needs: ['was_unowned'],
    otherwise: 'not_waiting',
  },
  accept: {
    from: ['assigned'],
    again: ['accepted'],
    by: ['owner'],
    needs: ['agreement_when_asked'],
    otherwise: 'not_waiting',
  },
  refuse: {
    from: ['assigned'],
    again: ['refused'],
    by: ['owner'],
    needs: ['reason'],
    otherwise: 'not_waiting',
  },
  hand_on: {
    from: ['assigned', 'accepted', 'triggered'],
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
    otherwise: 'not_waiting',
  },
  save: {
    from: ['accepted', 'changes_requested', 'draft'],
    by: ['owner'],
    needs: ['can_edit'],
    otherwise: 'not_editable',
  },
  submit: {
    from: ['accepted', 'draft'],
    by: ['owner'],
    needs: ['can_edit', 'complete', 'outcome_fits', 'result_changes'],
    otherwise: 'not_editable',
  },
  resubmit: {
    from: ['changes_requested'],
    by: ['owner'],
    needs: ['can_edit', 'complete', 'outcome_fits', 'result_changes'],
    otherwise: 'not_editable',
  },
  decide: {
    from: ['resubmitted', 'submitted'],
    by: ['automation', 'staff'],
    needs: ['step_judges', 'reason', 'deadline_for_changes', 'leaves_check_time', 'not_ongoing'],
    otherwise: 'not_submitted',
  },
  reopen: {
    from: ['resubmitted', 'submitted'],
    by: ['automation', 'staff'],
    needs: ['not_turned_down', 'not_first_step', 'not_ongoing'],
    otherwise: 'not_submitted',
  },
  outcome: {
    from: underWay,
    by: ['automation', 'staff'],
    needs: ['final_step', 'result_changes', 'amounts_fit'],
    otherwise: 'not_under_way',
  },
  release: {
    from: known,
    by: ['staff', 'automation', 'clock'],
    needs: ['step_done', 'something_new'],
    otherwise: 'not_under_way',
  },
  withdraw: {
    from: underReview,
    again: ['withdrawn'],
    by: ['application_owner'],
    needs: [],
    otherwise: 'not_withdrawable',
  },
  take_back: {
    from: ['submitted'],
    again: ['draft'],
    by: ['application_owner'],
    needs: ['before_cutoff', 'review_not_begun'],
    otherwise: 'not_under_way',
  },
  revoke: {
    from: ongoing,
    again: ['revoked'],
    by: ['staff', 'assigner', 'automation'],
    needs: ['not_first_step'],
    otherwise: 'not_ongoing',
  },
  declare_conflict: {
    from: [...ongoing, ...handedIn],
    again: ['conflicted'],
    by: ['owner', 'taker'],
    needs: ['not_first_step', 'not_the_owner'],
    otherwise: 'refused_already',
  },
  mark_conflict: {
    from: known,
    by: ['staff', 'automation'],
    needs: ['person_known', 'not_the_owner', 'reason'],
    otherwise: 'not_under_way',
  },
  clear_conflict: { from: known, by: ['staff'], needs: ['reason'], otherwise: 'no_conflict_noted' },
  lock: { from: underWay, by: ['staff', 'automation'], needs: ['unlockable'], otherwise: 'not_under_way' },
  unlock: {
    from: underWay,
    by: ['staff', 'automation'],
    needs: ['not_turned_down', 'unlockable'],
    otherwise: 'not_under_way',
  },
  make_lead: {
    from: [...ongoing, ...handedIn],
    by: ['lead_chair'],
    needs: ['lead_possible'],
    otherwise: 'refused_already',
  },
  change_deadline: {
    from: ongoing,
    by: ['staff'],
    needs: ['deadline_after_2000', 'deadline_after_start', 'leaves_check_time'],
    otherwise: 'not_ongoing',
  },
  ask_time: {
    from: ['accepted', 'assigned', 'changes_requested', 'draft'],
    by: ['owner'],
    needs: ['not_the_cutoff', 'has_deadline', 'reason', 'deadline_to_come'],
    otherwise: 'not_ongoing',
  },
  decline_time: {
    from: ['accepted', 'assigned', 'changes_requested', 'draft'],
    by: ['staff'],
    needs: ['time_asked', 'reason'],
    otherwise: 'not_ongoing',
  },
  change_panel: { from: underWay, by: ['staff'], needs: ['panel_offered'], otherwise: 'not_under_way' },
  expire: {
    from: ['accepted', 'assigned', 'changes_requested', 'draft'],
    by: ['clock'],
    needs: ['deadline_passed'],
    otherwise: 'not_ongoing',
  },
  delete: {
    from: ['draft'],
    by: ['application_owner', 'clock'],
    needs: ['first_step_is_draft'],
    otherwise: 'not_a_draft',
  },
};
