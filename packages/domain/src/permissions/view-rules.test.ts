import { expect, it } from 'vitest';
import type { ViewRule } from '../forms/types.ts';
import { type AssignmentStatus, applicationStatuses, assignmentStatuses } from '../model/statuses.ts';
import { isMeant, isOpen, isViewRole, type ViewFacts } from './view-rules.ts';
import type { Viewer } from './viewer.ts';

const facts: ViewFacts = {
  ownerId: 1,
  status: 'submitted',
  assignments: [],
  releasedSteps: [],
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
  const opens = (of: ViewRule['of'], more: Partial<ViewFacts> = {}) =>
    assignmentStatuses.filter((status) => isOpen(of, { ...facts, ...more }, { status }));
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
    released: opens({ released: 'S' }, { releasedSteps: ['S'] }),
    notReleased: opens({ released: 'S' }, { releasedSteps: ['T'] }),
    awarded: opens('awarded', { status: 'approved' }),
    awardedAs: applicationStatuses.filter((status) => opens('awarded', { status }).length > 0),
  }).toEqual({
    always: assignmentStatuses.filter((status) => status !== 'draft'),
    submitted: handedIn,
    released: handedIn,
    notReleased: [],
    awarded: handedIn,
    awardedAs: ['approved'],
  });
});
