import { pendingStatuses } from '../applications/statuses.ts';
import { cleanEmail, foldEmail } from '../forms/email-address.ts';
import type { Answer, AutomationRecipient } from '../forms/types.ts';
import { awardedPartitions, isInForce, remainingPartitions } from '../workflow/completion.ts';
import type { WorkflowAssignment, WorkflowFacts } from '../workflow/workflow-facts.ts';
import type { Cause } from './commands-of.ts';

/** Who gets a notice, as far as the application alone can tell. */
export interface Recipients {
  userIds: number[];
  /** Addresses that stand in a form; perhaps nobody's account. */
  emails: string[];
  /** The staff of the organisation. */
  staff: boolean;
  /** The representatives of the centres of these partitions. */
  centresOf: string[];
  /** The ids of assignments without an owner: the people who may take them get the notice. */
  toTake: string[];
}

const isPending = ({ status }: WorkflowAssignment) => (pendingStatuses as readonly string[]).includes(status);

/** Whether the applicant ended the assignment with the application: its owner still has to know why. */
const endedWith = ({ application }: WorkflowFacts, { status, reason }: WorkflowAssignment) =>
  application.status === 'withdrawn' && status === 'revoked' && reason === 'withdrawn';

/** The partitions whose centres have a part in the application: of an award that was declined, those that had one. */
const concernedPartitions = (facts: WorkflowFacts): string[] =>
  facts.application.awardDeclinedAt === null ? remainingPartitions(facts) : awardedPartitions(facts);

/**
 * Whether somebody besides the applicant works on an assignment now, on another step than the one of the event. The step
 * that judges the event's step is left out: it opens again, and has an email of its own.
 */
function hasOpenWork(
  { steps, application }: WorkflowFacts,
  one: WorkflowAssignment,
  { step }: Cause,
): boolean {
  const isJudge = step !== null && steps.some(({ id, judges }) => id === one.stepId && judges === step);
  return isPending(one) && one.stepId !== step && one.ownerId !== application.ownerId && !isJudge;
}

/**
 * Who is meant by the recipient rules of an automation: each person once, however many rules name them. A rule without a
 * step means the assignment, the step and the partition of what happened; where the step and the cause both have a
 * partition, only that one. `answers` are those that were handed in last. Source: Requirements 2d, 1.3.
 */
export function recipientsOf(
  recipients: readonly AutomationRecipient[],
  facts: WorkflowFacts,
  cause: Cause,
  answers: readonly Answer[],
): Recipients {
  const found = {
    userIds: new Set<number>(),
    emails: new Set<string>(),
    centresOf: new Set<string>(),
    toTake: new Set<string>(),
    staff: false,
  };
  const isReached = (one: WorkflowAssignment) => isInForce(one) || endedWith(facts, one);
  const own = facts.assignments.find(({ id }) => id === cause.assignmentId) ?? null;
  const add = (userId: number | null) => {
    if (userId !== null) found.userIds.add(userId);
  };
  for (const { to, step: named, element } of recipients) {
    const step = named ?? cause.step;
    const of = facts.assignments.filter(
      (one) =>
        (step === null || one.stepId === step) &&
        (to === 'assignment_owners' ? isReached(one) : isInForce(one)) &&
        (one.partitionId === null || cause.partition === null || one.partitionId === cause.partition),
    );
    const mine = named === undefined && own !== null ? [own] : named === undefined ? [] : of;
    switch (to) {
      case 'application_owner':
        add(facts.application.ownerId);
        break;
      case 'owner':
        if (mine.length === 0 && named === undefined) add(cause.userId);
        for (const one of mine) add(one.ownerId);
        break;
      case 'assigner':
        for (const one of mine) add(one.assignerId);
        break;
      case 'lead_assignment_owner':
        for (const one of of) if (one.isLead) add(one.ownerId);
        break;
      case 'non_lead_assignment_owner':
        for (const one of of) if (!one.isLead) add(one.ownerId);
        break;
      case 'approved_assignments':
        for (const one of facts.assignments)
          if (one.status === 'approved' && (named === undefined || one.stepId === named)) add(one.ownerId);
        break;
      case 'assignment_owners':
        for (const one of named === undefined ? facts.assignments.filter(isReached) : of) add(one.ownerId);
        break;
      case 'ongoing_assignments':
        for (const one of named === undefined ? facts.assignments : of)
          if (hasOpenWork(facts, one, cause)) add(one.ownerId);
        break;
      case 'partition_ccr':
        for (const partition of cause.partition === null ? concernedPartitions(facts) : [cause.partition])
          found.centresOf.add(partition);
        break;
      case 'takers':
        for (const { id, ownerId } of mine) if (ownerId === null) found.toTake.add(id);
        break;
      case 'form_element_email':
        for (const answer of answers)
          if (answer.elementId === element)
            for (const value of answer.values)
              if (cleanEmail(value) !== '') found.emails.add(foldEmail(value));
        break;
      case 'admins':
        found.staff = true;
        break;
    }
  }
  return {
    userIds: [...found.userIds],
    emails: [...found.emails],
    centresOf: [...found.centresOf],
    toTake: [...found.toTake],
    staff: found.staff,
  };
}
