import { describe, expect, it } from 'vitest';
import type { Element, Step } from '../../forms/types.ts';
import type { AmountsDefinition, CallDefinition } from './call-definition.ts';
import { draftsAbove, loweredLimits } from './lowered-limits.ts';
import { smallCall } from './testing/small-call.ts';

/** During the second cut-off of the small call, whose partition has the limit 100 and the pool 5000. */
const now = new Date('2026-06-01T12:00:00Z');
const withAmounts = (change: Partial<AmountsDefinition>, cutoff = '2'): CallDefinition => {
  const call = smallCall();
  const cutoffs = call.cutoffs.map((one) =>
    one.id === cutoff ? { ...one, amounts: one.amounts.map((amounts) => ({ ...amounts, ...change })) } : one,
  );
  return { ...call, cutoffs };
};
const limits = (change: Partial<AmountsDefinition>, was: Partial<AmountsDefinition> = {}, at = now) =>
  loweredLimits(withAmounts(was), withAmounts(change), at).map(({ limit }) => limit);

describe('loweredLimits', () => {
  it('names a lower limit, a new one, and a pool below the limit', () => {
    expect(loweredLimits(smallCall(), withAmounts({ max: '50' }), now)).toEqual([
      { cutoff: '2', partition: 'north-cpu', limit: '50' },
    ]);
    expect(limits({ max: '50' }, { max: null, pool: null })).toEqual(['50']);
    expect(limits({ pool: '80' })).toEqual(['80']);
  });

  it('names nothing else', () => {
    expect(limits({ max: '200', pool: '300' })).toEqual([]);
    expect(limits({ pool: '400' })).toEqual([]);
    expect(limits({ max: null, pool: null })).toEqual([]);
    expect(limits({ min: '20' })).toEqual([]);
    expect(limits({ max: '50', disabled: true })).toEqual([]);
    expect(limits({ max: null, min: null, fixed: '50' })).toEqual([]);
  });

  it('looks at the cut-off that drafts count for alone', () => {
    expect(loweredLimits(smallCall(), withAmounts({ max: '50' }, '1'), now)).toEqual([]);
    expect(limits({ max: '50' }, {}, new Date('2026-12-01T12:00:00Z'))).toEqual([]);
    // The next one, before the first opens.
    expect(
      loweredLimits(smallCall(), withAmounts({ max: '50' }, '1'), new Date('2026-01-01T12:00:00Z')),
    ).toHaveLength(1);
  });
});

const element = (id: string, type: Element['type'], more: Partial<Element> = {}): Element => ({
  id,
  type,
  title: id,
  config: {},
  effects: [],
  ...more,
});
const step = (config: Element['config']): Step =>
  ({
    id: 'APP',
    title: 'Application',
    order: 0,
    type: 'application',
    ownerRole: 'applicant',
    config: {},
    forms: [
      {
        id: 'F1',
        title: 'Amounts',
        order: 0,
        elements: [
          element('rows', 'group', {
            children: [
              element('part', 'select-partition'),
              element('amount', 'partition-resources', { config: { partitionFrom: 'part', ...config } }),
            ],
          }),
        ],
      },
    ],
    permissions: { view: [] },
  }) as unknown as Step;
/** A draft with a row for each amount, on the partition of the small call unless another is given. */
const asking = (amounts: string[], config = {}, partition = 'north-cpu') => ({
  step: step(config),
  answers: amounts.flatMap((amount, nth) => [
    { elementId: 'part', groupId: String(nth), values: [partition] },
    { elementId: 'amount', groupId: String(nth), values: [amount] },
  ]),
});

describe('draftsAbove', () => {
  const units = { 'north-cpu': 'node hours' };
  const above = (change: Partial<AmountsDefinition>, drafts: ReturnType<typeof asking>[]) => {
    const draft = withAmounts(change);
    return draftsAbove(loweredLimits(smallCall(), draft, now), draft, { drafts, units });
  };

  it('counts each draft with an amount above the new limit once', () => {
    const drafts = [['50'], ['50.5'], ['60', '70'], []].map((amounts) => asking(amounts));
    expect(above({ max: '50' }, drafts)).toEqual({ 'north-cpu': 2 });
    expect(above({ max: '50' }, [asking(['60'], {}, 'south-cpu')])).toEqual({});
    expect(above({ max: '200' }, drafts)).toEqual({});
  });

  it('compares a pool with amounts in its unit alone', () => {
    expect(above({ pool: '50' }, [asking(['60'])])).toEqual({ 'north-cpu': 1 });
    expect(above({ pool: '50' }, [asking(['60'], { unit: 'core hours' })])).toEqual({});
  });
});
