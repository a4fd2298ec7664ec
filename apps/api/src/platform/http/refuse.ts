import { type RefusalCode, refusalMessage, refusals } from '@clearcall/contract/refusals.ts';
import type { Translatable } from '@clearcall/i18n/message.ts';
import type { Translator } from '@clearcall/i18n/translator.ts';
import { english } from '../translators.ts';

/** An expected failure on its way to the wire. */
export interface Refusal {
  readonly refused: RefusalCode;
  readonly message?: Translatable | Translatable[];
  readonly body?: Record<string, unknown>;
}

/**
 * Answers with a refusal: its status comes from the contract's table, its sentence from the catalogue unless one is given;
 * body is merged in.
 */
export function refuse(
  code: RefusalCode,
  more: { message?: Translatable | Translatable[]; body?: Record<string, unknown> } = {},
): Refusal {
  return { refused: code, ...more };
}

export function isRefusal(outcome: unknown): outcome is Refusal {
  return typeof outcome === 'object' && outcome !== null && 'refused' in outcome;
}

/** The sentence of a refusal, in English unless told otherwise. */
export const refusalSentence = (
  code: RefusalCode,
  { translate }: Pick<Translator, 'translate'> = english,
): string => translate(refusalMessage(code));

/** What goes over the wire: `{ statusCode, code, message, ...body }`, in the words of whoever reads it. */
export function refusalBody(
  { refused: code, message = refusalMessage(code), body }: Refusal,
  { translate }: Pick<Translator, 'translate'>,
): {
  statusCode: number;
  code: RefusalCode;
  message: string | string[];
} {
  const text = Array.isArray(message) ? message.map(translate) : translate(message);
  return { statusCode: refusals[code].status, code, message: text, ...body };
}
