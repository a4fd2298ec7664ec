import { compareSequences } from '../../forms/compare-sequences.ts';
import { type Change, isListOfThings, isNode, type Thing } from './change.ts';
import type { Address } from './finding.ts';

/** One difference between two definitions: the change that leads on, and what was there before. */
export interface Difference {
  change: Change;
  /** Absent if nothing was there, and for a thing that moved. */
  before?: unknown;
}

/** Whether two values are the same JSON. The order of properties does not matter. */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, nth) => isSame(item, other[nth]));
  if (!isNode(one) || !isNode(other)) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSame(one[name], other[name]))
  );
}

/**
 * The differences between two definitions, by ids. Their changes, one after the other, turn the first into the second. A
 * thing that is in another list now is removed and added.
 */
export function diffCalls(before: unknown, after: unknown): Difference[] {
  return isNode(before) && isNode(after) ? differencesOf([], before, after) : [];
}

type Values = Readonly<Record<string, unknown>>;

function differencesOf(at: Address, before: Values, after: Values): Difference[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name): Difference[] => {
    const place = [...at, name];
    const was = Object.hasOwn(before, name) ? before[name] : undefined;
    const is = Object.hasOwn(after, name) ? after[name] : undefined;
    if (isSame(was, is)) return [];
    if (isNode(was) && isNode(is)) return differencesOf(place, was, is);
    // An empty list says nothing about its things, so two lists of them are compared only if both are not values.
    if (isListOfThings(was) && isListOfThings(is)) return differencesOfLists(place, was, is);
    return [
      {
        change: { do: 'set', at: place, ...(is !== undefined && { value: is }) },
        ...(was !== undefined && { before: was }),
      },
    ];
  });
}

function differencesOfLists(
  at: Address,
  before: readonly (Thing & Values)[],
  after: readonly (Thing & Values)[],
): Difference[] {
  const was = new Map(before.map((thing) => [thing.id, thing]));
  const is = new Set(after.map(({ id }) => id));
  const removed = before
    .filter(({ id }) => !is.has(id))
    .map((thing): Difference => ({ change: { do: 'remove', at: [...at, thing.id] }, before: thing }));
  const stays = staying(
    before.map(({ id }) => id).filter((id) => is.has(id)),
    after.map(({ id }) => id).filter((id) => was.has(id)),
  );
  const others = after.flatMap((thing, nth): Difference[] => {
    const { id } = thing;
    const previous = after[nth - 1]?.id ?? null;
    const known = was.get(id);
    if (known === undefined) return [{ change: { do: 'add', to: at, after: previous, thing } }];
    const place = [...at, id];
    const moved: Difference[] = stays.has(id)
      ? []
      : [{ change: { do: 'move', at: place, to: at, after: previous } }];
    return [...moved, ...differencesOf(place, known, thing)];
  });
  return [...removed, ...others];
}

/** The ids that are in the same order in both lists; the others move. */
function staying(before: readonly string[], after: readonly string[]): Set<string> {
  const edits = compareSequences(before, after);
  const stays = new Set<string>();
  let nth = 0;
  for (const edit of edits) {
    if (edit === 'added') continue;
    const id = before[nth];
    if (edit === 'same' && id !== undefined) stays.add(id);
    nth += 1;
  }
  return stays;
}
