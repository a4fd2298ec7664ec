import { type RefusalCode, refusals } from '@clearcall/contract/refusals.ts';

/** An expected failure on its way to the wire. */
export interface Refusal {
  readonly refused: RefusalCode;
  readonly message?: string | string[];
  readonly body?: Record<string, unknown>;
}

/** Answers with a refusal: status and sentence come from the contract's table unless one is given; body is merged in. */
export function refuse(
  code: RefusalCode,
  more: { message?: string | string[]; body?: Record<string, unknown> } = {},
): Refusal {
  return { refused: code, ...more };
}

export function isRefusal(outcome: unknown): outcome is Refusal {
  return typeof outcome === 'object' && outcome !== null && 'refused' in outcome;
}

/** What goes over the wire: `{ statusCode, code, message, ...body }`. */
export function refusalBody(refusal: Refusal): {
  statusCode: number;
  code: RefusalCode;
  message: string | string[];
} {
  const { status, message } = refusals[refusal.refused];
  return { statusCode: status, code: refusal.refused, message: refusal.message ?? message, ...refusal.body };
}
