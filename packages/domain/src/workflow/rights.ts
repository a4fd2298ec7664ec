import { goneStatuses } from '../applications/statuses.ts';
import { firstStep } from '../forms/first-step.ts';
import type { Step } from '../forms/types.ts';
import { actsFor } from '../people/roles.ts';
import { actsAsOwner } from '../permissions/can-edit.ts';
import { type AssignFacts, choosesLeads, isWithin, mayAssign } from '../permissions/may-assign.ts';
import { actsAsStaff, audienceOf, rulesFor } from '../permissions/view-rules.ts';
import type { CommandGiver } from './commands.ts';
import {
  inConflict,
  releasedAtOf,
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

/**
 * Own assignments that let their owner see the application: not refused, revoked or in conflict. Source: Requirements
 * 2, 3.3.
 */
const liveAssignments = (facts: WorkflowFacts, { userId }: Person): WorkflowAssignment[] =>
  facts.assignments.filter(
    ({ ownerId, status }) => ownerId === userId && !(goneStatuses as readonly string[]).includes(status),
  );

/** What the view rules and the rights to assign ask. */
const asAsked = (facts: WorkflowFacts): AssignFacts => ({
  ...facts,
  releasedAt: releasedAtOf(facts.stepStates),
});

/** The roles that a step can be worked on in. */
export const rolesOf = (step: Step): string[] => [
  ...new Set([step.ownerRole, ...step.permissions.assignable]),
];

/** Whether the step of what a command is about lets the person assign. */
const isAssigner = (
  facts: WorkflowFacts,
  actor: WorkflowActor,
  { step, partitionId }: CommandTarget,
): boolean => actor.kind === 'person' && step !== null && mayAssign(asAsked(facts), actor, step, partitionId);

/** Whether work of a role is within the reach of the person's centres and panels. */
function reaches(
  { application: { partitions, panel } }: WorkflowFacts,
  { role, centrePartitions, panels }: Person,
  partitionId: string | null,
): boolean {
  if (partitionId !== null) return centrePartitions.includes(partitionId);
  switch (actsFor[role]) {
    case 'centre':
      return partitions.some((asked) => centrePartitions.includes(asked));
    case 'panel':
      return panel !== null && panels.includes(panel);
    default:
      return true;
  }
}

/** The roles in which people may take an assignment that has no owner. */
export const takerRoles = (step: Step, { role }: Pick<WorkflowAssignment, 'role'>): string[] => [
  ...new Set([...rolesOf(step), role]),
];

/** Whether the person could take it while nobody owns it; whoever comes second is told that it is taken. */
function mayTake(facts: WorkflowFacts, person: Person, { assignment, step }: CommandTarget): boolean {
  if (assignment === null || step === null) return false;
  if (assignment.ownerId !== null && !assignment.wasUnowned) return false;
  if (!takerRoles(step, assignment).includes(person.role)) return false;
  return reaches(facts, person, assignment.partitionId);
}

/** Whether somebody is one of the givers that the table names. Source: Requirements 2, 1.1. */
const isGiver: Record<
  CommandGiver,
  (facts: WorkflowFacts, actor: WorkflowActor, target: CommandTarget) => boolean
> = {
  applicant: (_, actor) => actor.kind === 'person',
  owner: ({ application }, actor, { assignment }) =>
    actor.kind === 'person' && assignment !== null && actsAsOwner(actor, application, assignment),
  application_owner: ({ application }, actor) =>
    actor.kind === 'person' && application.ownerId === actor.userId,
  assigners: isAssigner,
  assigner: (facts, actor, target) =>
    actor.kind === 'person' &&
    target.assignment?.assignerId === actor.userId &&
    isAssigner(facts, actor, target),
  step_role: (facts, actor, target) =>
    actor.kind === 'person' && facts.application.ownerId !== actor.userId && mayTake(facts, actor, target),
  taker: (facts, actor, target) =>
    target.assignment?.ownerId === null && isGiver.step_role(facts, actor, target),
  staff: ({ application }, actor) => actor.kind === 'person' && actsAsStaff(actor, application),
  lead_chair: (facts, actor) => actor.kind === 'person' && choosesLeads(asAsked(facts), actor),
  administrator: (_, actor) => actor.kind === 'administrator',
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
 * may assign or take it. Source: Requirements 2, 1.4.
 */
export function mayKnow(facts: WorkflowFacts, actor: WorkflowActor, target: CommandTarget): boolean {
  if (actor.kind !== 'person') return true;
  const { ownerId, status } = facts.application;
  const owns = ownerId === actor.userId;
  if (!owns && (status === 'draft' || inConflict(facts, actor.userId))) return false;
  if (actsAsStaff(actor, facts.application)) return true;
  const { assignment } = target;
  if (assignment !== null)
    return (
      assignment.ownerId === actor.userId ||
      isOneOf(['assigners', 'step_role', 'lead_chair'], facts, actor, target)
    );
  return (
    owns ||
    liveAssignments(facts, actor).length > 0 ||
    isWithin(asAsked(facts), actor, null) ||
    isOneOf(['assigners', 'lead_chair'], facts, actor, target)
  );
}

/**
 * Why somebody may not mark the rows of an assignment, or null: staff and those who assign its step may, also when the
 * form is locked, but not on an application of their own. Source: Requirements 2, 6.13.
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

/**
 * Whether somebody reads whom the applicant suggests and asks to leave out: of what was submitted at the first step,
 * the audience that is for those names. Nobody learns from the evidence of a conflict what the form does not tell them.
 * Source: Requirements 2, 2.10.
 */
export function readsExcluded(facts: WorkflowFacts, actor: WorkflowActor): boolean {
  if (actor.kind !== 'person') return true;
  const { application, assignments } = facts;
  const step = firstStep(facts);
  const submitted = assignments.find(({ stepId }) => stepId === step?.id);
  if (step === null || submitted === undefined) return false;
  const read = {
    ...application,
    assignments,
    releasedAt: releasedAtOf(facts.stepStates),
    // What a centre reads of an application it reads by any of its partitions.
    centreIds: application.partitions,
    viewer: { centres: actor.centrePartitions, panels: actor.panels },
  };
  return audienceOf(rulesFor(actor, read, step, submitted))?.has('suggested_reviewers') === true;
}

export const isFirstStep = (facts: WorkflowFacts, stepId: string): boolean => firstStep(facts)?.id === stepId;
