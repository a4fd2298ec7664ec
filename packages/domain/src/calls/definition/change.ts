import type { Address } from './finding.ts';

/** A thing in a list. */
export interface Thing {
  readonly id: string;
}

/**
 * One edit of a definition. Addresses name things by ids; `after` is the id of the thing before it in the list, null for
 * the first place. A change to set without a value removes a property that may be absent.
 */
export type Change =
  | { readonly do: 'set'; readonly at: Address; readonly value?: unknown }
  | { readonly do: 'add'; readonly to: Address; readonly after: string | null; readonly thing: Thing }
  | { readonly do: 'remove'; readonly at: Address }
  | { readonly do: 'move'; readonly at: Address; readonly to: Address; readonly after: string | null };

/** Why a change does not apply: its place is not there, the id is taken, or a thing would get into itself. */
export type ChangeRefusal = 'not_there' | 'id_taken' | 'into_itself';

export type Applied<Definition> =
  | { ok: true; definition: Definition; inverse: Change }
  | { ok: false; reason: ChangeRefusal };

type Node = Readonly<Record<string, unknown>>;

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isThing = (value: unknown): value is Node & Thing => isNode(value) && typeof value.id === 'string';

/** Whether a value is a list of things. Other lists, such as roles or rows of conditions, are values as a whole. */
export const isListOfThings = (value: unknown): value is readonly (Node & Thing)[] =>
  Array.isArray(value) && value.every(isThing) && new Set(value.map(({ id }) => id)).size === value.length;

class Refused extends Error {
  readonly reason: ChangeRefusal;
  constructor(reason: ChangeRefusal) {
    super(reason);
    this.reason = reason;
  }
}

/** Whether an address leads to another one, or to something below it. */
export const isWithin = (at: Address, above: Address): boolean =>
  above.every((name, nth) => at[nth] === name);

/** Where a change leads to, once it is applied. */
export const placeOfChange = (change: Change): Address =>
  change.do === 'add'
    ? [...change.to, change.thing.id]
    : change.do === 'move'
      ? [...change.to, ...change.at.slice(-1)]
      : change.at;

/** The value at an address; undefined if nothing is there. */
export function valueAt(root: unknown, at: Address): unknown {
  let value = root;
  for (const name of at)
    value = isListOfThings(value)
      ? value.find(({ id }) => id === name)
      : isNode(value) && Object.hasOwn(value, name)
        ? value[name]
        : undefined;
  return value;
}

/** The root with another value at an address that is there. All that is not on the way stays the same object. */
function replaceAt(root: unknown, at: Address, value: unknown): unknown {
  const [name, ...rest] = at;
  if (name === undefined) return value;
  if (isListOfThings(root)) {
    if (root.every(({ id }) => id !== name)) throw new Refused('not_there');
    return root.map((thing) => (thing.id === name ? replaceAt(thing, rest, value) : thing));
  }
  if (!isNode(root)) throw new Refused('not_there');
  if (rest.length > 0 && !Object.hasOwn(root, name)) throw new Refused('not_there');
  if (rest.length > 0 || value !== undefined) return { ...root, [name]: replaceAt(root[name], rest, value) };
  const { [name]: _, ...others } = root;
  return others;
}

const parentOf = (at: Address): [Address, string] => {
  const last = at.at(-1);
  if (last === undefined) throw new Refused('not_there');
  return [at.slice(0, -1), last];
};

function listAt(root: unknown, at: Address): readonly (Node & Thing)[] {
  const list = valueAt(root, at);
  if (!isListOfThings(list)) throw new Refused('not_there');
  return list;
}

function set(root: unknown, { at, value }: Extract<Change, { do: 'set' }>): [unknown, Change] {
  const [above, name] = parentOf(at);
  const parent = valueAt(root, above);
  const before = valueAt(root, at);
  // A thing keeps its id, and only a removal takes it out of its list.
  const isOfThing = isListOfThings(valueAt(root, above.slice(0, -1))) && above.length > 0 && name === 'id';
  const isWholeThing = isListOfThings(parent);
  if (isOfThing || (isWholeThing && !(isThing(value) && value.id === name && before !== undefined)))
    throw new Refused('not_there');
  if (!isWholeThing && !isNode(parent)) throw new Refused('not_there');
  const inverse: Change = { do: 'set', at, ...(before !== undefined && { value: before }) };
  return [before === undefined && value === undefined ? root : replaceAt(root, at, value), inverse];
}

function insert(root: unknown, to: Address, after: string | null, thing: Node & Thing): unknown {
  const list = listAt(root, to);
  if (list.some(({ id }) => id === thing.id)) throw new Refused('id_taken');
  const place = after === null ? 0 : list.findIndex(({ id }) => id === after) + 1;
  if (place === 0 && after !== null) throw new Refused('not_there');
  return replaceAt(root, to, [...list.slice(0, place), thing, ...list.slice(place)]);
}

/** Takes a thing out of its list: the rest, the thing, and the id of the one before it. */
function take(root: unknown, at: Address): [unknown, Node & Thing, string | null] {
  const [above, name] = parentOf(at);
  const list = listAt(root, above);
  const place = list.findIndex(({ id }) => id === name);
  const thing = list[place];
  if (thing === undefined) throw new Refused('not_there');
  const rest = list.filter((other) => other !== thing);
  return [replaceAt(root, above, rest), thing, list[place - 1]?.id ?? null];
}

function apply(root: unknown, change: Change): [unknown, Change] {
  switch (change.do) {
    case 'set':
      return set(root, change);
    case 'add': {
      const { to, after, thing } = change;
      if (!isThing(thing)) throw new Refused('not_there');
      return [insert(root, to, after, thing), { do: 'remove', at: [...to, thing.id] }];
    }
    case 'remove': {
      const [rest, thing, after] = take(root, change.at);
      return [rest, { do: 'add', to: parentOf(change.at)[0], after, thing }];
    }
    case 'move': {
      const { at, to, after } = change;
      if (at.every((name, nth) => to[nth] === name)) throw new Refused('into_itself');
      const [rest, thing, before] = take(root, at);
      const [from] = parentOf(at);
      return [insert(rest, to, after, thing), { do: 'move', at: [...to, thing.id], to: from, after: before }];
    }
  }
}

/**
 * Applies a change to a definition, which stays as it is, and returns the changed one with the change that takes this one
 * back. It does not check what values mean. Refusals: a place that is not there, an id that its list has already, and a
 * thing that would be moved into itself.
 */
export function applyChange<Definition>(definition: Definition, change: Change): Applied<Definition> {
  try {
    const [changed, inverse] = apply(definition, change);
    return { ok: true, definition: changed as Definition, inverse };
  } catch (refused) {
    if (!(refused instanceof Refused)) throw refused;
    return { ok: false, reason: refused.reason };
  }
}

/** Applies changes one after the other: all of them or none. Inverses come in the order in which they are applied. */
export function applyChanges<Definition>(
  definition: Definition,
  changes: readonly Change[],
):
  | { ok: true; definition: Definition; inverses: Change[] }
  | { ok: false; reason: ChangeRefusal; nth: number } {
  let changed = definition;
  const inverses: Change[] = [];
  for (const [nth, change] of changes.entries()) {
    const applied = applyChange(changed, change);
    if (!applied.ok) return { ...applied, nth };
    changed = applied.definition;
    inverses.unshift(applied.inverse);
  }
  return { ok: true, definition: changed, inverses };
}

/** Changes with other ids of cut-offs: a new cut-off gets its own when it first goes live. */
export function withCutoffIds(changes: readonly Change[], ids: ReadonlyMap<string, string>): Change[] {
  const named = (id: string) => ids.get(id) ?? id;
  const placed = (at: Address): Address =>
    at[0] === 'cutoffs' ? at.map((name, nth) => (nth === 1 ? named(name) : name)) : at;
  const isList = (at: Address) => at.length === 1 && at[0] === 'cutoffs';
  const after = (to: Address, id: string | null) => (isList(to) && id !== null ? named(id) : id);
  const thingOf = <Some extends Thing>(thing: Some): Some => ({ ...thing, id: named(thing.id) });
  return changes.map((change) => {
    if (change.do === 'add') {
      const { to, thing } = change;
      const added = isList(to) ? thingOf(thing) : thing;
      return { ...change, to: placed(to), after: after(to, change.after), thing: added };
    }
    const at = placed(change.at);
    if (change.do === 'remove') return { ...change, at };
    if (change.do === 'move')
      return { ...change, at, to: placed(change.to), after: after(change.to, change.after) };
    const { value } = change;
    if (value === undefined) return { ...change, at };
    return { ...change, at, value: isList(at) && isListOfThings(value) ? value.map(thingOf) : value };
  });
}
