import type { FormStore } from '@clearcall/ui/form/form-store.ts';
import { useEffect, useReducer, useSyncExternalStore } from 'react';
import type { SaveQueue, SaveState } from './save-queue.ts';

const gatherMs = 120;

/**
 * Draws the component again after changes of the form, gathered: what stands beside the form may be a moment late, so
 * that typing never is.
 */
export function useChanges(store: FormStore): void {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    const forget = store.subscribe(() => {
      timer ??= setTimeout(() => {
        timer = null;
        redraw();
      }, gatherMs);
    });
    return () => {
      if (timer !== null) clearTimeout(timer);
      forget();
    };
  }, [store]);
}

export function useSaveState(queue: SaveQueue): SaveState {
  return useSyncExternalStore(
    (watcher) => queue.watch(watcher),
    () => queue.state(),
  );
}
