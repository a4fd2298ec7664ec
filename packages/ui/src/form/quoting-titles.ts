import type { ReactNode } from 'react';
import { type Quoted, quoted, quoting } from '../kit/text/quoting.tsx';
import type { FormStore } from './form-store.ts';

/** Returns the titles of the forms and fields of a step for sentences that quote them. */
export const titlesIn = ({ step }: Pick<FormStore, 'step'>): Quoted[] =>
  step.forms
    .flatMap((form) => [form, ...form.elements.flatMap((element) => [element, ...(element.children ?? [])])])
    .flatMap((one) => quoted(one, 'title') ?? []);

/** Returns a sentence about the answers of a step in which each title of a form or field names its language. */
export const quotingTitles = (store: FormStore, sentence: string): ReactNode =>
  quoting(sentence, ...titlesIn(store));
