import { describe, expect, it } from 'vitest';
import { parseFlow } from '../forms/definition.ts';
import type { SubmittedStep } from '../forms/types.ts';
import { remainingPartitions } from './remaining-partitions.ts';

const step = (id: string, order: number, elements: object[], more: object = {}) => ({
  id,
  title: id,
  order,
  type: 'step',
  ownerRole: 'pro',
  forms: [{ id: `${id}.F`, title: id, order: 0, elements }],
  ...more,
});
const parsed = parseFlow({
  version: 1,
  steps: [
    step(
      'TEC',
      1,
      [
        {
          id: 'ok',
          type: 'toggle',
          title: 'ok',
          config: { outcome: { true: 'approved', false: 'rejected' } },
        },
      ],
      {
        perPartition: true,
      },
    ),
    step('APP', 0, [
      {
        id: 'parts',
        type: 'group',
        title: 'Parts',
        children: [{ id: 'part', type: 'select-partition', title: 'Part', config: { id: 'partition' } }],
      },
    ]),
    step('ONB', 2, [{ id: 'fine', type: 'toggle', title: 'fine' }], { perPartition: true }),
  ],
});
if (!parsed.ok) throw new Error(parsed.faults[0]?.sentence);
const { flow } = parsed;

const said = (
  stepId: string,
  partitionId: string | null,
  elementId: string,
  values: string[][],
  more: object = {},
): SubmittedStep => ({
  stepId,
  lead: false,
  submittedAt: '2026-11-10T10:00:00Z',
  partitionId,
  answers: values.map((value, at) => ({
    elementId,
    groupId: stepId === 'APP' ? `r${at}` : null,
    values: value,
  })),
  rows: [],
  ...more,
});
const asked = said('APP', null, 'part', [['vega-cpu'], ['lumi-c'], [], ['vega-cpu'], ['mn5-gpp']]);
const left = (...more: SubmittedStep[]) => remainingPartitions(flow, [asked, ...more]);

describe('remainingPartitions', () => {
  it('are those asked for, in the order of asking, each once', () => {
    expect(left()).toEqual(['vega-cpu', 'lumi-c', 'mn5-gpp']);
    expect(remainingPartitions(flow, [])).toEqual([]);
  });

  it('are without those turned down, where the lead decides, else who was first', () => {
    const no = said('TEC', 'lumi-c', 'ok', [['false']]);
    const yes = said('TEC', 'lumi-c', 'ok', [['true']], { submittedAt: '2026-11-11T10:00:00Z' });
    expect(left(yes)).toEqual(['vega-cpu', 'lumi-c', 'mn5-gpp']);
    expect(left(yes, no)).toEqual(['vega-cpu', 'mn5-gpp']);
    expect(left({ ...yes, lead: true }, no)).toEqual(['vega-cpu', 'lumi-c', 'mn5-gpp']);
    expect(left(no, { ...no, partitionId: 'vega-cpu' }, { ...no, partitionId: 'mn5-gpp' })).toEqual([]);
  });

  it('are not changed by a step for each partition that decides nothing', () => {
    expect(left(said('ONB', 'lumi-c', 'fine', [['false']]))).toEqual(['vega-cpu', 'lumi-c', 'mn5-gpp']);
  });
});
