import { expect, it } from 'vitest';
import type { Step } from '../forms/types.ts';
import { decide } from './decide.ts';
import { as, earlier, facts, steps, work } from './testing/review-scene.ts';

const technical = steps.find(({ id }) => id === 'TECH') as Step;
const reply = steps.find(({ id }) => id === 'REPLY') as Step;
const payment = steps.find(({ id }) => id === 'PAY') as Step;
const later = [
  { ...technical, id: 'ONB', type: 'onboarding', order: 7 },
  { ...payment, id: 'PAY2', order: 8, perPartition: true },
  { ...reply, id: 'ACC', order: 9, type: 'acceptance' },
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
    application: { status: 'approved', awardEnd: '2027-12-31T22:59:59.000Z' },
    also: [
      onboarding('north'),
      onboarding('south'),
      work('done', 'ONB', 'south', 'submitted', { partitionId: 'south' }),
      work('pay', 'PAY2', 'payer', 'assigned', { role: 'finance_manager', partitionId: 'south' }),
      work('acceptance', 'ACC', 'owner', 'draft'),
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
  const { application, assignments, events } = answer.transition;
  return {
    status: application?.status,
    awardEnd: application?.awardEnd,
    ended: assignments.map(({ id, status, reason }) => [id, status, reason]),
    told: events.flatMap(({ type, assignmentId }) => (type === 'revoked' ? [assignmentId] : [])),
  };
};

it.each(['rejected', 'reserve'] as const)(
  'ends the open onboarding of a partition whose award is %s later, and nothing else',
  (outcome) => {
    expect(released('awarded', outcome)).toMatchObject({
      ended: [['onboarding south', 'revoked', 'no_award']],
      told: ['onboarding south'],
    });
  },
);

it('ends no onboarding of an award that is reduced later', () => {
  expect(released('awarded', 'reduced')).toMatchObject({ status: 'approved', ended: [], told: [] });
});

it.each([
  ['rejected', 'rejected', 'rejected'],
  ['reserve', 'reserve', 'submitted'],
  ['reserve', 'rejected', 'submitted'],
] as const)(
  'ends the work of an award if north is %s and south %s later, and the application is %s',
  (north, south, status) => {
    const { ended, ...rest } = released(north, south);
    expect(rest).toMatchObject({ status, awardEnd: null });
    expect(ended.map(([id]) => id)).toEqual(['onboarding north', 'onboarding south', 'acceptance']);
  },
);
