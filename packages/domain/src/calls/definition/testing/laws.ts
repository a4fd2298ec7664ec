import fc from 'fast-check';
import { expect } from 'vitest';
import { applyChange, applyChanges, type Change, isListOfThings, isNode } from '../change.ts';
import { diffCalls } from '../diff-calls.ts';
import { mergeChanges } from '../merge-changes.ts';
import { smallCall } from './small-call.ts';
import { changeOf, choices, walk, walks } from './walk.ts';

/** Inverses, in reverse order, lead back through every definition of a walk, and no change alters what it is given. */
export function checkInverses(numRuns: number): void {
  let changes = 0;
  let refusals = 0;
  fc.assert(
    fc.property(walks, (steps) => {
      const { definitions, inverses, refused } = walk(smallCall(), steps);
      changes += inverses.length;
      refusals += refused;
      let now = definitions.at(-1);
      for (const [nth, inverse] of [...inverses.entries()].reverse()) {
        const back = applyChange(now, inverse);
        if (!back.ok) throw new Error(`${JSON.stringify(inverse)} is refused: ${back.reason}`);
        now = back.definition;
        expect(now).toEqual(definitions[nth]);
      }
      expect(now).toEqual(smallCall());
    }),
    { numRuns },
  );
  expect(changes).toBeGreaterThan(refusals);
}

/** The changes of a difference lead from one definition to the other, and there are none between equal ones. */
export function checkDifferences(numRuns: number): void {
  fc.assert(
    fc.property(walks, walks, (one, other) => {
      const [before, after] = [one, other].map((steps) => walk(smallCall(), steps).definitions.at(-1));
      const changes = diffCalls(before, after).map(({ change }) => change);
      const applied = applyChanges(before, changes);
      if (!applied.ok)
        throw new Error(`${JSON.stringify(changes[applied.nth])} is refused: ${applied.reason}`);
      expect(applied.definition).toEqual(after);
      expect(diffCalls(before, JSON.parse(JSON.stringify(before)))).toEqual([]);
    }),
    { numRuns },
  );
}

/** A definition whose lists say nothing by their order. */
function unordered(value: unknown): unknown {
  if (isListOfThings(value)) return Object.fromEntries(value.map((thing) => [thing.id, unordered(thing)]));
  return isNode(value)
    ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, unordered(one)]))
    : value;
}

/** Two people who change a definition at the same time: whoever is heard first, both changes count, or one is refused. */
export function checkMerges(numRuns: number): void {
  let merged = 0;
  let refused = 0;
  const after = (first: Change, second: Change) => {
    const applied = applyChange<unknown>(smallCall(), first);
    if (!applied.ok) return applied;
    return mergeChanges(applied.definition, [second], [{ revision: 1, changes: [first], undoes: null }]);
  };
  fc.assert(
    fc.property(choices, choices, (a, b) => {
      const [one, other] = [changeOf(smallCall(), a), changeOf(smallCall(), b)];
      const [before, behind] = [after(one, other), after(other, one)];
      if (!before.ok || !behind.ok) {
        refused += 1;
        return;
      }
      merged += 1;
      expect(unordered(before.definition)).toEqual(unordered(behind.definition));
    }),
    { numRuns },
  );
  expect(Math.min(merged, refused)).toBeGreaterThan(numRuns / 50);
}
