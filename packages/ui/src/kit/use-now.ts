import { useSyncExternalStore } from 'react';
import { serverNow } from '../session/server-clock.ts';

// One clock for all countdowns of a page, and only while one of them is shown.
function ticker(everyMs: number) {
  const watchers = new Set<() => void>();
  let timer: ReturnType<typeof setInterval> | undefined;
  let now = serverNow();
  const tick = () => {
    now = serverNow();
    for (const watcher of watchers) watcher();
  };
  return {
    watch(watcher: () => void) {
      if (watchers.size === 0) {
        now = serverNow();
        timer = setInterval(tick, everyMs);
      }
      watchers.add(watcher);
      return () => {
        watchers.delete(watcher);
        if (watchers.size === 0) clearInterval(timer);
      };
    },
    read: () => now,
  };
}

const seconds = ticker(1000);
const halfMinutes = ticker(30_000);

/** Now, by the server's clock, in milliseconds; the component is drawn again every second or half minute. */
export function useNow(precision: 'second' | 'minute' = 'minute'): number {
  const clock = precision === 'second' ? seconds : halfMinutes;
  return useSyncExternalStore(clock.watch, clock.read);
}
