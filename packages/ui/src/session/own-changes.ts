import type { Routes } from '@clearcall/contract/routes.ts';

type Place = 'applications' | 'assignments' | 'calls' | 'releases';
/** The operations that change applications, but for those that are named below. */
type Written =
  | Extract<keyof Routes, `${'POST' | 'PUT' | 'PATCH' | 'DELETE'} /v2/${Place}${string}`>
  | 'POST /demo/clock';
const written =
  /^(POST|PUT|PATCH|DELETE) \/v2\/(applications|assignments|calls|releases)\b|^POST \/demo\/clock$/;

/** The operations that change applications, as the contract declares them. */
type Changing = {
  [K in keyof Routes]: 'applications' extends Routes[K]['changes'] ? K : never;
}[keyof Routes];

/**
 * Those that leave applications as they are. The contract reaches browsers as a type alone, so they are named here once
 * more: one that is missing, or too much, does not compile, nor does a change that `Written` misses.
 */
const readers: [Exclude<Changing, Written>] extends [never]
  ? Record<Exclude<Written, Changing>, true>
  : never = {
  'POST /v2/calls/:id/bundle': true,
  'POST /v2/applications/search': true,
  'POST /v2/applications/dashboard': true,
  'POST /v2/assignments/late': true,
  'POST /v2/applications/export': true,
  'POST /v2/applications/survey': true,
  'POST /v2/calls/:callId/assign/preview': true,
  'POST /v2/calls/:callId/release/preview': true,
  'POST /v2/assignments/finished/certificates': true,
};

const watchers = new Set<(place: 'here' | 'elsewhere') => void>();
let channel: BroadcastChannel | null = null;

/** Called with every operation that succeeded: those that change an application make what was kept of them old. */
export function noteOwnChange(operation: string): void {
  if (!written.test(operation) || Object.hasOwn(readers, operation)) return;
  for (const watcher of watchers) watcher('here');
  channel?.postMessage('changed');
}

/** Told after each own change to an application, here or in another tab of this browser. */
export function watchOwnChanges(watcher: (place: 'here' | 'elsewhere') => void): () => void {
  if (channel === null && typeof BroadcastChannel !== 'undefined') {
    channel = new BroadcastChannel('clearcall.changes');
    channel.onmessage = () => {
      for (const one of watchers) one('elsewhere');
    };
  }
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}
