import { expect, it } from 'vitest';
import { applicationStatuses, assignmentStatuses } from '../applications/statuses.ts';
import { roleCodes } from '../people/roles.ts';
import { inScope, listRoles, scope } from './scope.ts';

const own = { kind: 'owned_by', userId: 7 } as const;
const submitted = { kind: 'submitted', userId: 7 } as const;
const assigned = { kind: 'assigned_to', userId: 7 } as const;

it('is the own applications and the own work for everybody, and what is submitted for staff', () => {
  for (const role of ['user', 'applicant'] as const) {
    const user = { userId: 7, role, isStaff: false };
    expect([listRoles(user), scope(user)]).toEqual([['applicant'], [own, assigned]]);
  }
  for (const role of roleCodes) {
    const staff = { userId: 7, role, isStaff: true };
    expect([listRoles(staff), scope(staff)]).toEqual([
      ['applicant', role],
      [own, submitted, assigned],
    ]);
  }
});

it('is that of one role where a list is looked at in one, and no more than the own work in that of others', () => {
  const work = (role: string) => ({ ...assigned, role });
  const officer = { userId: 7, role: 'pro', isStaff: true } as const;
  expect(scope(officer, 'applicant')).toEqual([own]);
  expect(scope(officer, 'pro')).toEqual([submitted, work('pro')]);
  expect(scope({ userId: 7, role: 'user', isStaff: false }, 'pro')).toEqual([work('pro')]);
  expect(scope({ userId: 7, role: 'panel_chair', isStaff: false }, 'rapporteur')).toEqual([
    work('rapporteur'),
  ]);
});

it('is what rules of the flow open to a role, for everybody whom a rule can name', () => {
  for (const role of roleCodes.filter((code) => !['user', 'applicant'].includes(code))) {
    const viewer = { userId: 7, role, isStaff: false };
    const rules = (['centre', 'panel', 'call'] as const).map((name) => ({
      kind: 'by_rule',
      scope: name,
      role,
      userId: 7,
    }));
    expect([listRoles(viewer), scope(viewer), scope(viewer, role)]).toEqual([
      ['applicant', role],
      [own, assigned, ...rules],
      [{ ...assigned, role }, ...rules],
    ]);
  }
});

const application = {
  ownerId: 8,
  status: 'submitted',
  assignments: [],
  inConflict: [],
  awardDeclinedAt: null,
  releasedAt: {},
  centreIds: [],
  panel: null,
  viewer: { centres: [], panels: [] },
  steps: [],
} as const;
const step = { stepId: 'S', role: 'scientific_reviewer' };
const reached = applicationStatuses.filter((status) => status !== 'draft');

it('holds one application as it does the rows of a list', () => {
  const statuses = (clauses: ReturnType<typeof scope>, ownerId: number) =>
    applicationStatuses.filter((status) => inScope(clauses, { ...application, ownerId, status }));
  const officer = scope({ userId: 7, role: 'pro', isStaff: true });
  expect(statuses(officer, 7)).toEqual(applicationStatuses);
  expect(statuses(officer, 8)).toEqual(reached);
  const user = scope({ userId: 7, role: 'user', isStaff: false });
  expect([statuses(user, 7), statuses(user, 8), statuses([], 7)]).toEqual([applicationStatuses, [], []]);
});

it('opens what somebody was given to work on, unless they refused it or it was taken from them', () => {
  const user = scope({ userId: 7, role: 'user', isStaff: false });
  const opens = (status: (typeof assignmentStatuses)[number], more: object = {}) =>
    inScope(user, { ...application, assignments: [{ ...step, ownerId: 7, status }], ...more });
  expect(assignmentStatuses.filter((status) => !opens(status))).toEqual(['refused', 'conflicted', 'revoked']);
  expect(applicationStatuses.filter((status) => opens('accepted', { status }))).toEqual(reached);
  expect(inScope(user, { ...application, assignments: [{ ...step, ownerId: 9, status: 'accepted' }] })).toBe(
    false,
  );
  expect(
    inScope(user, { ...application, assignments: [{ ...step, ownerId: null, status: 'assigned' }] }),
  ).toBe(false);
});

it('hides an application from whoever is in conflict with it, staff as well, and from nobody else', () => {
  const inConflict = [7];
  const held = {
    ...application,
    inConflict,
    assignments: [{ ...step, ownerId: 7, status: 'accepted' }],
  } as const;
  expect([
    inScope(scope({ userId: 7, role: 'pro', isStaff: true }), held),
    inScope(scope({ userId: 7, role: 'user', isStaff: false }), held),
    inScope(scope({ userId: 9, role: 'pro', isStaff: true }), held),
    inScope(scope({ userId: 7, role: 'user', isStaff: false }), { ...held, ownerId: 7 }),
  ]).toEqual([false, false, true, true]);
});
