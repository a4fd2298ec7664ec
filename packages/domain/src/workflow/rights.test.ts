import { expect, it } from 'vitest';
import { isOneOf, mayKnow, readsExcluded } from './rights.ts';
import { as, facts, people, type Somebody, steps, work } from './testing/review-scene.ts';

const givers = ['staff', 'assigners', 'assigner', 'step_role', 'lead_chair'] as const;
const step = steps.find(({ id }) => id === 'REV') ?? null;
const review = work('review', 'REV', 'reviewer', 'accepted');
const open = work('open', 'REV', null, 'assigned', { role: 'panel_chair' });

/** What somebody is towards a review on an application of this owner: whether they know of it, and who they are there. */
function rightsOf(who: Somebody, owner: Somebody) {
  const held = facts({ application: { ownerId: people[owner].userId }, also: [review, open] });
  const about = (assignment: typeof review) => ({ assignment, step, partitionId: null });
  return [review, open].map((assignment) => [
    mayKnow(held, as(who), about(assignment)),
    givers.filter((giver) => isOneOf([giver], held, as(who), about(assignment))),
  ]);
}

it('makes nobody more than the applicant on an application of their own, whatever they are elsewhere', () => {
  expect(rightsOf('pro', 'owner')).toEqual([
    [true, ['staff']],
    [true, ['staff']],
  ]);
  expect(rightsOf('chair', 'owner')).toEqual([
    [true, ['assigners', 'assigner']],
    [true, ['assigners', 'assigner', 'step_role']],
  ]);
  expect(rightsOf('acChair', 'owner')).toEqual([
    [true, ['lead_chair']],
    [true, ['lead_chair']],
  ]);
  for (const who of ['pro', 'chair', 'acChair'] as const)
    expect(rightsOf(who, who)).toEqual([
      [false, []],
      [false, []],
    ]);
});

it('tells of the people that an applicant asks to leave out those alone to whom the form tells them', () => {
  const everybody = Object.keys(people) as Somebody[];
  expect(everybody.filter((who) => readsExcluded(facts(), as(who)))).toEqual([
    'pro',
    'otherPro',
    'chair',
    'otherChair',
  ]);
  expect(readsExcluded(facts(), { kind: 'automation' })).toBe(true);
});
