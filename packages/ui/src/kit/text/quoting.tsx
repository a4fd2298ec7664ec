import type { Told } from '@clearcall/domain/forms/types.ts';
import type { ReactNode } from 'react';
import { langOf } from './author-language.ts';

/** Returns a sentence in which the title that it quotes names its language. */
export function quoting(
  sentence: string,
  quoted: { title: string; told?: Told | undefined } | undefined,
): ReactNode {
  const lang = quoted && langOf(quoted, 'title');
  const at = quoted === undefined || lang === undefined ? -1 : sentence.indexOf(quoted.title);
  if (quoted === undefined || at < 0) return sentence;
  return (
    <>
      {sentence.slice(0, at)}
      <span lang={lang}>{quoted.title}</span>
      {sentence.slice(at + quoted.title.length)}
    </>
  );
}
