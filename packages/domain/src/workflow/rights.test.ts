import { expect, it } from 'vitest';
import type { ViewRule } from '../forms/types.ts';
import { isOneOf, mayKnow, readsExcluded } from './rights.ts';
import { rolesToTake, takersOf } from './takers-of.ts';
import { as, earlier, facts, people, type Somebody, steps, work } from './testing/review-scene.ts';

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

it('is there by a role, a panel or a centre only once a view rule opens something to them', () => {
  const opening = (of: ViewRule['of'] | null) =>
    steps.map((one) => ({
      ...one,
      permissions: {
        ...one.permissions,
        view: one.permissions.view.flatMap((rule) => (of === null ? [] : [{ ...rule, of }])),
      },
    }));
  const whole = { assignment: null, step: null, partitionId: null };
  const knowing = (of: ViewRule['of'] | null, released: string[] = []) => {
    const stepStates = released.map((stepId) => ({ stepId, unlockedAt: null, releasedAt: earlier }));
    const held = facts({ steps: opening(of), stepStates, also: [review] });
    return (['north', 'chair', 'acChair', 'foreignChair'] as const).filter((who) =>
      mayKnow(held, as(who), whole),
    );
  };
  const readers = ['north', 'chair', 'acChair'];
  expect(knowing('submitted')).toEqual(readers);
  expect(knowing({ released: 'REV' })).toEqual([]);
  expect(knowing({ released: 'REV' }, ['REV'])).toEqual(readers);
  expect(knowing(null)).toEqual([]);
  // Whose work as the chair it is knows it without a rule.
  const led = facts({
    steps: opening(null),
    also: [work('fin', 'FIN', 'acChair', 'accepted', { role: 'ac_chair' })],
  });
  expect(isOneOf(['lead_chair'], led, as('acChair'), whole)).toBe(true);
});

it('lets a system role assign what a step says, as soon as a rule for the whole call opens the application to it', () => {
  const opened = (of: ViewRule['of']) =>
    steps.map((one) => ({
      ...one,
      permissions: {
        ...one.permissions,
        ...(one.id === 'REV' ? { assign: ['ac_chair'] } : {}),
        view: one.permissions.view.map((rule) => ({ ...rule, of })),
      },
    }));
  const assigning = (of: ViewRule['of'], stepId: string, owner: Somebody = 'owner') => {
    const held = facts({ steps: opened(of), application: { ownerId: people[owner].userId }, also: [review] });
    const about = {
      assignment: null,
      step: held.steps.find(({ id }) => id === stepId) ?? null,
      partitionId: 'north',
    };
    return (['acChair', 'foreignChair', 'reviewer'] as const).filter((who) =>
      isOneOf(['assigners'], held, as(who), about),
    );
  };
  expect(assigning('submitted', 'REV')).toEqual(['acChair']);
  expect(assigning('submitted', 'FIN')).toEqual([]);
  expect(assigning({ released: 'REV' }, 'REV')).toEqual([]);
  expect(assigning('submitted', 'REV', 'acChair')).toEqual([]);
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

it('names as takers of a partition the people of its centre with a role of the step, without conflicts', () => {
  const open = work('open', 'TECH', null, 'assigned', { partitionId: 'north' });
  const held = facts({ also: [open] });
  const everybody = Object.values(people);
  const named = (scene: typeof held) =>
    takersOf(scene, ['open'], everybody, new Date('2026-11-23T11:00:00Z'));
  expect(rolesToTake(held, ['open'])).toEqual(['compute_centre_representative', 'technical_reviewer']);
  expect(named(held)).toEqual([people.north.userId, people.northToo.userId]);
  const conflict = {
    source: 'marked',
    notedBy: null,
    notedAt: '2026-11-20T00:00:00.000Z',
    reason: null,
  } as const;
  const cleared = { clearedAt: null, clearedBy: null, clearedReason: null };
  const conflicts = [{ userId: people.northToo.userId, ...conflict, ...cleared }];
  expect(named({ ...held, conflicts })).toEqual([people.north.userId]);
  expect(named(facts({ also: [{ ...open, ownerId: people.north.userId }] }))).toEqual([]);
  const back = work('back', 'TECH', 'north', 'refused', { partitionId: 'north' });
  expect(named(facts({ also: [back, { ...open, replaces: 'back' }] }))).toEqual([people.northToo.userId]);
});

it('lets take what is about no partition those alone whose centre or panel has to do with the application', () => {
  const takers = (role: string, stepId: string) => {
    const open = work('open', stepId, null, 'assigned', { role });
    const about = {
      assignment: open,
      step: steps.find(({ id }) => id === stepId) ?? null,
      partitionId: null,
    };
    const held = facts({ application: { partitions: ['north'] }, also: [open] });
    return (Object.keys(people) as Somebody[]).filter((who) => isOneOf(['step_role'], held, as(who), about));
  };
  expect(takers('panel_chair', 'FIN')).toEqual(['chair', 'otherChair', 'member']);
  expect(takers('compute_centre_representative', 'PAY')).toEqual(['north', 'northToo', 'payer']);
  expect(takers('scientific_reviewer', 'REV')).toEqual(['reviewer', 'colleague']);
});
