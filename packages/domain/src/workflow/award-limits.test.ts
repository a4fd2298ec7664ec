import { describe, expect, it } from 'vitest';
import type { AwardLimits } from '../applications/application.ts';
import { parseFlow } from '../forms/definition.ts';
import type { Flow } from '../forms/types.ts';
import { adviceProblems, awaitsRank, awardFaults, awardLimits } from './award-limits.ts';
import type { PartitionDecision } from './read-outcome.ts';
import type { DecisionFact } from './workflow-facts.ts';

/** An application with an amount for each partition, a technical review that advises one, and the decision. */
function flowOf(amount: object = {}, requested: object = {}): Flow {
  const step = (id: string, order: number, elements: object[], more: object = {}) => ({
    id,
    title: id,
    order,
    type: 'step',
    ownerRole: 'pro',
    forms: [{ id: `${id}.F`, title: id, order: 0, elements }],
    ...more,
  });
  const part = (id: string, config: object = {}) => ({ id, type: 'select-partition', title: id, config });
  const parsed = parseFlow({
    version: 1,
    steps: [
      step('APP', 0, [
        { id: 'start', type: 'date', title: 'Start', config: { id: 'wished_start' } },
        {
          id: 'parts',
          type: 'group',
          title: 'Partitions',
          children: [
            part('part', { id: 'partition' }),
            {
              id: 'nh',
              type: 'partition-resources',
              title: 'Amount',
              config: { partitionFrom: 'part', ...requested },
            },
          ],
        },
      ]),
      step(
        'TEC',
        1,
        [
          {
            id: 'proposed',
            type: 'number',
            title: 'Proposed',
            config: { id: 'technical_limit', audience: 'panel_only' },
          },
        ],
        { perPartition: true },
      ),
      step('SCI', 2, [{ id: 'sum', type: 'number', title: 'Sum', config: { id: 'score' } }]),
      step('PAN', 3, [
        { id: 'rank', type: 'number', title: 'Rank', config: { id: 'rank' } },
        {
          id: 'advice',
          type: 'number',
          title: 'Advice',
          config: { id: 'advised_amount', audience: 'panel_only' },
        },
      ]),
      step(
        'ALL',
        4,
        [
          {
            id: 'rows',
            type: 'group',
            title: 'Rows',
            config: { rowsFrom: 'partitions' },
            children: [
              part('own', { id: 'decision_partition' }),
              {
                id: 'dec',
                type: 'select',
                title: 'Decision',
                items: ['yes', 'no'],
                config: { required: true, outcome: { yes: 'awarded', no: 'rejected' } },
              },
              { id: 'amount', type: 'number', title: 'Amount', config: { id: 'decision_amount', ...amount } },
              { id: 'why', type: 'textarea', title: 'Why', config: { id: 'outcome_reason' } },
            ],
          },
        ],
        { final: true },
      ),
    ],
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
  return parsed.flow;
}

const answer = (elementId: string, value: string, groupId: string | null = null) => ({
  elementId,
  groupId,
  values: [value],
});
const submission = (
  stepId: string,
  answers: ReturnType<typeof answer>[],
  more: { partitionId?: string; status?: 'submitted' | 'refused'; isLead?: boolean; at?: string } = {},
) => ({
  id: `${stepId} ${more.partitionId ?? ''} ${more.at ?? ''}`,
  stepId,
  status: more.status ?? ('submitted' as const),
  isLead: more.isLead ?? false,
  submittedAt: more.at ?? '2026-11-20T10:00:00.000Z',
  partitionId: more.partitionId ?? null,
  submitted: { answers, rows: [] },
});
const asked = submission('APP', [
  answer('part', 'cpu', '1'),
  answer('nh', '90000', '1'),
  answer('part', 'gpu', '2'),
  answer('start', '2027-05-01'),
]);
/** What is known of an application that nobody reviewed. */
const unreviewed = { advised: null, score: null, rank: null };
const around = { partitions: ['cpu', 'gpu'], left: { cpu: '120000.5' }, unit: 'node hours' };

describe('what an award is held against', () => {
  it('is what was asked for, what the technical review advises, and what is left of the pool', () => {
    const technical = submission('TEC', [answer('proposed', '60000')], { partitionId: 'cpu' });
    const wishedStart = '2027-05-01';
    expect(awardLimits(flowOf(), [asked, technical], around)).toEqual([
      {
        ...{ partitionId: 'cpu', requested: '90000', wishedStart, technical: '60000' },
        ...{ left: '120000.5', mayExceed: false, ...unreviewed },
      },
      {
        ...{ partitionId: 'gpu', requested: null, wishedStart, technical: null },
        ...{ left: null, mayExceed: false, ...unreviewed },
      },
    ]);
  });

  it('comes with the mean score, the rank and the last advice, as far as the reader may read them', () => {
    const reviews = [submission('SCI', [answer('sum', '13')]), submission('SCI', [answer('sum', '12.5')])];
    const panel = submission('PAN', [answer('rank', '2'), answer('advice', '70000')]);
    const told = (reads?: Parameters<typeof awardLimits>[3]) => {
      const [limits] = awardLimits(flowOf(), [asked, ...reviews, panel], around, reads);
      return [limits?.advised, limits?.score, limits?.rank];
    };
    expect(told()).toEqual([{ step: 'PAN', value: '70000' }, { step: 'SCI', value: '12.75' }, '2']);
    expect(told(({ stepId }, audience) => stepId === 'PAN' && audience === 'public')).toEqual([
      null,
      null,
      '2',
    ]);
  });

  it('says that the rank is missing where a step ranks, until it is submitted', () => {
    const misses = (...more: ReturnType<typeof submission>[]) => awaitsRank(flowOf(), [asked, ...more]);
    const ranked = [answer('rank', '2')];
    expect(misses()).toBe(true);
    expect(misses(submission('PAN', ranked, { status: 'refused' }))).toBe(true);
    expect(misses(submission('PAN', ranked))).toBe(false);
    const { steps, ...flow } = flowOf();
    const unranked = { ...flow, steps: steps.filter(({ id }) => id !== 'PAN') };
    expect(awaitsRank(unranked, [asked])).toBe(false);
  });

  it('takes the advice of the lead, of work that was handed in, as far as the reader may read it', () => {
    const other = submission('TEC', [answer('proposed', '1')], { partitionId: 'cpu', at: '2026-11-18' });
    const gone = submission('TEC', [answer('proposed', '2')], {
      partitionId: 'cpu',
      status: 'refused',
      at: '2026-11-17',
    });
    const lead = submission('TEC', [answer('proposed', '3')], { partitionId: 'cpu', isLead: true });
    const told = (reads?: Parameters<typeof awardLimits>[3]) =>
      awardLimits(flowOf(), [asked, gone, other, lead], around, reads)[0]?.technical;
    expect(told()).toBe('3');
    expect(told((_, audience) => audience !== 'panel_only')).toBeNull();
  });

  it('compares no amounts of different units', () => {
    expect(awardLimits(flowOf({}, { unit: 'core hours' }), [asked], around)[0]?.requested).toBeNull();
  });
});

const none = { requested: null, wishedStart: null, technical: null, left: null, mayExceed: false };

describe('an amount that is awarded', () => {
  const limits: AwardLimits[] = [
    { ...none, partitionId: 'cpu', requested: '90000', technical: '60000', left: '70000' },
    { ...none, partitionId: 'gpu' },
  ];
  const exceeding = limits.map((one) => ({ ...one, mayExceed: true }));
  const row = (amount: string | null, more: Partial<PartitionDecision> = {}): PartitionDecision => ({
    partitionId: 'cpu',
    outcome: 'awarded',
    amount,
    reason: null,
    startsOn: null,
    endsOn: null,
    ...more,
  });
  const faults = (
    rows: PartitionDecision[],
    held: AwardLimits[] = limits,
    more: { decisions?: DecisionFact[]; reason?: string } = {},
  ) =>
    awardFaults(rows, { limits: held, ...more }).map(({ partitionId, fault }) => `${partitionId} ${fault}`);

  it('is at most what was asked for, and at most what the pool has', () => {
    expect(faults([row('9000000')])).toEqual(['cpu above_request']);
    expect(faults([row('90000')])).toEqual(['cpu above_pool']);
    expect(faults([row('70000.1', { outcome: 'reduced' })])).toEqual(['cpu above_pool']);
    expect(faults([row('70000', { outcome: 'reduced' })])).toEqual([]);
  });

  it('is the request if awarded in full, and less than the request but more than nothing if reduced', () => {
    const held = limits.map((one) => ({ ...one, left: null }));
    const reduced = (amount: string) => faults([row(amount, { outcome: 'reduced' })], held);
    expect(faults([row('90000')], held)).toEqual([]);
    expect(faults([row('89999.9')], held)).toEqual(['cpu amount_mismatch']);
    expect(reduced('89999.9')).toEqual([]);
    expect(reduced('90000')).toEqual(['cpu amount_mismatch']);
    expect(reduced('0')).toEqual(['cpu amount_mismatch']);
    expect(faults([row('1', { partitionId: 'gpu' })], held)).toEqual([]);
  });

  it('may be above what the technical review advises', () => {
    expect(faults([row('60001', { outcome: 'reduced' })])).toEqual([]);
  });

  it('has no limit that nobody set', () => {
    expect(faults([row('9000000', { partitionId: 'gpu' }), row('1', { partitionId: 'none' })])).toEqual([]);
  });

  it('is not checked where nothing is awarded', () => {
    expect(faults([row('9000000', { outcome: 'reserve' }), row(null)])).toEqual([]);
  });

  it('may be above both where the flow allows it, with a reason', () => {
    expect(awardLimits(flowOf({ mayExceed: true }), [asked], around)[0]?.mayExceed).toBe(true);
    expect(faults([row('9000000')], exceeding)).toEqual(['cpu reason_needed']);
    expect(faults([row('9000000', { reason: ' ' })], exceeding)).toEqual(['cpu reason_needed']);
    expect(faults([row('9000000', { reason: 'Urgent.' })], exceeding)).toEqual([]);
    expect(faults([row('9000000')], exceeding, { reason: 'Urgent.' })).toEqual([]);
    expect(faults([row('70000', { outcome: 'reduced' })], exceeding)).toEqual([]);
    expect(faults([row('9000000', { reason: 'Urgent.' })])).toEqual(['cpu above_request']);
  });

  it('is not checked again while it stays as it was decided', () => {
    const before: DecisionFact = {
      ...row('9000000'),
      partitionId: 'cpu',
      version: 1,
      decidedBy: null,
      decidedAt: '2026-11-20T10:00:00.000Z',
      releasedAt: null,
    };
    const again = (amount: string, decision = before) =>
      faults([row(amount, { endsOn: '2027-12-31' })], limits, { decisions: [decision] });
    expect(again('9000000')).toEqual([]);
    expect(again('8000000')).toEqual(['cpu above_request']);
    expect(again('9000000', { ...before, outcome: 'reserve' })).toEqual(['cpu above_request']);
  });
});

describe('an amount that is advised', () => {
  const limits = (requested: Record<string, string | null>): AwardLimits[] =>
    Object.entries(requested).map(([partitionId, amount]) => ({
      ...none,
      partitionId,
      requested: amount,
    }));
  const problemsOf = (
    amount: string,
    partitionId: string | null,
    requested: Record<string, string | null>,
    config: object = {},
    share?: string,
  ) => {
    const [, technical] = flowOf().steps;
    const [form] = technical?.forms ?? [];
    const [element] = form?.elements ?? [];
    if (technical === undefined || form === undefined || element === undefined) throw new Error('no review');
    const shareElement = { ...element, id: 'share', config: { id: 'advised_share' } };
    const advised = { ...element, config: { ...element.config, ...config } };
    const step = { ...technical, forms: [{ ...form, elements: [shareElement, advised] }] };
    const answers = [answer('proposed', amount), ...(share === undefined ? [] : [answer('share', share)])];
    const content = { answers, rows: [] };
    return adviceProblems(step, content, limits(requested), { partitionId, unit: 'node hours' }).map(
      ({ elementId, message: { values } }) => [elementId, JSON.stringify(values)],
    );
  };

  it('is at most what the application asks for on the partition, or on all partitions of the whole', () => {
    const requested = { cpu: '80000', gpu: '5000' };
    expect(problemsOf('80000', 'cpu', requested)).toEqual([]);
    expect(problemsOf('80000.1', 'cpu', requested)).toEqual([['proposed', expect.stringContaining('80000')]]);
    expect(problemsOf('85000', null, requested)).toEqual([]);
    expect(problemsOf('96000000', null, requested)).toEqual([['proposed', expect.stringContaining('85000')]]);
  });

  it('is below the request if it is advised as reduced', () => {
    const reduced = (amount: string) => problemsOf(amount, null, { cpu: '80000' }, {}, 'reduced');
    expect(reduced('79999')).toEqual([]);
    expect(reduced('80000')).toEqual([['proposed', expect.stringContaining('80000')]]);
    expect(problemsOf('80000', null, { cpu: '80000' }, {}, 'full')).toEqual([]);
  });

  it('has no limit if a request names no amount, or if the form allows more', () => {
    expect(problemsOf('96000000', null, { cpu: '80000', gpu: null })).toEqual([]);
    expect(problemsOf('96000000', 'gpu', { gpu: null })).toEqual([]);
    expect(problemsOf('96000000', 'cpu', { cpu: '80000' }, { mayExceed: true })).toEqual([]);
  });
});
