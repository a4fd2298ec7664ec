import { loadArea } from '@clearcall/i18n/catalogue.ts';
import { createTranslator } from '@clearcall/i18n/translator.ts';
import { expect, it } from 'vitest';
import { type Previewed, previewLines } from './template-preview.ts';

it('names the unit of each amount, which is that of its partition', async () => {
  const { translate } = createTranslator('en', await loadArea('en', 'parts'), await loadArea('en', 'forms'));
  const config = { preview: true };
  const amount = {
    id: 'amount',
    type: 'partition-resources',
    title: 'Amount',
    config: { ...config, partitionFrom: 'part' },
  };
  const group = {
    id: 'request',
    type: 'group',
    title: 'Request',
    config,
    children: [{ id: 'part', type: 'select-partition', title: 'Partition', config }, amount],
  };
  const answer = (flowElementId: string, dataGroupId: string, value: string) => ({
    flowElementId,
    dataGroupId,
    input: { values: [value] },
  });
  const partition = (id: string, unit: string) => ({ id, name: id, kind: 'CPU', unit });
  const lines = previewLines({
    process: [{ id: 'APP' }],
    steps: [{ id: 'APP', forms: [{ title: 'Resources', elements: [group] }] }],
    partitions: [partition('North', 'node hours'), partition('South', 'GPU hours')],
    options: {},
    assignments: [
      {
        stepId: 'APP',
        groups: ['one', 'two'].map((id, order) => ({ id, flowElementId: 'request', order })),
        data: [
          answer('part', 'one', 'North'),
          answer('amount', 'one', '12000'),
          answer('part', 'two', 'South'),
          answer('amount', 'two', '500'),
        ],
      },
    ],
  } as unknown as Previewed);
  expect(lines.map((line) => translate(line).replace(/\s/g, ' '))).toEqual([
    'Resources',
    'Request: North, 12 000 node hours',
    'Request: South, 500 GPU hours',
  ]);
});
