import { expect, it } from 'vitest';
import type { Step } from '../forms/types.ts';
import { decide } from './decide.ts';
import { as, earlier, facts, steps, work } from './testing/review-scene.ts';

const technical = steps.find(({ id }) => id === 'TECH') as Step;
const payment = steps.find(({ id }) => id === 'PAY') as Step;
const later = [
  { ...technical, id: 'ONB', type: 'onboarding', order: 7 },
  { ...payment, id: 'PAY2', order: 8, perPartition: true },
] as Step[];
type Outcome = 'awarded' | 'reduced' | 'reserve' | 'rejected';
const decision = (partitionId: string, version: number, outcome: Outcome) => ({
  partitionId,
  version,
  outcome,
  amount: outcome === 'awarded' || outcome === 'reduced' ? '100' : null,
  reason: null,
  reviewId: null,
  startsOn: null,
  endsOn: null,
  decidedBy: 4,
  decidedAt: earlier,
  releasedAt: version === 1 ? earlier : null,
});
const onboarding = (partitionId: 'north' | 'south') =>
  work(`onboarding ${partitionId}`, 'ONB', partitionId, 'accepted', { partitionId });

/** Releases that north keeps its award and south gets another outcome. */
const released = (north: Outcome, south: Outcome) => {
  const scene = facts({
    application: { status: 'approved' },
    also: [
      onboarding('north'),
      onboarding('south'),
      work('done', 'ONB', 'south', 'submitted', { partitionId: 'south' }),
      work('pay', 'PAY2', 'payer', 'assigned', { role: 'finance_manager', partitionId: 'south' }),
    ],
    decisions: [
      decision('north', 1, 'awarded'),
      decision('south', 1, 'awarded'),
      ...(north === 'awarded' ? [] : [decision('north', 2, north)]),
      decision('south', 2, south),
    ],
  });
  const answer = decide(
    { type: 'release', stepId: 'FIN' },
    { ...scene, steps: [...steps, ...later] },
    as('pro'),
    new Date('2026-11-23T11:00:00.000Z'),
    () => 'new',
  );
  if (!answer.ok) throw new Error(answer.code);
  const { assignments, events } = answer.transition;
  return {
    ended: assignments.map(({ id, status, reason }) => [id, status, reason]),
    told: events.flatMap(({ type, assignmentId }) => (type === 'revoked' ? [assignmentId] : [])),
  };
};

it.each(['rejected', 'reserve'] as const)(
  'ends the open onboarding of a partition whose award is %s later, and nothing else',
  (outcome) => {
    expect(released('awarded', outcome)).toEqual({
      ended: [['onboarding south', 'revoked', 'no_award']],
      told: ['onboarding south'],
    });
  },
);

it('ends no onboarding of an award that is reduced later', () => {
  expect(released('awarded', 'reduced')).toEqual({ ended: [], told: [] });
});

it.each(['rejected', 'reserve'] as const)('ends each open onboarding if all is %s later', (outcome) => {
  expect(released(outcome, outcome).ended.map(([id]) => id)).toEqual([
    'onboarding north',
    'onboarding south',
  ]);
});
