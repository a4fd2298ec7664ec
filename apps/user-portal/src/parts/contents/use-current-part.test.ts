import { expect, it } from 'vitest';
import { partAt } from './use-current-part.ts';

const at = (...tops: number[]) => tops.map((top, index) => ({ id: `part ${index}`, top }));

it('marks the part that is being read: the last one that begins in the upper third', () => {
  const window = { height: 900, atEnd: false };
  expect(partAt(at(200, 700, 1200), window)).toBe('part 0');
  expect(partAt(at(-300, 270, 900), window)).toBe('part 1');
  expect(partAt(at(-300, 271, 900), window)).toBe('part 0');
});

it('marks the first part above all of them, and the last one at the end of the page', () => {
  expect(partAt(at(400, 800), { height: 900, atEnd: false })).toBe('part 0');
  expect(partAt(at(-900, -100, 600), { height: 900, atEnd: true })).toBe('part 2');
  expect(partAt([], { height: 900, atEnd: true })).toBeUndefined();
});
