import type { Step } from './types.ts';

/** The step in which an applicant begins: the first in order. Null for a flow without steps. */
export function firstStep(flow: { readonly steps: readonly Step[] }): Step | null {
  let first: Step | null = null;
  for (const step of flow.steps) if (first === null || step.order < first.order) first = step;
  return first;
}
