import fc from 'fast-check';
import { expect, it } from 'vitest';
import { applicationStatuses, assignmentStatuses } from '../applications/statuses.ts';
import { type ReadershipFacts, readershipOf, type StepRule } from './readership.ts';

const hours = ['08', '09', '10', '11'].map((hour) => `2026-11-20T${hour}:00:00.000Z`);
const [early, before, at, later] = hours as [string, string, string, string];

const rule = (more: Partial<StepRule> = {}): StepRule => ({
  stepId: 'REV',
  role: 'ac_member',
  scope: 'call',
  reader: null,
  of: { released: 'REV' },
  shows: ['project_title'],
  ...more,
});
type Assignment = ReadershipFacts['assignments'][number];
const submitted: Assignment = {
  stepId: 'REV',
  ownerId: 7,
  partitionId: null,
  status: 'submitted',
  submittedAt: before,
  submissions: [before],
};
const released = { stepId: 'REV', at };

/** What one rule opens of one assignment: nothing (null), or these columns. */
function opened(
  assignment: Partial<Assignment>,
  facts: Partial<ReadershipFacts> = { releases: [released] },
  more: Partial<StepRule> = {},
): readonly string[] | null {
  const assignments = [{ ...submitted, ...assignment }];
  const none = { status: 'submitted', awardDeclinedAt: null, releases: [], conflicts: [] } as const;
  return readershipOf({ ...none, ...facts, assignments }, [rule(more)])[0]?.shows ?? null;
}

it('opens what was submitted by the time of a release, and keeps it open', () => {
  expect({
    released: opened({}),
    notReleased: opened({}, {}),
    byAnotherStep: opened({}, { releases: [{ stepId: 'TEC', at }] }),
    submittedLater: opened({ submittedAt: later, submissions: [later] }),
    reopened: opened({ status: 'changes_requested' }),
    submittedAgain: opened({ status: 'resubmitted', submittedAt: later, submissions: [before, later] }),
    revoked: opened({ status: 'revoked' }),
    ofAnotherStep: opened({ stepId: 'TEC' }),
  }).toEqual({
    released: ['project_title'],
    notReleased: null,
    byAnotherStep: null,
    submittedLater: null,
    reopened: ['project_title'],
    submittedAgain: [],
    revoked: [],
    ofAnotherStep: null,
  });
});

it('opens an assignment that a conflict of its owner stopped by the releases before the conflict', () => {
  const conflicted = (notedAt: string | null, releases = [released]) =>
    opened(
      { status: 'conflicted' },
      { releases, conflicts: notedAt === null ? [] : [{ userId: 7, notedAt }] },
    );
  expect({
    after: conflicted(later),
    together: conflicted(at),
    before: conflicted(before),
    releasedTwice: conflicted(at, [{ stepId: 'REV', at: later }, released]),
    cleared: conflicted(null),
  }).toEqual({ after: [], together: [], before: null, releasedTwice: [], cleared: null });
});

it('opens the columns of a step to people with an assignment only by rules that show them', () => {
  expect(opened({}, undefined, { scope: 'assigned', reader: 'assigned' })).toEqual(['project_title']);
  expect(opened({}, undefined, { scope: 'assigned', reader: 'assigned', shows: [] })).toBeNull();
  expect(opened({}, undefined, { scope: 'own', role: 'applicant' })).toBeNull();
});

const drawnTime = fc.constantFrom(...hours);
const drawnRule = fc.record({
  stepId: fc.constantFrom('REV', 'TEC'),
  role: fc.constantFrom('ac_member', 'ac_chair', null),
  scope: fc.constantFrom('centre', 'panel', 'call', 'assigned', 'own'),
  reader: fc.constantFrom('assigned', 'accepted', null),
  of: fc.constantFrom('always', 'submitted', 'awarded', { released: 'REV' }, { released: 'TEC' }),
  shows: fc.subarray(['pi_last_name', 'project_title']),
}) as fc.Arbitrary<StepRule>;
const drawnFacts: fc.Arbitrary<ReadershipFacts> = fc.record({
  status: fc.constantFrom(...applicationStatuses),
  awardDeclinedAt: fc.constantFrom(null, early),
  releases: fc.array(fc.record({ stepId: fc.constantFrom('REV', 'TEC'), at: drawnTime }), { maxLength: 4 }),
  conflicts: fc.constantFrom([], [{ userId: 7, notedAt: at }]),
  assignments: fc.array(
    fc.record({
      stepId: fc.constantFrom('REV', 'TEC'),
      ownerId: fc.constantFrom(7, 8, null),
      partitionId: fc.constantFrom(null, 'aurora-cpu', 'polar-gpu'),
      status: fc.constantFrom(...assignmentStatuses, 'conflicted' as const),
      submittedAt: fc.oneof(fc.constant(null), drawnTime),
      submissions: fc.array(drawnTime, { maxLength: 3 }),
    }),
    { maxLength: 4 },
  ),
});

it('has each rule that opens something once, and the same JSON in whatever order facts and rules come', () => {
  fc.assert(
    fc.property(drawnFacts, fc.array(drawnRule, { maxLength: 8 }), (facts, rules) => {
      const open = readershipOf(facts, rules);
      const turned = {
        ...facts,
        assignments: facts.assignments.toReversed(),
        releases: facts.releases.toReversed(),
      };
      expect(JSON.stringify(readershipOf(turned, rules.toReversed()))).toBe(JSON.stringify(open));
      const isIn = (one: (typeof open)[number], other: (typeof open)[number]) =>
        [one.scope, one.role, one.reader].join() === [other.scope, other.role, other.reader].join() &&
        [null, one.partition].includes(other.partition) &&
        one.shows.every((meaning) => other.shows.includes(meaning));
      for (const one of open) expect(open.filter((other) => isIn(one, other))).toEqual([one]);
      // Whatever one rule opens of one assignment is in it.
      for (const assignment of facts.assignments)
        for (const each of rules)
          for (const one of readershipOf({ ...facts, assignments: [assignment] }, [each]))
            expect(open.filter((other) => isIn(one, other)).length).toBeGreaterThan(0);
    }),
  );
});
