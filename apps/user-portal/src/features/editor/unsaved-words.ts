import type { FormStore } from '@clearcall/ui/form/form-store.ts';
import { textOf } from '@clearcall/ui/form/text-of.ts';

/** What is not saved, as text to be kept elsewhere: the name of each field and what stands in it. */
export function wordsOf(store: FormStore): string {
  const unsaved = store.unsaved();
  if (unsaved === null) return '';
  return unsaved.answers
    .map((answer) => {
      const title = store.element(answer.elementId)?.title ?? answer.elementId;
      return `${title}\n${textOf(store, answer, answer.values)}`;
    })
    .join('\n\n');
}
