/**
 * The draft of one answer: what a page holds of it that the server does not have. An answer without a draft is as the
 * server has it; a draft is a change, or a change with a conflict. The same draft is written on the device, so that a
 * page that restores it later continues where the page before stopped. Nothing here knows of forms, of the network, or
 * of storage.
 *
 *     written ──▶ changed ──▶ sent ──▶ (no draft)
 *                    │  ▲        │
 *                    ▼  │        ▼
 *                  conflict: mine or theirs ──▶ (no draft)
 */

/** An answer as the server has it. The revision grows by one with each save; 0 was never saved. */
export interface Version {
  values: readonly string[];
  revision: number;
}

export interface AnswerDraft {
  values: readonly string[];
  /** Counts the changes of the page; tells an acknowledgement whether the answer was changed since it was sent. */
  edit: number;
  /** The revision that the change is based on. */
  base: number;
  /** Values that may be on the server, on top of the base, although no reply confirmed it. */
  sent: readonly (readonly string[])[];
  /** The conflict: another version that the server has now. Nothing is sent before the reader has chosen. */
  theirs: Version | null;
  /** Not accepted by the server for now, because what makes the field editable is in conflict. */
  waits: boolean;
}

// Forgetting older ones costs a needless conflict, no answer.
const maxSent = 5;

/** Whether two answers have the same values in the same order. */
export function sameValues(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index]);
}

/** Starts a draft on top of a revision. */
export function beginDraft(values: readonly string[], base: number, edit: number): AnswerDraft {
  return { values, edit, base, sent: [], theirs: null, waits: false };
}

/** Whether a save may contain the draft. */
export const isSendable = (draft: AnswerDraft): boolean => draft.theirs === null && !draft.waits;

/** The values leave in a save; from here on they may be on the server, whatever becomes of the call. */
export function sendDraft(draft: AnswerDraft, values: readonly string[]): AnswerDraft {
  const last = draft.sent.at(-1);
  if (last !== undefined && sameValues(last, values)) return draft;
  return { ...draft, sent: [...draft.sent, values].slice(-maxSent) };
}

/**
 * Compares a draft with what the server has: in the reply to a save, or when the page was opened. Returns the draft as
 * it continues, or null when both have the same values. Own values whose acknowledgement was lost are no other version;
 * anything else newer than the base is a conflict. `rejected`: the server did not take the values, even if it has
 * nothing newer.
 */
export function reconcileVersion(draft: AnswerDraft, there: Version, rejected: boolean): AnswerDraft | null {
  if (sameValues(draft.values, there.values)) return null;
  if (there.revision === draft.base) return rejected ? { ...draft, waits: true } : { ...draft, theirs: null };
  const isOwn =
    there.revision === draft.base + 1 && draft.sent.some((values) => sameValues(values, there.values));
  return isOwn
    ? beginDraft(draft.values, there.revision, draft.edit)
    : { ...draft, theirs: there, waits: false };
}
