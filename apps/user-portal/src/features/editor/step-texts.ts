import type { Step } from '@clearcall/domain/forms/types.ts';
import type { Application, Assignment } from '@clearcall/domain/model/application.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';

/** What is asked before a step is submitted: of a proposal where its config says so. */
export function submitQuestion({ config }: Pick<Step, 'config'>): string {
  return config.submitConfirmation === true
    ? t('editor.submit.askProposal')
    : t('editor.submit.askAssignment');
}

/** Before the time that is left: only a draft goes by the cut-off. Source: Requirements 2, 6.6. */
export function dueText(
  application: Pick<Application, 'status'>,
  assignment: Pick<Assignment, 'status'>,
): string {
  if (assignment.status === 'changes_requested') return t('editor.changesDue');
  return application.status === 'draft' ? t('frame.time.cutOffEndsIn') : t('editor.dueIn');
}
