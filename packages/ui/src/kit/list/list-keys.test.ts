import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listKeyOf, listKeysAreOn, nextRow, rememberListKeys } from './list-keys.ts';

let storage: Map<string, string>;
beforeEach(() => {
  storage = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
    removeItem: (key: string) => storage.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

const plain = { ctrlKey: false, metaKey: false, altKey: false };
const free = { isTyping: false, isInOverlay: false };

test('a letter alone moves and opens; with another key, in a field or under a dialog it is somebody’s own', () => {
  expect(['j', 'k', 'o', 'x', '/', '?'].map((key) => listKeyOf({ ...plain, key }, free))).toEqual([
    'next',
    'previous',
    'open',
    'select',
    'search',
    'help',
  ]);
  for (const key of ['J', 'Enter', 'Escape', 'constructor', 'a'])
    expect([key, listKeyOf({ ...plain, key }, free)]).toEqual([key, null]);
  for (const held of ['ctrlKey', 'metaKey', 'altKey'])
    expect(listKeyOf({ ...plain, key: 'j', [held]: true }, free)).toBeNull();
  for (const place of ['isTyping', 'isInOverlay'])
    expect(listKeyOf({ ...plain, key: 'j' }, { ...free, [place]: true })).toBeNull();
});

test('the way through rows begins at its end, and stops at the other', () => {
  expect([nextRow(-1, 3, 'next'), nextRow(0, 3, 'next'), nextRow(2, 3, 'next')]).toEqual([0, 1, 2]);
  expect([nextRow(-1, 3, 'previous'), nextRow(1, 3, 'previous'), nextRow(0, 3, 'previous')]).toEqual([
    2, 0, 0,
  ]);
  expect([nextRow(-1, 0, 'next'), nextRow(0, 0, 'previous')]).toEqual([-1, -1]);
});

test('the keys can be switched off, and on again', () => {
  expect(listKeysAreOn(7)).toBe(true);
  rememberListKeys(7, false);
  expect([listKeysAreOn(7), listKeysAreOn(8)]).toEqual([false, true]);
  rememberListKeys(7, true);
  expect([listKeysAreOn(7), [...storage.keys()]]).toEqual([true, []]);
});
