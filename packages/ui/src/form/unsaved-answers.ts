import type { FieldKey, Row } from '@clearcall/domain/forms/types.ts';
import type { AnswerDraft, Version } from './answer-draft.ts';
import { addressOf, fieldAt } from './field-address.ts';

/** One answer as the server has it. */
export interface StoredAnswer extends FieldKey, Version {}

/** One answer as it is kept on this device: the revision is the one that the change is based on. */
export interface KeptAnswer extends StoredAnswer {
  /** Values of this page that may be on the server although no reply confirmed it. */
  sent?: readonly (readonly string[])[];
  /** Found on this device beside other values of this field, and not decided yet. */
  aside?: true;
}

/** A row that was removed here, with all versions of its answers known here: what came later was not removed on purpose. */
export interface RemovedRow {
  id: string;
  seen: readonly StoredAnswer[];
}

/** A conflict for the reader to decide: other values than those in the control, from the server or found on this device. */
export interface Conflict {
  theirs: readonly string[];
  from: 'server' | 'device';
}

/** What is sent in one save. `edit` tells a later acknowledgement whether the field was changed meanwhile. */
export interface Batch {
  answers: (StoredAnswer & { edit: number })[];
  /** All rows, in their order, of every group in which a row was added or moved. */
  rows: Row[];
  groups: { elementId: string; edit: number }[];
  /** Stored rows to be removed. */
  removed: RemovedRow[];
}

/** What became of a batch. */
export interface SavedBatch {
  /** Normalised, with their new revisions. */
  answers: readonly StoredAnswer[];
  /** What somebody else changed since: not stored, and this is what the server has. */
  stale: readonly StoredAnswer[];
  /** Rows that somebody removed elsewhere while this batch wanted to write in them. */
  goneRows: readonly Row[];
}

/**
 * The answers and rows of one form that differ from the server's, and what the server is known to have. Maps of answers
 * have the address of the field as their key. A control shows the draft, else what is stored.
 */
export interface UnsavedAnswers {
  /** The newest version that the server is known to have. */
  readonly stored: ReadonlyMap<string, Version>;
  readonly drafts: ReadonlyMap<string, AnswerDraft>;
  /** Values found on this device for fields that hold other values: each waits for the reader's choice. */
  readonly aside: ReadonlyMap<string, readonly KeptAnswer[]>;
  /** Values that the reader has just decided against, until the next change of the field. */
  readonly discarded: ReadonlyMap<string, readonly string[]>;
  /** Sentences with which the server refused a value, until the next change of the field. */
  readonly refusals: ReadonlyMap<string, string>;
  readonly storedRows: ReadonlySet<string>;
  /** Rows that may be on the server although no reply confirmed it. */
  readonly sentRows: ReadonlySet<string>;
  /** Empty rows that are open to be filled in, with their group: no change yet, and not kept. */
  readonly offeredRows: ReadonlyMap<string, string>;
  /** Groups whose rows or order of rows changed, with the number of the last change. */
  readonly groups: ReadonlyMap<string, number>;
  readonly removedRows: ReadonlyMap<string, RemovedRow>;
  /** How many changes there have been. */
  readonly edits: number;
  /** How many choices the reader has made; what was decided against must not outlive the choice. */
  readonly decisions: number;
}

/** Starts with what the server has. */
export function startUnsaved(answers: readonly StoredAnswer[], rows: readonly Row[]): UnsavedAnswers {
  return {
    stored: new Map(answers.map((answer) => [addressOf(answer), versionOf(answer)])),
    drafts: new Map(),
    aside: new Map(),
    discarded: new Map(),
    refusals: new Map(),
    storedRows: new Set(rows.map(({ id }) => id)),
    sentRows: new Set(),
    offeredRows: new Map(),
    groups: new Map(),
    removedRows: new Map(),
    edits: 0,
    decisions: 0,
  };
}

/** Returns the values that a field shows; null where it was never answered. */
export function valuesAt(s: UnsavedAnswers, address: string): readonly string[] | null {
  return s.drafts.get(address)?.values ?? s.stored.get(address)?.values ?? null;
}

/** Returns the conflict that the reader has to decide for a field. */
export function conflictAt(s: UnsavedAnswers, address: string): Conflict | null {
  const theirs = s.drafts.get(address)?.theirs;
  if (theirs) return { theirs: theirs.values, from: 'server' };
  const found = s.aside.get(address)?.[0];
  return found === undefined ? null : { theirs: found.values, from: 'device' };
}

/** Whether a row holds answers that the server does not have. */
export function hasUnsavedIn(s: UnsavedAnswers, rowId: string): boolean {
  return [...s.drafts.keys(), ...s.aside.keys()].some((address) => isInRow(address, rowId));
}

/** Returns the addresses of all fields of which something differs. */
export function changedAddresses(before: UnsavedAnswers, after: UnsavedAnswers): Set<string> {
  const found = new Set<string>();
  for (const part of ['stored', 'drafts', 'aside', 'discarded', 'refusals'] as const) {
    const old: ReadonlyMap<string, unknown> = before[part];
    const now: ReadonlyMap<string, unknown> = after[part];
    if (old === now) continue;
    for (const [address, value] of now) if (old.get(address) !== value) found.add(address);
    for (const address of old.keys()) if (!now.has(address)) found.add(address);
  }
  return found;
}

/** Whether a field stands in a row. */
export const isInRow = (address: string, rowId: string): boolean => fieldAt(address).groupId === rowId;

/** Returns the version alone, without its field. */
export const versionOf = ({ values, revision }: Version): Version => ({ values, revision });
