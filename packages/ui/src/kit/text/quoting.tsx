import type { Language } from '@clearcall/i18n/language.ts';
import type { ReactNode } from 'react';
import { langOf } from './author-language.ts';
import type { Texts } from './author-text.tsx';
import { unbroken } from './unbroken.tsx';

/** A text of an author that a sentence quotes, and its language if that is not the language of the page. */
export interface Quoted {
  title: string;
  lang: Language | undefined;
}

/** Returns a text of an author for a sentence that quotes it. */
export const quoted = <Name extends string>(of: Texts<Name> | undefined, name: Name): Quoted | undefined =>
  of && { title: of[name], lang: langOf(of, name) };

/** Place of a title in a sentence, as words of its own, or -1. */
const placeOf = ({ title }: Quoted, sentence: string): number =>
  title === ''
    ? -1
    : sentence.search(
        new RegExp(`(?<!\\p{L})${title.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')}(?!\\p{L})`, 'u'),
      );

/** Returns a sentence in which each text of an author names its language. Dates and ids in it do not break. */
export function quoting(sentence: string, ...quotes: readonly (Quoted | undefined)[]): ReactNode {
  const [first, ...others] = quotes
    .filter((one) => one !== undefined)
    .filter((one) => one.lang !== undefined && placeOf(one, sentence) >= 0)
    // A title may be part of another one.
    .sort((one, other) => other.title.length - one.title.length);
  if (first === undefined) return unbroken(sentence);
  const at = placeOf(first, sentence);
  return (
    <>
      {quoting(sentence.slice(0, at), ...others)}
      <span lang={first.lang}>{first.title}</span>
      {quoting(sentence.slice(at + first.title.length), first, ...others)}
    </>
  );
}
