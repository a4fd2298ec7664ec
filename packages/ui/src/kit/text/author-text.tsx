import type { Told } from '@clearcall/domain/forms/types.ts';
import type { ReactNode } from 'react';
import { langOf } from './author-language.ts';

type Texts<Name extends string> = { told?: Told | null | undefined } & Record<Name, string>;

/** A text of an author, with its language if that is not the language of the page. */
export function AuthorText<Name extends string>({ of, name }: { of: Texts<Name>; name: Name }) {
  return <span lang={langOf(of, name)}>{of[name]}</span>;
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
