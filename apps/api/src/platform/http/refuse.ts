import { type RefusalCode, refusalMessage, refusals } from '@clearcall/contract/refusals.ts';
import type { Said } from '@clearcall/words/message.ts';
import type { Words } from '@clearcall/words/word.ts';
import { english } from '../words.ts';

/** An expected failure on its way to the wire. */
export interface Refusal {
  readonly refused: RefusalCode;
  readonly message?: Said | Said[];
  readonly body?: Record<string, unknown>;
}

/**
 * Answers with a refusal: its status comes from the contract's table, its sentence from the catalogue unless one is given;
 * body is merged in.
 */
export function refuse(
  code: RefusalCode,
  more: { message?: Said | Said[]; body?: Record<string, unknown> } = {},
): Refusal {
  return { refused: code, ...more };
}

export function isRefusal(outcome: unknown): outcome is Refusal {
  return typeof outcome === 'object' && outcome !== null && 'refused' in outcome;
}

/** The sentence of a refusal, in English unless told otherwise. */
export const refusalSentence = (code: RefusalCode, { word }: Pick<Words, 'word'> = english): string =>
  word(refusalMessage(code));

/** What goes over the wire: `{ statusCode, code, message, ...body }`, in the words of whoever reads it. */
export function refusalBody(
  { refused: code, message = refusalMessage(code), body }: Refusal,
  { word }: Pick<Words, 'word'>,
): {
  statusCode: number;
  code: RefusalCode;
  message: string | string[];
} {
  const said = Array.isArray(message) ? message.map(word) : word(message);
  return { statusCode: refusals[code].status, code, message: said, ...body };
}
