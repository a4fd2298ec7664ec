import { expect, test, vi } from 'vitest';
import {
  forgetAfterReload,
  isOtherVersion,
  leaveForReload,
  readAfterReload,
  waitBeforeReload,
} from './new-version.ts';

const pageOf = (entry: string) =>
  `<html><head><script type="module" crossorigin src="${entry}"></script></head><body></body></html>`;

test.each([
  ['the same page', pageOf('/assets/index-a1.js'), false],
  ['a page that begins with another script', pageOf('/assets/index-b2.js'), true],
  ['a script whose name only begins alike', pageOf('/assets/index-a1.js.map'), true],
  [
    'something that is no page of a portal, such as a login of the network',
    '<html>Welcome to the hotel</html>',
    false,
  ],
  ['nothing', '', false],
])('%s', (_name, page, other) => {
  expect(isOtherVersion(page, '/assets/index-a1.js')).toBe(other);
});

test('a page loads itself again at once, then later, then never, and after some minutes at once', () => {
  const now = 1_000_000;
  const after = (...agoMs: number[]) =>
    waitBeforeReload(
      agoMs.map((ago) => now - ago),
      now,
    );
  expect([after(), after(1_000), after(1_000, 119_999), after(1, 2, 3)]).toEqual([0, 2_000, 10_000, null]);
  expect([after(120_000), after(120_000, 1, 2, 3), after(120_000, 130_000, 140_000)]).toEqual([0, null, 0]);
});

test('what was left for a page is there each time the page begins to be drawn, until it is forgotten', () => {
  const stored = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  const typed = { firstName: 'Siobhán' };
  leaveForReload('register', typed);
  expect([readAfterReload('register'), readAfterReload('register')]).toEqual([typed, typed]);
  forgetAfterReload('register');
  expect(readAfterReload('register')).toBeNull();
  vi.unstubAllGlobals();
});
