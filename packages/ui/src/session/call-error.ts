import { t } from '../kit/text/translate.ts';

/** What `code` says when no server answered: the reader is offline, or the connection broke. */
export const offlineCode = 'offline';

/** A sentence that another one may follow: without its full stop. */
function open(text: string): string {
  return text.replace(/\.$/, '');
}

/**
 * A call that did not succeed. `status` is 0 when nobody answered; `code` is the API's word for the refusal;
 * `messages` are its sentences, at least one; `body` is the answer as it came, for those who expect more in it.
 */
export class CallError extends Error {
  readonly status: number;
  readonly code: string;
  readonly messages: readonly string[];
  readonly body: unknown;
  /** The number of the request, as the server's log has it; null where no server answered. */
  readonly requestId: string | null;

  constructor(answer: {
    status: number;
    code: string;
    messages: readonly string[];
    body: unknown;
    requestId?: string | null;
  }) {
    super(
      answer.messages.map((text, at) => (at < answer.messages.length - 1 ? open(text) : text)).join('. '),
    );
    this.name = 'CallError';
    this.status = answer.status;
    this.code = answer.code;
    this.messages = answer.messages;
    this.body = answer.body;
    this.requestId = answer.requestId ?? null;
  }
}

export function isOffline(error: unknown): boolean {
  return error instanceof CallError && error.code === offlineCode;
}

function textsOf(message: unknown): string[] {
  const list = Array.isArray(message) ? message : [message];
  return list.filter((text): text is string => typeof text === 'string' && text.trim() !== '');
}

/**
 * Reads a refusal as the API sends it: `{ code, message }`, the message a text or a list of texts. Without one it says
 * 'Not found' for 404 and else 'Something went wrong'. Source: Requirements 1, 8.1, 8.2 and 8.3.
 */
export function refusalOf(status: number, body: unknown, requestId: string | null = null): CallError {
  const fields = typeof body === 'object' && body !== null ? body : {};
  const texts = 'message' in fields ? textsOf(fields.message) : [];
  const code = 'code' in fields && typeof fields.code === 'string' ? fields.code : `status_${status}`;
  const fallback = t(status === 404 ? 'frame.wrong.notFound' : 'frame.wrong.unnamed');
  return new CallError({ status, code, messages: texts.length > 0 ? texts : [fallback], body, requestId });
}

/**
 * What a reader is told of something that was thrown: the sentence of the API, else ours. What our own code throws is
 * for those who mend it. Source: Requirements 1, 8.1, 8.2 and 8.3.
 */
export function sentenceOf(error: unknown, otherwise = t('frame.wrong.unnamed')): string {
  return error instanceof CallError ? error.message : otherwise;
}

/** Returns the sentence of a failure; null where something else says it: the page asks for the login, or goes there. */
export function shownSentence(error: unknown): string | null {
  const isSaid = error instanceof CallError && ['unauthorized', 'portal_forbidden'].includes(error.code);
  return isSaid ? null : sentenceOf(error);
}

/**
 * What a form says of a call that failed; empty for none, and for the bare word of the protocol. Source: Requirements 1,
 * 8.7 and 8.8.
 */
export function failureText(error: unknown): string {
  if (error === null) return '';
  const text = sentenceOf(error);
  return text === 'Unauthorized' ? '' : text;
}

/** The API's code of a refusal; empty for anything else. */
export const codeOf = (error: unknown): string => (error instanceof CallError ? error.code : '');

export function offlineError(): CallError {
  return new CallError({
    status: 0,
    code: offlineCode,
    messages: [t('frame.wrong.offline')],
    body: null,
  });
}
