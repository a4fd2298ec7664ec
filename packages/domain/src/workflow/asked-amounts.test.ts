import { expect, test } from 'vitest';
import type { Element, Step } from '../forms/types.ts';
import { askedAmounts, askingElements } from './asked-amounts.ts';

const element = (id: string, type: Element['type'], more: Partial<Element> = {}): Element => ({
  id,
  type,
  title: id,
  config: {},
  effects: [],
  ...more,
});
const step = (elements: Element[]): Step => ({
  id: 'APP',
  title: 'Application',
  order: 0,
  type: 'application',
  ownerRole: 'applicant',
  config: {},
  permissions: { assign: [], assignable: [], view: [] },
  forms: [{ id: 'F', title: 'F', order: 0, elements }],
});
const answer = (elementId: string, values: string[], groupId: string | null = null) => ({
  elementId,
  groupId,
  values,
});

test('an amount belongs to the partition of its own row', () => {
  const asking = askingElements(
    step([
      element('other', 'select-partition'),
      element('rows', 'group', {
        children: [
          element('part', 'select-partition', { config: { id: 'partition' } }),
          element('amount', 'partition-resources', { config: { partitionFrom: 'part' } }),
        ],
      }),
    ]),
  );
  expect(asking).toEqual({
    partitions: ['part'],
    amounts: [{ element: 'amount', partitionFrom: 'part' }],
  });
  expect(
    askedAmounts(asking, [
      answer('other', ['elsewhere']),
      answer('part', ['cpu'], 'r1'),
      answer('part', ['gpu'], 'r2'),
      answer('part', ['cpu'], 'r3'),
      answer('part', [], 'r4'),
      answer('amount', ['100.5'], 'r1'),
      answer('amount', ['7'], 'r3'),
      answer('amount', ['9'], 'r4'),
    ]),
  ).toEqual([
    { partitionId: 'cpu', amount: '100.5' },
    { partitionId: 'cpu', amount: '7' },
    { partitionId: 'gpu', amount: null },
  ]);
});

test('an amount that names no partition belongs to the choice beside it', () => {
  const asking = askingElements(
    step([element('part', 'select-partition'), element('amount', 'partition-resources')]),
  );
  expect(askedAmounts(asking, [answer('part', ['cpu']), answer('amount', ['3'])])).toEqual([
    { partitionId: 'cpu', amount: '3' },
  ]);
});

test('partitions may be named without amounts, and nothing at all may be asked for', () => {
  const asking = askingElements(step([element('parts', 'partitions')]));
  expect(askedAmounts(asking, [answer('parts', ['cpu', 'gpu'])])).toEqual([
    { partitionId: 'cpu', amount: null },
    { partitionId: 'gpu', amount: null },
  ]);
  expect(askedAmounts(asking, [])).toEqual([]);
});
