import type { Step } from '@clearcall/domain/forms/types.ts';
import type { Application, Assignment } from '@clearcall/domain/model/application.ts';

/** What is asked before a step is submitted: of a proposal where its config says so. Source: Specification 2, section 4. */
export function submitQuestion({ config }: Pick<Step, 'config'>): string {
  return config.submitConfirmation === true
    ? 'Are you sure you want to submit this proposal?'
    : 'Are you sure you want to submit this assignment?';
}

/** Before the time that is left: only a draft goes by the cut-off. Source: Readings, Cut-off, deadline of a change request. */
export function dueWords(
  application: Pick<Application, 'status'>,
  assignment: Pick<Assignment, 'status'>,
): string {
  if (assignment.status === 'changes_requested') return 'Changes due in';
  return application.status === 'draft' ? 'Cut-off ends in' : 'Due in';
}
