import type { Problem } from '@clearcall/domain/forms/types.ts';
import type { FormStore } from '@clearcall/ui/form/form-store.ts';

/** Returns the problems that stop the submission of a form, except files on their way, and shows them at the fields. */
export function checkToSubmit(store: FormStore): Problem[] {
  store.presentation.showErrors(store.step.forms.map(({ id }) => id));
  return store.allProblems().filter((problem) => !store.presentation.isComing(problem));
}
