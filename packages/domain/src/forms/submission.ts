import {
  type CrossRead,
  type LocalRead,
  type Node,
  type Plan,
  planStep,
  type Source,
  type StepPlan,
  type Test,
  type Tests,
} from './compile.ts';
import { type SubjectKind, satisfies } from './conditions.ts';
import {
  type CrossIndex,
  type CrossValues,
  indexCrossSteps,
  propertyOf,
  readCrossStep,
} from './cross-steps.ts';
import { addToTotal, emptyTotal, totalText } from './decimals.ts';
import { type Around, isNone, nothing } from './elements/rule.ts';
import { elementRules } from './elements/rules.ts';
import { computedDate } from './limits.ts';
import { messages } from './messages.ts';
import type { Answer, Change, FieldKey, FieldState, FormContext, Partition, Problem, Row } from './types.ts';

/**
 * One person's answers on a plan. Light: a few arrays with one place per field; the plan knows who reads whom. A change
 * is worked off in two steps: what is seen and what counts, in the order of the plan and only as far as something
 * really changed; then being required, editable and valid of all that this touched.
 */

const VISIBLE = 1;
const REQUIRED = 2;
const EDITABLE = 4;
/** The value is computed: a sum or a forced amount. */
const COMPUTED = 8;
const MISSING = 16;
const ANSWERED = 32;
/** The marks below are passing ones, used while a change is worked off. */
const WAITS_VALUE = 64;
const WAITS_STATE = 128;
const CHANGED = 256;

/** Keys of the queue: rank of the element, then place. */
const PLACES = 0x400000;

interface RowState {
  readonly id: string;
  readonly group: Node;
  /** Where the block of the row's children begins. */
  readonly base: number;
  /** As it was stored; the place among the rows counts from then on. */
  readonly order: number;
}

interface GroupState {
  rows: RowState[];
  readonly byId: Map<string, RowState>;
  /** Blocks of removed rows, to be used again. */
  readonly free: number[];
  listed: readonly Row[] | null;
}

export interface FormProgress {
  requiredTotal: number;
  requiredFilled: number;
  errors: number;
  /** Whether anything of the form was ever answered. */
  started: boolean;
}

type Listener = () => void;
type AllListener = (keys: readonly FieldKey[]) => void;

/** A light state; read it with the functions of this file only. */
export interface Submission {
  readonly plan: StepPlan;
  context: FormContext;
  /** @internal One entry per place: what is stored (null: never answered), what counts, marks, the broken rule. */
  readonly stored: (readonly string[] | null)[];
  readonly values: (readonly string[])[];
  readonly flags: number[];
  readonly errors: (string | null)[];
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

// ---------------------------------------------------------------------------------------------------- reading values

function rowAt(s: Submission, place: number): RowState | null {
  const at = place - s.plan.topNodes.length;
  return at < 0 ? null : (s.rowOf[at] ?? null);
}

/** The element at a place; undefined where its row is gone. */
function nodeAt(s: Submission, place: number): Node | undefined {
  if (place < s.plan.topNodes.length) return s.plan.topNodes[place];
  const row = rowAt(s, place);
  return row === null ? undefined : row.group.children[place - row.base];
}

function placeOf(node: Node, row: RowState | null): number {
  return node.group === null || row === null ? node.offset : row.base + node.offset;
}

/** What counts for conditions: nothing while hidden. */
function counts(s: Submission, place: number): readonly string[] {
  return ((s.flags[place] ?? 0) & VISIBLE) === 0 ? nothing : (s.values[place] ?? nothing);
}

/** What a reference reads at a place; a group reads as the number of its rows. */
function readPlace(s: Submission, read: LocalRead, place: number): readonly string[] {
  const values = counts(s, place);
  switch (read.read) {
    case 'value':
      if (read.node.kind !== 'rows') return values;
      return values.length === 0 ? nothing : [String(values.length)];
    case 'count':
      return [String(values.length)];
    case 'kind':
    case 'unit':
      return propertyOf(s.context.partitions, values, read.read);
  }
}

function isNever(): boolean {
  return false;
}

/** When what was read counts as empty: a count never does, an element as its type says. */
function emptinessOf(node: Node, kind: SubjectKind): (values: readonly string[]) => boolean {
  if (kind === 'count') return isNever;
  return kind === node.kind && kind !== 'rows' ? node.isEmpty : isNone;
}

function isMatching(s: Submission, read: LocalRead, row: RowState): boolean {
  if (read.partition === null) return true;
  const own = s.context.ownPartitionId;
  return own !== null && counts(s, row.base + read.partition.offset).includes(own);
}

function crossValues(s: Submission, read: CrossRead): CrossValues {
  const known = s.cross[read.index];
  if (known !== undefined) return known;
  s.crossIndex ??= indexCrossSteps(s.plan, s.context);
  const values = readCrossStep(read, s.crossIndex, s.context);
  s.cross[read.index] = values;
  return values;
}

function contextValue(s: Submission, read: Extract<Source, { from: 'context' }>): readonly string[] {
  const { ref } = read;
  if ('call' in ref) return [s.context.callCode];
  const day = computedDate(ref, s.context);
  return day === null ? nothing : [day];
}

/** Everything that a source reads, several rows or assignments one after the other. */
function gather(s: Submission, source: Source, row: RowState | null, into: string[]): void {
  switch (source.from) {
    case 'context':
      into.push(...contextValue(s, source));
      return;
    case 'other-step':
      for (const assignment of crossValues(s, source)) for (const values of assignment) into.push(...values);
      return;
    case 'step': {
      if (source.rows === 'one' || source.rows === 'same') {
        for (const value of readPlace(s, source, placeOf(source.node, row))) into.push(value);
        return;
      }
      for (const other of s.groups[source.node.groupIndex]?.rows ?? []) {
        if (!isMatching(s, source, other)) continue;
        for (const value of readPlace(s, source, other.base + source.node.offset)) into.push(value);
      }
    }
  }
}

// ---------------------------------------------------------------------------------------------------------- conditions

function operandsOf(s: Submission, test: Test, row: RowState | null): readonly (readonly string[])[] {
  if (test.fixed !== null) return test.fixed;
  return test.operands.map((operand) => {
    if (typeof operand === 'string') return [operand];
    const values: string[] = [];
    gather(s, operand, row, values);
    // An empty other side is the empty value: two empty answers are equal.
    return values.length === 0 ? [''] : values;
  });
}

function holdsFor(
  s: Submission,
  test: Test,
  source: Source,
  row: RowState | null,
  operands: readonly (readonly string[])[],
): boolean {
  const { kind } = source;
  switch (source.from) {
    case 'context': {
      const values = contextValue(s, source);
      return satisfies(test.type, kind, values, isNone, operands);
    }
    case 'other-step': {
      const isHeld = (candidates: readonly (readonly string[])[]): boolean =>
        candidates.some((values) =>
          satisfies(test.type, kind, values, emptinessOf(source.node, kind), operands),
        );
      const assignments = crossValues(s, source);
      return source.pick === 'all' ? assignments.every(isHeld) : assignments.some(isHeld);
    }
    case 'step': {
      const { node } = source;
      if (source.rows === 'one' || source.rows === 'same') {
        const values = readPlace(s, source, placeOf(node, row));
        return satisfies(test.type, kind, values, emptinessOf(node, kind), operands);
      }
      for (const other of s.groups[node.groupIndex]?.rows ?? []) {
        if (!isMatching(s, source, other)) continue;
        const values = readPlace(s, source, other.base + node.offset);
        if (satisfies(test.type, kind, values, emptinessOf(node, kind), operands)) return true;
      }
      return false;
    }
  }
}

function holds(s: Submission, test: Test, row: RowState | null): boolean {
  if (test.type === 'unconditional') return true;
  const operands = operandsOf(s, test, row);
  for (const source of test.reads) if (!holdsFor(s, test, source, row, operands)) return false;
  return true;
}

function applies(s: Submission, tests: Tests, row: RowState | null): boolean {
  for (const all of tests) {
    let isHeld = true;
    for (const test of all) {
      if (!holds(s, test, row)) {
        isHeld = false;
        break;
      }
    }
    if (isHeld) return true;
  }
  return false;
}

// ------------------------------------------------------------------------------- first step: what is seen, what counts

function isSameList(left: readonly string[], right: readonly string[]): boolean {
  if (left === right) return true;
  if (left.length !== right.length) return false;
  for (let i = 0; i < left.length; i++) if (left[i] !== right[i]) return false;
  return true;
}

function partitionById(context: FormContext, id: string): Partition | null {
  for (const partition of context.partitions) if (partition.id === id) return partition;
  return null;
}

/** The partition that an amount belongs to, and whether one is named at all. */
function partitionIdOf(s: Submission, node: Node, row: RowState | null): string | null {
  if (node.partition === null) return s.context.ownPartitionId;
  const id = counts(s, placeOf(node.partition, row))[0];
  return id === undefined || id === '' ? null : id;
}

function sumOf(s: Submission, sources: readonly Source[], row: RowState | null): string {
  const total = emptyTotal();
  for (const source of sources) {
    if (source.from === 'step' && source.read === 'value') {
      if (source.rows === 'one' || source.rows === 'same') {
        for (const value of counts(s, placeOf(source.node, row))) addToTotal(total, value);
        continue;
      }
      for (const other of s.groups[source.node.groupIndex]?.rows ?? []) {
        if (!isMatching(s, source, other)) continue;
        for (const value of counts(s, other.base + source.node.offset)) addToTotal(total, value);
      }
      continue;
    }
    const values: string[] = [];
    gather(s, source, row, values);
    for (const value of values) addToTotal(total, value);
  }
  return totalText(total);
}

/** Computes visibility and value of one field. True when what counts for others is another than before. */
function settleValue(s: Submission, node: Node, place: number, row: RowState | null): boolean {
  const before = s.flags[place] ?? 0;
  let visible = node.visible === null ? !node.isHidden : applies(s, node.visible, row);
  if (visible && node.group !== null) visible = ((s.flags[node.group.offset] ?? 0) & VISIBLE) !== 0;
  const old = s.values[place] ?? nothing;
  let values: readonly string[] = s.stored[place] ?? node.initial;
  let isComputed = false;
  if (node.sum !== null) {
    const sum = sumOf(s, node.sum, row);
    values = old.length === 1 && old[0] === sum ? old : [sum];
    isComputed = true;
  } else if (node.isAmount) {
    const id = partitionIdOf(s, node, row);
    if (id !== null) {
      const partition = partitionById(s.context, id);
      if (partition === null || partition.disabled) values = nothing;
      else if (partition.fixed !== null) {
        values = old.length === 1 && old[0] === partition.fixed ? old : [partition.fixed];
        isComputed = true;
      }
    }
  } else if (node.kind === 'rows') values = old;
  const wasVisible = (before & VISIBLE) !== 0;
  const isSame = isSameList(old, values);
  s.values[place] = isSame ? old : values;
  s.flags[place] = (before & ~(VISIBLE | COMPUTED)) | (visible ? VISIBLE : 0) | (isComputed ? COMPUTED : 0);
  if (!isSame || wasVisible !== visible) markChanged(s, place);
  if (wasVisible !== visible) return old.length > 0 || values.length > 0 || node.kind === 'rows';
  return visible && !isSame;
}

// ------------------------------------------------------------------------- second step: required, editable, the errors

function hasTwinBefore(s: Submission, node: Node, place: number, row: RowState): boolean {
  const own = counts(s, place);
  for (const other of s.groups[node.groupIndex]?.rows ?? []) {
    if (other === row) return false;
    const values = counts(s, other.base + node.offset);
    if (values.length > 0 && isSameList(values, own)) return true;
  }
  return false;
}

function isValid(s: Submission, node: Node, row: RowState | null): boolean {
  if (node.valid === null) return true;
  for (const tests of node.valid) if (!applies(s, tests, row)) return false;
  return true;
}

/** The first broken rule of values that are filled, or of the rows of a group. */
function brokenRule(
  s: Submission,
  node: Node,
  place: number,
  row: RowState | null,
  required: boolean,
): string | null {
  const values = s.values[place] ?? nothing;
  if (!node.isCheckedFirst && !isValid(s, node, row)) return messages.invalid();
  const { around } = s;
  around.required = required;
  around.parent = node.parent === null ? null : counts(s, placeOf(node.parent, row));
  const partitionId = node.isAmount ? partitionIdOf(s, node, row) : null;
  around.partition = partitionId === null ? null : partitionById(s.context, partitionId);
  const broken = node.check(values, node.element, around);
  if (broken !== null) return broken;
  if (node.isCheckedFirst && !isValid(s, node, row)) return messages.invalid();
  if (node.unique && row !== null && hasTwinBefore(s, node, place, row)) return messages.invalid();
  return null;
}

/** Computes required, editable and the error of one field. */
function settleState(s: Submission, node: Node, place: number, row: RowState | null): void {
  const before = s.flags[place] ?? 0;
  const holdsNothing = node.kind === 'none';
  const required =
    !holdsNothing && (node.required === null ? node.isRequired : applies(s, node.required, row));
  let editable =
    !holdsNothing &&
    (before & COMPUTED) === 0 &&
    (node.editable === null ? !node.isReadOnly : applies(s, node.editable, row));
  if (editable && node.group !== null) editable = ((s.flags[node.group.offset] ?? 0) & EDITABLE) !== 0;
  let error: string | null = null;
  let missing = false;
  if ((before & VISIBLE) !== 0) {
    if (editable) {
      const isEmpty = node.isEmpty(s.values[place] ?? nothing);
      if (!isEmpty || node.kind === 'rows') {
        error = brokenRule(s, node, place, row, required);
        missing = isEmpty && error !== null;
      } else if (required) {
        error = messages.mandatory();
        missing = true;
      } else if (!isValid(s, node, row)) error = messages.invalid();
    } else if ((before & COMPUTED) !== 0 && !isValid(s, node, row)) error = messages.invalid();
  }
  const after =
    (before & ~(REQUIRED | EDITABLE | MISSING)) |
    (required ? REQUIRED : 0) |
    (editable ? EDITABLE : 0) |
    (missing ? MISSING : 0);
  if (after !== before || error !== s.errors[place]) {
    s.flags[place] = after;
    s.errors[place] = error;
    markChanged(s, place);
  }
}

// ------------------------------------------------------------------------------------------------------ the work queue

function markChanged(s: Submission, place: number): void {
  if (s.isOpening) return;
  const flags = s.flags[place] ?? 0;
  if (s.fields !== null) s.fields[place] = null;
  if ((flags & CHANGED) !== 0) return;
  s.flags[place] = flags | CHANGED;
  s.changed.push(place);
}

function waitForState(s: Submission, place: number): void {
  const flags = s.flags[place] ?? 0;
  if ((flags & WAITS_STATE) !== 0) return;
  s.flags[place] = flags | WAITS_STATE;
  s.waiting.push(place);
}

/** A binary heap: the least rank comes first, so that everything is computed after what it reads. */
function waitForValue(s: Submission, node: Node, place: number): void {
  const flags = s.flags[place] ?? 0;
  if ((flags & WAITS_VALUE) !== 0) return;
  s.flags[place] = flags | WAITS_VALUE;
  const key = node.rank * PLACES + place;
  const heap = s.queue;
  let at = heap.length;
  heap.push(key);
  while (at > 0) {
    const up = (at - 1) >> 1;
    const above = heap[up] ?? 0;
    if (above <= key) break;
    heap[at] = above;
    at = up;
  }
  heap[at] = key;
}

function nextWaiting(heap: number[]): number | undefined {
  const first = heap[0];
  const last = heap.pop();
  if (first === undefined || last === undefined || heap.length === 0) return first;
  let at = 0;
  for (;;) {
    let down = 2 * at + 1;
    if (down >= heap.length) break;
    if (down + 1 < heap.length && (heap[down + 1] ?? 0) < (heap[down] ?? 0)) down++;
    const below = heap[down] ?? 0;
    if (below >= last) break;
    heap[at] = below;
    at = down;
  }
  heap[at] = last;
  return first;
}

/** Puts everybody in the queue who reads what counts at this place. */
function wakeReaders(s: Submission, node: Node, row: RowState | null): void {
  for (const reader of node.valueReaders) {
    if (reader.node.group === null) waitForValue(s, reader.node, reader.node.offset);
    else if (reader.sameRow && row !== null) waitForValue(s, reader.node, row.base + reader.node.offset);
    else {
      for (const other of s.groups[reader.node.groupIndex]?.rows ?? []) {
        waitForValue(s, reader.node, other.base + reader.node.offset);
      }
    }
  }
  for (const reader of node.stateReaders) {
    if (reader.node.group === null) waitForState(s, reader.node.offset);
    else if (reader.sameRow && row !== null) waitForState(s, row.base + reader.node.offset);
    else {
      for (const other of s.groups[reader.node.groupIndex]?.rows ?? []) {
        waitForState(s, other.base + reader.node.offset);
      }
    }
  }
}

function workOff(s: Submission): void {
  for (let key = nextWaiting(s.queue); key !== undefined; key = nextWaiting(s.queue)) {
    const place = key % PLACES;
    const node = nodeAt(s, place);
    if (node === undefined) continue;
    const before = s.flags[place] ?? 0;
    s.flags[place] = before & ~WAITS_VALUE;
    const row = rowAt(s, place);
    const hasChanged = settleValue(s, node, place, row);
    waitForState(s, place);
    if (hasChanged) wakeReaders(s, node, row);
    if (((before ^ (s.flags[place] ?? 0)) & VISIBLE) !== 0 && node.children.length > 0) {
      for (const other of s.groups[node.groupIndex]?.rows ?? []) {
        for (const child of node.children) waitForValue(s, child, other.base + child.offset);
      }
    }
  }
  for (let at = 0; at < s.waiting.length; at++) {
    const place = s.waiting[at] ?? 0;
    const node = nodeAt(s, place);
    if (node === undefined) continue;
    const before = s.flags[place] ?? 0;
    s.flags[place] = before & ~WAITS_STATE;
    settleState(s, node, place, rowAt(s, place));
    if (((before ^ (s.flags[place] ?? 0)) & EDITABLE) !== 0 && node.children.length > 0) {
      for (const other of s.groups[node.groupIndex]?.rows ?? []) {
        for (const child of node.children) waitForState(s, other.base + child.offset);
      }
    }
  }
  s.waiting.length = 0;
}

/** Everything from the beginning: when a submission is opened, and when its context changes. */
function settleAll(s: Submission): void {
  const { order, late } = s.plan;
  for (const node of order) {
    if (node.group === null) {
      settleValue(s, node, node.offset, null);
      if (node.isSettledAtOnce) settleState(s, node, node.offset, null);
      continue;
    }
    for (const row of s.groups[node.groupIndex]?.rows ?? []) {
      const place = row.base + node.offset;
      settleValue(s, node, place, row);
      if (node.isSettledAtOnce) settleState(s, node, place, row);
    }
  }
  for (const node of late) {
    if (node.group === null) settleState(s, node, node.offset, null);
    else {
      for (const row of s.groups[node.groupIndex]?.rows ?? []) {
        settleState(s, node, row.base + node.offset, row);
      }
    }
  }
}

function keyAt(s: Submission, place: number): FieldKey | null {
  const node = nodeAt(s, place);
  if (node === undefined) return null;
  const row = rowAt(s, place);
  if (node.group !== null && row === null) return null;
  return { elementId: node.element.id, groupId: row === null ? null : row.id };
}

/** Closes a piece of work: who changed, told to those who listen. */
function finish(s: Submission): FieldKey[] {
  const keys: FieldKey[] = [];
  for (const place of s.changed) {
    s.flags[place] = (s.flags[place] ?? 0) & ~CHANGED;
    const node = nodeAt(s, place);
    if (node !== undefined) s.progress[node.formIndex] = undefined;
    const key = keyAt(s, place);
    if (key !== null) keys.push(key);
  }
  s.changed.length = 0;
  if (keys.length === 0) return keys;
  if (s.listeners !== null) {
    for (const key of keys) {
      const listening = s.listeners.get(listenerKey(key));
      if (listening !== undefined) for (const listener of [...listening]) listener();
    }
  }
  if (s.allListeners !== null) for (const listener of [...s.allListeners]) listener(keys);
  return keys;
}

function listenerKey({ elementId, groupId }: FieldKey): string {
  return groupId === null ? elementId : `${elementId}\u0000${groupId}`;
}

// ----------------------------------------------------------------------------------------------------------------- rows

function groupState(s: Submission, groupIndex: number): GroupState {
  const group = s.groups[groupIndex];
  if (group === undefined) throw new RangeError(`There is no group ${groupIndex}.`);
  return group;
}

function newRow(s: Submission, node: Node, id: string, order: number): RowState {
  const group = groupState(s, node.groupIndex);
  const base = group.free.pop() ?? s.stored.length;
  const row: RowState = { id, group: node, base, order };
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

function listRows(s: Submission, node: Node): void {
  const group = groupState(s, node.groupIndex);
  group.listed = null;
  s.values[node.offset] = group.rows.map(({ id }) => id);
}

// --------------------------------------------------------------------------------------------------- what others call

/**
 * Opens the answers of a step. Answers of unknown elements or rows are left out; rows are put in their order. An
 * element that was never answered holds its default, which an emptied one does not get back.
 */
export function openSubmission(
  plan: Plan,
  stepId: string,
  input: { answers: readonly Answer[]; rows: readonly Row[]; context: FormContext },
): Submission {
  const step = planStep(plan, stepId);
  const { topNodes } = step;
  const places = topNodes.length;
  const s: Submission = {
    plan: step,
    context: input.context,
    stored: new Array(places).fill(null),
    values: new Array(places).fill(nothing),
    flags: new Array(places).fill(0),
    errors: new Array(places).fill(null),
    fields: null,
    rowOf: [],
    groups: step.groups.map(() => ({ rows: [], byId: new Map(), free: [], listed: null })),
    crossIndex: null,
    cross: [],
    around: { context: input.context, parent: null, partition: null, required: false },
    queue: [],
    waiting: [],
    changed: [],
    progress: [],
    isOpening: true,
    listeners: null,
    allListeners: null,
  };
  if (input.rows.length > 0) {
    for (const { id, elementId, order } of input.rows) {
      const node = step.byId.get(elementId);
      if (node === undefined || node.kind !== 'rows') continue;
      const group = groupState(s, node.groupIndex);
      if (!group.byId.has(id)) group.rows.push(newRow(s, node, id, order));
    }
    for (const node of step.groups) {
      const { rows } = groupState(s, node.groupIndex);
      if (!rows.every((row, at) => row.order >= (rows[at - 1]?.order ?? row.order))) {
        rows.sort((a, b) => a.order - b.order);
      }
      listRows(s, node);
    }
  }
  // Answers of one row mostly come together.
  let row: RowState | undefined;
  let rowGroup = -1;
  for (const answer of input.answers) {
    const node = step.byId.get(answer.elementId);
    if (node === undefined || node.kind === 'none' || node.kind === 'rows') continue;
    if (node.group === null) {
      if (answer.groupId !== null) continue;
      s.stored[node.offset] = answer.values;
      if (answer.values.length > 0) s.flags[node.offset] = ANSWERED;
    } else if (answer.groupId !== null) {
      if (row === undefined || rowGroup !== node.groupIndex || row.id !== answer.groupId) {
        rowGroup = node.groupIndex;
        row = s.groups[rowGroup]?.byId.get(answer.groupId);
        if (row === undefined) continue;
      }
      s.stored[row.base + node.offset] = answer.values;
      if (answer.values.length > 0) s.flags[row.base + node.offset] = ANSWERED;
    }
  }
  settleAll(s);
  s.isOpening = false;
  return s;
}

function nodeById(s: Submission, elementId: string): Node {
  const node = s.plan.byId.get(elementId);
  if (node === undefined) throw new RangeError(`There is no element '${elementId}'.`);
  return node;
}

function groupById(s: Submission, elementId: string): Node {
  const node = nodeById(s, elementId);
  if (node.kind !== 'rows') throw new RangeError(`'${elementId}' is no group.`);
  return node;
}

function rowById(s: Submission, node: Node, groupId: string): RowState {
  const row = groupState(s, node.groupIndex).byId.get(groupId);
  if (row === undefined) throw new RangeError(`'${node.element.id}' has no row '${groupId}'.`);
  return row;
}

/** The rows of a group became others: everybody who reads them, or their number, or the rows themselves. */
function rowsChanged(s: Submission, node: Node, readersToo: boolean): void {
  const wasVisible = ((s.flags[node.offset] ?? 0) & VISIBLE) !== 0;
  listRows(s, node);
  markChanged(s, node.offset);
  waitForState(s, node.offset);
  if (readersToo && wasVisible) wakeReaders(s, node, null);
  for (const child of node.children) {
    if (readersToo) {
      for (const reader of child.valueReaders) {
        if (reader.sameRow) continue;
        if (reader.node.group === null) waitForValue(s, reader.node, reader.node.offset);
        else {
          for (const row of s.groups[reader.node.groupIndex]?.rows ?? []) {
            waitForValue(s, reader.node, row.base + reader.node.offset);
          }
        }
      }
    }
    for (const reader of child.stateReaders) {
      if (reader.sameRow) continue;
      if (reader.node.group === null) waitForState(s, reader.node.offset);
      else {
        for (const row of s.groups[reader.node.groupIndex]?.rows ?? []) {
          waitForState(s, row.base + reader.node.offset);
        }
      }
    }
  }
}

function bounded(at: number | undefined, length: number): number {
  return at === undefined ? length : Math.max(0, Math.min(length, Math.trunc(at)));
}

/**
 * Applies one change and computes again what depends on it. Returns the fields whose state is another now, the changed
 * one always among them. Throws only on ids that do not exist (or a row id that exists already).
 */
export function applyChange(s: Submission, change: Change): FieldKey[] {
  switch (change.kind) {
    case 'set': {
      const node = nodeById(s, change.elementId);
      if (node.kind === 'none' || node.kind === 'rows') {
        throw new RangeError(`'${change.elementId}' holds no value.`);
      }
      if ((node.group === null) !== (change.groupId === null)) {
        throw new RangeError(`'${change.elementId}' has no row '${String(change.groupId)}'.`);
      }
      const row = change.groupId === null ? null : rowById(s, node, change.groupId);
      const place = placeOf(node, row);
      s.stored[place] = change.values;
      const flags = s.flags[place] ?? 0;
      s.flags[place] = change.values.length > 0 ? flags | ANSWERED : flags & ~ANSWERED;
      markChanged(s, place);
      waitForValue(s, node, place);
      break;
    }
    case 'add-row': {
      const node = groupById(s, change.elementId);
      const group = groupState(s, node.groupIndex);
      if (group.byId.has(change.groupId)) {
        throw new RangeError(`'${change.elementId}' already has a row '${change.groupId}'.`);
      }
      const row = newRow(s, node, change.groupId, 0);
      group.rows.splice(bounded(change.at, group.rows.length), 0, row);
      for (const child of node.children) {
        const place = row.base + child.offset;
        markChanged(s, place);
        waitForValue(s, child, place);
      }
      rowsChanged(s, node, true);
      break;
    }
    case 'remove-row': {
      const node = groupById(s, change.elementId);
      const group = groupState(s, node.groupIndex);
      const row = rowById(s, node, change.groupId);
      group.rows.splice(group.rows.indexOf(row), 1);
      group.byId.delete(row.id);
      for (const child of node.children) {
        s.rowOf[row.base + child.offset - s.plan.topNodes.length] = null;
      }
      group.free.push(row.base);
      rowsChanged(s, node, true);
      break;
    }
    case 'move-row': {
      const node = groupById(s, change.elementId);
      const group = groupState(s, node.groupIndex);
      const row = rowById(s, node, change.groupId);
      group.rows.splice(group.rows.indexOf(row), 1);
      group.rows.splice(bounded(change.to, group.rows.length), 0, row);
      rowsChanged(s, node, false);
      break;
    }
  }
  workOff(s);
  return finish(s);
}

/** The context became another: a later cut-off, a new document. Returns the fields whose state is another now. */
export function revise(s: Submission, context: FormContext): FieldKey[] {
  s.context = context;
  s.around.context = context;
  s.crossIndex = null;
  s.cross.length = 0;
  settleAll(s);
  return finish(s);
}

/** What a field is that stands in a row which no longer exists: pages may still ask while they let go of it. */
const gone: FieldState = {
  visible: false,
  required: false,
  editable: false,
  values: nothing,
  error: null,
  missing: false,
};

/** The place of a field, or -1 when its row does not exist (any more). */
function placeOfKey(s: Submission, { elementId, groupId }: FieldKey): number {
  const node = nodeById(s, elementId);
  if (node.group === null) return node.offset;
  const row = groupId === null ? undefined : groupState(s, node.groupIndex).byId.get(groupId);
  return row === undefined ? -1 : row.base + node.offset;
}

/** What the engine says of a field. The same object as long as nothing of it changed. */
export function readField(s: Submission, key: FieldKey): FieldState {
  const place = placeOfKey(s, key);
  if (place < 0) return gone;
  s.fields ??= new Array(s.stored.length);
  const known = s.fields[place];
  if (known !== null && known !== undefined) return known;
  const flags = s.flags[place] ?? 0;
  const state: FieldState = {
    visible: (flags & VISIBLE) !== 0,
    required: (flags & REQUIRED) !== 0,
    editable: (flags & EDITABLE) !== 0,
    values: s.values[place] ?? nothing,
    error: s.errors[place] ?? null,
    missing: (flags & MISSING) !== 0,
  };
  s.fields[place] = state;
  return state;
}

/** The rows of a group in their order. The same list as long as it did not change. */
export function rowsOf(s: Submission, groupElementId: string): readonly Row[] {
  const node = groupById(s, groupElementId);
  const group = groupState(s, node.groupIndex);
  group.listed ??= group.rows.map(({ id }, order) => ({ id, elementId: groupElementId, order }));
  return group.listed;
}

/** Calls the listener after each change of the field's state. Returns what ends it. */
export function subscribe(s: Submission, key: FieldKey, listener: Listener): () => void {
  const name = listenerKey(key);
  s.listeners ??= new Map();
  const { listeners } = s;
  const known = listeners.get(name) ?? new Set<Listener>();
  known.add(listener);
  listeners.set(name, known);
  return () => {
    known.delete(listener);
    if (known.size === 0 && listeners.get(name) === known) listeners.delete(name);
  };
}

/** Calls the listener with the changed fields after each change. Returns what ends it. */
export function subscribeAll(s: Submission, listener: AllListener): () => void {
  s.allListeners ??= new Set();
  const { allListeners } = s;
  allListeners.add(listener);
  return () => {
    allListeners.delete(listener);
  };
}

/** Walks over all fields of some forms in the order of the page: a group, then its rows, each with its children. */
function walk(
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

/** All that stops the submission, in the order of the page; of some forms only when they are named. */
export function problems(s: Submission, formIds?: readonly string[]): Problem[] {
  const found: Problem[] = [];
  for (const { form, nodes } of s.plan.forms) {
    if (formIds !== undefined && !formIds.includes(form.id)) continue;
    walk(s, nodes, (node, place, row) => {
      const message = s.errors[place] ?? null;
      if (message === null) return;
      found.push({
        formId: form.id,
        elementId: node.element.id,
        groupId: row === null ? null : row.id,
        title: node.element.title,
        message,
        missing: ((s.flags[place] ?? 0) & MISSING) !== 0,
      });
    });
  }
  return found;
}

/** How far a form is. The same object as long as nothing in the form changed. */
export function formProgress(s: Submission, formId: string): FormProgress {
  const plan = s.plan.forms.find(({ form }) => form.id === formId);
  if (plan === undefined) throw new RangeError(`There is no form '${formId}'.`);
  const known = s.progress[plan.index];
  if (known !== undefined) return known;
  const progress: FormProgress = { requiredTotal: 0, requiredFilled: 0, errors: 0, started: false };
  walk(s, plan.nodes, (node, place) => {
    const flags = s.flags[place] ?? 0;
    if (s.errors[place] !== null) progress.errors++;
    if ((flags & ANSWERED) !== 0) progress.started = true;
    const counted = VISIBLE | REQUIRED | EDITABLE;
    if ((flags & counted) !== counted) return;
    progress.requiredTotal++;
    if (!node.isEmpty(s.values[place] ?? nothing)) progress.requiredFilled++;
  });
  s.progress[plan.index] = progress;
  return progress;
}

/**
 * What to copy from the profile into empty elements (Specification 2, section 4: Autofill). Options are found by
 * their value or by what they show. Nothing is applied.
 */
export function autofill(s: Submission, profile: Readonly<Record<string, string>>): Change[] {
  const changes: Change[] = [];
  walk(s, s.plan.nodes, (node, place, row) => {
    const from = node.element.config.autofill;
    const given = from === undefined ? undefined : profile[from];
    const wanted = VISIBLE | EDITABLE;
    if (given === undefined || given === '' || ((s.flags[place] ?? 0) & wanted) !== wanted) return;
    if (!node.isEmpty(s.values[place] ?? nothing)) return;
    const key = { elementId: node.element.id, groupId: row === null ? null : row.id };
    const option = node.rule.offers === 'options' ? optionFor(s, node, given) : given;
    if (option === null) return;
    const kept = storable(s, key, [option]);
    if (kept.ok && !node.isEmpty(kept.values)) changes.push({ kind: 'set', ...key, values: kept.values });
  });
  return changes;
}

function itemsFor(s: Submission, node: Node): readonly { value: string; label: string }[] {
  const { items, optionsGroup } = node.element;
  return items ?? (optionsGroup === undefined ? [] : (s.context.options[optionsGroup] ?? []));
}

function optionFor(s: Submission, node: Node, given: string): string | null {
  const items = itemsFor(s, node);
  const wanted = given.toLowerCase();
  const found =
    items.find(({ value }) => value === given) ??
    items.find(({ value, label }) => value.toLowerCase() === wanted || label.toLowerCase() === wanted);
  return found?.value ?? null;
}

/**
 * What a submit stores for those who read it: hidden fields dropped, sums and fixed amounts filled in, empty ones left
 * out (Readings: Hidden elements; Who computes). Whether there are problems is asked elsewhere.
 */
export function finalAnswers(s: Submission): { answers: Answer[]; rows: Row[] } {
  const answers: Answer[] = [];
  const rows: Row[] = [];
  walk(s, s.plan.nodes, (node, place, row) => {
    if (((s.flags[place] ?? 0) & VISIBLE) === 0) return;
    const { kind } = node;
    if (kind === 'none') return;
    if (kind === 'rows') {
      rows.push(...rowsOf(s, node.element.id));
      return;
    }
    const values = s.values[place] ?? nothing;
    // An unticked box is worth telling; every other empty value is left out.
    if (values.length === 0 || (kind !== 'flag' && node.isEmpty(values))) return;
    answers.push({ elementId: node.element.id, groupId: row === null ? null : row.id, values: [...values] });
  });
  return { answers, rows };
}

export type Storable =
  | { ok: true; values: string[] }
  | {
      ok: false;
      code:
        | 'unknown_element'
        | 'not_a_field'
        | 'computed'
        | 'wrong_type'
        | 'too_long'
        | 'too_many'
        | 'unknown_option'
        | 'hidden'
        | 'locked';
      sentence: string;
    };

const refusals = {
  unknown_element: 'This form has no such field.',
  not_a_field: 'This element takes no answer.',
  computed: 'This value is computed and cannot be set.',
  hidden: 'This field is not part of the form at present.',
  locked: 'This field cannot be changed.',
  unknown_option: 'This option is not offered.',
} as const;

function refuse(code: keyof typeof refusals): Storable {
  return { ok: false, code, sentence: refusals[code] };
}

function isKnownValue(s: Submission, node: Node, value: string): boolean {
  switch (node.rule.offers) {
    case 'anything':
      return true;
    case 'options':
      return itemsFor(s, node).some((item) => item.value === value);
    case 'partitions':
      return s.context.partitions.some(({ id }) => id === value);
    case 'documents':
      return s.context.documents.some(({ id }) => id === value);
  }
}

/**
 * What the server stores for values that were sent, and what a control makes of what was typed: cleaned (NFC, LF,
 * decimal point, cap), or refused. A draft may be incomplete and beyond the limits of its form, but not of another
 * type, beyond the hard limits, or at a place that is hidden, locked or computed as the submission stands: apply all
 * changes of a save first, then ask for each.
 */
export function storable(s: Submission, key: FieldKey, values: readonly string[]): Storable {
  const node = s.plan.byId.get(key.elementId);
  if (node === undefined || (node.group === null) !== (key.groupId === null))
    return refuse('unknown_element');
  const place = placeOfKey(s, key);
  if (place < 0) return refuse('unknown_element');
  const { kind } = node;
  if (kind === 'none' || kind === 'rows') return refuse('not_a_field');
  const flags = s.flags[place] ?? 0;
  if ((flags & COMPUTED) !== 0) return refuse('computed');
  if ((flags & VISIBLE) === 0) return refuse('hidden');
  if ((flags & EDITABLE) === 0) return refuse('locked');
  const kept = elementRules[node.element.type].normalise(values, node.element);
  if (!kept.ok) return kept;
  for (const value of kept.values) if (!isKnownValue(s, node, value)) return refuse('unknown_option');
  return kept;
}
