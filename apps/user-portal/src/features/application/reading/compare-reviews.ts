import { differenceOfDecimals } from '@clearcall/domain/forms/decimals.ts';
import type { Element } from '@clearcall/domain/forms/types.ts';
import { meanOfDecimals } from '@clearcall/domain/workflow/score-table.ts';
import { isScore, sumOfScores } from '@clearcall/ui/form/elements/score.tsx';
import type { FormStore } from '@clearcall/ui/form/form-store.ts';
import { textOf } from '@clearcall/ui/form/text-of.ts';
import type { ProposalPart } from '../editor/editor-session.ts';

/** A score, or the sum of all, of several reviews. */
export interface ComparedScore {
  element: Element;
  /** Of each review, in their order; null if it gives none. */
  values: (string | null)[];
  /** The most that can be given. */
  most: number;
  mean: string | null;
  /** Difference of the highest and the lowest. */
  spread: string | null;
}

/** A text that several reviews answer. */
export interface ComparedText {
  element: Element;
  /** The score that the text explains; null for texts about the whole. */
  score: ComparedScore | null;
}

export interface ComparedReviews {
  scores: ComparedScore[];
  texts: ComparedText[];
  /** Short answers besides the scores. */
  facts: Element[];
}

const textTypes: readonly Element['type'][] = ['textarea', 'multitext'];
const unread: readonly Element['type'][] = ['instructions', 'space', 'title', 'divider', 'upload', 'group'];

/** The answer of a review to a question as people read it; empty if there is none. */
export function answerIn(store: FormStore, { id }: Element): string {
  const key = { elementId: id, groupId: null };
  const { visible, values } = store.read(key);
  return visible ? textOf(store, key, values) : '';
}

/** What reviews of one step can be compared by: their scores in the order of the form; null if they give none. */
export function compareReviews(
  reviews: readonly Pick<ProposalPart, 'forms' | 'store'>[],
): ComparedReviews | null {
  const [first] = reviews;
  if (first === undefined || reviews.length < 2) return null;
  const compared: ComparedReviews = { scores: [], texts: [], facts: [] };
  let sum: ComparedScore | null = null;
  for (const form of first.forms) {
    let score: ComparedScore | null = null;
    for (const element of form.elements) {
      const total = sumOfScores(first.store, element);
      if (total !== null || isScore(element)) {
        const next = comparedScore(reviews, element, total?.most ?? Number(element.config.max));
        if (total === null) compared.scores.push(next);
        else sum ??= next;
        score = total === null ? next : null;
      } else if (unread.includes(element.type)) {
        // A heading ends what belongs to a score.
        if (element.type === 'title' || element.type === 'divider') score = null;
      } else if (reviews.some(({ store }) => answerIn(store, element) !== '')) {
        if (textTypes.includes(element.type)) compared.texts.push({ element, score });
        else compared.facts.push(element);
      }
    }
  }
  if (compared.scores.length === 0) return null;
  return sum === null ? compared : { ...compared, scores: [...compared.scores, sum] };
}

function comparedScore(
  reviews: readonly Pick<ProposalPart, 'store'>[],
  element: Element,
  most: number,
): ComparedScore {
  const values = reviews.map(({ store }) => {
    const { visible, values: given } = store.read({ elementId: element.id, groupId: null });
    return visible ? given[0] || null : null;
  });
  const given = values.filter((value) => value !== null);
  const ordered = given.toSorted((one, other) => Number(other) - Number(one));
  return {
    element,
    values,
    most,
    mean: meanOfDecimals(given),
    spread: given.length < 2 ? null : differenceOfDecimals(ordered[0] ?? '', ordered.at(-1) ?? ''),
  };
}

/** Share of the narrowest rule that the square of a score covers. */
const squareShare = 0.1;

/**
 * Where the scores of several are on their rule, from 0 to 1. Squares that would lie over each other share one place, and
 * are moved from it by `beside` squares.
 */
export function placesOf({ values, most }: Pick<ComparedScore, 'values' | 'most'>): ({
  at: number;
  beside: number;
} | null)[] {
  const places: ({ at: number; beside: number } | null)[] = values.map(() => null);
  const middleOf = (group: readonly { at: number }[]) =>
    group.reduce((sum, { at }) => sum + at, 0) / group.length;
  const groups: { index: number; at: number }[][] = [];
  const ordered = values
    .flatMap((value, index) => (value === null ? [] : [{ index, at: Number(value) / most }]))
    .toSorted((one, other) => one.at - other.at);
  for (const one of ordered) {
    let last = [one];
    for (let before = groups.at(-1); before !== undefined; before = groups.at(-1)) {
      const room = ((before.length + last.length) / 2) * squareShare;
      // Rounded: neighbours half a point apart just fit.
      if (middleOf(last) - middleOf(before) > room - 0.001) break;
      groups.pop();
      last = [...before, ...last];
    }
    groups.push(last);
  }
  for (const group of groups)
    for (const [nth, { index }] of group.entries())
      places[index] = { at: middleOf(group), beside: nth - (group.length - 1) / 2 };
  return places;
}
