import { compareSequences } from './compare-sequences.ts';
import type { Answer, FieldKey, Row } from './types.ts';

interface Content {
  answers: readonly Answer[];
  rows: readonly Row[];
}

/** An answer that is another one than before; empty where there is none. */
export interface AnswerChange extends FieldKey {
  was: string[];
  is: string[];
}

/** A row that came, went, or stands elsewhere among those that stayed; places count from 0. */
export interface RowChange {
  id: string;
  /** The group. */
  elementId: string;
  change: 'added' | 'removed' | 'moved';
  was: number | null;
  is: number | null;
}

export interface ContentChanges {
  answers: AnswerChange[];
  rows: RowChange[];
}

const keyOf = ({ elementId, groupId }: FieldKey): string => `${elementId}@${groupId ?? ''}`;

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((value, index) => value === other[index]);

/** What was answered otherwise, first what stood there before, then what is new. */
function compareAnswers(was: readonly Answer[], is: readonly Answer[]): AnswerChange[] {
  const before = new Map(was.map((answer) => [keyOf(answer), answer.values]));
  const after = new Map(is.map((answer) => [keyOf(answer), answer.values]));
  const keys = new Map(
    [...was, ...is].map(({ elementId, groupId }) => [keyOf({ elementId, groupId }), { elementId, groupId }]),
  );
  return [...keys].flatMap(([name, key]) => {
    const [old, next] = [before.get(name) ?? [], after.get(name) ?? []];
    return isSame(old, next) ? [] : [{ ...key, was: [...old], is: [...next] }];
  });
}

const idsOf = (rows: readonly Row[], group: string): string[] =>
  rows
    .filter(({ elementId }) => elementId === group)
    .toSorted((one, other) => one.order - other.order)
    .map(({ id }) => id);

/** The fewest rows that have to be moved, for the others stand in the order in which they stood. */
function compareRows(group: string, was: readonly string[], is: readonly string[]): RowChange[] {
  const stayed = was.filter((id) => is.includes(id));
  const edits = compareSequences(
    stayed,
    is.filter((id) => was.includes(id)),
  );
  const moved = new Set<string>();
  let at = 0;
  for (const edit of edits) {
    const id = stayed[at];
    if (edit === 'removed' && id !== undefined) moved.add(id);
    if (edit !== 'added') at += 1;
  }
  const place = (list: readonly string[], id: string) => {
    const found = list.indexOf(id);
    return found < 0 ? null : found;
  };
  return [...new Set([...was, ...is])].flatMap((id): RowChange[] => {
    const [old, next] = [place(was, id), place(is, id)];
    const change = old === null ? 'added' : next === null ? 'removed' : moved.has(id) ? 'moved' : null;
    return change === null ? [] : [{ id, elementId: group, change, was: old, is: next }];
  });
}

/**
 * What changed from one submission of a form to another: answers by their fields, rows by their ids, which stay. What is
 * named here turns the old one into the new one, and nothing else differs. Source: Requirements 2, 4.13.
 */
export function compareSubmissions(was: Content, is: Content): ContentChanges {
  const groups = new Set([...was.rows, ...is.rows].map(({ elementId }) => elementId));
  return {
    answers: compareAnswers(was.answers, is.answers),
    rows: [...groups].flatMap((group) => compareRows(group, idsOf(was.rows, group), idsOf(is.rows, group))),
  };
}
