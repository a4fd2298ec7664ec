import { CallError, sentenceOf } from '@clearcall/ui/session/call-error.ts';

/** What a form says of a call that failed; empty for the bare word of the protocol. Source: Specification 1, section 8. */
export function wordsOf(error: unknown): string {
  const said = sentenceOf(error);
  return said === 'Unauthorized' ? '' : said;
}

/** The API's code of a refusal; empty for anything else. */
export function codeOf(error: unknown): string {
  return error instanceof CallError ? error.code : '';
}
