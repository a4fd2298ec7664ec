import type { Problem } from '@clearcall/domain/forms/types.ts';
import type { FormStore } from '@clearcall/ui/form/form-store.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { listText } from '@clearcall/ui/kit/time/date-text.ts';

/** The problems of a form or a step by their kind: the summary, the steps and the side panel count them alike. */
export function sortProblems(store: FormStore, problems: readonly Problem[]) {
  const missing = problems.filter((problem) => store.presentation.isMissing(problem));
  return { missing, wrong: problems.filter((problem) => !missing.includes(problem)) };
}

/** Says how many answers are missing and how many are wrong. */
export function problemsText({ missing, wrong }: ReturnType<typeof sortProblems>): string {
  return listText([
    ...(missing.length === 0 ? [] : [t('editor.problems.missing', { n: missing.length })]),
    ...(wrong.length === 0 ? [] : [t('editor.problems.wrong', { n: wrong.length })]),
  ]);
}
