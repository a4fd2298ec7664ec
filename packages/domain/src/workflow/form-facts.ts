import type { Plan } from '../forms/compile.ts';
import { firstStep } from '../forms/first-step.ts';
import { type References, referencedValues } from '../forms/referenced-values.ts';
import type { Flow, SubmittedStep } from '../forms/types.ts';
import { isOngoing } from './completion.ts';
import { remainingPartitions } from './remaining-partitions.ts';
import { type SayingAssignment, submittedSteps } from './submitted-steps.ts';

/** What the form of a later step is computed with, beside its own answers. */
export interface FormFacts extends References {
  /** The partitions of the application that are left: groups may have a row for each. */
  partitions: string[];
}

/** While the lead of a step and partition is at work, nobody else's verdict counts: as the machine has it (completion.ts). */
function counts(assignments: readonly SayingAssignment[]) {
  const leads = assignments.filter((one) => one.isLead && isOngoing(one));
  return ({ stepId, partitionId }: SubmittedStep): boolean =>
    partitionId === null || !leads.some((lead) => lead.stepId === stepId && lead.partitionId === partitionId);
}

/**
 * What the form of an assignment reads of the rest of its application, for the server and the page alike: exactly the
 * values that it refers to, and the partitions that are left. Null for the first step, which reads nothing of others.
 * Source: the review, section 2 (References).
 */
export function formFacts(
  { flow, plan }: { flow: Flow; plan: Plan },
  assignments: readonly SayingAssignment[],
  own: { id: string; stepId: string; partitionId: string | null },
): FormFacts | null {
  if (firstStep(flow)?.id === own.stepId) return null;
  const submitted = submittedSteps(assignments, own.id);
  return {
    ...referencedValues(plan, own.stepId, { submitted, ownPartitionId: own.partitionId }),
    partitions: remainingPartitions(flow, submitted.filter(counts(assignments))),
  };
}
