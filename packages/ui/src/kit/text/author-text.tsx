import type { Told } from '@clearcall/domain/forms/types.ts';
import type { Language } from '@clearcall/i18n/language.ts';
import type { ReactNode } from 'react';
import { langOf } from './author-language.ts';

type Texts<Name extends string> = { told?: Told | null | undefined } & Record<Name, string>;

/** A text of an author, with its language if that is not the language of the page. */
export function AuthorText<Name extends string>({ of, name }: { of: Texts<Name>; name: Name }) {
  return <span lang={langOf(of, name)}>{of[name]}</span>;
}

/** A text of an author that the name of a control quotes, and its language if that is not the language of the page. */
export interface Quoted {
  title: string;
  lang: Language | undefined;
}

/**
 * Attributes and content that name a control without visible words. An attribute has one language alone, so a name that
 * quotes another language is read from the content.
 */
export function namedBy(label: string | undefined, quoted: Quoted | undefined) {
  const at = quoted?.lang === undefined ? -1 : (label ?? '').indexOf(quoted.title);
  if (label === undefined || quoted === undefined || at < 0)
    return { attributes: { 'aria-label': label, title: label }, content: null };
  return {
    attributes: {},
    content: (
      <span className="hidden-visually">
        {label.slice(0, at)}
        <span lang={quoted.lang}>{quoted.title}</span>
        {label.slice(at + quoted.title.length)}
      </span>
    ),
  };
}

/** Returns a sentence in which the text of an author that it quotes names its language. */
export function quoting<Name extends string>(
  sentence: string,
  quoted: Texts<Name> | undefined,
  name: Name,
): ReactNode {
  const at = quoted === undefined || langOf(quoted, name) === undefined ? -1 : sentence.indexOf(quoted[name]);
  if (quoted === undefined || at < 0) return sentence;
  return (
    <>
      {sentence.slice(0, at)}
      <AuthorText of={quoted} name={name} />
      {sentence.slice(at + quoted[name].length)}
    </>
  );
}
