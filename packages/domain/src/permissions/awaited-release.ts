import type { ApplicationStatus } from '../applications/statuses.ts';
import { firstStep } from '../forms/first-step.ts';
import type { Flow } from '../forms/types.ts';

/**
 * Whether a release of a step by staff is awaited: a view rule promises its result after the release, the step decides
 * about the application, or it is a check that rejected the application (`isRejected`). A decision that is released
 * discloses a rejection, but nothing that a view rule promises. Not awaited if an automation releases the step.
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
  const isPromised = steps.some(({ permissions }) =>
    permissions.view.some(({ of }) => typeof of === 'object' && of.released === stepId),
  );
  if (isPromised || step.final === true) return true;
  const isDisclosed = status === 'approved' || status === 'rejected';
  return isRejected && !isDisclosed && step.judges !== undefined && step.judges === firstStep(flow)?.id;
}
