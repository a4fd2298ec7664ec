import type { FormStore } from '@clearcall/ui/form/form-store.ts';
import { textOf } from '@clearcall/ui/form/text-of.ts';
import type { KeptTexts } from '../../../parts/kept/kept-copies.ts';
import { nameOf } from './problem-links.tsx';

/** What is not saved, to be kept elsewhere: the name of each field and what stands in it. */
export function unsavedTexts(store: FormStore): KeptTexts[] {
  return (store.unsaved()?.answers ?? []).map((answer) => ({
    name: nameOf(store, { ...answer, title: store.element(answer.elementId)?.title ?? '' }),
    text: textOf(store, answer, answer.values),
  }));
}

/** The same as one text for the clipboard. */
export const asText = (words: readonly KeptTexts[]): string =>
  words.map(({ name, text }) => `${name}\n${text}`).join('\n\n');
