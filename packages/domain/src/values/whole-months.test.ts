import { expect, it } from 'vitest';
import { lastDayOf, lastMonthOver, monthAfter } from './whole-months.ts';

it('knows the last day of each month, in leap years too', () => {
  expect(['2026-01', '2026-02', '2028-02', '2026-12', '0050-02'].map(lastDayOf)).toEqual([
    '2026-01-31',
    '2026-02-28',
    '2028-02-29',
    '2026-12-31',
    '0050-02-28',
  ]);
});

it('counts months over the ends of years', () => {
  expect([monthAfter('2026-11', 2), monthAfter('2026-01', -1), monthAfter('2026-05', -12)]).toEqual([
    '2027-01',
    '2025-12',
    '2025-05',
  ]);
});

it('takes a month as over when it is over everywhere on earth', () => {
  expect(lastMonthOver(new Date('2026-12-01T11:59:59Z'))).toBe('2026-10');
  expect(lastMonthOver(new Date('2026-12-01T12:00:00Z'))).toBe('2026-11');
  expect(lastMonthOver(new Date('2027-01-15T00:00:00Z'))).toBe('2026-12');
});
