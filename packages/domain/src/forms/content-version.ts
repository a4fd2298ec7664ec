import { hash32 } from './hash.ts';
import type { FieldKey, Row } from './types.ts';

/** What is stored of an assignment, as far as it tells one state from another. */
export interface VersionedContent {
  answers: readonly (FieldKey & { revision: number })[];
  rows: readonly Row[];
}

/**
 * Names what is stored of an assignment: two states with the same name hold the same answers and rows, in any order. Of
 * one field, or one row, the last entry counts. No secret depends on it.
 */
export function contentVersion({ answers, rows }: VersionedContent): string {
  const lines = new Map<string, string>();
  for (const { elementId, groupId, revision } of answers)
    lines.set(`${elementId} ${groupId ?? ''}`, String(revision));
  for (const { id, elementId, order } of rows) lines.set(`row ${id}`, `${elementId} ${order}`);
  const text = [...lines]
    .map(([key, value]) => `${key}=${value}`)
    .sort()
    .join('\n');
  return [0x811c9dc5, 0x9e3779b9].map((seed) => hash32(text, seed).toString(16).padStart(8, '0')).join('');
}
