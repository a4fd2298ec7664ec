import { planStep } from './compile.ts';
import { nothing } from './elements/rule.ts';
import { givenRows, hasGivenRows } from './given-rows.ts';
import type { Node, Plan } from './plan.ts';
import {
  finish,
  listenerKey,
  markChanged,
  settleAll,
  waitForState,
  waitForValue,
  wakeReaders,
  workOff,
} from './settling.ts';
import {
  type AllListener,
  ANSWERED,
  EDITABLE,
  type FormProgress,
  groupById,
  groupState,
  type Listener,
  listRows,
  MISSING,
  newRow,
  nodeById,
  placeOf,
  placeOfKey,
  REQUIRED,
  type RowState,
  rowById,
  type Submission,
  VISIBLE,
  walk,
} from './submission-state.ts';
import type { Answer, Change, FieldKey, FieldState, FormContext, Problem, Row } from './types.ts';

export type { FormProgress, Submission } from './submission-state.ts';

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
    groups: step.groups.map(() => ({ rows: [], byId: new Map(), free: [], left: new Map(), listed: null })),
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
      if (node === undefined || node.kind !== 'rows' || isGiven(s, node)) continue;
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
  for (const node of step.groups) if (isGiven(s, node)) giveRows(s, node);
  // Answers mostly come in the order of the form, those of one row together.
  let row: RowState | undefined;
  let rowGroup = -1;
  let next = 0;
  for (const answer of input.answers) {
    let node = step.nodes[next];
    if (node === undefined || node.element.id !== answer.elementId) node = step.byId.get(answer.elementId);
    if (node !== undefined) next = node.index + 1;
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

/** Whether the rows of a group are given: then nobody adds, removes or moves them. */
function isGiven(s: Submission, { element }: Node): boolean {
  return hasGivenRows(element) && givenRows(element, s.context) !== null;
}

/** Gives a group exactly its rows; those that it has already stay with their answers. */
function giveRows(s: Submission, node: Node): void {
  const group = groupState(s, node.groupIndex);
  const given = givenRows(node.element, s.context) ?? [];
  const wanted = new Set(given.map(({ id }) => id));
  for (const row of group.rows) {
    if (wanted.has(row.id)) continue;
    group.left.set(
      row.id,
      node.children.map(({ offset }) => s.stored[row.base + offset] ?? null),
    );
    dropRow(s, node, row);
  }
  group.rows = given.map(({ id, order, facts }) => {
    const known = group.byId.get(id);
    if (known !== undefined) {
      known.facts = facts;
      return known;
    }
    const row = newRow(s, node, id, order, facts);
    for (const [offset, values] of group.left.get(id)?.entries() ?? []) {
      s.stored[row.base + offset] = values;
      if (values !== null && values.length > 0) s.flags[row.base + offset] = ANSWERED;
    }
    return row;
  });
  listRows(s, node);
}

function dropRow(s: Submission, node: Node, row: RowState): void {
  const group = groupState(s, node.groupIndex);
  group.byId.delete(row.id);
  for (const child of node.children) s.rowOf[row.base + child.offset - s.plan.topNodes.length] = null;
  group.free.push(row.base);
}

/** The group of a change of rows, unless its rows are given. */
function groupToChange(s: Submission, elementId: string): Node {
  const node = groupById(s, elementId);
  if (isGiven(s, node)) throw new RangeError(`The rows of '${elementId}' are given.`);
  return node;
}

/** The rows of a group, or their order, became others: for everybody who reads them, their number, or the rows themselves. */
function rowsChanged(s: Submission, node: Node): void {
  const wasVisible = ((s.flags[node.offset] ?? 0) & VISIBLE) !== 0;
  listRows(s, node);
  markChanged(s, node.offset);
  waitForState(s, node.offset);
  if (wasVisible) wakeReaders(s, node, null);
  for (const child of node.children) {
    for (const reader of child.valueReaders) {
      if (reader.sameRow) continue;
      if (reader.node.group === null) waitForValue(s, reader.node, reader.node.offset);
      else {
        for (const row of s.groups[reader.node.groupIndex]?.rows ?? []) {
          waitForValue(s, reader.node, row.base + reader.node.offset);
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
 * one always among them. Throws only on ids that do not exist (or a row id that exists
 * already), and on rows that are given.
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
      const node = groupToChange(s, change.elementId);
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
      rowsChanged(s, node);
      break;
    }
    case 'remove-row': {
      const node = groupToChange(s, change.elementId);
      const group = groupState(s, node.groupIndex);
      const row = rowById(s, node, change.groupId);
      group.rows.splice(group.rows.indexOf(row), 1);
      dropRow(s, node, row);
      rowsChanged(s, node);
      break;
    }
    case 'move-row': {
      const node = groupToChange(s, change.elementId);
      const group = groupState(s, node.groupIndex);
      const row = rowById(s, node, change.groupId);
      group.rows.splice(group.rows.indexOf(row), 1);
      group.rows.splice(bounded(change.to, group.rows.length), 0, row);
      rowsChanged(s, node);
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
  for (const node of s.plan.groups) {
    if (!isGiven(s, node)) continue;
    const before = s.values[node.offset] ?? nothing;
    giveRows(s, node);
    const after = s.values[node.offset] ?? nothing;
    if (before.length !== after.length || before.some((id, at) => id !== after[at]))
      markChanged(s, node.offset);
  }
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

/** All that stops the submission, in the order of the page; of some forms only when they are named. */
export function problems(s: Submission, formIds?: readonly string[]): Problem[] {
  const found: Problem[] = [];
  for (const { form, nodes } of s.plan.forms) {
    if (formIds !== undefined && !formIds.includes(form.id)) continue;
    walk(s, nodes, (node, place, row) => {
      const message = s.errors[place];
      if (message === null || message === undefined) return;
      const { id, title } = node.element;
      const missing = ((s.flags[place] ?? 0) & MISSING) !== 0;
      found.push({ formId: form.id, elementId: id, groupId: row?.id ?? null, title, message, missing });
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
 * What a submit stores for those who read it: hidden fields dropped, computed values filled in, empty ones left
 * out. Whether there are problems is asked elsewhere.
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

export { autofill, type Storable, storable } from './storable.ts';
