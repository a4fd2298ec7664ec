import type { FieldKey, Row } from '@clearcall/domain/forms/types.ts';
import { isSendable } from './answer-draft.ts';
import { addressOf, fieldAt } from './field-address.ts';
import type { FormState } from './form-state.ts';
import {
  type Batch,
  conflictAt,
  type KeptAnswer,
  type RemovedRow,
  type UnsavedAnswers,
} from './unsaved-answers.ts';

/** What is not on the server yet, in a form that can be written down and restored. */
export interface Unsaved {
  answers: KeptAnswer[];
  rows: Row[];
  removed: RemovedRow[];
}

/** Returns what a save would send now. Values of hidden and locked elements stay here. */
export function batchOf(s: UnsavedAnswers, form: FormState): Batch {
  const answers = [...s.drafts].flatMap(([address, { base, edit }]) => {
    const key = fieldAt(address);
    if (!maySend(s, form, key) || form.isUnread(key)) return [];
    return [{ ...key, values: form.read(key).values, revision: base, edit }];
  });
  const groups = [...s.groups]
    .filter(([elementId]) => maySend(s, form, { elementId, groupId: null }))
    .map(([elementId, edit]) => ({ elementId, edit }));
  const rows = groups.flatMap(({ elementId }) => rowsInOrder(form, elementId));
  return { answers, rows, groups, removed: [...s.removedRows.values()] };
}

/** Returns how many changes the server does not have yet, those that wait for a choice of the reader included. */
export function countUnsaved(s: UnsavedAnswers, form: FormState): number {
  const counts = (key: FieldKey) => s.refusals.has(addressOf(key)) || maySend(s, form, key);
  const drafts = [...s.drafts].filter(([address, draft]) => {
    const waits = !isSendable(draft) || s.aside.has(address);
    return waits ? form.isOpen(fieldAt(address)) : counts(fieldAt(address));
  });
  const aside = [...s.aside.keys()].filter(
    (address) => !s.drafts.has(address) && form.isOpen(fieldAt(address)),
  );
  const groupsOfDrafts = new Set(
    [...s.drafts.keys()].map((at) => form.groupAround(fieldAt(at).elementId)?.id),
  );
  const groups = [...s.groups.keys()].filter(
    (elementId) => !groupsOfDrafts.has(elementId) && counts({ elementId, groupId: null }),
  );
  return s.removedRows.size + drafts.length + aside.length + groups.length;
}

/** Returns the fields whose conflict the reader has to decide. */
export function openConflicts(s: UnsavedAnswers, form: FormState): FieldKey[] {
  return [...new Set([...s.drafts.keys(), ...s.aside.keys()])]
    .filter((address) => conflictAt(s, address) !== null)
    .map(fieldAt)
    .filter((key) => form.isOpen(key));
}

/** Returns all that the server does not have, hidden values and conflicts included; null when it has everything. */
export function copyOf(s: UnsavedAnswers, form: FormState): Unsaved | null {
  if (s.drafts.size + s.aside.size + s.groups.size + s.removedRows.size === 0) return null;
  const changed = [...s.drafts].map(([address, { values, base, sent }]): KeptAnswer => {
    return { ...fieldAt(address), values, revision: base, ...(sent.length === 0 ? {} : { sent }) };
  });
  return {
    answers: [...changed, ...[...s.aside.values()].flat()],
    rows: [...s.groups.keys()].flatMap((elementId) => rowsInOrder(form, elementId)),
    removed: [...s.removedRows.values()],
  };
}

function maySend(s: UnsavedAnswers, form: FormState, key: FieldKey): boolean {
  const address = addressOf(key);
  const draft = s.drafts.get(address);
  if ((draft && !isSendable(draft)) || s.refusals.has(address)) return false;
  // An answer cannot be where its row is not.
  const isInNewRow = key.groupId !== null && !s.storedRows.has(key.groupId);
  if (isInNewRow && s.refusals.has(form.groupAround(key.elementId)?.id ?? '')) return false;
  return form.isOpen(key);
}

const rowsInOrder = (form: FormState, elementId: string): Row[] =>
  form.rows(elementId).map(({ id }, order) => ({ id, elementId, order }));
