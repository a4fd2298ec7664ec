import { expect, test } from 'vitest';
import { layOutProcess } from './process-layout.ts';

const step = (id: string, start: string | null, end: string | null) => ({
  id,
  title: id,
  order: 0,
  ownerRole: 'applicant',
  start: start && `${start}T00:00:00.000Z`,
  end: end && `${end}T00:00:00.000Z`,
});
const now = Date.parse('2026-01-21T00:00:00.000Z');

test('steps stand to scale, the running one cut at the left edge', () => {
  const layout = layOutProcess(
    [
      step('form', '2025-06-01', '2026-02-01'),
      step('check', '2026-02-01', '2026-02-11'),
      step('later', null, null),
    ],
    now,
  );
  expect(layout?.bars[0]?.from).toBe(0);
  expect(layout?.bars[1]?.from).toBeCloseTo(25 / 36.4, 2);
  expect(layout?.bars[2]).toBeNull();
  expect(layout?.nowAt).toBeCloseTo(14 / 36.4, 2);
  expect(layout?.months.map(({ startMs }) => new Date(startMs).getUTCMonth())).toEqual([1]);
});

test('without two dated steps there is nothing to draw', () => {
  expect(layOutProcess([step('form', '2026-01-01', '2026-02-01'), step('x', null, null)], now)).toBeNull();
  expect(layOutProcess([], now)).toBeNull();
});
