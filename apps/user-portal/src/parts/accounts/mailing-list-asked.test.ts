import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const asked = new Date('2026-05-04T10:00:00Z');
const later = (days: number) => new Date(asked.getTime() + days * 86_400_000);

let storage: Map<string, string>;
beforeEach(() => {
  vi.resetModules();
  storage = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
    removeItem: (key: string) => storage.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

/** The same device with another page open: another tab, or after a new login. */
const anotherPage = async () => {
  vi.resetModules();
  return await import('./mailing-list-asked.ts');
};

test('who was asked is left in peace on this device for ninety days, in every tab and at every login', async () => {
  const { noteAsked, wasAsked } = await anotherPage();
  expect(wasAsked(7, asked)).toBe(false);
  noteAsked(7, asked);
  const other = await anotherPage();
  expect([0, 1, 89, 90, 400].map((days) => other.wasAsked(7, later(days)))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});

test('nothing stays on the device of an account that is gone', async () => {
  const { forgetAsked, noteAsked } = await anotherPage();
  noteAsked(7, asked);
  noteAsked(8, asked);
  forgetAsked(7);
  expect([...storage.keys()]).toEqual(['clearcall.mailing-list-asked.8']);
});

test('another person at the same device is asked', async () => {
  const { noteAsked, wasAsked } = await anotherPage();
  noteAsked(7, asked);
  expect(wasAsked(8, later(1))).toBe(false);
});

test('what is kept there and is no moment of the past counts for nothing', async () => {
  const { wasAsked } = await anotherPage();
  for (const kept of ['', '1', 'yesterday', later(1).toISOString()]) {
    storage.set('clearcall.mailing-list-asked.7', kept);
    expect(wasAsked(7, asked)).toBe(false);
  }
});

test('a browser that keeps nothing asks once a page', async () => {
  const forbidden = () => {
    throw new Error('The storage is forbidden.');
  };
  vi.stubGlobal('localStorage', { getItem: forbidden, setItem: forbidden });
  const { noteAsked, wasAsked } = await anotherPage();
  noteAsked(7, asked);
  expect(wasAsked(7, later(1))).toBe(true);
  expect((await anotherPage()).wasAsked(7, later(1))).toBe(false);
});
