import { useCallback, useSyncExternalStore } from 'react';

/** A control whose words are kept until they are sent, such as the reason of a decision. */
export interface WordsPlace {
  /** Names the control among all of the portal. */
  key: string;
  /** Application that the words are about; empty if they are about several. */
  uid: string;
  /** Label of the control. */
  name: string;
}

/** Returns what the control holds, what takes other words, and what forgets them once they are sent. */
export type UseWords = (
  place: WordsPlace,
  initial: string,
  options?: { isShown?: boolean },
) => [words: string, set: (words: string) => void, forget: () => void];

const words = new Map<string, string>();
const watchers = new Set<() => void>();

function put(key: string, text: string | undefined): void {
  if (text === undefined) words.delete(key);
  else words.set(key, text);
  for (const watcher of [...watchers]) watcher();
}

/** Keeps words as long as the page is open: closing a dialog does not lose them. */
export const useWordsOfPage: UseWords = ({ key }, initial) => {
  const kept = useSyncExternalStore(
    useCallback((watcher: () => void) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    }, []),
    () => words.get(key),
  );
  return [kept ?? initial, (text) => put(key, text), () => put(key, undefined)];
};
