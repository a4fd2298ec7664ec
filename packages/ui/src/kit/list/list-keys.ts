import { remember, remembered } from '../../session/device-memory.ts';

/** What can be done in a list by one key. */
export type ListKey = 'next' | 'previous' | 'open' | 'select' | 'search' | 'help';

const keys: Readonly<Record<string, ListKey>> = {
  j: 'next',
  k: 'previous',
  o: 'open',
  x: 'select',
  '/': 'search',
  '?': 'help',
};

interface Pressed {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

/**
 * What a key asks for. Nothing while somebody types, chooses, or has a dialog or a menu open: there every letter is their
 * own. Source: WCAG 2.2, 2.1.4.
 */
export function listKeyOf(
  { key, ctrlKey, metaKey, altKey }: Pressed,
  place: { isTyping: boolean; isInOverlay: boolean },
): ListKey | null {
  if (ctrlKey || metaKey || altKey || place.isTyping || place.isInOverlay) return null;
  return (Object.hasOwn(keys, key) ? keys[key] : undefined) ?? null;
}

/** The row that comes next, of so many: none left is the last one. -1: there is no row yet. */
export function nextRow(current: number, count: number, way: 'next' | 'previous'): number {
  if (count === 0) return -1;
  if (current === -1) return way === 'next' ? 0 : count - 1;
  return Math.min(count - 1, Math.max(0, current + (way === 'next' ? 1 : -1)));
}

const keyOf = (userId: number) => `clearcall.keys.${userId}`;

/** Whether the keys of lists are switched on for the person on this device: they are, until somebody says otherwise. */
export const listKeysAreOn = (userId: number): boolean => remembered(keyOf(userId)) !== 'off';

export function rememberListKeys(userId: number, on: boolean): void {
  remember(keyOf(userId), on ? null : 'off');
}
