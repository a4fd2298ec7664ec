/** The step in which an applicant begins: the first in order. Null for a flow without steps. */
export function firstStep<S extends { readonly order: number }>(flow: {
  readonly steps: readonly S[];
}): S | null {
  let first: S | null = null;
  for (const step of flow.steps) if (first === null || step.order < first.order) first = step;
  return first;
}
