import fc from 'fast-check';
import type { CallDefinition } from '../call-definition.ts';
import { applyChange, type Change, isListOfThings, isNode } from '../change.ts';
import type { Address } from '../finding.ts';

/** Numbers that choose a change among those that a definition allows. */
export const choices = fc.tuple(fc.nat(), fc.nat(), fc.nat(), fc.nat());
/** A walk: one change for each of these. */
export const walks = fc.array(choices, { maxLength: 40 });
type Choices = typeof choices extends fc.Arbitrary<infer T> ? T : never;

const values: readonly unknown[] = [
  '',
  'x',
  7,
  null,
  true,
  [],
  {},
  { en: 'x' },
  ['pro'],
  [{ id: 'new' }],
  undefined,
];

/** Addresses of all lists of things, of all things, and of everything that has a name. */
function placesIn(root: unknown): { lists: Address[]; things: Address[]; all: Address[] } {
  const places = { lists: [] as Address[], things: [] as Address[], all: [] as Address[] };
  const look = (value: unknown, at: Address): void => {
    if (at.length > 0) places.all.push(at);
    if (isListOfThings(value)) {
      places.lists.push(at);
      for (const thing of value) {
        places.things.push([...at, thing.id]);
        look(thing, [...at, thing.id]);
      }
    } else if (isNode(value)) for (const [name, one] of Object.entries(value)) look(one, [...at, name]);
  };
  look(root, []);
  return places;
}

const pick = <T>(from: readonly T[], nth: number): T | undefined => from[nth % Math.max(1, from.length)];

/** The change that numbers choose. It may be one that is refused. */
export function changeOf(definition: unknown, [what, a, b, c]: Choices): Change {
  const { lists, things, all } = placesIn(definition);
  const [list = [], thing = [], place = []] = [pick(lists, b), pick(things, a), pick(all, a)];
  const after = pick([null, ...things.map((one) => one.at(-1) ?? null)], c) ?? null;
  switch (what % 5) {
    case 0:
      return {
        do: 'add',
        to: list,
        after,
        thing: { id: pick(['new', `n${a}`, thing.at(-1) ?? ''], c) ?? '' },
      };
    case 1:
      return { do: 'remove', at: thing };
    case 2:
      return { do: 'move', at: thing, to: c % 2 === 0 ? thing.slice(0, -1) : list, after };
    default: {
      const value = pick(values, b);
      const at = c % 7 === 0 ? [...place, 'new'] : place;
      return { do: 'set', at, ...(value !== undefined && { value }) };
    }
  }
}

/** Every definition of a walk, the first one included, and the inverse of each change that was not refused. */
export function walk(from: CallDefinition, steps: readonly Choices[]) {
  const definitions: unknown[] = [from];
  const inverses: Change[] = [];
  let refused = 0;
  for (const step of steps) {
    const before = definitions.at(-1);
    const applied = applyChange<unknown>(before, changeOf(before, step));
    if (!applied.ok) refused += 1;
    else {
      definitions.push(applied.definition);
      inverses.push(applied.inverse);
    }
  }
  return { definitions, inverses, refused };
}
