/**
 * What a page holds of one answer that is more than what the server has, as a small state machine. An answer without a
 * draft is as the server has it; a draft is changed words, or changed words with a question. The same draft is written on
 * the device, so that a page that takes it up later stands where the one before stood. Nothing here knows of forms, of
 * the network, or of storage.
 *
 *     written ──▶ changed ──▶ sent ──▶ (no draft)
 *                    │  ▲        │
 *                    ▼  │        ▼
 *                   asked: mine or theirs ──▶ (no draft)
 */

/** An answer as the server has it. The revision grows by one with each save; 0 was never saved. */
export interface Version {
  values: readonly string[];
  revision: number;
}

export interface AnswerDraft {
  /** The revision of what the words were written upon. */
  base: number;
  /** Words that may be on the server, upon the base, although nobody has said so: their answer was lost. */
  sent: readonly (readonly string[])[];
  /** The question: somebody else's words stand there now. Nothing is sent before the reader has chosen. */
  theirs: Version | null;
  /** Not taken by the server for now, because what opens the field is in question. */
  waits: boolean;
}

// Older ones cost a needless question, no word.
const maxSent = 5;

export function sameValues(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index]);
}

/** The first change to an answer that is as the server has it. */
export function beginDraft(base: number): AnswerDraft {
  return { base, sent: [], theirs: null, waits: false };
}

/** Whether a save may carry the words. */
export const isSendable = (draft: AnswerDraft): boolean => draft.theirs === null && !draft.waits;

/** The words leave in a save; from here on they may be on the server, whatever becomes of the call. */
export function sendDraft(draft: AnswerDraft, values: readonly string[]): AnswerDraft {
  const last = draft.sent.at(-1);
  if (last !== undefined && sameValues(last, values)) return draft;
  return { ...draft, sent: [...draft.sent, values].slice(-maxSent) };
}

/**
 * The server says what it has: in the answer to a save, or when the page was opened. Gives the draft as it goes on, or
 * null when both have the same words. Own words whose answer was lost are no other version; anything else newer than
 * the base is a question. `refused`: the server did not take the words, even if it has nothing newer.
 */
export function reconcileVersion(
  draft: AnswerDraft,
  mine: readonly string[],
  there: Version,
  refused: boolean,
): AnswerDraft | null {
  if (sameValues(mine, there.values)) return null;
  if (there.revision === draft.base) return refused ? { ...draft, waits: true } : { ...draft, theirs: null };
  const own =
    there.revision === draft.base + 1 && draft.sent.some((values) => sameValues(values, there.values));
  return own ? beginDraft(there.revision) : { ...draft, theirs: there, waits: false };
}

/** The reader keeps the own words: they go on top of the others. */
export function keepMine(draft: AnswerDraft): AnswerDraft {
  return draft.theirs === null ? draft : beginDraft(draft.theirs.revision);
}
