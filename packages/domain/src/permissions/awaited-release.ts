import type { ApplicationStatus, AssignmentStatus } from '../applications/statuses.ts';
import { firstStep } from '../forms/first-step.ts';
import type { Automation, Flow, Step } from '../forms/types.ts';

/** Roles besides the staff that may read something once a step is released, by its view rules or as a decision. */
export function readersOfRelease(steps: readonly Step[], stepId: string): string[] {
  const decides = steps.some(({ id, final }) => id === stepId && final === true);
  const named = steps.flatMap(({ permissions }) =>
    permissions.view.flatMap(({ of, role }) =>
      typeof of === 'object' && of.released === stepId && role !== 'pro' ? [role] : [],
    ),
  );
  return [...new Set([...(decides ? ['applicant'] : []), ...named])];
}

/** Facts on which it depends whether a release is awaited. */
export interface ReleaseFacts {
  status: ApplicationStatus;
  /** The step judges another one, whose assignment it rejected. */
  isRejected: boolean;
  /** The step judges another one, whose assignment has changes to make that it requested. */
  isReturned: boolean;
}

/** Returns the facts on which it depends whether the release of a step is awaited. */
export function releaseFacts(
  steps: readonly Step[],
  stepId: string,
  of: {
    status: ApplicationStatus;
    assignments: readonly { stepId: string; status: AssignmentStatus }[];
  },
): ReleaseFacts {
  const judges = steps.find(({ id }) => id === stepId)?.judges;
  const isJudged = (as: AssignmentStatus) =>
    of.assignments.some((one) => one.stepId === judges && one.status === as);
  return { status: of.status, isRejected: isJudged('rejected'), isReturned: isJudged('changes_requested') };
}

const startsByRelease = ({ on, do: action }: Automation, stepId: string): boolean =>
  'event' in on && on.event === 'released' && on.step === stepId && action !== 'notify';

/**
 * Whether a release of a step by staff is awaited: a view rule promises its result after the release, the step decides
 * about the application, or it is a check that rejected the application. Not awaited if an automation releases the step,
 * or if a check waits for changes that it requested. Once the decision is released, an earlier step is awaited only if
 * its release is to start another step of an application that goes on.
 */
export function isReleaseAwaited(
  flow: Pick<Flow, 'steps' | 'automations'>,
  stepId: string,
  { status, isRejected, isReturned }: ReleaseFacts,
): boolean {
  const { steps, automations } = flow;
  const step = steps.find(({ id }) => id === stepId);
  const isAutomatic = automations.some(
    (one) => one.do === 'change_visibility' && one.step === stepId && one.when === undefined,
  );
  if (step === undefined || isAutomatic || isReturned || status === 'withdrawn') return false;
  const isDecided = status === 'approved' || status === 'rejected';
  const final = steps.find((one) => one.final === true);
  if (isDecided && final !== undefined && step.order < final.order)
    return status === 'approved' && automations.some((one) => startsByRelease(one, stepId));
  if (readersOfRelease(steps, stepId).length > 0) return true;
  const isCheck = step.judges !== undefined && step.judges === firstStep(flow)?.id;
  return isRejected && !isDecided && isCheck;
}
