import { applyChanges, type Change, type ChangeRefusal, isWithin, valueAt } from './change.ts';
import { isSame } from './diff-calls.ts';
import type { Address } from './finding.ts';

/** Changes that one request made, under one revision. */
export interface Edit {
  revision: number;
  changes: readonly Change[];
  /** The revision that it takes back, or null. */
  undoes: number | null;
}

/** A place that somebody else has changed, with its present value; the value is absent if nothing is there. */
export interface Conflict {
  at: Address;
  now?: unknown;
}

export type Merged<Definition> =
  | { ok: true; definition: Definition; inverses: Change[] }
  | { ok: false; conflicts: Conflict[] }
  | { ok: false; reason: ChangeRefusal };

/** The place whose value a change decides: what else is above or below it is decided with it. */
export const placeOf = (change: Change): Address =>
  change.do === 'add' ? [...change.to, change.thing.id] : change.at;

/** Whether two changes decide the same. A move decides only where its thing is. */
function meet(one: Change, other: Change): boolean {
  const [first, second] = [placeOf(one), placeOf(other)];
  if (one.do === 'move' || other.do === 'move')
    return one.do === other.do
      ? isWithin(first, second) && first.length === second.length
      : one.do === 'move'
        ? other.do === 'remove' && isWithin(first, second)
        : one.do === 'remove' && isWithin(second, first);
  return isWithin(first, second) || isWithin(second, first);
}

/** The edits that count: those that were taken back, and those that took them back, do not. */
function inForce(edits: readonly Edit[]): Edit[] {
  const undone = new Set<number>();
  // The newest first: what took something back may have been taken back itself.
  for (const { revision, undoes } of [...edits].reverse())
    if (undoes !== null && !undone.has(revision) && edits.some((other) => other.revision === undoes)) {
      undone.add(undoes);
      undone.add(revision);
    }
  return edits.filter(({ revision }) => !undone.has(revision));
}

/**
 * Applies changes to a draft that may have been changed since their author saw it: all of them or none. `since` are the
 * edits that their author has not seen. Refusals: conflicts, if one of them has decided the same otherwise, and changes
 * that no longer apply.
 */
export function mergeChanges<Definition>(
  definition: Definition,
  changes: readonly Change[],
  since: readonly Edit[],
): Merged<Definition> {
  const others = inForce(since).flatMap((edit) => edit.changes);
  const conflicts = changes.flatMap((change): Conflict[] => {
    const at = placeOf(change);
    const now = valueAt(definition, at);
    const wanted = change.do === 'set' ? change.value : change.do === 'add' ? change.thing : undefined;
    if (!others.some((other) => meet(change, other)) || (change.do !== 'move' && isSame(now, wanted)))
      return [];
    return [{ at, ...(now !== undefined && { now }) }];
  });
  return conflicts.length > 0 ? { ok: false, conflicts } : applyChanges(definition, changes);
}
