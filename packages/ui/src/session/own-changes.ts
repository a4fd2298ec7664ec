const watchers = new Set<(place: 'here' | 'elsewhere') => void>();
let channel: BroadcastChannel | null = null;

const changes = /^(?:POST|PUT|PATCH|DELETE) \/v2\/(?:applications|assignments)\b/;
const reads = 'POST /v2/applications/search';

/** Called with every operation that succeeded: those that change an application make what was kept of them old. */
export function noteOwnChange(operation: string): void {
  if (operation === reads || !changes.test(operation)) return;
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
