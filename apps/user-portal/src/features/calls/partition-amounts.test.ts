import { expect, test } from 'vitest';
import { amountsIn, commonScale, offeredUnits } from './partition-amounts.ts';

const partition = {
  id: 'p',
  name: 'P',
  centre: 'C',
  kind: 'CPU',
  description: '',
  unit: 'node hours',
  disabled: false,
  min: '60000',
  max: null,
  fixed: null,
  pool: '1871388',
  coreHoursPerUnit: '48',
  gpuHoursPerUnit: null,
};

test('converts limits, and says where it cannot', () => {
  expect(amountsIn(partition, 'own')).toEqual({ min: 60_000, max: null, fixed: null, pool: 1_871_388 });
  expect(amountsIn(partition, 'core')).toEqual({ min: 2_880_000, max: null, fixed: null, pool: 89_826_624 });
  expect(amountsIn(partition, 'gpu')).toBeNull();
  expect(offeredUnits([partition])).toEqual(['own', 'core']);
});

test('all bars share a scale that ends beyond the largest limit', () => {
  const row = { min: null, max: null, fixed: null, pool: null };
  expect(commonScale([{ ...row, max: 230_000 }, null, { ...row, min: 60_000 }])).toBe(250_000);
  expect(commonScale([{ ...row, fixed: 3500 }])).toBe(4000);
  expect(commonScale([])).toBeGreaterThan(0);
});
