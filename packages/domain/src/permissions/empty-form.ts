import { type AssignmentStatus, editableStatuses, submittedStatuses } from '../applications/statuses.ts';
import { actsAsApplicant } from '../deadlines/step-head.ts';
import type { Step } from '../forms/types.ts';
import type { Viewer } from './viewer.ts';

/** An assignment of the reader in a call, whatever application it is of. */
export interface OwnWork {
  stepId: string;
  status: AssignmentStatus;
}

const doesIt: readonly AssignmentStatus[] = [...editableStatuses, ...submittedStatuses];

/**
 * The steps of a call whose forms somebody reads before anything is filled in, in their order: those of the applicant are
 * for everybody; beside them staff read all, and others the steps that they work on in this call: what was accepted, and
 * is not given back. Source: Requirements 2f, 1.2.
 */
export function stepsOfEmptyForm(
  viewer: Viewer | null,
  steps: readonly Step[],
  work: readonly OwnWork[],
): Step[] {
  const own = new Set(work.filter(({ status }) => doesIt.includes(status)).map(({ stepId }) => stepId));
  return steps
    .filter((step) => actsAsApplicant(step) || viewer?.isStaff === true || own.has(step.id))
    .toSorted((one, other) => one.order - other.order);
}
