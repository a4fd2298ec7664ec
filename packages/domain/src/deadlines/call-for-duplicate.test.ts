import { expect, it } from 'vitest';
import { type CallOfCode, callForDuplicate } from './call-for-duplicate.ts';

const now = new Date('2026-11-21T12:00:00Z');
const callOf = (id: number, year: number, number: number, more: Partial<CallOfCode> = {}): CallOfCode => ({
  id,
  year,
  number,
  published: true,
  cutoffs: [{ start: `${year}-01-01T00:00:00Z`, end: `${year}-12-31T00:00:00Z` }],
  ...more,
});
const closed = callOf(1, 2025, 2);

it('takes a duplicate into the call of the original while it is open', () => {
  expect(callForDuplicate([callOf(2, 2026, 1), callOf(3, 2026, 2)], 2, now)).toBe(2);
});

it('takes it into the newest open call of the code afterwards', () => {
  expect(callForDuplicate([closed, callOf(3, 2026, 2), callOf(2, 2026, 1), callOf(4, 2027, 1)], 1, now)).toBe(
    3,
  );
  // The year counts before the number.
  const longOpen = callOf(5, 2025, 9, { cutoffs: [{ start: '2025-01-01T00:00:00Z', end: null }] });
  expect(callForDuplicate([longOpen, callOf(2, 2026, 1)], 1, now)).toBe(2);
});

it('takes it nowhere if none is open', () => {
  const unpublished = callOf(2, 2026, 1, { published: false });
  expect(callForDuplicate([closed, unpublished, callOf(3, 2027, 1)], 1, now)).toBeNull();
});
