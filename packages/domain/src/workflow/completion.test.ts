import { describe, expect, it } from 'vitest';
import { droppedBy, leadingSubmission, partitionsAt, remainingPartitions, stepIsDone } from './completion.ts';
import { facts, steps, work } from './testing/review-scene.ts';
import type { DecisionFact, WorkflowAssignment } from './workflow-facts.ts';

const first = '2026-11-20T09:00:00.000Z';
const second = '2026-11-20T10:00:00.000Z';
const technical = (id: string, partitionId: string, more: Partial<WorkflowAssignment> = {}) =>
  work(id, 'TECH', 'north', 'submitted', { partitionId, verdict: 'dropped', ...more });

describe('of several submissions', () => {
  it.each<[string, { isLead: boolean; submittedAt: string | null }[], number | null]>([
    [
      'the lead’s counts, wherever it stands',
      [
        { isLead: false, submittedAt: first },
        { isLead: true, submittedAt: second },
      ],
      1,
    ],
    [
      'the lead’s counts, the last one too',
      [
        { isLead: true, submittedAt: second },
        { isLead: false, submittedAt: first },
      ],
      0,
    ],
    [
      'the earliest counts without a lead',
      [
        { isLead: false, submittedAt: second },
        { isLead: false, submittedAt: first },
      ],
      1,
    ],
    ['none counts where there is none', [], null],
  ])('%s', (_title, submissions, counts) => {
    expect(leadingSubmission(submissions)).toBe(counts === null ? null : submissions[counts]);
  });
});

describe('a partition', () => {
  it('was dropped by the earliest step that turned it down, in whichever order the steps stand', () => {
    const also = [technical('tec', 'north'), technical('rev', 'north', { stepId: 'REV' })];
    const named = (order: typeof steps) => droppedBy({ ...facts({ also }), steps: order }, 'north')?.id;
    expect([named(steps), named(steps.toReversed())]).toEqual(['TECH', 'TECH']);
  });

  it('stays where somebody else’s was dropped, and where another step than its own says so', () => {
    expect(remainingPartitions(facts({ also: [technical('tec', 'south')] }))).toEqual(['north']);
    expect(droppedBy(facts({ also: [technical('tec', 'south')] }), 'north')).toBeNull();
    const revoked = technical('tec', 'north', { status: 'revoked' });
    expect(remainingPartitions(facts({ also: [revoked] }))).toEqual(['north', 'south']);
  });
});

describe('a step after the decision', () => {
  const after = {
    ...(steps.find(({ id }) => id === 'TECH') as (typeof steps)[number]),
    id: 'ONB',
    order: 99,
  };
  const decided = (outcome: DecisionFact['outcome'], more: Partial<DecisionFact> = {}): DecisionFact => ({
    partitionId: 'south',
    version: 1,
    outcome,
    amount: null,
    reason: null,
    reviewId: null,
    startsOn: null,
    endsOn: null,
    decidedBy: null,
    decidedAt: '2026-11-20T00:00:00.000Z',
    releasedAt: '2026-11-21T00:00:00.000Z',
    ...more,
  });
  const at = (order: number, ...decisions: DecisionFact[]) => partitionsAt(facts({ decisions }), { order });

  it('is about what was awarded, as far as that is released', () => {
    const both = ['north', 'south'];
    expect(at(99)).toEqual(both);
    expect(at(99, decided('awarded'))).toEqual(both);
    expect(at(99, decided('reduced'))).toEqual(both);
    expect(at(99, decided('rejected'))).toEqual(['north']);
    expect(at(99, decided('reserve'))).toEqual(['north']);
    expect(at(99, decided('rejected', { releasedAt: null }))).toEqual(both);
    expect(at(99, decided('rejected'), decided('awarded', { version: 2 }))).toEqual(both);
    expect(at(2, decided('rejected'))).toEqual(both);
  });

  it('is done without what was not awarded', () => {
    const also = [technical('onb', 'north', { stepId: 'ONB', verdict: null })];
    const scene = (...decisions: DecisionFact[]) => ({
      ...facts({ also, decisions }),
      steps: [...steps, after],
    });
    expect(stepIsDone(scene(), after)).toBe(false);
    expect(stepIsDone(scene(decided('rejected')), after)).toBe(true);
  });
});

describe('a step for each partition', () => {
  const tech = steps.find(({ id }) => id === 'TECH');
  if (tech === undefined) throw new Error('no such step');
  const fits = { verdict: 'accepted' } as const;
  it.each<[string, WorkflowAssignment[], boolean, string[]?]>([
    [
      'is done when it was handed in for each',
      [technical('n', 'north', fits), technical('s', 'south', fits)],
      true,
    ],
    ['is not done while one is missing', [technical('n', 'north', fits)], false],
    [
      'is not done by two for the same one',
      [technical('n', 'north', fits), technical('o', 'north', fits)],
      false,
    ],
    [
      'is not done while somebody is at work on one',
      [
        technical('n', 'north', fits),
        technical('s', 'south', fits),
        technical('o', 'south', { status: 'accepted' }),
      ],
      false,
    ],
    [
      'asks for nothing on a partition that another step dropped',
      [technical('n', 'north', fits), technical('r', 'south', { stepId: 'REV' })],
      true,
    ],
    [
      'waits for whoever reopened the partition that another step dropped too',
      [
        technical('n', 'north', fits),
        technical('s', 'south', fits),
        technical('o', 'south', { status: 'accepted' }),
        technical('r', 'south', { stepId: 'REV' }),
      ],
      false,
    ],
    ['is done by what dropped the last one', [technical('n', 'north'), technical('s', 'south')], true],
    ['is not done where nothing was asked for', [], false, []],
  ])('%s', (_title, also, done, partitions = ['north', 'south']) => {
    expect(stepIsDone(facts({ also, application: { partitions } }), tech)).toBe(done);
  });
});
