import type { KeptAt } from '@clearcall/ui/kit/command/command-field.tsx';
import { sessionState, watchSession } from '@clearcall/ui/session/access-token.ts';
import { workflowNow } from '@clearcall/ui/session/server-clock.ts';
import { useSession } from '@clearcall/ui/session/session.ts';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { deviceStorage, watchOtherWindows } from './kept-changes.ts';
import { copyOfText, placeOfText, type TextPlace, valueInCopy } from './kept-copies.ts';

/** What each control holds, by the id of its place: read from the device once, and the only copy without storage. */
const values = new Map<string, unknown>();
const watchers = new Set<() => void>();
/** Controls that leaving asks about, with the page that they are on. */
const asking = new Map<string, { place: TextPlace; pathname: string }>();

let lastUserId = 0;

function changed(): void {
  for (const watcher of [...watchers]) watcher();
}

const idOf = (userId: number, place: Pick<TextPlace, 'key' | 'uid'>): string =>
  placeOfText(userId, place).pageId;

function storedValue(userId: number, place: Pick<TextPlace, 'key' | 'uid'>): unknown {
  const id = idOf(userId, place);
  if (!values.has(id)) {
    try {
      values.set(id, valueInCopy(deviceStorage.lastWords.at(placeOfText(userId, place)), workflowNow()));
    } catch {
      values.set(id, undefined);
    }
  }
  return values.get(id);
}

/** Stores what a control holds; undefined removes it. */
function put(userId: number, place: TextPlace, value: unknown): void {
  values.set(idOf(userId, place), value);
  try {
    if (value === undefined)
      deviceStorage.lastWords.remove(placeOfText(userId, place), Number.POSITIVE_INFINITY);
    else deviceStorage.lastWords.put(copyOfText(userId, place, value, workflowNow()));
  } catch {
    // Storage may be full or forbidden: the page still holds the text, and leaving asks.
  }
  changed();
}

if (typeof window !== 'undefined') {
  // Two windows with the same control show the same text: neither overwrites the other.
  watchOtherWindows((pageId) => {
    if (values.delete(pageId)) changed();
  });
  watchSession(() => {
    const session = sessionState();
    // What a page holds for one person is never shown to the next one.
    if (session.state === 'signed-out' && session.why !== 'expired') values.clear();
  });
}

/** Id of the signed-in person; an expired session still shows the page of its person. */
export function useWhose(): number {
  const session = useSession();
  if (session.state === 'signed-in') lastUserId = session.user.id;
  return lastUserId;
}

/**
 * Text that is typed into a control outside of forms: stored on this device from the first letter until it is sent or
 * given up, and there again when the same person opens the page. `initial` is what the control shows before; the same
 * again is no text. With `inline` leaving the page asks as long as there is text; else only while the control is shown.
 */
export function useKept<T>(
  place: TextPlace,
  initial: T,
  { inline = false, isShown = true }: { inline?: boolean; isShown?: boolean } = {},
): [value: T, set: (value: T) => void, forget: () => void] {
  const userId = useWhose();
  const { key, uid, name } = place;
  const stored = useSyncExternalStore(
    useCallback((watcher: () => void) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    }, []),
    () => storedValue(userId, { key, uid }),
  );
  useEffect(() => {
    if (!isShown) return;
    const id = idOf(userId, { key, uid });
    asking.set(id, { place: { key, uid, name }, pathname: window.location.pathname });
    return () => {
      if (!inline) asking.delete(id);
    };
  }, [userId, key, uid, name, inline, isShown]);
  const set = (value: T) =>
    put(userId, place, JSON.stringify(value) === JSON.stringify(initial) ? undefined : value);
  // Written by us, for the same control.
  return [stored === undefined ? initial : (stored as T), set, () => put(userId, place, undefined)];
}

/** Keeps the words of a dialog's field on this device, under a key among all of the portal. */
export const keptOnDevice = (key: string, uid: string, name?: string): KeptAt => ({
  key,
  uid,
  name,
  useWords: useKept,
});

/** Labels of the controls on a page that hold text which was not sent. */
export function unsentTexts(pathname: string): string[] {
  return [...asking]
    .filter(([id, one]) => one.pathname === pathname && values.get(id) !== undefined)
    .map(([, { place }]) => place.name);
}

/** Texts of one kind that a person has not sent, by what follows the prefix in their keys. */
export function textsWith(userId: number, prefix: string): Map<string, string> {
  const start = idOf(userId, { key: prefix, uid: '' });
  const found = new Map<string, string>();
  for (const { pageId, uid } of storedPlaces()) {
    if (!pageId.startsWith(start)) continue;
    const value = storedValue(userId, { key: prefix + pageId.slice(start.length), uid });
    if (typeof value === 'string') found.set(pageId.slice(start.length), value);
  }
  return found;
}

function storedPlaces(): { pageId: string; uid: string }[] {
  const held = [...values.keys()].map((pageId) => ({ pageId, uid: '' }));
  try {
    return [...deviceStorage.lastWords.all(), ...held];
  } catch {
    return held;
  }
}

/** Removes a text that was sent from somewhere else than its control. */
export function forgetText(userId: number, key: string): void {
  put(userId, { key, uid: '', name: '' }, undefined);
}
