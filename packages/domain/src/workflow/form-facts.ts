import type { Plan } from '../forms/compile.ts';
import { firstStep } from '../forms/first-step.ts';
import { type References, referencedValues } from '../forms/referenced-values.ts';
import type { Flow } from '../forms/types.ts';
import { remainingPartitions } from './completion.ts';
import { askedFor } from './projected-columns.ts';
import { readOutcome } from './read-outcome.ts';
import { indexStep } from './step-index.ts';
import { type ContributingAssignment, submittedSteps } from './submitted-steps.ts';

/** What the form of a later step is computed with, beside its own answers. */
export interface FormFacts extends References {
  /** The partitions of the application that are left: groups may have a row for each. */
  partitions: string[];
}

/** What the machine knows of the submissions, read from what they say. */
function verdictOf({ flow }: { flow: Flow }, { stepId, submitted }: ContributingAssignment) {
  const step = flow.steps.find(({ id }) => id === stepId);
  const outcome = step === undefined || submitted === null ? null : readOutcome(step, submitted);
  if (outcome?.kind !== 'partition') return null;
  return outcome.accepted ? 'accepted' : 'dropped';
}

/**
 * What the form of an assignment reads of the rest of its application, for the server and the page alike: exactly the
 * values that it refers to, and the partitions that are left, as the machine has them. Null for the first step, which
 * reads nothing of others. Source: Requirements 2, 4.8.
 */
export function formFacts(
  compiled: { flow: Flow; plan: Plan },
  assignments: readonly ContributingAssignment[],
  own: { id: string; stepId: string; partitionId: string | null },
): FormFacts | null {
  const { flow, plan } = compiled;
  const first = firstStep(flow);
  if (first === null || first.id === own.stepId) return null;
  const submitted = submittedSteps(assignments, own.id);
  const asked = submitted.find(({ stepId }) => stepId === first.id)?.answers ?? [];
  return {
    ...referencedValues(plan, own.stepId, { submitted, ownPartitionId: own.partitionId }),
    partitions: remainingPartitions({
      steps: flow.steps,
      application: askedFor(indexStep(first), asked),
      assignments: assignments.map((one) => ({ ...one, verdict: verdictOf(compiled, one) })),
    }),
  };
}
