import { type Plan, planStep } from './compile.ts';
import { openSubmission, problems } from './submission.ts';
import type { Answer, FormContext, Problem, Row } from './types.ts';

/** The full check that the server makes before it accepts a submission: every problem, in the order of the page. */
export function checkSubmission(
  plan: Plan,
  stepId: string,
  input: { answers: readonly Answer[]; rows: readonly Row[]; context: FormContext },
): Problem[] {
  planStep(plan, stepId);
  return problems(openSubmission(plan, stepId, input));
}
