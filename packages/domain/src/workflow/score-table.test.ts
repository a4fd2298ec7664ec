import { expect, test } from 'vitest';
import type { Flow } from '../forms/types.ts';
import { meanOfDecimals, scoresOf } from './score-table.ts';

test('a mean is exact to two places, rounded half up', () => {
  expect(
    [
      [],
      ['12'],
      ['1', '2'],
      ['1', '1', '2'],
      ['12.5', '13', '13'],
      ['0.005'],
      ['0.004'],
      ['-1', '-2', '-2'],
    ].map(meanOfDecimals),
  ).toEqual([null, '12', '1.5', '1.33', '12.83', '0.01', '0', '-1.67']);
});

const number = (id: string, meaning?: string) => ({
  id,
  type: 'number',
  title: id,
  config: meaning === undefined ? {} : { id: meaning },
  effects: [],
});
const step = (id: string, order: number, elements: object[], config: object = {}) => ({
  id,
  title: id,
  order,
  type: 'review',
  ownerRole: 'pro',
  config,
  permissions: { assign: [], assignable: [], view: [] },
  forms: [{ id: `${id}.f`, title: id, order: 0, elements }],
});
const flow = {
  version: 1,
  automations: [],
  templates: [],
  steps: [
    step('APP', 0, [
      { id: 'where', type: 'select-partition', title: 'where', config: {}, effects: [] },
      { ...number('much'), type: 'partition-resources' },
    ]),
    step('SCI', 1, [number('sum', 'score'), number('other')], { needs: 3 }),
    step('PAN', 2, [number('place', 'rank')]),
  ],
} as unknown as Flow;
const submitted = (stepId: string, answers: Record<string, string>, status = 'submitted') => ({
  stepId,
  status,
  answers: Object.entries(answers).map(([elementId, value]) => ({
    elementId,
    groupId: null,
    values: [value],
  })),
});

test('an application has the scores of what counts, how many are needed, its rank and its requests', () => {
  expect(
    scoresOf(flow, [
      submitted('APP', { where: 'aurora', much: '500' }),
      submitted('SCI', { sum: '9.5', other: '1' }),
      submitted('SCI', { sum: '14' }, 'resubmitted'),
      submitted('SCI', { sum: '1' }, 'revoked'),
      submitted('SCI', {}, 'assigned'),
      submitted('PAN', { place: '2' }),
    ]),
  ).toEqual({
    scores: [{ stepId: 'SCI', values: ['14', '9.5'], needed: 3, mean: '11.75', spread: '4.5' }],
    rank: '2',
    asked: [{ partitionId: 'aurora', amount: '500' }],
  });
  const four = Array.from({ length: 4 }, () => submitted('SCI', {}, 'accepted'));
  expect(scoresOf(flow, four).scores).toEqual([
    { stepId: 'SCI', values: [], needed: 4, mean: null, spread: null },
  ]);
});
