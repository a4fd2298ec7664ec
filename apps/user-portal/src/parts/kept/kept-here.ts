import { useSyncExternalStore } from 'react';

/** How many changes of the open page are on this device and not on the server; null where nothing is being written. */
let kept: number | null = null;
const watchers = new Set<() => void>();

export function setKeptHere(count: number | null): void {
  if (kept === count) return;
  kept = count;
  for (const watcher of watchers) watcher();
}

export function useKeptHere(): number | null {
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
    () => kept,
  );
}
