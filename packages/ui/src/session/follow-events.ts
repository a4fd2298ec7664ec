import type { Routes } from '@clearcall/contract/routes.ts';
import { sessionState, watchSession } from './access-token.ts';
import { openStream, type Reply } from './call.ts';
import { CallError } from './call-error.ts';
import { pause } from './retry.ts';

/** An operation of kind `events`. */
type Stream = { [K in keyof Routes]: Routes[K]['kind'] extends 'events' ? K : never }[keyof Routes];

type Listeners<Events> = { [Name in keyof Events]: (payload: Events[Name]) => void };

interface Event {
  name: string;
  data: string;
}

/** The server shows every five seconds that a stream lives. */
const maxSilenceMs = 15_000;
const minPauseMs = 1_000;
const maxPauseMs = 10_000;

/**
 * Follows the events of a stream until the returned function is called. The stream is opened again whenever it ends, a
 * moment later if it failed, and after the next login if the session is over. `onLost` is called if it failed.
 */
export function followEvents<K extends Stream>(
  operation: K,
  input: { params: Routes[K]['request']['params'] },
  listeners: Listeners<Reply<K>>,
  onLost: () => void,
): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;

  /** Returns whether the stream may be opened again. */
  async function followOnce(): Promise<boolean> {
    const silence = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const noteLife = () => {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), maxSilenceMs);
    };
    try {
      noteLife();
      const answer = await openStream(operation, {
        ...input,
        signal: AbortSignal.any([signal, silence.signal]),
      });
      failures += 1;
      for await (const { name, data } of readEvents(answer, noteLife)) {
        failures = 0;
        if (Object.hasOwn(listeners, name)) listeners[name as keyof Reply<K>](JSON.parse(data));
      }
      return true;
    } catch (error) {
      failures += 1;
      return !(error instanceof CallError && error.status === 404);
    } finally {
      clearTimeout(timer);
    }
  }

  let failures = 0;
  async function follow(): Promise<void> {
    while (!signal.aborted) {
      await signedIn(signal);
      if (!(await followOnce())) return;
      if (failures === 0 || signal.aborted) continue;
      onLost();
      await pause(Math.min(minPauseMs * 2 ** (failures - 1), maxPauseMs), signal);
    }
  }
  follow().catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
  return () => stopping.abort();
}

/** Resolves once a person is logged in. */
function signedIn(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = () => {
      if (!signal.aborted && sessionState().state !== 'signed-in') return;
      unwatch();
      signal.removeEventListener('abort', look);
      if (signal.aborted) reject(signal.reason);
      else resolve();
    };
    const unwatch = watchSession(look);
    signal.addEventListener('abort', look);
    look();
  });
}

/** Reads server-sent events as they come; `onLife` is called for each piece of the answer. */
async function* readEvents(answer: Response, onLife: () => void): AsyncGenerator<Event> {
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (reader !== undefined) {
    const { done, value } = await reader.read();
    if (done) return;
    onLife();
    const blocks = (text + value).split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const fields = new Map(
        block.split('\n').map((line) => {
          const colon = line.indexOf(': ');
          return [line.slice(0, colon), line.slice(colon + 2)];
        }),
      );
      const [name, data] = [fields.get('event'), fields.get('data')];
      if (name !== undefined && data !== undefined) yield { name, data };
    }
  }
}
