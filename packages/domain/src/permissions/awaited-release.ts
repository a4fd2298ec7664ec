import { firstStep } from '../forms/first-step.ts';
import type { Flow } from '../forms/types.ts';

/**
 * Of which submissions at a step a release by staff is awaited: all, if a view rule waits for the release or the step decides
 * about the application; of a check, a rejection. Null if there are none, or if an automation releases them.
 */
export function awaitedRelease(
  flow: Pick<Flow, 'steps' | 'automations'>,
  stepId: string,
): 'all' | 'rejection' | null {
  const { steps, automations } = flow;
  const step = steps.find(({ id }) => id === stepId);
  const isAutomatic = automations.some(
    (one) => one.do === 'change_visibility' && one.step === stepId && one.when === undefined,
  );
  if (step === undefined || isAutomatic) return null;
  const isNamed = steps.some(({ permissions }) =>
    permissions.view.some(({ of }) => typeof of === 'object' && of.released === stepId),
  );
  if (isNamed || step.final === true) return 'all';
  return step.judges !== undefined && step.judges === firstStep(flow)?.id ? 'rejection' : null;
}
