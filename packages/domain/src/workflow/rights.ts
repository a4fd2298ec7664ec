import { firstStep } from '../forms/first-step.ts';
import type { Step } from '../forms/types.ts';
import { goneStatuses } from '../model/statuses.ts';
import { actsAsOwner } from '../permissions/can-edit.ts';
import { looksForStaff } from '../permissions/view-rules.ts';
import type { CommandGiver } from './commands.ts';
import {
  inConflict,
  type WorkflowActor,
  type WorkflowAssignment,
  type WorkflowFacts,
} from './workflow-facts.ts';

/** What a command is about, as far as it is about one. */
export interface CommandTarget {
  assignment: WorkflowAssignment | null;
  step: Step | null;
  partitionId: string | null;
}

type Person = Extract<WorkflowActor, { kind: 'person' }>;

/** Own assignments that let their owner see the application: not refused, revoked or in conflict. Source: the review, section 2. */
const liveAssignments = (facts: WorkflowFacts, { userId }: Person): WorkflowAssignment[] =>
  facts.assignments.filter(
    ({ ownerId, status }) => ownerId === userId && !(goneStatuses as readonly string[]).includes(status),
  );

/** Whether a centre or a panel of the person has to do with what the command is about. */
function isWithin(facts: WorkflowFacts, person: Person, partitionId: string | null): boolean {
  const { panel, partitions } = facts.application;
  if (panel !== null && person.panels.includes(panel)) return true;
  return person.centrePartitions.some(
    (own) => partitions.includes(own) && (partitionId === null || own === partitionId),
  );
}

/** Whether the step lets the person assign, by the system role or by the role on an own assignment. */
function mayAssign(facts: WorkflowFacts, person: Person, { step, partitionId }: CommandTarget): boolean {
  // Of the own application one says nothing but what its applicant may.
  if (step === null || facts.application.ownerId === person.userId) return false;
  const { assign } = step.permissions;
  // Work on one partition gives nothing to say about another one.
  const reaches = (own: string | null) => own === null || partitionId === null || own === partitionId;
  if (liveAssignments(facts, person).some((own) => assign.includes(own.role) && reaches(own.partitionId)))
    return true;
  return assign.includes(person.role) && isWithin(facts, person, partitionId);
}

/** The roles that a step can be worked on in. */
export const rolesOf = (step: Step): string[] => [
  ...new Set([step.ownerRole, ...step.permissions.assignable]),
];

/** Whether the person could take it while nobody owns it; whoever comes second is told that it is taken. */
function mayTake(person: Person, { assignment, step }: CommandTarget): boolean {
  if (assignment === null || step === null) return false;
  if (assignment.ownerId !== null && !assignment.wasUnowned) return false;
  if (!rolesOf(step).includes(person.role) && person.role !== assignment.role) return false;
  return assignment.partitionId === null || person.centrePartitions.includes(assignment.partitionId);
}

/** Whether somebody is one of the givers that the table names. Source: domain model, state machine, column By. */
const isGiver: Record<
  CommandGiver,
  (facts: WorkflowFacts, actor: WorkflowActor, target: CommandTarget) => boolean
> = {
  applicant: (_, actor) => actor.kind === 'person',
  owner: ({ application }, actor, { assignment }) =>
    actor.kind === 'person' && assignment !== null && actsAsOwner(actor, application, assignment),
  application_owner: ({ application }, actor) =>
    actor.kind === 'person' && application.ownerId === actor.userId,
  assigners: (facts, actor, target) => actor.kind === 'person' && mayAssign(facts, actor, target),
  assigner: (facts, actor, target) =>
    actor.kind === 'person' &&
    target.assignment?.assignerId === actor.userId &&
    mayAssign(facts, actor, target),
  step_role: ({ application }, actor, target) =>
    actor.kind === 'person' && application.ownerId !== actor.userId && mayTake(actor, target),
  staff: ({ application }, actor) => actor.kind === 'person' && looksForStaff(actor, application),
  lead_chair: (facts, actor) =>
    actor.kind === 'person' &&
    facts.application.ownerId !== actor.userId &&
    (actor.role === 'ac_chair' || liveAssignments(facts, actor).some(({ role }) => role === 'ac_chair')),
  automation: (_, actor) => actor.kind === 'automation',
  clock: (_, actor) => actor.kind === 'clock',
};

export function isOneOf(
  givers: readonly CommandGiver[],
  facts: WorkflowFacts,
  actor: WorkflowActor,
  target: CommandTarget,
): boolean {
  return givers.some((giver) => isGiver[giver](facts, actor, target));
}

/**
 * Whether somebody may know of what a command is about; to everybody else it does not exist. Whoever is in conflict
 * knows of nothing, drafts are their owner's alone, and an assignment is known to its owner, to staff and to those who
 * may assign or take it. Source: the review, section 2; Readings, Drafts of others.
 */
export function mayKnow(facts: WorkflowFacts, actor: WorkflowActor, target: CommandTarget): boolean {
  if (actor.kind !== 'person') return true;
  const { ownerId, status } = facts.application;
  const owns = ownerId === actor.userId;
  if (!owns && (status === 'draft' || inConflict(facts, actor.userId))) return false;
  if (looksForStaff(actor, facts.application)) return true;
  const { assignment } = target;
  if (assignment !== null)
    return (
      assignment.ownerId === actor.userId ||
      isOneOf(['assigners', 'step_role', 'lead_chair'], facts, actor, target)
    );
  return (
    owns ||
    liveAssignments(facts, actor).length > 0 ||
    isWithin(facts, actor, null) ||
    isOneOf(['assigners', 'lead_chair'], facts, actor, target)
  );
}

/**
 * Why somebody may not mark the rows of an assignment, or null: staff and those who assign its step may, also when the
 * form is locked, but not on an application of their own. Source: the review, section 3, Coi mark and comment of a
 * group row.
 */
export function whyNotMark(
  facts: WorkflowFacts,
  actor: WorkflowActor,
  target: CommandTarget,
): 'not_found' | 'forbidden' | null {
  if (!mayKnow(facts, actor, target)) return 'not_found';
  const owns = actor.kind === 'person' && facts.application.ownerId === actor.userId;
  return owns || !isOneOf(['staff', 'assigners'], facts, actor, target) ? 'forbidden' : null;
}

export const isFirstStep = (facts: WorkflowFacts, stepId: string): boolean => firstStep(facts)?.id === stepId;
