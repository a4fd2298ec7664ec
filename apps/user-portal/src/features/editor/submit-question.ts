import type { Step } from '@clearcall/domain/forms/types.ts';

/** What is asked before a step is submitted: of a proposal where its config says so. Source: Specification 2, section 4. */
export function submitQuestion({ config }: Pick<Step, 'config'>): string {
  return config.submitConfirmation === true
    ? 'Are you sure you want to submit this proposal?'
    : 'Are you sure you want to submit this assignment?';
}
