import { firstStep } from '../forms/first-step.ts';
import type { Flow, Step } from '../forms/types.ts';
import { setInstant } from './windows.ts';

/**
 * Until when a submission of the first step could be returned to draft, were it submitted now: `until` its cut-off, or
 * with null the start of the review. Null if the cut-off has passed, or if the submission itself starts the review.
 */
export function takeBackAfterSubmission(
  flow: Pick<Flow, 'automations'> & { steps: readonly Pick<Step, 'id' | 'order'>[] },
  cutoffEnd: string | null,
  now: Date,
): { until: string | null } | null {
  const first = firstStep(flow);
  const startsReview = flow.automations.some(
    ({ do: does, on }) =>
      does === 'assign' &&
      'event' in on &&
      on.event === 'submitted' &&
      (on.step === undefined || on.step === first?.id),
  );
  const until = setInstant(cutoffEnd);
  return startsReview || (until !== null && Date.parse(until) < now.getTime()) ? null : { until };
}
