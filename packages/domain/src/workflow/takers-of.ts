import { askOf, refusalOf } from './decide.ts';
import { takerRoles } from './rights.ts';
import type { WorkflowFacts, WorkflowPerson } from './workflow-facts.ts';

/** Returns the system roles of the people who may take one of these assignments. */
export const rolesToTake = ({ assignments, steps }: WorkflowFacts, ids: readonly string[]): string[] =>
  assignments.flatMap((one) => {
    const step = steps.find(({ id }) => id === one.stepId);
    return step === undefined || !ids.includes(one.id) ? [] : takerRoles(step, one);
  });

/**
 * Returns which of the people may take one of these assignments now, by the table of commands. People who have just had the
 * work, and gave it back, are not asked for it again.
 */
export const takersOf = (
  facts: WorkflowFacts,
  ids: readonly string[],
  people: readonly WorkflowPerson[],
  now: Date,
): number[] =>
  people.flatMap((person) =>
    ids.some((assignmentId) => {
      const open = facts.assignments.find(({ id }) => id === assignmentId);
      const before = facts.assignments.find(({ id }) => id === open?.replaces);
      if (before?.ownerId === person.userId) return false;
      // Staff may take any work. Only the people that the step is for get an email about it.
      const actor = { kind: 'person', ...person, isStaff: false } as const;
      const ask = askOf({ type: 'take', assignmentId, agreed: true }, facts, actor, now);
      return typeof ask !== 'string' && refusalOf(ask) === null;
    })
      ? [person.userId]
      : [],
  );
