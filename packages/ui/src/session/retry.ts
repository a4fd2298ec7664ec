import { newId } from '../kit/new-id.ts';
import { CallError } from './call-error.ts';

/** Whether nobody knows what became of a request: it may have been carried out, and its answer lost. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof CallError && (error.status < 400 || error.status === 408 || error.status >= 500);
}

const pausesMs = [1_000, 4_000] as const;

/** Asks again, twice, while nobody answers. Only for what is carried out once however often it is asked for. */
export async function retryUntilAnswered<T>(ask: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (const pauseMs of pausesMs) {
    try {
      return await ask();
    } catch (error) {
      if (!isUnanswered(error)) throw error;
    }
    await pause(pauseMs, signal);
  }
  return ask();
}

/** Resolves after so long; rejects with the reason of the signal as soon as that says so. */
export async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}

// Whoever asks for the same again after that means another one.
const keptMs = 10 * 60_000;
const placeOf = (name: string): string => `clearcall.once.${name}`;

/** The keys of this page, where the browser keeps nothing for us. */
const unkept = new Map<string, string>();

/**
 * The key of a request until it was answered: the same one when the reader presses again, or has loaded the page again
 * in between.
 */
export function keyOf(name: string): string {
  const nowMs = Date.now();
  let kept: string | null = unkept.get(name) ?? null;
  try {
    kept = sessionStorage.getItem(placeOf(name)) ?? kept;
  } catch {
    // Forbidden storage: the page itself remembers.
  }
  const [key = '', madeAtMs = '0'] = kept?.split(' ') ?? [];
  if (key !== '' && nowMs - Number(madeAtMs) < keptMs) return key;
  const fresh = newId();
  const text = `${fresh} ${nowMs}`;
  unkept.set(name, text);
  try {
    sessionStorage.setItem(placeOf(name), text);
  } catch {
    // As above.
  }
  return fresh;
}

/** The request of this name was answered: the next one is another one. */
export function forgetKey(name: string): void {
  unkept.delete(name);
  try {
    sessionStorage.removeItem(placeOf(name));
  } catch {
    // Nothing was kept there.
  }
}
