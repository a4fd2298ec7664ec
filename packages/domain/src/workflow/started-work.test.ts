import { expect, it } from 'vitest';
import { startedWork } from './started-work.ts';
import { facts, now, work } from './testing/review-scene.ts';

it('is what is assigned or unlocked since, each step once, with its role and its time', () => {
  const cutoffs = facts().cutoffs.map((cutoff) => ({
    ...cutoff,
    timeframes: {
      REPLY: { start: '2026-12-07T09:00:00.000Z', end: '2026-12-14T16:00:00.000Z' },
      REV: { start: '2026-11-20T09:00:00.000Z', end: null },
    },
  }));
  const known = work('known', 'TECH', 'north', 'accepted', { partitionId: 'north' });
  const before = facts({ cutoffs, also: [known] });
  const after = facts({
    cutoffs,
    also: [
      known,
      work('one', 'REV', 'reviewer', 'assigned', { deadline: '2026-12-01T22:59:59.000Z' }),
      work('two', 'REV', 'colleague', 'assigned', { deadline: '2026-12-01T22:59:59.000Z' }),
      work('gone', 'FIN', 'member', 'revoked'),
    ],
    stepStates: [{ stepId: 'REPLY', unlockedAt: now.toISOString(), releasedAt: null }],
  });
  expect(startedWork(before, after, now)).toEqual([
    {
      stepId: 'REV',
      title: 'REV',
      told: {},
      role: 'scientific_reviewer',
      start: null,
      deadline: '2026-12-01T22:59:59.000Z',
    },
    {
      stepId: 'REPLY',
      title: 'REPLY',
      told: {},
      role: 'applicant',
      start: '2026-12-07T09:00:00.000Z',
      deadline: '2026-12-14T16:00:00.000Z',
    },
  ]);
  expect(startedWork(after, after, now)).toEqual([]);
});
