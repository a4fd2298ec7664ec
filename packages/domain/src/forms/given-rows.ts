import { elementRules } from './elements/rules.ts';
import { hash32 } from './hash.ts';
import type { Element, FormContext, Row, RowFact } from './types.ts';

/**
 * Groups that have a row for each partition of the application, or for each of its reviewers (`config.rowsFrom`). Nobody
 * adds or removes such a row and none is stored: its id follows from the group and what the row is about, so that two
 * windows and the server mean the same row.
 */

/** What the children of a row show of the partition or reviewer that the row is about. */
export type RowFacts = Readonly<Partial<Record<RowFact, string>>>;

export interface GivenRow extends Row {
  facts: RowFacts;
}

export const hasGivenRows = (group: Element): boolean => group.config.rowsFrom !== undefined;

export const followsPartitions = (group: Element): boolean => group.config.rowsFrom === 'partitions';

/** Where no partition is left such a group says nothing, and nobody could add to it. */
export const isWithoutPartitions = (element: Element, rowsOf: (group: Element) => readonly Row[]): boolean =>
  followsPartitions(element) && rowsOf(element).length === 0;

/** The child that names the partition of its row: filled in, and read-only. */
export function partitionChild(group: Element): Element | undefined {
  return group.children?.find(({ type }) => {
    const { offers, kind } = elementRules[type];
    return offers === 'partitions' && kind === 'choice';
  });
}

/** Returns which fact of its row a child shows, in a group whose rows are given; null if people fill it in. */
export function factOf(group: Element, child: Element): RowFact | null {
  if (followsPartitions(group)) return partitionChild(group) === child ? 'partition' : null;
  return hasGivenRows(group) ? (child.config.fromRow ?? null) : null;
}

/** The id of the row of a partition or a reviewer: always the same for a group, a UUID of version 8 (RFC 9562, section 5.8). */
export function givenRowId(groupElementId: string, about: string): string {
  const text = `${groupElementId}\u0000${about}`;
  const seeds = [0x811c9dc5, 0x9e3779b9, 0x7f4a7c15, 0xf39cc060];
  const hex = seeds.map((seed) => hash32(text, seed).toString(16).padStart(8, '0')).join('');
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20),
  ].join('-');
}

type Known = Pick<FormContext, 'applicationPartitions' | 'reviewers'>;

/** What the rows of a group are about, with their facts; null if its rows are those that were stored. */
function subjectsOf(group: Element, known: Known): [about: string, facts: RowFacts][] | null {
  switch (group.config.rowsFrom) {
    case 'partitions':
      return known.applicationPartitions === undefined
        ? null
        : [...new Set(known.applicationPartitions)].map((partition) => [partition, { partition }]);
    case 'reviewers':
      return known.reviewers === undefined
        ? null
        : known.reviewers.map(({ id, name, reviews }) => [String(id), { name, reviews: String(reviews) }]);
    default:
      return null;
  }
}

/** Returns the rows of a group whose rows are given; null if its rows are those that were stored. */
export function givenRows(group: Element, known: Known): GivenRow[] | null {
  return (
    subjectsOf(group, known)?.map(([about, facts], order) => ({
      id: givenRowId(group.id, about),
      elementId: group.id,
      order,
      facts,
    })) ?? null
  );
}

/** All rows of a form: those that were stored, and in place of those of groups whose rows are given, these. */
export function allRows(groups: Iterable<Element>, stored: readonly Row[], context: FormContext): Row[] {
  const made = new Map<string, GivenRow[]>();
  for (const group of groups) {
    const rows = givenRows(group, context);
    if (rows !== null) made.set(group.id, rows);
  }
  return [
    ...stored.filter(({ elementId }) => !made.has(elementId)),
    ...[...made.values()].flat().map(({ id, elementId, order }) => ({ id, elementId, order })),
  ];
}
