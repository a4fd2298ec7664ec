import type { AssignmentStatus } from '../model/statuses.ts';

/** Who may give a command. `owner` includes staff where nobody owns. */
export type CommandGiver =
  | 'applicant'
  | 'owner'
  | 'application_owner'
  | 'assigners'
  | 'step_role'
  | 'staff'
  | 'lead_chair'
  | 'automation'
  | 'clock';

/** What has to hold beside the status. */
export type CommandNeed =
  | 'call_open'
  | 'can_edit'
  | 'complete'
  | 'not_ongoing'
  | 'start_reached'
  | 'no_account_yet'
  | 'no_conflict'
  | 'agreement_when_asked'
  | 'reason'
  | 'deadline_for_changes'
  | 'unlockable'
  | 'step_has_lead'
  | 'deadline_after_2000'
  | 'deadline_passed'
  | 'first_step';

/** What an assignment goes through, in the words that automations listen to. Source: Specification 2, section 4. */
export type Happening =
  | 'draft'
  | 'assigned'
  | 'accepted'
  | 'refused'
  | 'invited'
  | 'submitted'
  | 'resubmitted'
  | 'lead_assignment_submitted'
  | 'non_lead_assignment_submitted'
  | 'lead_assigned'
  | 'non_lead_assigned'
  | 'approved'
  | 'rejected'
  | 'changes_requested'
  | 'revoked'
  | 'conflicted'
  | 'unlocked'
  | 'deadline_passed';

interface Transition {
  /** null: the assignment does not exist yet. */
  from: readonly AssignmentStatus[] | null;
  /** `same`: the status stays. `previous`: what it was before. null: the assignment is gone. */
  to: readonly (AssignmentStatus | 'same' | 'previous')[] | null;
  by: readonly CommandGiver[];
  needs: readonly CommandNeed[];
  events: readonly Happening[];
}

const ongoing = ['triggered', 'draft', 'assigned', 'accepted', 'changes_requested'] as const;

/** The state machine of an assignment: what the table does not allow is refused and changes nothing. Source: domain model. */
export const commands = {
  create: { from: null, to: ['draft'], by: ['applicant'], needs: ['call_open'], events: ['draft'] },
  assign: {
    from: null,
    to: ['assigned', 'draft', 'triggered'],
    by: ['assigners', 'automation'],
    needs: ['not_ongoing'],
    events: ['assigned', 'draft', 'lead_assigned', 'non_lead_assigned'],
  },
  begin: {
    from: ['triggered'],
    to: ['assigned', 'draft'],
    by: ['clock'],
    needs: ['start_reached'],
    events: ['assigned', 'draft'],
  },
  invite: { from: null, to: ['assigned'], by: ['staff'], needs: ['no_account_yet'], events: ['invited'] },
  take: {
    from: ['assigned', 'accepted'],
    to: ['same'],
    by: ['step_role', 'staff'],
    needs: ['no_conflict'],
    events: ['assigned'],
  },
  accept: {
    from: ['assigned'],
    to: ['accepted'],
    by: ['owner'],
    needs: ['agreement_when_asked', 'no_conflict'],
    events: ['accepted'],
  },
  refuse: { from: ['assigned'], to: ['refused'], by: ['owner'], needs: ['reason'], events: ['refused'] },
  hand_on: { from: ['assigned'], to: ['refused'], by: ['owner'], needs: [], events: ['refused', 'assigned'] },
  save: {
    from: ['draft', 'accepted', 'changes_requested'],
    to: ['same'],
    by: ['owner'],
    needs: ['can_edit'],
    events: [],
  },
  submit: {
    from: ['draft', 'accepted'],
    to: ['submitted'],
    by: ['owner'],
    needs: ['can_edit', 'complete'],
    events: ['submitted', 'lead_assignment_submitted', 'non_lead_assignment_submitted'],
  },
  resubmit: {
    from: ['changes_requested'],
    to: ['resubmitted'],
    by: ['owner'],
    needs: ['can_edit', 'complete'],
    events: ['resubmitted'],
  },
  decide: {
    from: ['submitted', 'resubmitted'],
    to: ['approved', 'rejected', 'changes_requested'],
    by: ['automation', 'staff'],
    needs: ['reason', 'deadline_for_changes'],
    events: ['approved', 'rejected', 'changes_requested'],
  },
  reopen: { from: ['submitted'], to: ['accepted'], by: ['automation'], needs: [], events: ['assigned'] },
  revoke: { from: ongoing, to: ['revoked'], by: ['staff', 'assigners'], needs: [], events: ['revoked'] },
  declare_conflict: {
    from: [...ongoing, 'submitted', 'resubmitted'],
    to: ['conflicted'],
    by: ['owner', 'staff'],
    needs: [],
    events: ['conflicted'],
  },
  clear_conflict: { from: ['conflicted'], to: ['previous'], by: ['staff'], needs: ['reason'], events: [] },
  make_lead: {
    from: [...ongoing, 'submitted', 'resubmitted', 'approved', 'rejected', 'revoked', 'conflicted'],
    to: ['same'],
    by: ['lead_chair'],
    needs: ['step_has_lead'],
    events: ['lead_assigned', 'non_lead_assigned'],
  },
  change_deadline: { from: ongoing, to: ['same'], by: ['staff'], needs: ['deadline_after_2000'], events: [] },
  expire: {
    from: ['draft', 'assigned', 'accepted'],
    to: ['same'],
    by: ['clock'],
    needs: ['deadline_passed'],
    events: ['deadline_passed'],
  },
  delete: {
    from: ['draft'],
    to: null,
    by: ['application_owner', 'clock'],
    needs: ['first_step'],
    events: [],
  },
} as const satisfies Record<string, Transition>;

export type Command = keyof typeof commands;

/** Whether the table lets a command be given in a status; null where there is no assignment yet. */
export function allows(command: Command, status: AssignmentStatus | null): boolean {
  const from: readonly AssignmentStatus[] | null = commands[command].from;
  return from === null ? status === null : status !== null && from.includes(status);
}
