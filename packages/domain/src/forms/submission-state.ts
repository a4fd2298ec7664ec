import type { Message } from '@clearcall/i18n/message.ts';
import type { CrossIndex, CrossValues } from './cross-steps.ts';
import { type Around, nothing } from './elements/rule.ts';
import type { RowFacts } from './given-rows.ts';
import type { Node, StepPlan } from './plan.ts';
import type { FieldKey, FieldState, FormContext, Row } from './types.ts';

/**
 * The state of one person's answers on a plan. Light: a few lists with one entry per place; first the elements outside
 * groups, then a block for each row. The plan knows who reads whom.
 */

export const VISIBLE = 1;
export const REQUIRED = 2;
export const EDITABLE = 4;
/** The value is computed: a sum, a product, a fact of the row or a forced amount. */
export const COMPUTED = 8;
export const MISSING = 16;
export const ANSWERED = 32;
/** The marks below are passing ones, used while a change is worked off. */
export const WAITS_VALUE = 64;
export const WAITS_STATE = 128;
export const CHANGED = 256;

export interface RowState {
  readonly id: string;
  readonly group: Node;
  /** Where the block of the row's children begins. */
  readonly base: number;
  /** As it was stored; the place among the rows counts from then on. */
  readonly order: number;
  /** In a group whose rows are given. */
  facts: RowFacts | null;
}

export interface GroupState {
  rows: RowState[];
  readonly byId: Map<string, RowState>;
  /** Blocks of removed rows, to be used again. */
  readonly free: number[];
  /** What was answered in given rows that are no longer there: it is back when they are. */
  readonly left: Map<string, readonly (readonly string[] | null)[]>;
  listed: readonly Row[] | null;
}

export interface FormProgress {
  requiredTotal: number;
  requiredFilled: number;
  errors: number;
  /** Whether anything of the form was ever answered. */
  started: boolean;
}

export type Listener = () => void;
export type AllListener = (keys: readonly FieldKey[]) => void;

/** A light state; read it with the functions of this file only. */
export interface Submission {
  readonly plan: StepPlan;
  context: FormContext;
  /** @internal One entry per place: what is stored (null: never answered), what counts, marks, the broken rule. */
  readonly stored: (readonly string[] | null)[];
  readonly values: (readonly string[])[];
  readonly flags: number[];
  readonly errors: (Message | null)[];
  /** What readField gave out and is still true; null until it is asked for the first time. */
  fields: (FieldState | null | undefined)[] | null;
  /** For each place behind those of the elements outside groups: its row; null when the row is gone. */
  readonly rowOf: (RowState | null)[];
  readonly groups: GroupState[];
  crossIndex: CrossIndex | null;
  cross: CrossValues[];
  readonly around: Around;
  readonly queue: number[];
  readonly waiting: number[];
  readonly changed: number[];
  readonly progress: (FormProgress | undefined)[];
  /** While everything is new, nobody is told of changes. */
  isOpening: boolean;
  listeners: Map<string, Set<Listener>> | null;
  allListeners: Set<AllListener> | null;
}

export function rowAt(s: Submission, place: number): RowState | null {
  const at = place - s.plan.topNodes.length;
  return at < 0 ? null : (s.rowOf[at] ?? null);
}

/** The element at a place; undefined where its row is gone. */
export function nodeAt(s: Submission, place: number): Node | undefined {
  if (place < s.plan.topNodes.length) return s.plan.topNodes[place];
  const row = rowAt(s, place);
  return row === null ? undefined : row.group.children[place - row.base];
}

export function placeOf(node: Node, row: RowState | null): number {
  return node.group === null || row === null ? node.offset : row.base + node.offset;
}

/** What counts for conditions: nothing while hidden. */
export function counts(s: Submission, place: number): readonly string[] {
  return ((s.flags[place] ?? 0) & VISIBLE) === 0 ? nothing : (s.values[place] ?? nothing);
}

export function groupState(s: Submission, groupIndex: number): GroupState {
  const group = s.groups[groupIndex];
  if (group === undefined) throw new RangeError(`There is no group ${groupIndex}.`);
  return group;
}

export function newRow(
  s: Submission,
  node: Node,
  id: string,
  order: number,
  facts: RowFacts | null = null,
): RowState {
  const group = groupState(s, node.groupIndex);
  const base = group.free.pop() ?? s.stored.length;
  const row: RowState = { id, group: node, base, order, facts };
  for (const child of node.children) {
    const place = base + child.offset;
    s.stored[place] = null;
    s.values[place] = nothing;
    s.flags[place] = 0;
    s.errors[place] = null;
    if (s.fields !== null) s.fields[place] = null;
    s.rowOf[place - s.plan.topNodes.length] = row;
  }
  group.byId.set(id, row);
  return row;
}

export function listRows(s: Submission, node: Node): void {
  const group = groupState(s, node.groupIndex);
  group.listed = null;
  s.values[node.offset] = group.rows.map(({ id }) => id);
}

export function nodeById(s: Submission, elementId: string): Node {
  const node = s.plan.byId.get(elementId);
  if (node === undefined) throw new RangeError(`There is no element '${elementId}'.`);
  return node;
}

export function groupById(s: Submission, elementId: string): Node {
  const node = nodeById(s, elementId);
  if (node.kind !== 'rows') throw new RangeError(`'${elementId}' is no group.`);
  return node;
}

export function rowById(s: Submission, node: Node, groupId: string): RowState {
  const row = groupState(s, node.groupIndex).byId.get(groupId);
  if (row === undefined) throw new RangeError(`'${node.element.id}' has no row '${groupId}'.`);
  return row;
}

/** The place of a field, or -1 when its row does not exist (any more). */
export function placeOfKey(s: Submission, { elementId, groupId }: FieldKey): number {
  const node = nodeById(s, elementId);
  if (node.group === null) return node.offset;
  const row = groupId === null ? undefined : groupState(s, node.groupIndex).byId.get(groupId);
  return row === undefined ? -1 : row.base + node.offset;
}

/** Walks over all fields of some forms in the order of the page: a group, then its rows, each with its children. */
export function walk(
  s: Submission,
  nodes: readonly Node[],
  visit: (node: Node, place: number, row: RowState | null) => void,
): void {
  for (const node of nodes) {
    if (node.group !== null) continue;
    visit(node, node.offset, null);
    if (node.children.length === 0) continue;
    for (const row of groupState(s, node.groupIndex).rows) {
      for (const child of node.children) visit(child, row.base + child.offset, row);
    }
  }
}
