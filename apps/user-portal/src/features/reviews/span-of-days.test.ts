import { expect, it } from 'vitest';
import { faultOfSpan, yearBefore } from './span-of-days.ts';

it('goes back a year, from a leap day to the day before it', () => {
  expect([yearBefore('2026-11-24'), yearBefore('2028-02-29')]).toEqual(['2025-11-24', '2027-02-28']);
});

it('says which day is none, and where the last one is before the first', () => {
  expect(faultOfSpan('2026-01-01', '2026-01-01')).toBeNull();
  expect(faultOfSpan('30-02-2026', '2026-01-01')).toBe('first');
  expect(faultOfSpan('2026-01-01', '')).toBe('last');
  expect(faultOfSpan('2026-01-02', '2026-01-01')).toBe('order');
});
