import { CallError, sentenceOf } from '@clearcall/ui/session/call-error.ts';

/**
 * What a form says of a call that failed; empty for none, and for the bare word of the protocol. Source: Requirements 1, 8.7 and 8.8.
 */
export function failureText(error: unknown): string {
  if (error === null) return '';
  const text = sentenceOf(error);
  return text === 'Unauthorized' ? '' : text;
}

/** The API's code of a refusal; empty for anything else. */
export function codeOf(error: unknown): string {
  return error instanceof CallError ? error.code : '';
}
