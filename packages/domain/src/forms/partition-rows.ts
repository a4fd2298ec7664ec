import { elementRules } from './elements/rules.ts';
import { hash32 } from './hash.ts';
import type { Element, FormContext, Row } from './types.ts';

/**
 * Groups that have a row for each partition of the application (`config.rowsFrom`). Nobody adds or removes such a row
 * and none is stored: its id follows from group and partition, so that two windows and the server mean the same row.
 */

/** A row and the partition that it is about. */
export interface PartitionRow extends Row {
  partitionId: string;
}

export function followsPartitions(group: Element): boolean {
  return group.config.rowsFrom === 'partitions';
}

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

/** The id of the row of a partition: always the same for a group, a UUID of version 8 (RFC 9562, section 5.8). */
export function partitionRowId(groupElementId: string, partitionId: string): string {
  const text = `${groupElementId}\u0000${partitionId}`;
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

/** The rows of a group that follows the partitions; null where its rows are those that were stored. */
export function partitionRows(
  group: Element,
  { applicationPartitions }: Pick<FormContext, 'applicationPartitions'>,
): PartitionRow[] | null {
  if (applicationPartitions === undefined || !followsPartitions(group)) return null;
  return [...new Set(applicationPartitions)].map((partitionId, order) => ({
    id: partitionRowId(group.id, partitionId),
    elementId: group.id,
    order,
    partitionId,
  }));
}

/** All rows of a form: those that were stored, and in place of those of groups that follow the partitions, these. */
export function allRows(groups: Iterable<Element>, stored: readonly Row[], context: FormContext): Row[] {
  const made = new Map<string, PartitionRow[]>();
  for (const group of groups) {
    const rows = partitionRows(group, context);
    if (rows !== null) made.set(group.id, rows);
  }
  return [
    ...stored.filter(({ elementId }) => !made.has(elementId)),
    ...[...made.values()].flat().map(({ id, elementId, order }) => ({ id, elementId, order })),
  ];
}
