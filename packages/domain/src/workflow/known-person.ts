import type { Step } from '../forms/types.ts';
import { actsAsStaff } from '../permissions/view-rules.ts';
import { type CommandTarget, rolesOf } from './rights.ts';
import type { WorkflowActor, WorkflowFacts, WorkflowPerson } from './workflow-facts.ts';

/** Stands in a command for an id that no account has, so that the table answers as it does for accounts. */
export const noPerson: WorkflowPerson = { userId: -1, role: 'user', centrePartitions: [], panels: [] };

/** Whether a person has a role in which the step is worked on. */
export function hasRoleFor(step: Step, { role, isReviewer }: WorkflowPerson): boolean {
  const taken = rolesOf(step);
  return taken.includes(role) || (isReviewer === true && taken.includes('scientific_reviewer'));
}

/**
 * Whether the giver of a command may learn that an account exists. Staff and the portal know all accounts; other givers
 * know the applicant, the people of the step, and accounts with a role that the step takes: the search suggests them
 * by name. Source: Requirements 1, 10.43.
 */
export function knowsPerson(
  { application, assignments }: WorkflowFacts,
  actor: WorkflowActor,
  { step }: CommandTarget,
  person: WorkflowPerson,
): boolean {
  const { userId } = person;
  if (userId === noPerson.userId) return false;
  if (actor.kind !== 'person' || actsAsStaff(actor, application)) return true;
  if (step === null) return false;
  return (
    userId === application.ownerId ||
    assignments.some((one) => one.stepId === step.id && one.ownerId === userId) ||
    hasRoleFor(step, person)
  );
}
