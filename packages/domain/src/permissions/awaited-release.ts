import type { ApplicationStatus } from '../applications/statuses.ts';
import { firstStep } from '../forms/first-step.ts';
import type { Flow, Step } from '../forms/types.ts';

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

/**
 * Whether a release of a step by staff is awaited: a view rule promises its result after the release, the step decides
 * about the application, or it is a check that rejected the application (`isRejected`). A decision that is released
 * discloses a rejection, but nothing that a view rule promises. Not awaited if an automation releases the step, or if the
 * check waits for changes that it requested.
 */
export function isReleaseAwaited(
  flow: Pick<Flow, 'steps' | 'automations'>,
  stepId: string,
  { status, isRejected }: { status: ApplicationStatus; isRejected: boolean },
): boolean {
  const { steps, automations } = flow;
  const step = steps.find(({ id }) => id === stepId);
  const isAutomatic = automations.some(
    (one) => one.do === 'change_visibility' && one.step === stepId && one.when === undefined,
  );
  if (step === undefined || isAutomatic || status === 'withdrawn') return false;
  const isCheck = step.judges !== undefined && step.judges === firstStep(flow)?.id;
  if (isCheck && status === 'changes_requested') return false;
  if (readersOfRelease(steps, stepId).length > 0) return true;
  const isDisclosed = status === 'approved' || status === 'rejected';
  return isRejected && !isDisclosed && isCheck;
}
