import type { Routes } from '@clearcall/contract/routes.ts';
import { storableText } from '@clearcall/domain/forms/storable-text.ts';
import { newId } from '../kit/new-id.ts';
import { notify } from '../kit/state/notices.ts';
import { pageLanguage } from '../kit/text/translate.ts';
import { accessToken, closeSession, currentApp, renewToken, updateRole } from './access-token.ts';
import { CallError, offlineError, refusalOf, shownSentence } from './call-error.ts';
import { noteRequest } from './last-request.ts';
import { noteOwnChange } from './own-changes.ts';
import { forgetKey, isUnanswered, keyOf, retryUntilAnswered } from './retry.ts';
import { learnTime } from './server-clock.ts';

/** An operation of the API, as 'METHOD /path'. */
export type Operation = keyof Routes;
export type Reply<K extends Operation> = Routes[K]['reply'];

// What an operation does not take need not be written.
type Taken<R> = { [P in keyof R as undefined extends R[P] ? never : P]: R[P] } & {
  [P in keyof R as undefined extends R[P] ? P : never]?: R[P];
};

interface CallOptions {
  signal?: AbortSignal;
  /** Says nothing to the reader when the call fails: the caller does. */
  quiet?: boolean;
  /** Adds the headers of a call that outlives its page, such as a last save. */
  keepalive?: boolean;
  /**
   * The name of what is asked for, of an operation that is `repeatable`: while nobody answers it is asked for again,
   * also by the reader, and is carried out once.
   */
  once?: string;
}

export type Input<K extends Operation> = Taken<Routes[K]['request']> & CallOptions;

type NeedsInput<K extends Operation> =
  Record<string, never> extends Taken<Routes[K]['request']> ? false : true;
type Arguments<K extends Operation> = NeedsInput<K> extends true ? [input: Input<K>] : [input?: Input<K>];

interface Loose extends CallOptions {
  params?: Record<string, string | number> | undefined;
  query?: Record<string, string | number | undefined> | undefined;
  body?: unknown;
}

/** The address below /api: `:names` filled from `params`, the query behind it; absent query values are left out. */
export function addressOf(path: string, input: Pick<Loose, 'params' | 'query'>): string {
  const filled = path.replace(/:([A-Za-z]\w*)/g, (_all, name: string) =>
    encodeURIComponent(String(input.params?.[name] ?? '')),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined) search.set(name, String(value));
  }
  const query = search.toString();
  return `/api${filled}${query === '' ? '' : `?${query}`}`;
}

// These answer 401 for reasons of their own; asking for a new token would only hide them.
const ownRefusals = new Set<string>(['POST /users/login', 'POST /users/refresh', 'POST /users/logout']);

/** Shows what failed to the reader. */
export function showFailure(error: unknown): void {
  const sentence = shownSentence(error);
  if (sentence === null) return;
  // Whoever tells us of a failure of ours can name it.
  const reference = error instanceof CallError && error.status >= 500 ? error.requestId : null;
  notify({ type: 'error', sent: sentence, ...(reference === null ? {} : { reference }) });
}

/** A value of a body as it can be stored: one character that cannot must not keep the others from being saved. */
const storableValue = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? storableText(value) : value;

async function send(operation: string, input: Loose, key: string | null): Promise<Response> {
  const [method = 'GET', path = ''] = operation.split(' ');
  const request = async (): Promise<Response> => {
    const token = accessToken();
    const requestId = newId();
    noteRequest(requestId);
    const headers: Record<string, string> = {
      accept: 'application/json',
      'accept-language': pageLanguage(),
      'x-request-id': requestId,
    };
    if (token !== null) headers.authorization = `Bearer ${token}`;
    if (input.body !== undefined) headers['content-type'] = 'application/json';
    if (key !== null) headers['idempotency-key'] = key;
    const sentAtMs = Date.now();
    const answer = await fetch(addressOf(path, input), {
      method,
      headers,
      credentials: 'same-origin',
      ...(input.body === undefined ? {} : { body: JSON.stringify(input.body, storableValue) }),
      ...(input.signal ? { signal: input.signal } : {}),
      ...(input.keepalive ? { keepalive: true } : {}),
    });
    learnTime(answer.headers, sentAtMs, Date.now());
    updateRole(answer.headers.get('clearcall-role'));
    return answer;
  };
  const tried = async (): Promise<Response> => {
    try {
      return await request();
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') throw error;
      throw offlineError();
    }
  };

  const before = accessToken();
  const first = await tried();
  if (first.status !== 401 || ownRefusals.has(operation)) return first;
  const renewed = await renewToken(before);
  if (renewed === 'unanswered') throw offlineError();
  return renewed === 'renewed' ? await tried() : first;
}

/** What does not come whole is no answer; what came and cannot be read is undefined. */
async function bodyOf(answer: Response): Promise<unknown> {
  let text: string;
  try {
    text = await answer.text();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw offlineError();
  }
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * A role that its portal does not admit any more is logged out, whatever it asked for. In the administration any 403
 * means that one has no business there. Source: Requirements 1, 4.19 and 6.7.
 */
function leaveWhereForbidden({ code }: CallError): void {
  const barred = code === 'portal_forbidden';
  if (!barred && currentApp() !== 'admin_portal') return;
  // Told with the token that is about to be forgotten. Without a connection the cookie is refused later.
  if (barred) call('POST /users/logout', { body: { app: currentApp() }, quiet: true }).catch(() => undefined);
  closeSession(barred ? 'barred' : 'left');
}

async function succeed<T>(
  operation: string,
  input: Loose,
  read: (answer: Response) => Promise<T>,
): Promise<T> {
  const { once, signal } = input;
  const ask = async (key: string | null): Promise<T> => {
    const answer = await send(operation, input, key);
    if (answer.ok) {
      noteOwnChange(operation);
      return await read(answer);
    }
    const refusal = refusalOf(answer.status, await bodyOf(answer), answer.headers.get('x-request-id'));
    if (answer.status === 403 && !ownRefusals.has(operation)) leaveWhereForbidden(refusal);
    throw refusal;
  };
  try {
    if (once === undefined) return await ask(null);
    const key = keyOf(once);
    const reply = await retryUntilAnswered(() => ask(key), signal);
    forgetKey(once);
    return reply;
  } catch (error) {
    if (once !== undefined && error instanceof CallError && !isUnanswered(error)) forgetKey(once);
    if (error instanceof CallError && input.quiet !== true) showFailure(error);
    throw error;
  }
}

/**
 * Calls one operation of the API and gives its answer, typed by the contract. Carries the access token, renews it once
 * on a 401 and tries again. What fails is thrown as a CallError and, unless `quiet`, shown as a notice. Source:
 * Requirements 1, 4.11, 7.2 and 8.1.
 */
export async function call<K extends Operation>(operation: K, ...rest: Arguments<K>): Promise<Reply<K>> {
  return succeed(operation, (rest[0] ?? {}) as Loose, async (answer) => {
    const body = await bodyOf(answer);
    // Something between us and the server has answered in its place.
    if (body === undefined) throw refusalOf(answer.status, null, answer.headers.get('x-request-id'));
    return body as Reply<K>;
  });
}

/** `call` for those who show its failure themselves. */
export const callQuietly: typeof call = (operation, ...rest) =>
  call(operation, ...([{ ...rest[0], quiet: true }] as unknown as typeof rest));

/** Returns what a query fetches: the call ends with the query, and the page shows its failure. */
export const read =
  <K extends Operation>(operation: K, ...rest: Arguments<K>) =>
  ({ signal }: { signal: AbortSignal }): Promise<Reply<K>> =>
    callQuietly(operation, ...([{ ...rest[0], signal }] as unknown as typeof rest));

/** Calls an operation of kind `events` and gives its answer, to be read as it comes. Says nothing of a failure. */
export const openStream = (operation: Operation, input: CallOptions): Promise<Response> =>
  succeed(operation, { ...input, quiet: true } as Loose, async (answer) => answer);

/** Fetches a file of the API: its content and the name that the server gives it. Fails like `call`. */
export async function callFile<K extends Operation>(
  operation: K,
  ...rest: Arguments<K>
): Promise<{ content: Blob; filename: string }> {
  return fileOf(await succeed(operation, (rest[0] ?? {}) as Loose, async (found) => found));
}

async function fileOf(answer: Response): Promise<{ content: Blob; filename: string }> {
  const disposition = answer.headers.get('content-disposition') ?? '';
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  const plain = /filename="?([^";]+)"?/i.exec(disposition)?.[1];
  return {
    content: await answer.blob(),
    filename: encoded ? decodeURIComponent(encoded) : (plain ?? 'download'),
  };
}

/** How many seconds a call waits for a file that is made, before it hears how far that is. */
const waitSeconds = 2;

/** Fetches a file that is made when it is asked for: asks again until it is there, and tells how far it is. */
export async function callMadeFile<K extends Operation>(
  operation: K,
  input: Omit<Input<K>, 'query'>,
  onProgress: (progress: { files: number; filesDone: number }) => void,
): Promise<{ content: Blob; filename: string }> {
  for (;;) {
    const given = { ...input, query: { wait: waitSeconds } } as Loose;
    const answer = await succeed(operation, given, async (found) => found);
    if (answer.status !== 202) return fileOf(answer);
    const { files, filesDone } = (await answer.json()) as { files: number; filesDone: number };
    onProgress({ files, filesDone });
  }
}

/** Hands a fetched file to the browser as a download. */
export function saveFile(file: { content: Blob; filename: string }): void {
  const address = URL.createObjectURL(file.content);
  const link = document.createElement('a');
  link.href = address;
  link.download = file.filename;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/**
 * Sends a file to an operation of kind `upload`, again while nobody answers. `onProgress` hears the share sent, 0 to 1.
 * Fails like `call`.
 */
export async function callUpload<K extends Operation>(
  operation: K,
  input: {
    params?: Record<string, string | number>;
    form: FormData;
    onProgress?: (share: number) => void;
    signal?: AbortSignal;
    quiet?: boolean;
    /** Made for this file: sent again with it, also by the reader, it is taken once. */
    key: string;
  },
): Promise<Reply<K>> {
  const [method = 'POST', path = ''] = operation.split(' ');
  // fetch cannot tell how much it has sent; the older interface can.
  const attempt = () =>
    new Promise<{ status: number; body: unknown; requestId: string | null }>((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(method, addressOf(path, input));
      request.responseType = 'json';
      request.setRequestHeader('x-request-id', newId());
      request.setRequestHeader('accept-language', pageLanguage());
      request.setRequestHeader('idempotency-key', input.key);
      const token = accessToken();
      if (token !== null) request.setRequestHeader('authorization', `Bearer ${token}`);
      request.upload.onprogress = (event) => {
        if (event.lengthComputable) input.onProgress?.(event.loaded / event.total);
      };
      request.onload = () =>
        resolve({
          status: request.status,
          body: request.response,
          requestId: request.getResponseHeader('x-request-id'),
        });
      request.onerror = () => reject(offlineError());
      request.onabort = () => reject(new DOMException('The upload was stopped.', 'AbortError'));
      input.signal?.addEventListener('abort', () => request.abort(), { once: true });
      request.send(input.form);
    });
  const ask = async (): Promise<Reply<K>> => {
    const before = accessToken();
    let answer = await attempt();
    if (answer.status === 401) {
      const renewed = await renewToken(before);
      if (renewed === 'unanswered') throw offlineError();
      if (renewed === 'renewed') answer = await attempt();
    }
    if (answer.status < 200 || answer.status > 299)
      throw refusalOf(answer.status, answer.body, answer.requestId);
    noteOwnChange(operation);
    if (answer.body === null) throw refusalOf(answer.status, null, answer.requestId);
    return answer.body as Reply<K>;
  };
  try {
    return await retryUntilAnswered(ask, input.signal);
  } catch (error) {
    if (error instanceof CallError && input.quiet !== true) showFailure(error);
    throw error;
  }
}
