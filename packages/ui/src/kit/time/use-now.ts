import { useSyncExternalStore } from 'react';
import { isTimeKnown, watchTime, workflowNow } from '../../session/server-clock.ts';

// One clock for all countdowns of a page, and only while one of them is shown.
function ticker(everyMs: number) {
  const watchers = new Set<() => void>();
  let timer: ReturnType<typeof setInterval> | undefined;
  let unwatch: (() => void) | undefined;
  let now = workflowNow();
  const tick = () => {
    now = workflowNow();
    for (const watcher of watchers) watcher();
  };
  return {
    watch(watcher: () => void) {
      if (watchers.size === 0) {
        now = workflowNow();
        timer = setInterval(tick, everyMs);
        unwatch = watchTime(tick);
      }
      watchers.add(watcher);
      return () => {
        watchers.delete(watcher);
        if (watchers.size > 0) return;
        clearInterval(timer);
        unwatch?.();
      };
    },
    read: () => now,
  };
}

const seconds = ticker(1000);
const halfMinutes = ticker(30_000);

/** Now, in the time of calls and applications by the server's clock, in milliseconds; the component is drawn again every second or half minute. */
export function useNow(precision: 'second' | 'minute' = 'minute'): number {
  const clock = precision === 'second' ? seconds : halfMinutes;
  return useSyncExternalStore(clock.watch, clock.read);
}

/** The same, or null until the server has sent its time: a page shows no time rather than a wrong one. */
export function useServerTime(precision: 'second' | 'minute' = 'minute'): number | null {
  const clock = precision === 'second' ? seconds : halfMinutes;
  return useSyncExternalStore(clock.watch, () => (isTimeKnown() ? clock.read() : null));
}
