import type { Message } from '@clearcall/i18n/message.ts';
import { invalidBecause } from './demand.ts';
import { nothing } from './elements/rule.ts';
import { messages, reasons, sameMessage } from './messages.ts';
import type { Node } from './plan.ts';
import {
  applies,
  computedOf,
  demandsOf,
  gathered,
  partitionById,
  partitionIdOf,
  presetOf,
} from './reading.ts';
import {
  CHANGED,
  COMPUTED,
  counts,
  EDITABLE,
  MISSING,
  nodeAt,
  placeOf,
  REQUIRED,
  type RowState,
  rowAt,
  type Submission,
  VISIBLE,
  WAITS_STATE,
  WAITS_VALUE,
} from './submission-state.ts';
import type { FieldKey } from './types.ts';

/**
 * Works off a change in two steps: what is seen and what counts, in the order of the plan and only as far as something
 * really changed; then being required, editable and valid of all that this touched.
 */

/** Keys of the queue: rank of the element, then place. */
const PLACES = 0x400000;

function isSameList(left: readonly string[], right: readonly string[]): boolean {
  if (left === right) return true;
  if (left.length !== right.length) return false;
  for (let i = 0; i < left.length; i++) if (left[i] !== right[i]) return false;
  return true;
}

/** Computes visibility and value of one field. True when what counts for others is another than before. */
function settleValue(s: Submission, node: Node, place: number, row: RowState | null): boolean {
  const before = s.flags[place] ?? 0;
  let visible = node.visible === null ? (node.atRest & VISIBLE) !== 0 : applies(s, node.visible, row);
  if (visible && node.group !== null) visible = ((s.flags[node.group.offset] ?? 0) & VISIBLE) !== 0;
  const old = s.values[place] ?? nothing;
  let values: readonly string[] = s.stored[place] ?? presetOf(s, node, row) ?? node.initial;
  let isComputed = false;
  const computed =
    node.computed !== null
      ? computedOf(s, node.computed, row)
      : node.fact === null
        ? undefined
        : row?.facts?.[node.fact];
  if (computed !== undefined) {
    values = old.length === 1 && old[0] === computed ? old : [computed];
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

function hasEarlierDuplicate(s: Submission, node: Node, place: number, row: RowState): boolean {
  const own = counts(s, place);
  for (const other of s.groups[node.groupIndex]?.rows ?? []) {
    if (other === row) return false;
    const values = counts(s, other.base + node.offset);
    if (values.length > 0 && isSameList(values, own)) return true;
  }
  return false;
}

/** The message of the first `valid` effect that does not apply; null when all do. */
function invalidity(s: Submission, node: Node, row: RowState | null): Message | null {
  if (node.valid === null) return null;
  for (const tests of node.valid) {
    if (!applies(s, tests, row)) return invalidBecause(demandsOf(s, tests, node, row), s.context);
  }
  return null;
}

/** The first broken rule of values that are filled, or of the rows of a group. */
function brokenRule(
  s: Submission,
  node: Node,
  place: number,
  row: RowState | null,
  required: boolean,
): Message | null {
  const values = s.values[place] ?? nothing;
  const invalid = node.isCheckedFirst ? null : invalidity(s, node, row);
  if (invalid !== null) return invalid;
  const { around } = s;
  around.required = required;
  around.parent = node.parent === null ? null : counts(s, placeOf(node.parent, row));
  const partitionId = node.isAmount ? partitionIdOf(s, node, row) : null;
  around.partition = partitionId === null ? null : partitionById(s.context, partitionId);
  const broken = node.check(values, node.element, around);
  // A plain field has neither, and is checked without looking for them.
  around.parent = null;
  around.partition = null;
  if (broken !== null) return broken;
  if (node.limitedBy !== null) {
    const { choices, isAmong, title } = node.limitedBy;
    const chosen = gathered(s, choices, row);
    if (values.some((value) => chosen.includes(value) !== isAmong))
      return messages.invalid(reasons.chosenElsewhere(isAmong, title));
  }
  const late = node.isCheckedFirst ? invalidity(s, node, row) : null;
  if (late !== null) return late;
  const isDuplicate = node.unique && row !== null && hasEarlierDuplicate(s, node, place, row);
  return isDuplicate ? messages.invalid(reasons.repeated()) : null;
}

/** Computes required, editable and the error of one field. */
function settleState(s: Submission, node: Node, place: number, row: RowState | null): void {
  const before = s.flags[place] ?? 0;
  const holdsNothing = node.kind === 'none';
  const required =
    !holdsNothing &&
    (node.required === null ? (node.atRest & REQUIRED) !== 0 : applies(s, node.required, row));
  let editable =
    !holdsNothing &&
    (before & COMPUTED) === 0 &&
    (node.editable === null ? (node.atRest & EDITABLE) !== 0 : applies(s, node.editable, row));
  // A locked group is locked with all that stands in its rows.
  if (editable && node.group !== null) editable = ((s.flags[node.group.offset] ?? 0) & EDITABLE) !== 0;
  let error: Message | null = null;
  let missing = false;
  if ((before & VISIBLE) !== 0) {
    if (editable) {
      const isEmpty = node.isEmpty(s.values[place] ?? nothing);
      if (!isEmpty || node.kind === 'rows') {
        error = brokenRule(s, node, place, row, required);
        missing = isEmpty && error !== null;
      } else if (required) {
        // Before a `valid` effect: who has filled nothing yet is told that, not that nothing is not valid.
        error = messages.mandatory();
        missing = true;
      } else error = invalidity(s, node, row);
    } else if ((before & COMPUTED) !== 0) error = invalidity(s, node, row);
  }
  const after =
    (before & ~(REQUIRED | EDITABLE | MISSING)) |
    (required ? REQUIRED : 0) |
    (editable ? EDITABLE : 0) |
    (missing ? MISSING : 0);
  if (after !== before || !sameMessage(error, s.errors[place])) {
    s.flags[place] = after;
    s.errors[place] = error;
    markChanged(s, place);
  }
}

/** Both of the above for a plain field. */
function settlePlain(s: Submission, node: Node, place: number, row: RowState | null): void {
  const before = s.flags[place] ?? 0;
  let state = node.atRest;
  if (node.visible !== null) state = applies(s, node.visible, row) ? state | VISIBLE : state & ~VISIBLE;
  if (node.group !== null) {
    const { group } = node;
    if (((s.flags[group.offset] ?? 0) & VISIBLE) === 0) state &= ~VISIBLE;
    if ((group.atRest & EDITABLE) === 0) state &= ~EDITABLE;
  }
  const values = s.stored[place] ?? node.initial;
  let error: Message | null = null;
  if ((state & (VISIBLE | EDITABLE)) === (VISIBLE | EDITABLE)) {
    if (!node.isEmpty(values)) error = node.check(values, node.element, s.around);
    else if ((state & REQUIRED) !== 0) {
      error = messages.mandatory();
      state |= MISSING;
    }
  }
  const after = (before & ~(VISIBLE | REQUIRED | EDITABLE | MISSING)) | state;
  if (s.isOpening) {
    s.flags[place] = after;
    s.errors[place] = error;
    s.values[place] = values;
    return;
  }
  const isSame = isSameList(s.values[place] ?? nothing, values);
  if (isSame && after === before && sameMessage(error, s.errors[place])) return;
  s.flags[place] = after;
  s.errors[place] = error;
  if (!isSame) s.values[place] = values;
  markChanged(s, place);
}

/** Notes that the state of a field is another now; while a submission is opened, nobody is told. */
export function markChanged(s: Submission, place: number): void {
  if (s.isOpening) return;
  const flags = s.flags[place] ?? 0;
  if (s.fields !== null) s.fields[place] = null;
  if ((flags & CHANGED) !== 0) return;
  s.flags[place] = flags | CHANGED;
  s.changed.push(place);
}

export function waitForState(s: Submission, place: number): void {
  const flags = s.flags[place] ?? 0;
  if ((flags & WAITS_STATE) !== 0) return;
  s.flags[place] = flags | WAITS_STATE;
  s.waiting.push(place);
}

/** A binary heap: the least rank comes first, so that everything is computed after what it reads. */
export function waitForValue(s: Submission, node: Node, place: number): void {
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
export function wakeReaders(s: Submission, node: Node, row: RowState | null): void {
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

/** Works off both queues, values first. */
export function workOff(s: Submission): void {
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
export function settleAll(s: Submission): void {
  const { order, late } = s.plan;
  for (const node of order) {
    if (node.group === null) {
      if (node.isPlain) settlePlain(s, node, node.offset, null);
      else settleValue(s, node, node.offset, null);
      continue;
    }
    for (const row of s.groups[node.groupIndex]?.rows ?? []) {
      if (node.isPlain) settlePlain(s, node, row.base + node.offset, row);
      else settleValue(s, node, row.base + node.offset, row);
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
export function finish(s: Submission): FieldKey[] {
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

export function listenerKey({ elementId, groupId }: FieldKey): string {
  return groupId === null ? elementId : `${elementId}\u0000${groupId}`;
}
