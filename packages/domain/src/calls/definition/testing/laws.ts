import fc from 'fast-check';
import { expect } from 'vitest';
import { applyChange, applyChanges } from '../change.ts';
import { diffCalls } from '../diff-calls.ts';
import { smallCall } from './small-call.ts';
import { walk, walks } from './walk.ts';

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
