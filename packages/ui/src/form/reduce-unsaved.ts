import type { FieldKey, Row } from '@clearcall/domain/forms/types.ts';
import { type AnswerDraft, beginDraft, reconcileVersion, sameValues, sendDraft } from './answer-draft.ts';
import { addressOf, fieldAt } from './field-address.ts';
import {
  type Batch,
  conflictAt,
  isInRow,
  type KeptAnswer,
  type SavedBatch,
  type StoredAnswer,
  type UnsavedAnswers,
  valuesAt,
  versionOf,
} from './unsaved-answers.ts';

/**
 * What happens to unsaved answers: on this page, on the server and on the device. Each function returns the state after
 * one event, and the same state where the event changes nothing.
 */

// ---- changes of the reader

/** The reader has changed an answer. */
export function write(before: UnsavedAnswers, key: FieldKey, values: readonly string[]): UnsavedAnswers {
  const address = addressOf(key);
  const is = (other: string) => other === address;
  const s = {
    ...before,
    edits: before.edits + 1,
    discarded: without(before.discarded, is),
    // What was refused in a row may have depended on its other answers.
    refusals: without(
      before.refusals,
      (other) => is(other) || (key.groupId !== null && isInRow(other, key.groupId)),
    ),
  };
  const known = s.stored.get(address);
  const draft = s.drafts.get(address);
  // Back to what is stored: nothing to save. Not while a save is under way with something else; then the
  // acknowledgement would find no newer edit and restore the value that was sent.
  if (known && !draft && sameValues(known.values, values)) return s;
  if (draft?.theirs && sameValues(draft.theirs.values, values)) return endDraft(s, address);
  const next = {
    ...(draft ?? beginDraft(values, known?.revision ?? 0, 0)),
    values,
    edit: s.edits,
    waits: false,
  };
  const group = key.groupId === null ? undefined : s.offeredRows.get(key.groupId);
  const written = putDraft(s, address, next);
  return group === undefined ? written : changeRows(written, group);
}

/** Rows of a group were added or moved, or offered ones are to be sent. */
export function changeRows(s: UnsavedAnswers, group: string): UnsavedAnswers {
  const edits = s.edits + 1;
  return {
    ...s,
    edits,
    groups: put(s.groups, group, edits),
    offeredRows: without(s.offeredRows, (_, of) => of === group),
    refusals: without(s.refusals, (address) => address === group),
  };
}

/** A row is open to be filled in: no change before its first answer. */
export const offerRow = (s: UnsavedAnswers, group: string, rowId: string): UnsavedAnswers => ({
  ...s,
  offeredRows: put(s.offeredRows, rowId, group),
});

/** Nothing of these groups is left to be sent. */
export const forgetGroups = (s: UnsavedAnswers, groups: readonly string[]): UnsavedAnswers => ({
  ...s,
  groups: without(s.groups, (group) => groups.includes(group)),
});

/** A row leaves the form without being removed on the server. */
export function dropRow(s: UnsavedAnswers, group: string, rowId: string): UnsavedAnswers {
  const isOfRow = (address: string) => isInRow(address, rowId);
  const dropped = {
    ...s,
    drafts: without(s.drafts, isOfRow),
    aside: without(s.aside, isOfRow),
    discarded: without(s.discarded, isOfRow),
    refusals: without(s.refusals, isOfRow),
  };
  // The server closes the gap in the order by itself where the row is removed there as well.
  if (s.storedRows.has(rowId)) return dropped;
  if (s.offeredRows.has(rowId))
    return { ...dropped, offeredRows: without(s.offeredRows, (id) => id === rowId) };
  return changeRows(dropped, group);
}

/** The reader has removed a row. `seen`: the versions that were known where it was removed. */
export function removeRow(
  s: UnsavedAnswers,
  group: string,
  rowId: string,
  seen: readonly StoredAnswer[] = versionsIn(s, rowId),
): UnsavedAnswers {
  const dropped = dropRow(s, group, rowId);
  if (!s.storedRows.has(rowId) && !s.sentRows.has(rowId)) return dropped;
  return { ...dropped, removedRows: put(s.removedRows, rowId, { id: rowId, seen }) };
}

/** All versions of a row's answers that are known here, those that are on their way included. */
function versionsIn(s: UnsavedAnswers, rowId: string): StoredAnswer[] {
  const stored = [...s.stored].map(([address, version]) => ({ address, version }));
  const sent = [...s.drafts].flatMap(([address, draft]) =>
    draft.sent.map((values) => ({ address, version: { values, revision: draft.base + 1 } })),
  );
  return [...stored, ...sent]
    .filter(({ address }) => isInRow(address, rowId))
    .map(({ address, version }) => ({ ...fieldAt(address), ...version }));
}

// ---- replies of the server

/** A batch leaves now, with the values as the server would store them. */
export function send(s: UnsavedAnswers, batch: Batch): UnsavedAnswers {
  const drafts = new Map(s.drafts);
  for (const answer of batch.answers) {
    const draft = drafts.get(addressOf(answer));
    if (draft !== undefined) drafts.set(addressOf(answer), sendDraft(draft, answer.values));
  }
  return { ...s, drafts, sentRows: new Set([...s.sentRows, ...batch.rows.map(({ id }) => id)]) };
}

/** The server has answered a save. */
export function acknowledge(before: UnsavedAnswers, batch: Batch, saved: SavedBatch): UnsavedAnswers {
  const editOf = new Map(batch.answers.map((answer) => [addressOf(answer), answer.edit]));
  const editOfGroup = new Map(batch.groups.map(({ elementId, edit }) => [elementId, edit]));
  let s: UnsavedAnswers = {
    ...before,
    stored: putStored(before, saved.answers),
    groups: without(before.groups, (group, edit) => editOfGroup.get(group) === edit),
    storedRows: new Set([...before.storedRows, ...batch.rows.map(({ id }) => id)]),
  };
  for (const answer of saved.answers) {
    const address = addressOf(answer);
    const draft = s.drafts.get(address);
    // What was changed again meanwhile stays unsaved, on top of the new revision.
    s =
      draft !== undefined && draft.edit !== editOf.get(address)
        ? putDraft(s, address, beginDraft(draft.values, answer.revision, draft.edit))
        : endDraft(s, address);
  }
  const gone = new Set(saved.goneRows.map(({ id }) => id));
  s = reconcile(
    s,
    saved.stale.filter(({ groupId }) => groupId === null || !gone.has(groupId)),
  );
  return saved.goneRows.reduce(reviveRow, s);
}

/** The server does not have these rows any more. */
export function acknowledgeRemoval(s: UnsavedAnswers, rowIds: readonly string[]): UnsavedAnswers {
  const isGone = (id: string) => rowIds.includes(id);
  return {
    ...s,
    removedRows: without(s.removedRows, isGone),
    storedRows: new Set([...s.storedRows].filter((id) => !isGone(id))),
    sentRows: new Set([...s.sentRows].filter((id) => !isGone(id))),
    stored: without(s.stored, (address) => isGone(fieldAt(address).groupId ?? '')),
  };
}

/** Rows that the server has now, or keeps although they were removed here, with these answers. */
export const storeRows = (
  s: UnsavedAnswers,
  rowIds: readonly string[],
  answers: readonly StoredAnswer[] = [],
): UnsavedAnswers => ({
  ...s,
  removedRows: without(s.removedRows, (id) => rowIds.includes(id)),
  storedRows: new Set([...s.storedRows, ...rowIds]),
  stored: putStored(s, answers),
});

/** The server has set an answer by itself, such as an upload. */
export const receive = (s: UnsavedAnswers, answer: StoredAnswer): UnsavedAnswers =>
  endDraft({ ...s, stored: putStored(s, [answer]) }, addressOf(answer));

/** The server refuses a value; it is not sent again before it is changed. */
export const refuse = (s: UnsavedAnswers, key: FieldKey, sentence: string): UnsavedAnswers => ({
  ...s,
  refusals: put(s.refusals, addressOf(key), sentence),
});

/** Answers of the server that were not sent from here: both versions stay until the reader has chosen. */
export function reconcile(before: UnsavedAnswers, theirs: readonly StoredAnswer[]): UnsavedAnswers {
  let s: UnsavedAnswers = { ...before, stored: putStored(before, theirs) };
  for (const answer of theirs) {
    const address = addressOf(answer);
    const draft = s.drafts.get(address);
    if (draft === undefined) continue;
    const next = reconcileVersion(draft, versionOf(answer), true);
    s = next === null ? endDraft(s, address) : putDraft(s, address, next);
  }
  return s;
}

/**
 * A row that was removed elsewhere while somebody writes in it here: what they write counts. The row becomes a new one
 * with all its answers, and is sent to the server again.
 */
export function reviveRow(before: UnsavedAnswers, row: Row): UnsavedAnswers {
  const addresses = [...new Set([...before.stored.keys(), ...before.drafts.keys()])];
  let s = before;
  for (const address of addresses.filter((one) => isInRow(one, row.id))) {
    // The count goes on, so that another window with the old row does not mistake an answer of the new one for its own.
    const revision = s.stored.get(address)?.revision ?? 0;
    const draft = beginDraft(valuesAt(s, address) ?? [], revision, s.edits + 1);
    s = { ...s, edits: s.edits + 1, stored: without(s.stored, (one) => one === address) };
    s = putDraft(s, address, draft);
  }
  return changeRows(
    { ...s, storedRows: new Set([...s.storedRows].filter((id) => id !== row.id)) },
    row.elementId,
  );
}

// ---- choices of the reader

/** The reader's choice in a conflict: the values in the control, `shown`, stay. */
function keepMine(before: UnsavedAnswers, key: FieldKey, shown: readonly string[]): UnsavedAnswers {
  const address = addressOf(key);
  const conflict = conflictAt(before, address);
  if (conflict === null) return before;
  const s = { ...before, edits: before.edits + 1 };
  const draft = s.drafts.get(address);
  const base = draft?.theirs?.revision ?? s.stored.get(address)?.revision ?? 0;
  // The page that left values on the device may have sent them at its very end: the server gets what was chosen.
  const mine =
    draft !== undefined && draft.theirs === null ? draft : beginDraft(draft?.values ?? shown, base, s.edits);
  return decide(putDraft(s, address, mine), address, conflict.theirs);
}

/** The reader's choice in a conflict: the other values come into the control. */
function takeTheirs(s: UnsavedAnswers, key: FieldKey, shown: readonly string[]): UnsavedAnswers {
  const address = addressOf(key);
  const conflict = conflictAt(s, address);
  if (conflict === null) return s;
  const taken = conflict.from === 'server' ? endDraft(s, address) : write(s, key, conflict.theirs);
  return decide(taken, address, shown);
}

/** What was refused, or waits, may have depended on what the reader has now decided. */
function decide(s: UnsavedAnswers, address: string, against: readonly string[]): UnsavedAnswers {
  const drafts = new Map(s.drafts);
  for (const [other, draft] of drafts) if (draft.waits) drafts.set(other, { ...draft, waits: false });
  const aside = (s.aside.get(address) ?? []).filter(({ values }) => !sameValues(values, against));
  return tidyAside(
    {
      ...s,
      drafts,
      aside: put(s.aside, address, aside),
      decisions: s.decisions + 1,
      refusals: new Map(),
      discarded: put(s.discarded, address, against),
    },
    address,
  );
}

/** The reader takes back the values that were just decided against. */
function undoChoice(s: UnsavedAnswers, key: FieldKey, shown: readonly string[]): UnsavedAnswers {
  const discarded = s.discarded.get(addressOf(key));
  if (discarded === undefined) return s;
  const back = sameValues(shown, discarded) ? s : write(s, key, discarded);
  return { ...back, discarded: put(back.discarded, addressOf(key), shown) };
}

/** What the reader can choose in a conflict; `undoChoice` takes back the values that were just decided against. */
export const choices = { keepMine, takeTheirs, undoChoice };

// ---- the copy on the device

/** One answer from the device: a change, a conflict, or nothing that is not known here. */
export function restore(s: UnsavedAnswers, kept: KeptAnswer, shown: readonly string[]): UnsavedAnswers {
  const { elementId, groupId, values, revision } = kept;
  const address = addressOf(kept);
  // Where nothing is stored, in a row that is new again, there is no other version.
  const there = s.stored.get(address) ?? { values: [], revision };
  if (sameValues(shown, values) || sameValues(there.values, values)) return s;
  if (kept.aside || s.drafts.has(address)) {
    const waiting = s.aside.get(address) ?? [];
    if (waiting.some((other) => sameValues(other.values, values))) return s;
    const found: KeptAnswer = { elementId, groupId, values, revision, aside: true };
    return { ...s, aside: put(s.aside, address, [...waiting, found]) };
  }
  const edits = s.edits + 1;
  const draft = { ...beginDraft(values, revision, edits), sent: kept.sent ?? [] };
  const next = reconcileVersion(draft, there, false);
  return next === null ? s : putDraft({ ...s, edits }, address, next);
}

// ---- parts

const putStored = (s: UnsavedAnswers, answers: readonly StoredAnswer[]): UnsavedAnswers['stored'] =>
  answers.length === 0
    ? s.stored
    : new Map([...s.stored, ...answers.map((answer) => [addressOf(answer), versionOf(answer)] as const)]);

const putDraft = (s: UnsavedAnswers, address: string, draft: AnswerDraft): UnsavedAnswers =>
  tidyAside({ ...s, drafts: put(s.drafts, address, draft) }, address);

/** Values in the control count as known until the draft has ended. */
const endDraft = (s: UnsavedAnswers, address: string): UnsavedAnswers => {
  const tidy = tidyAside(s, address);
  return { ...tidy, drafts: without(s.drafts, (other) => other === address) };
};

/** Values that are on the server by now, or in the control, are no other version. */
function tidyAside(s: UnsavedAnswers, address: string): UnsavedAnswers {
  const waiting = s.aside.get(address);
  if (waiting === undefined) return s;
  const known = [s.stored.get(address)?.values ?? [], valuesAt(s, address) ?? []];
  const others = waiting.filter(({ values }) => !known.some((one) => sameValues(one, values)));
  if (others.length === waiting.length && others.length > 0) return s;
  return {
    ...s,
    aside:
      others.length === 0 ? without(s.aside, (other) => other === address) : put(s.aside, address, others),
  };
}

const put = <T>(map: ReadonlyMap<string, T>, key: string, value: T): ReadonlyMap<string, T> =>
  new Map(map).set(key, value);

/** The same map where nothing goes. */
function without<T>(
  map: ReadonlyMap<string, T>,
  goes: (key: string, value: T) => boolean,
): ReadonlyMap<string, T> {
  if (map.size === 0) return map;
  const rest = new Map(map);
  for (const [key, value] of map) if (goes(key, value)) rest.delete(key);
  return rest.size === map.size ? map : rest;
}
