import { expect, test } from 'vitest';
import { later } from './later.ts';

// Instants of the reader's own clock, whatever zone the test runs in.
const at = (text: string) => new Date(text).getTime();

test.each([
  ['2026-11-22T17:05', 'day', '2026-11-23T17:05'],
  ['2026-11-30T23:59', 'day', '2026-12-01T23:59'],
  // Over the night in which Europe changes its clocks: the same time of the day.
  ['2027-03-27T09:00', 'week', '2027-04-03T09:00'],
  ['2026-12-28T17:05', 'week', '2027-01-04T17:05'],
  ['2026-11-22T17:05', 'month', '2026-12-22T17:05'],
  ['2026-12-31T17:05', 'month', '2027-01-31T17:05'],
  ['2027-01-31T17:05', 'month', '2027-02-28T17:05'],
  ['2028-01-30T17:05', 'month', '2028-02-29T17:05'],
] as const)('%s and a %s is %s', (from, step, to) => {
  expect(later(at(from), step)).toEqual(new Date(to));
});

test('seconds stay in a step', () => {
  expect(later(at('2026-11-22T17:05:59'), 'day').getSeconds()).toBe(59);
});
