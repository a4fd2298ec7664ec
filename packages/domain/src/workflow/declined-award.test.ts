import { expect, it } from 'vitest';
import type { Step } from '../forms/types.ts';
import { decide } from './decide.ts';
import { as, earlier, facts, steps, work } from './testing/review-scene.ts';

const acceptance = {
  ...steps.find(({ id }) => id === 'REPLY'),
  id: 'ACC',
  order: 7,
  type: 'acceptance',
} as Step;
const award = {
  partitionId: 'north',
  version: 1,
  outcome: 'awarded',
  amount: '100',
  reason: null,
  reviewId: null,
  startsOn: null,
  endsOn: null,
  decidedBy: 4,
  decidedAt: earlier,
  releasedAt: earlier,
} as const;
const open = work('acc', 'ACC', 'owner', 'accepted');

const answered = (accepted: boolean, status: 'approved' | 'submitted' = 'approved') => {
  const scene = facts({
    application: { status },
    also: [
      open,
      work('onboarding', 'TECH', 'north', 'accepted', { partitionId: 'north' }),
      work('pay', 'PAY', 'payer', 'assigned', { role: 'finance_manager' }),
      work('review', 'REV', 'reviewer', 'submitted'),
    ],
    decisions: [award],
  });
  const unlocked = { stepId: 'ACC', unlockedAt: earlier, releasedAt: null };
  const answer = decide(
    { type: 'submit', assignmentId: 'acc', outcome: { kind: 'acceptance', accepted } },
    { ...scene, steps: [...steps, acceptance], stepStates: [...scene.stepStates, unlocked] },
    as('owner'),
    new Date('2026-11-23T11:00:00.000Z'),
    () => 'new',
  );
  if (!answer.ok) throw new Error(answer.code);
  const { transition } = answer;
  return {
    status: transition.application?.status,
    declinedAt: transition.application?.awardDeclinedAt,
    assignments: transition.assignments.map((one) => [one.id, one.status]),
    events: transition.events.map(({ type }) => type),
  };
};

it('ends an application whose award is declined, and everything that is open but payments', () => {
  expect(answered(false)).toEqual({
    status: 'withdrawn',
    declinedAt: '2026-11-23T11:00:00.000Z',
    assignments: [
      ['acc', 'submitted'],
      ['onboarding', 'revoked'],
    ],
    events: ['submitted', 'award_declined', 'revoked', 'all_submitted'],
  });
});

it.each([
  ['that is accepted', true, 'approved'],
  ['that is not released', false, 'submitted'],
] as const)('ends nothing by the answer to an award %s', (_name, accepted, status) => {
  const { assignments, events } = answered(accepted, status);
  expect({ assignments, events }).toEqual({
    assignments: [['acc', 'submitted']],
    events: ['submitted', 'all_submitted'],
  });
});
