import type { Assignee, Automation, Step } from '../forms/types.ts';
import {
  isHandedIn,
  isInForce,
  isOngoing,
  leadingSubmission,
  partitionsAt,
  stepIsDone,
} from '../workflow/completion.ts';
import { deadlineOf } from '../workflow/effects.ts';
import type { WorkflowCommand } from '../workflow/workflow-command.ts';
import { inConflict, type WorkflowFacts, type WorkflowPerson } from '../workflow/workflow-facts.ts';

/** What an automation acts upon. */
export interface Cause {
  /** The step and the partition of what happened, or of the assignment that a timer is about. */
  step: string | null;
  partition: string | null;
  assignmentId: string | null;
  /** Whom it was about. */
  userId: number | null;
  /** Each month makes work of its own, although that of the month before is done. */
  monthly: boolean;
}

/** Who the people are that an automation names otherwise than by the application. */
export interface NamedPeople {
  person: (userId: number) => WorkflowPerson | null;
  /** The members of the application's panel, with the part that each has in it. */
  panelMembers: readonly { userId: number; part: string }[];
  /** By address. */
  named: number | null;
}

/** Nothing is to be done, and why: it was done before, or there is nobody. */
export type NothingToDo = 'step_done' | 'already_assigned' | 'nobody' | 'nothing_open' | 'no_partition';

/** Who owns what of a step, the one that counts: the lead, else who handed in first, else who has it. */
function ownerOf(facts: WorkflowFacts, step: string, partition: string | null): number[] {
  const all = facts.assignments.filter(
    (one) => one.stepId === step && isInForce(one) && one.ownerId !== null,
  );
  const near = all.filter(
    (one) => one.partitionId === null || partition === null || one.partitionId === partition,
  );
  const found = leadingSubmission(near.filter(isHandedIn)) ?? near.find(({ isLead }) => isLead) ?? near[0];
  return found?.ownerId == null ? [] : [found.ownerId];
}

interface Given {
  userId: number | null;
  role: string;
}

function givenTo(
  facts: WorkflowFacts,
  to: Assignee,
  role: string,
  partition: string | null,
  { panelMembers, named }: NamedPeople,
): Given[] {
  const each = (ids: readonly number[]): Given[] => ids.map((userId) => ({ userId, role }));
  if (to === 'application_owner') return each([facts.application.ownerId]);
  if (to === 'centres') return [{ userId: null, role }];
  if ('role' in to) return [{ userId: null, role: to.role }];
  if ('ownerOf' in to) return each(ownerOf(facts, to.ownerOf, partition));
  if ('leadOf' in to)
    return each(
      facts.assignments.flatMap((one) =>
        one.stepId === to.leadOf &&
        one.isLead &&
        isInForce(one) &&
        (one.partitionId === null || partition === null || one.partitionId === partition)
          ? (one.ownerId ?? [])
          : [],
      ),
    );
  if ('panel' in to)
    return (
      panelMembers
        .filter(({ part }) => to.panel === true || part === to.panel)
        // Nobody works on the own application, nor on one with which they are in conflict: the others do.
        .filter(({ userId }) => userId !== facts.application.ownerId && !inConflict(facts, userId))
        .map(({ userId }) => ({ userId, role }))
    );
  return each(named === null ? [] : [named]);
}

/**
 * What an automation that assigns has the machine do: one assignment for each partition and each person, those left out
 * who have that work or have done it. Source: Requirements 2d, 1.5.
 */
function assignments(
  automation: Extract<Automation, { do: 'assign' }>,
  step: Step,
  facts: WorkflowFacts,
  cause: Cause,
  people: NamedPeople,
  now: Date,
): WorkflowCommand[] | NothingToDo {
  if (!cause.monthly && stepIsDone(facts, step)) return 'step_done';
  const remaining = partitionsAt(facts, step);
  const partitions =
    step.perPartition === true
      ? remaining.filter((one) => cause.partition === null || one === cause.partition)
      : [null];
  if (partitions.length === 0) return 'no_partition';
  const deadline =
    automation.deadline === undefined
      ? undefined
      : deadlineOf(facts, { ...step, deadline: automation.deadline }, now);
  let known = false;
  const commands = partitions.flatMap((partitionId) => {
    const here = facts.assignments.filter(
      (one) => one.stepId === step.id && one.partitionId === partitionId && isInForce(one),
    );
    const given = givenTo(facts, automation.to, automation.role ?? step.ownerRole, partitionId, people);
    // Of several people nobody chose the lead.
    const makeLead = automation.lead === true && given.length === 1;
    return given.flatMap(({ userId, role }): WorkflowCommand[] => {
      known = true;
      const has = here.some(
        (one) =>
          (userId === null ? one.role === role || one.ownerId === null : one.ownerId === userId) &&
          (isOngoing(one) || !cause.monthly),
      );
      if (has) return [];
      const person = userId === null ? null : people.person(userId);
      if (userId !== null && person === null) return [];
      const terms = { stepId: step.id, person, role, partitionId, makeLead };
      return [{ type: 'assign', ...terms, ...(deadline === undefined ? {} : { deadline }) }];
    });
  });
  if (commands.length > 0) return commands;
  return known ? 'already_assigned' : 'nobody';
}

/**
 * The commands that an automation gives for what happened, on the facts as they are now; or why there is nothing to do.
 * What the machine then refuses is the automation's fault, for staff to see. Notices are none of it. Source: Requirements
 * 2d, 1.5 and 1.6.
 */
export function commandsOf(
  automation: Exclude<Automation, { do: 'notify' }>,
  facts: WorkflowFacts,
  cause: Cause,
  people: NamedPeople,
  now: Date,
): WorkflowCommand[] | NothingToDo {
  const step = facts.steps.find(({ id }) => id === automation.step);
  if (step === undefined) return 'nothing_open';
  switch (automation.do) {
    case 'assign':
      return assignments(automation, step, facts, cause, people, now);
    case 'change_visibility':
      return [{ type: 'release', stepId: step.id }];
    case 'unlock':
      return [{ type: 'unlock', stepId: step.id }];
    case 'reopen': {
      const open = facts.assignments.filter(
        (one) =>
          one.stepId === step.id &&
          (one.status === 'submitted' || one.status === 'resubmitted') &&
          (cause.partition === null || one.partitionId === null || one.partitionId === cause.partition),
      );
      if (open.length === 0) return 'nothing_open';
      const deadline =
        automation.deadline === undefined
          ? undefined
          : deadlineOf(facts, { ...step, deadline: automation.deadline }, now);
      return open.flatMap(({ id: assignmentId }): WorkflowCommand[] => [
        { type: 'reopen', assignmentId },
        ...(deadline === undefined ? [] : [{ type: 'change_deadline' as const, assignmentId, deadline }]),
      ]);
    }
  }
}
