import { startTexts } from '@clearcall/ui/kit/text/translate.ts';
import { expect, test } from 'vitest';
import { amountText, applyWindow, factTexts, freshForMs } from './call-texts.ts';

await startTexts(['frame', 'calls'], 'en');

const amounts = { min: null, max: null, fixed: false, partitions: 2 };
const thin = '\u202f';

test.each([
  [{ ...amounts, min: '20000', max: '230000' }, [`20${thin}000 – 230${thin}000`, 'node hours']],
  [{ ...amounts, min: '5000', max: '5000', fixed: true }, [`5${thin}000`, 'node hours, fixed']],
  [
    { ...amounts, min: '200', max: '3500', fixed: true },
    [`200 – 3${thin}500`, 'node hours, fixed per partition'],
  ],
  [{ ...amounts, min: '130000' }, [`from 130${thin}000`, 'node hours']],
  [{ ...amounts, max: '25000' }, [`up to 25${thin}000`, 'node hours']],
])('says an amount: %j', (given, [figures, unit]) => {
  expect(amountText({ amounts: given, unit: 'node hours' })).toEqual({ figures, unit });
});

test('says nothing where there is nothing to say', () => {
  expect(amountText({ amounts, unit: 'node hours' })).toBeNull();
  expect(factTexts({ amounts: { ...amounts, partitions: 0 }, facts: {} })).toEqual([]);
  expect(factTexts({ amounts: { ...amounts, partitions: 1 }, facts: { duration: '1 month' } })).toEqual([
    '1 month',
    '1 partition',
  ]);
});

test('one applies in the timeframe of the first step, else in the window that counts', () => {
  const current = { id: 1, start: '2026-01-01T00:00:00.000Z', end: null };
  const step = { id: 'a', title: 'A', ownerRole: 'applicant', start: null, end: null };
  expect(applyWindow({ flow: { steps: [] }, current })).toEqual(current);
  expect(applyWindow({ flow: { steps: [{ ...step, order: 0 }] }, current })).toEqual(current);
  const timed = { ...step, start: '2026-02-01T00:00:00.000Z', end: '2026-03-01T00:00:00.000Z' };
  expect(
    applyWindow({
      flow: {
        steps: [
          { ...step, order: 1 },
          { ...timed, order: 0 },
        ],
      },
      current,
    }),
  ).toEqual({ start: timed.start, end: timed.end });
});

test('a list is asked for again when the next call opens or closes, but never in a hurry', () => {
  const now = Date.parse('2026-01-01T00:00:00.000Z');
  const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString();
  const current = (start: number, end: number | null) => ({
    id: 1,
    start: at(start),
    end: end === null ? null : at(end),
  });
  expect(freshForMs([], now)).toBe(3_600_500);
  expect(freshForMs([{ state: 'open', current: current(-9, 10) }], now)).toBe(600_500);
  expect(freshForMs([{ state: 'opening_soon', current: current(5, 10) }], now)).toBe(300_500);
  expect(freshForMs([{ state: 'open', current: current(-9, null) }], now)).toBe(3_600_500);
  expect(freshForMs([{ state: 'open', current: current(-9, 0.01) }], now)).toBe(5_000);
});
