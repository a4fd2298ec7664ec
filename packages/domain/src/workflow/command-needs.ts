import { decidedStatuses } from '../applications/statuses.ts';
import { assignmentTime } from '../deadlines/assignment-time.ts';
import { changesDue, latestChanges } from '../deadlines/changes-due.ts';
import { actsAsApplicant } from '../deadlines/step-head.ts';
import { closesAt, isAfter, setInstant } from '../deadlines/windows.ts';
import type { Step } from '../forms/types.ts';
import { canEdit } from '../permissions/can-edit.ts';
import { rolesFor } from './assigned-role.ts';
import { awardFaults } from './award-limits.ts';
import type { CommandNeed, WorkflowRefusalCode } from './commands.ts';
import { isHandedIn, isInForce, isOngoing, partitionsAt, remainingPartitions } from './completion.ts';
import { finalRows, newestDecisions, newRows } from './final-rows.ts';
import { hasRoleFor, knowsPerson, noPerson } from './known-person.ts';
import { type CommandTarget, isFirstStep, isOneOf, rolesOf } from './rights.ts';
import type { WorkflowCommand } from './workflow-command.ts';
import {
  inConflict,
  stepCutoffs,
  type WorkflowActor,
  type WorkflowAssignment,
  type WorkflowFacts,
  type WorkflowPerson,
} from './workflow-facts.ts';

/** A command with all that decides about it. */
export interface Ask {
  facts: WorkflowFacts;
  actor: WorkflowActor;
  command: WorkflowCommand;
  target: CommandTarget;
  now: Date;
}

/** Whom the command puts on an assignment: null for nobody, undefined where it puts nobody on one. */
function newcomer({ command, actor }: Ask): WorkflowPerson | null | undefined {
  switch (command.type) {
    case 'assign':
    case 'invite':
    case 'hand_on':
      return command.person;
    case 'take':
      return actor.kind === 'person' ? actor : undefined;
    default:
      return undefined;
  }
}

const suits = (role: string, person: WorkflowPerson): boolean => rolesFor(person.role, [role]).length > 0;

/** Whether a person took the work when nobody owned it. */
const isTaken = ({ assignment }: CommandTarget): boolean =>
  assignment?.wasUnowned === true && assignment.ownerId !== null;

/** In which role somebody is handed work: as before, else in the first one of the step that suits them. */
export const roleHandedOn = (step: Step, role: string, person: WorkflowPerson): string =>
  [role, ...rolesOf(step)].find((one) => suits(one, person)) ?? role;

/** In which role: that of the command, or of the assignment that goes over. */
function roleOf({ command, target }: Ask): string | undefined {
  if ('role' in command) return command.role;
  const { assignment, step } = target;
  return command.type === 'hand_on' && assignment !== null && step !== null
    ? roleHandedOn(step, assignment.role, command.person)
    : assignment?.role;
}

export const stepStateOf = (facts: WorkflowFacts, stepId: string | undefined) =>
  facts.stepStates.find((state) => state.stepId === stepId);

/** Whether a step has its place behind the step that decides. */
const isAfterDecision = ({ steps }: WorkflowFacts, { order }: Step): boolean =>
  steps.some((step) => step.final === true && step.order < order);

/** Whether a step that stays locked until it is unlocked still is. Source: Requirements 2, 3.4. */
export const isLocked = (facts: WorkflowFacts, step: Step): boolean =>
  step.config.isUnlockable === true && (stepStateOf(facts, step.id)?.unlockedAt ?? null) === null;

export function timeOf(
  facts: WorkflowFacts,
  assignment: Pick<WorkflowAssignment, 'stepId' | 'status' | 'deadline'>,
  now: Date,
) {
  return assignmentTime(
    stepCutoffs(facts, assignment.stepId),
    { ...assignment, isFirst: isFirstStep(facts, assignment.stepId) },
    facts.application.cutoffId,
    now,
  );
}

/** Returns until when a step that judges changes is planned. */
export const checkTime = (facts: WorkflowFacts, { id }: Step, now: Date) => ({
  timeZone: facts.timeZone,
  checkEnd: timeOf(facts, { stepId: id, status: 'assigned', deadline: null }, now).deadline,
});

const isInTime = (deadline: string, latest: string | null): boolean =>
  latest === null || Date.parse(deadline) <= Date.parse(latest);

/** Whether the effective deadline of an assignment has passed. */
const isOverdue = (facts: WorkflowFacts, assignment: WorkflowAssignment, now: Date): boolean => {
  const { deadline } = timeOf(facts, assignment, now);
  return deadline !== null && Date.parse(deadline) < now.getTime();
};

/** Whether a request for more time waits for an answer of staff. */
export const asksForTime = ({ timeRequest }: Pick<WorkflowAssignment, 'timeRequest'>): boolean =>
  timeRequest !== null && timeRequest.declined === null;

/** The work that submissions of the step are about: that of the step which it judges, on the same partition. */
const workJudged = (facts: WorkflowFacts, step: Step, partitionId: string | null): WorkflowAssignment[] =>
  facts.assignments.filter(
    (one) =>
      one.stepId === step.judges &&
      (one.partitionId === null || partitionId === null || one.partitionId === partitionId),
  );

/** What the step of a submission judges: the newest work that waits for a judgement. Null where there is none. */
export function judgedBy(
  facts: WorkflowFacts,
  step: Step,
  partitionId: string | null,
): WorkflowAssignment | null {
  return (
    workJudged(facts, step, partitionId)
      .filter(
        ({ stepId, status }) =>
          !isOver(facts, stepId) && (status === 'submitted' || status === 'resubmitted'),
      )
      .toSorted((one, other) => (other.submittedAt ?? '').localeCompare(one.submittedAt ?? ''))[0] ?? null
  );
}

/** Whether the work that the step judges is with its owner for changes, so that there is nothing to judge before they submit. */
export const waitsForChanges = (facts: WorkflowFacts, step: Step, partitionId: string | null): boolean =>
  judgedBy(facts, step, partitionId) === null &&
  workJudged(facts, step, partitionId).some(({ status }) => status === 'changes_requested');

/** Whether somebody has judged it already: what a second one finds is kept, and judges nothing. */
const wasJudged = (facts: WorkflowFacts, step: Step, partitionId: string | null): boolean =>
  workJudged(facts, step, partitionId).some(
    ({ status }) => status === 'approved' || status === 'rejected' || status === 'changes_requested',
  );

/**
 * Whether its owner has other work on the same step and partition to do: one at a time. Source: Requirements 2, 2.3.
 */
export function hasAnotherOpen(facts: WorkflowFacts, assignment: WorkflowAssignment): boolean {
  const { id, stepId, ownerId, partitionId } = assignment;
  return (
    ownerId !== null &&
    facts.assignments.some(
      (one) =>
        isOngoing(one) &&
        one.id !== id &&
        one.stepId === stepId &&
        one.partitionId === partitionId &&
        one.ownerId === ownerId,
    )
  );
}

/** Whether what an assignment says counts for its step: the lead's, or anybody's where nobody leads. */
export function countsForStep(facts: WorkflowFacts, assignment: WorkflowAssignment): boolean {
  return (
    assignment.isLead ||
    !facts.assignments.some(
      (one) =>
        one.isLead &&
        one.stepId === assignment.stepId &&
        one.partitionId === assignment.partitionId &&
        isInForce(one),
    )
  );
}

/** Whether the application came to its end: awarded, rejected or withdrawn. */
export const isEnded = ({ application }: WorkflowFacts): boolean =>
  (decidedStatuses as readonly string[]).includes(application.status);

/** Of an application that came to its end nothing is judged any more, and no change is asked for. */
export const isOver = (facts: WorkflowFacts, stepId: string): boolean =>
  isFirstStep(facts, stepId) && isEnded(facts);

/**
 * Whether the first check rejected the application, and nobody has decided otherwise since: nothing further starts.
 * Source: Requirements 2, 4.9.
 */
export const isTurnedDown = (facts: WorkflowFacts): boolean =>
  facts.assignments.some(({ stepId, status }) => isFirstStep(facts, stepId) && status === 'rejected') &&
  newestDecisions(facts.decisions).every(({ outcome }) => outcome === 'rejected');

/** The assignment of the person who leads a step and partition, if that is somebody other than `userId`; else null. */
export const leadOf = (
  { assignments }: WorkflowFacts,
  { step, partitionId }: Pick<CommandTarget, 'step' | 'partitionId'>,
  userId: number | null,
): WorkflowAssignment | null =>
  assignments.find(
    (one) =>
      one.isLead &&
      one.stepId === step?.id &&
      one.partitionId === partitionId &&
      one.ownerId !== null &&
      one.ownerId !== userId,
  ) ?? null;

/** Whether the person who refuses work may still assign it to somebody else once they do not have it any more. */
const mayAssignAfterwards = ({ facts, actor, target }: Ask): boolean =>
  isOneOf(
    ['assigners', 'staff'],
    { ...facts, assignments: facts.assignments.filter(({ id }) => id !== target.assignment?.id) },
    actor,
    target,
  );

export const finalStep = (facts: WorkflowFacts): Step | null =>
  facts.steps.find(({ final }) => final === true) ?? null;

const filled = (text: string): boolean => text.trim() !== '';
const unsetBefore = '2000-01-01';

/** Whether each need of the table holds; a code where it refuses with another than its own. */
export const holds: Record<CommandNeed, (ask: Ask) => boolean | WorkflowRefusalCode> = {
  // Decided from the call, where there is no application yet (decide-create.ts).
  call_open: () => true,
  role_assignable: (ask) => {
    const role = roleOf(ask);
    const { step } = ask.target;
    if (step === null || role === undefined || !rolesOf(step).includes(role)) return false;
    // There is one application in each: it comes with the draft, and is never given to anybody.
    if (isFirstStep(ask.facts, step.id)) return false;
    const person = newcomer(ask);
    if (person === null || person === undefined) return true;
    // Staff may give a step to anybody they choose; an administrator does not see the work.
    if (ask.actor.kind === 'administrator' && !hasRoleFor(step, person)) return false;
    return suits(role, person);
  },
  partition_offered: ({ facts, target: { step, partitionId } }) =>
    partitionId === null
      ? step?.perPartition !== true
      : (step === null ? remainingPartitions(facts) : partitionsAt(facts, step)).includes(partitionId),
  step_open: ({ facts, target }) => target.step !== null && !isLocked(facts, target.step),
  // What the applicant does with an award, and reports about it, has no meaning before the award is known.
  decision_released: ({ facts, target }) =>
    target.step === null ||
    !actsAsApplicant(target.step) ||
    !isAfterDecision(facts, target.step) ||
    facts.decisions.some(({ releasedAt }) => releasedAt !== null),
  lead_possible: ({ command, target }) =>
    ('makeLead' in command && !command.makeLead) || target.step?.config.hasLead === true,
  // Automations say in the flow who leads; a person confirms that somebody else loses the lead.
  lead_free: ({ facts, actor, command, target }) =>
    actor.kind !== 'person' ||
    !('makeLead' in command) ||
    !command.makeLead ||
    command.replaceLead === true ||
    leadOf(facts, target, command.person?.userId ?? null) === null,
  not_the_owner: (ask) => {
    const { facts, command } = ask;
    const { ownerId } = facts.application;
    if (command.type === 'mark_conflict') return command.userId !== ownerId;
    if (command.type === 'declare_conflict') return ask.target.assignment?.ownerId !== ownerId;
    const person = newcomer(ask);
    return (
      person === null || person === undefined || (person.userId === ownerId) === (roleOf(ask) === 'applicant')
    );
  },
  // The needs above it in the table do not look at the person, so that the order tells nothing of unknown accounts.
  person_known: (ask) => {
    const { facts, actor, command, target } = ask;
    if (command.type === 'mark_conflict') return command.userId !== noPerson.userId;
    const person = newcomer(ask);
    return person === null || person === undefined || knowsPerson(facts, actor, target, person);
  },
  no_conflict: (ask) => !inConflict(ask.facts, newcomer(ask)?.userId ?? null),
  not_ongoing: (ask) => {
    const { facts, command, target } = ask;
    const { assignment } = target;
    const person = newcomer(ask);
    // What opens again is its owner's once more.
    if (person === undefined)
      return (
        assignment === null ||
        (command.type === 'decide' && command.outcome !== 'changes_requested') ||
        !hasAnotherOpen(facts, assignment)
      );
    return !facts.assignments.some(
      (one) =>
        isOngoing(one) &&
        one.stepId === target.step?.id &&
        one.partitionId === target.partitionId &&
        one.ownerId === (person?.userId ?? null) &&
        (person !== null || one.role === roleOf(ask)),
    );
  },
  may_assign: ({ facts, actor, target }) =>
    isOneOf(['assigners', 'staff', 'administrator'], facts, actor, target),
  unowned: ({ target }) => target.assignment?.ownerId === null,
  no_changes_due: ({ facts, target: { assignment, step } }) =>
    assignment === null || step === null || !waitsForChanges(facts, step, assignment.partitionId),
  not_turned_down: ({ facts }) => !isTurnedDown(facts),
  first_step_is_draft: ({ facts }) =>
    facts.assignments.every(({ stepId, status }) => !isFirstStep(facts, stepId) || status === 'draft'),
  start_reached: ({ facts, target, now }) => {
    if (target.assignment === null) return false;
    const { start } = timeOf(facts, target.assignment, now);
    return start === null || Date.parse(start) <= now.getTime();
  },
  agreement_when_asked: ({ command, target }) =>
    target.step?.config.showCoi !== true ||
    ((command.type === 'accept' || command.type === 'take') && command.agreed),
  reason: (ask) => {
    const { command } = ask;
    if (command.type === 'decide' && command.outcome === 'approved') return true;
    // The first half of 'Assign other'. Source: Requirements 2, 2.16.
    if (command.type === 'refuse' && mayAssignAfterwards(ask)) return true;
    return 'reason' in command && filled(command.reason ?? '');
  },
  can_edit: ({ facts, actor, target, now }) => {
    const { assignment, step } = target;
    if (assignment === null || step === null || actor.kind !== 'person') return false;
    if (isLocked(facts, step)) return 'step_locked';
    if (isOver(facts, step.id)) return 'not_editable';
    const edit = canEdit(
      actor,
      {
        assignment: { ...assignment, isFirst: isFirstStep(facts, assignment.stepId) },
        applicationOwnerId: facts.application.ownerId,
        applicationCutoff: facts.application.cutoffId,
        cutoffs: stepCutoffs(facts, assignment.stepId),
        timeZone: facts.timeZone,
      },
      now,
    );
    return edit.ok || edit.code;
  },
  // The engine said so before (decide-submit.ts).
  complete: () => true,
  outcome_fits: ({ facts, command, target, now }) => {
    const { assignment, step } = target;
    if (assignment === null || step === null || !('outcome' in command)) return false;
    const { outcome } = command;
    if (outcome === null || typeof outcome === 'string')
      return step.judges === undefined && step.final !== true;
    if (outcome.kind === 'final') return finalRowsFit(facts, outcome.rows);
    if (outcome.kind !== 'judgement' || !countsForStep(facts, assignment)) return true;
    const judged = judgedBy(facts, step, assignment.partitionId);
    if (judged === null) return wasJudged(facts, step, assignment.partitionId);
    if (outcome.outcome === 'approved') return true;
    if (outcome.reason === null) return 'reason_needed';
    if (outcome.outcome === 'rejected') return true;
    if (hasAnotherOpen(facts, judged)) return 'already_ongoing';
    const check = checkTime(facts, step, now);
    const due = changesDue(check, outcome.deadline, now);
    if (Date.parse(due) <= now.getTime()) return 'deadline_needed';
    return isInTime(due, latestChanges(check, now)) || 'deadline_after_check';
  },
  step_judges: ({ facts, target: { step } }) =>
    step !== null && !isOver(facts, step.id) && facts.steps.some(({ judges }) => judges === step.id),
  deadline_for_changes: ({ command, now }) =>
    command.type !== 'decide' ||
    command.outcome !== 'changes_requested' ||
    (command.deadline !== null && Date.parse(command.deadline) > now.getTime()),
  leaves_check_time: ({ facts, command, target: { assignment }, now }) => {
    if (assignment === null || !('deadline' in command) || command.deadline == null) return true;
    const isForChanges =
      command.type === 'decide'
        ? command.outcome === 'changes_requested'
        : assignment.status === 'changes_requested';
    const judge = facts.steps.find(({ judges }) => judges === assignment.stepId);
    if (!isForChanges || judge === undefined) return true;
    return isInTime(command.deadline, latestChanges(checkTime(facts, judge, now), now));
  },
  deadline_after_2000: ({ command }) =>
    !('deadline' in command) || command.deadline == null || command.deadline >= unsetBefore,
  deadline_after_start: ({ facts, command, target: { assignment, step }, now }) => {
    if (step === null || !('deadline' in command) || command.deadline == null) return true;
    const given = assignment ?? { stepId: step.id, status: 'assigned' as const };
    return isAfter(command.deadline, timeOf(facts, { ...given, deadline: command.deadline }, now).start);
  },
  deadline_passed: ({ facts, target, now }) => {
    if (target.assignment === null || target.assignment.expiredAt !== null) return false;
    return isOverdue(facts, target.assignment, now);
  },
  has_deadline: ({ facts, target: { assignment }, now }) =>
    assignment !== null && timeOf(facts, assignment, now).deadline !== null,
  // The cut-off of a call is the same for everybody.
  not_the_cutoff: ({ facts, target: { assignment } }) =>
    assignment !== null && !(assignment.status === 'draft' && isFirstStep(facts, assignment.stepId)),
  deadline_to_come: ({ facts, command, target: { assignment }, now }) =>
    command.type !== 'ask_time' ||
    assignment === null ||
    (isAfter(command.deadline, now.toISOString()) &&
      isAfter(command.deadline, timeOf(facts, assignment, now).deadline)),
  time_asked: ({ target }) => target.assignment !== null && asksForTime(target.assignment),
  panel_offered: ({ command }) => command.type !== 'change_panel' || command.offered.includes(command.panel),
  unlockable: ({ target }) => target.step?.config.isUnlockable === true,
  something_new: ({ facts, target }) => {
    const { step } = target;
    if (step === null) return false;
    const releasedAt = stepStateOf(facts, step.id)?.releasedAt ?? '';
    const handedIn = facts.assignments.some(
      (one) => one.stepId === step.id && isHandedIn(one) && (one.submittedAt ?? '') > releasedAt,
    );
    return (
      handedIn ||
      (isDecidedAt(facts, step) && newestDecisions(facts.decisions).some((one) => one.releasedAt === null))
    );
  },
  // The flow itself says when its automation releases.
  step_done: ({ facts, actor, target }) =>
    actor.kind === 'automation' ||
    !facts.assignments.some((one) => one.stepId === target.step?.id && isOngoing(one)),
  not_first_step: ({ facts, target }) => target.step !== null && !isFirstStep(facts, target.step.id),
  was_unowned: ({ target }) => isTaken(target),
  unanswered_or_taken: ({ actor, target }) =>
    actor.kind === 'administrator' ||
    target.assignment?.status === 'assigned' ||
    (target.assignment?.status === 'accepted' && isTaken(target)),
  before_cutoff: ({ facts, now }) => {
    const cutoff = facts.cutoffs.find(({ id }) => id === facts.application.cutoffId);
    if (cutoff === undefined) return false;
    const end = setInstant(closesAt(facts.cutoffs, cutoff));
    return end === null || now.getTime() <= Date.parse(end);
  },
  review_not_begun: ({ facts }) =>
    facts.assignments.every(({ stepId, status }) =>
      isFirstStep(facts, stepId) ? status === 'submitted' : status === 'revoked',
    ),
  final_step: ({ facts, command }) =>
    command.type === 'outcome' && finalStep(facts) !== null && finalRowsFit(facts, command.rows),
  amounts_fit: ({ facts, command }) =>
    command.type !== 'outcome' ||
    (awardFaults(command.rows, {
      limits: command.limits,
      decisions: facts.decisions,
      reason: command.reason,
    })[0]?.fault ??
      true),
  result_changes: ({ facts, command, target }) => {
    if ('reason' in command && filled(command.reason ?? '')) return true;
    if (command.type === 'outcome') return facts.decisions.length === 0;
    const { assignment } = target;
    if (assignment === null || !('outcome' in command)) return true;
    const { outcome } = command;
    if (outcome === null || typeof outcome === 'string' || outcome.kind !== 'final') return true;
    return (
      !countsForStep(facts, assignment) ||
      newRows(facts, finalRows(facts, outcome.rows)).every(({ before }) => before === null)
    );
  },
};

/** A row for each partition that remains, once each; where none does, no row: what was asked for is rejected. */
function finalRowsFit(
  facts: WorkflowFacts,
  rows: readonly { partitionId: string; outcome: string }[],
): boolean {
  const wanted = remainingPartitions(facts);
  const given = rows.map(({ partitionId }) => partitionId);
  return (
    new Set(given).size === given.length &&
    given.every((partition) => wanted.includes(partition)) &&
    wanted.every((partition) => given.includes(partition))
  );
}

/** Whether a release of the step makes the application's result known: the final one, or a check that rejected it. */
export function isDecidedAt(facts: WorkflowFacts, step: Step): boolean {
  if (step.final === true) return facts.decisions.length > 0;
  if (step.judges === undefined || !isFirstStep(facts, step.judges)) return false;
  return facts.assignments.some(({ stepId, status }) => stepId === step.judges && status === 'rejected');
}
