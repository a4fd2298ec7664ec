import type { Change } from './change.ts';
import type { Difference } from './diff-calls.ts';
import type { Address } from './finding.ts';
import { placeOf } from './merge-changes.ts';

/** The changes of an edit, each with what was there before. `inverses` are in the order in which they take the edit back. */
export const editDifferences = (changes: readonly Change[], inverses: readonly Change[]): Difference[] =>
  changes.map((change, nth) => {
    const inverse = inverses[changes.length - 1 - nth];
    const before = inverse?.do === 'set' ? inverse.value : inverse?.do === 'add' ? inverse.thing : undefined;
    return { change, ...(before !== undefined && { before }) };
  });

/** Whether a change decides about a place: its own, one below it, or a whole that it is part of. */
export function isInPlace(change: Change, at: Address): boolean {
  const place = placeOf(change);
  return at.every((name, nth) => place[nth] === undefined || place[nth] === name);
}
