import type { FormStore } from '@clearcall/ui/form/form-store.ts';
import { subscribeGathered } from '@clearcall/ui/form/use-form.tsx';
import { useSettled } from '@clearcall/ui/kit/field/after-press.ts';
import { useEffect, useReducer, useSyncExternalStore } from 'react';
import type { SaveQueue, SaveState } from './save-queue.ts';

/** Draws the component again after changes of the form, gathered. */
export function useChanges(store: FormStore): void {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => subscribeGathered(store, redraw), [store]);
}

/** How the saving stands; what there is to say of it waits while something is pressed. */
export function useSaveState(queue: SaveQueue): SaveState {
  return useSettled(
    useSyncExternalStore(
      (watcher) => queue.watch(watcher),
      () => queue.state(),
    ),
  );
}
