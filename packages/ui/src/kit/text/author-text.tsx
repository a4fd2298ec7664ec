import type { Told } from '@clearcall/domain/forms/types.ts';
import type { ReactNode } from 'react';
import { langOf } from './author-language.ts';

export type Texts<Name extends string> = { told?: Told | null | undefined } & Record<Name, string>;

/** A text of an author, with its language if that is not the language of the page. */
export function AuthorText<Name extends string>({ of, name }: { of: Texts<Name>; name: Name }) {
  return <span lang={langOf(of, name)}>{of[name]}</span>;
}

/** Draws a sentence of the catalogue: by `quoting`, with the language of the texts of authors in it. */
export type Draw = (sentence: string) => ReactNode;

/**
 * Attributes and content that name a control without visible words. An attribute has one language alone, so a name in
 * several languages is read from the content that `draw` makes of it.
 */
export function namedBy(label: string | undefined, draw?: Draw) {
  const words = label === undefined ? label : (draw?.(label) ?? label);
  // Words that only do not break are a list.
  return typeof words === 'object' && !Array.isArray(words)
    ? { attributes: {}, content: <span className="hidden-visually">{words}</span> }
    : { attributes: { 'aria-label': label, title: label }, content: null };
}
