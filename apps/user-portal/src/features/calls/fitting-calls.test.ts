import { expect, test } from 'vitest';
import { longestMonths, misfits, sortByFit } from './fitting-calls.ts';

const call = (
  min: string | null,
  max: string | null,
  duration: string,
  track = 'Classic',
  fixed = false,
) => ({
  unit: 'node hours',
  state: 'open' as const,
  facts: { duration, track },
  amounts: { min, max, fixed, partitions: 1 },
});
const nothing = { track: null, amount: null, months: null };

test('who knows nothing yet is offered everything that is not closed', () => {
  const calls = [call('1', '2', '12 months'), { ...call('1', '2', '12 months'), state: 'closed' as const }];
  expect(sortByFit(calls, nothing)).toEqual([{ call: calls[0], reasons: [] }]);
});

test('every answer rules out what cannot be', () => {
  const regular = call('20000', '230000', '12 months');
  expect(misfits(regular, { track: 'Classic', amount: 20_000, months: 12 })).toEqual([]);
  expect(misfits(regular, { ...nothing, amount: 5000 })).toEqual(['asksMore']);
  expect(misfits(regular, { ...nothing, amount: 300_000 })).toEqual(['givesLess']);
  expect(misfits(regular, { ...nothing, track: 'Quantum' })).toEqual(['otherWork']);
  expect(misfits(call(null, null, '2 or 3 months'), { ...nothing, months: 6 })).toEqual(['endsEarlier']);
  // A fixed amount is given whole: needing less is no hindrance.
  expect(misfits(call('2000', '3500', '3 months', 'Classic', true), { ...nothing, amount: 100 })).toEqual([]);
});

test('what misses by one thing comes after what fits, what misses by two not at all', () => {
  const long = call('20000', '230000', '12 months');
  const short = call('200', '3500', '2 or 3 months');
  const other = call('10', '25', '3 or 6 months', 'Quantum');
  const found = sortByFit([other, short, long], { track: 'Classic', amount: 30_000, months: 3 });
  expect(found.map((one) => one.call)).toEqual([long, short]);
});

test('reads the longest time out of words', () => {
  expect(longestMonths('3, 6 or 12 months')).toBe(12);
  expect(longestMonths('as agreed')).toBeNull();
  expect(longestMonths(undefined)).toBeNull();
});
