import { compareSequences } from '@clearcall/domain/forms/compare-sequences.ts';
import { compareWords, type Piece } from '@clearcall/domain/forms/compare-words.ts';
import { elementRules } from '@clearcall/domain/forms/elements/rules.ts';
import type { Element } from '@clearcall/domain/forms/types.ts';

/** An answer of which it is shown how it changed. */
export interface MarkedAnswer {
  /** Beside each other: several answers; else one text. */
  several: boolean;
  pieces: Piece[];
}

/**
 * How an answer changed, as people read it: a text by its words, of several values those that came and went, and anything
 * else as a whole.
 */
export function markedAnswer(
  { type }: Pick<Element, 'type'>,
  { was, is }: { was: readonly string[]; is: readonly string[] },
  display: (values: readonly string[]) => string,
): MarkedAnswer {
  const { kind } = elementRules[type];
  if (kind === 'text') return { several: false, pieces: compareWords(display(was), display(is)) };
  if (kind === 'list' || kind === 'files') {
    let [old, next] = [0, 0];
    const pieces = compareSequences(was, is).map((edit): Piece => {
      const value = (edit === 'added' ? is[next] : was[old]) ?? '';
      if (edit !== 'added') old += 1;
      if (edit !== 'removed') next += 1;
      return { edit, text: display([value]) };
    });
    return { several: true, pieces };
  }
  const whole: Piece[] = [
    { edit: 'removed', text: display(was) },
    { edit: 'added', text: display(is) },
  ];
  return { several: true, pieces: whole.filter(({ text }) => text !== '') };
}

/** What became of an answer, in one word. */
export function kindOfChange({
  was,
  is,
}: {
  was: readonly string[];
  is: readonly string[];
}): 'added' | 'removed' | 'changed' {
  if (was.length === 0) return 'added';
  return is.length === 0 ? 'removed' : 'changed';
}
