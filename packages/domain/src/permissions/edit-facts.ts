import { firstStep } from '../forms/first-step.ts';
import type { Flow } from '../forms/types.ts';
import { type ApplicationSnapshot, type AssignmentSnapshot, cutoffsOfStep } from './application-snapshot.ts';
import type { EditFacts } from './can-edit.ts';

/** Returns the facts by which `canEdit` decides about an assignment of an application. */
export function editFacts(
  snapshot: Pick<ApplicationSnapshot, 'ownerId' | 'cutoffId' | 'cutoffs' | 'unlockedSteps'> & {
    call: { timeZone: string };
  },
  assignment: Pick<AssignmentSnapshot, 'stepId' | 'ownerId' | 'status' | 'deadline' | 'submissionAskedAt'>,
  flow: Flow,
): EditFacts {
  return {
    assignment: { ...assignment, isFirst: firstStep(flow)?.id === assignment.stepId },
    applicationOwnerId: snapshot.ownerId,
    applicationCutoff: snapshot.cutoffId,
    cutoffs: cutoffsOfStep(snapshot, assignment.stepId),
    timeZone: snapshot.call.timeZone,
    isLocked:
      flow.steps.find(({ id }) => id === assignment.stepId)?.config.isUnlockable === true &&
      !snapshot.unlockedSteps.includes(assignment.stepId),
  };
}
