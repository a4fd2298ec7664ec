import { expect, it } from 'vitest';
import { type AssignmentStatus, applicationStatuses, assignmentStatuses } from '../applications/statuses.ts';
import type { ViewRule } from '../forms/types.ts';
import {
  isMeant,
  isOpen,
  isViewRole,
  opensNewest,
  type ReadAssignment,
  type ViewFacts,
} from './view-rules.ts';
import type { Viewer } from './viewer.ts';

const facts: ViewFacts = {
  ownerId: 1,
  status: 'submitted',
  assignments: [],
  awardDeclinedAt: null,
  releasedAt: {},
  centreIds: ['north', 'south'],
  panel: 'PE1',
  viewer: { centres: ['south'], panels: ['LS1', 'PE1'] },
};
const chair: Viewer = { userId: 2, role: 'panel_chair', isStaff: false };
const rule = (scope: ViewRule['scope'], role = 'panel_chair', reader?: ViewRule['reader']) => ({
  role,
  scope,
  ...(reader === undefined ? {} : { reader }),
});

it('means those of a system role whom centre, panel or call connects with the application', () => {
  const scopes = ['own', 'assigned', 'centre', 'panel', 'call'] as const;
  const meant = (viewer: Viewer, given: ViewFacts, role?: string) =>
    scopes.filter((scope) => isMeant(viewer, given, rule(scope, role), {}));
  const nowhere = { ...facts, viewer: { centres: [], panels: [] } };
  expect({
    member: meant(chair, facts),
    ofAnotherRole: meant({ ...chair, role: 'rapporteur' }, facts),
    ofNothing: meant(chair, nowhere),
    withoutPanel: meant(chair, { ...facts, panel: null }),
    ofOtherCentres: meant(chair, { ...facts, centreIds: ['east'] }),
    everybody: meant({ ...chair, role: 'user' }, facts, 'user'),
    ownApplication: meant({ ...chair, userId: 1 }, facts),
    applicant: meant({ ...chair, userId: 1 }, facts, 'applicant'),
    applicantOfAnother: meant(chair, facts, 'applicant'),
  }).toEqual({
    member: ['centre', 'panel', 'call'],
    ofAnotherRole: [],
    ofNothing: ['call'],
    withoutPanel: ['centre', 'call'],
    ofOtherCentres: ['panel', 'call'],
    everybody: [],
    ownApplication: [],
    applicant: ['own'],
    applicantOfAnother: [],
  });
  expect(['user', 'applicant', 'rapporteur'].map(isViewRole)).toEqual([false, false, true]);
});

it('means those who have work on it in that role, from being asked or from accepting on', () => {
  const meant = (reader?: ViewRule['reader'], own: object = {}) =>
    assignmentStatuses.filter((status) =>
      isMeant(
        { ...chair, role: 'user' },
        { ...facts, assignments: [{ ownerId: 2, role: 'rapporteur', status, ...own }] },
        rule('assigned', 'rapporteur', reader),
        {},
      ),
    );
  const live = assignmentStatuses.filter((one) => !['refused', 'revoked', 'conflicted'].includes(one));
  const taken = live.filter((one) => !['triggered', 'assigned'].includes(one));
  expect([meant(), meant('assigned'), meant('accepted')]).toEqual([live, live, taken]);
  expect([meant('assigned', { ownerId: 3 }), meant('assigned', { ownerId: null })]).toEqual([[], []]);
  expect(meant('assigned', { role: 'panel_chair' })).toEqual([]);
});

it('means of what is about one partition those of its centre, and not of the others that are asked for theirs', () => {
  const meant = (centreId: string | null) => isMeant(chair, facts, rule('centre'), { centreId });
  expect([meant('south'), meant('north'), meant(null)]).toEqual([true, false, true]);
  // Nor where the partition is asked for no more.
  expect(isMeant(chair, { ...facts, centreIds: ['north'] }, rule('centre'), { centreId: 'south' })).toBe(
    false,
  );
});

it('opens at the moment that a rule names', () => {
  const opens = (of: ViewRule['of'], more: Partial<ViewFacts> = {}, submittedAt: string | null = null) =>
    assignmentStatuses.filter((status) => isOpen(of, { ...facts, ...more }, { status, submittedAt }));
  const handedIn: AssignmentStatus[] = [
    'rejected',
    'submitted',
    'resubmitted',
    'changes_requested',
    'approved',
  ];
  expect({
    always: opens('always'),
    submitted: opens('submitted'),
    awarded: opens('awarded', { status: 'approved' }),
    awardedAs: applicationStatuses.filter((status) => opens('awarded', { status }).length > 0),
    declined: opens('awarded', { status: 'withdrawn', awardDeclinedAt: '2026-11-20T10:00:00.000Z' }),
  }).toEqual({
    always: assignmentStatuses.filter((status) => status !== 'draft'),
    submitted: handedIn,
    awarded: handedIn,
    awardedAs: ['approved'],
    declined: handedIn,
  });
  const releasedAt = { S: '2026-11-20T10:00:00.000Z' };
  const by = (at: string | null, step = 'S') => opens({ released: step }, { releasedAt }, at);
  // Whatever comes of it since; a conflict of its owner says itself until when.
  const whatever = assignmentStatuses.filter((status) => status !== 'conflicted');
  expect({
    before: by('2026-11-20T09:59:59.999Z'),
    with: by('2026-11-20T10:00:00.000Z'),
    after: by('2026-11-20T10:00:00.001Z'),
    never: by(null),
    ofAnother: by('2026-11-20T09:00:00.000Z', 'T'),
  }).toEqual({ before: whatever, with: whatever, after: [], never: [], ofAnother: [] });
});

it('opens by a release what was handed in before it, also where something newer was handed in since', () => {
  const releasedAt = { S: '2026-11-20T10:00:00.000Z', T: '2026-11-21T10:00:00.000Z' };
  const reads = (step: string, at: string | null, more: Partial<ReadAssignment> = {}) => {
    const read = { status: 'resubmitted', submittedAt: at, ...more } as const;
    const of = { released: step };
    return [isOpen(of, { ...facts, releasedAt }, read), opensNewest(of, { ...facts, releasedAt }, read)];
  };
  const [was, is] = ['2026-11-19T10:00:00.000Z', '2026-11-20T12:00:00.000Z'];
  const earlier = [{ at: was }];
  expect([reads('S', is, { earlier }), reads('S', is), reads('S', was), reads('T', is, { earlier })]).toEqual(
    [
      [true, false],
      [false, false],
      [true, true],
      [true, true],
    ],
  );
  // Its owner got into a conflict: what was released before that.
  const stopped = (keptFor: Record<string, string>) => reads('S', was, { status: 'conflicted', keptFor });
  expect([stopped({}), stopped({ S: was }), stopped({ S: '2026-11-18T10:00:00.000Z' })]).toEqual([
    [false, false],
    [true, true],
    [false, false],
  ]);
});
