import { expect, it } from 'vitest';
import { roleCodes } from '../model/roles.ts';
import { applicationStatuses, assignmentStatuses } from '../model/statuses.ts';
import { inScope, listRoles, scope } from './scope.ts';

const own = { kind: 'owned_by', userId: 7 } as const;
const submitted = { kind: 'submitted', userId: 7 } as const;
const assigned = { kind: 'assigned_to', userId: 7 } as const;

it('is the own applications and the own work for everybody, and what is submitted for the officer', () => {
  for (const role of roleCodes.filter((code) => code !== 'pro')) {
    expect([listRoles({ userId: 7, role }), scope({ userId: 7, role })]).toEqual([
      ['applicant'],
      [own, assigned],
    ]);
  }
  const officer = { userId: 7, role: 'pro' } as const;
  expect([listRoles(officer), scope(officer)]).toEqual([
    ['applicant', 'pro'],
    [own, submitted, assigned],
  ]);
});

it('is that of one role where a list is looked at in one, and nothing in a role that one does not play', () => {
  const officer = { userId: 7, role: 'pro' } as const;
  expect(scope(officer, 'applicant')).toEqual([own]);
  expect(scope(officer, 'pro')).toEqual([submitted]);
  expect(scope({ userId: 7, role: 'user' }, 'pro')).toEqual([]);
  expect(scope({ userId: 7, role: 'panel_chair' }, 'panel_chair')).toEqual([]);
});

const application = { ownerId: 8, status: 'submitted', assignments: [], inConflict: [] } as const;
const reached = applicationStatuses.filter((status) => status !== 'draft');

it('holds one application as it does the rows of a list', () => {
  const statuses = (clauses: ReturnType<typeof scope>, ownerId: number) =>
    applicationStatuses.filter((status) => inScope(clauses, { ...application, ownerId, status }));
  const officer = scope({ userId: 7, role: 'pro' });
  expect(statuses(officer, 7)).toEqual(applicationStatuses);
  expect(statuses(officer, 8)).toEqual(reached);
  const user = scope({ userId: 7, role: 'user' });
  expect([statuses(user, 7), statuses(user, 8), statuses([], 7)]).toEqual([applicationStatuses, [], []]);
});

it('opens what somebody was given to work on, unless they refused it or it was taken from them', () => {
  const user = scope({ userId: 7, role: 'user' });
  const opens = (status: (typeof assignmentStatuses)[number], more: object = {}) =>
    inScope(user, { ...application, assignments: [{ ownerId: 7, status }], ...more });
  expect(assignmentStatuses.filter((status) => !opens(status))).toEqual(['refused', 'conflicted', 'revoked']);
  expect(applicationStatuses.filter((status) => opens('accepted', { status }))).toEqual(reached);
  expect(inScope(user, { ...application, assignments: [{ ownerId: 9, status: 'accepted' }] })).toBe(false);
  expect(inScope(user, { ...application, assignments: [{ ownerId: null, status: 'assigned' }] })).toBe(false);
});

it('hides an application from whoever is in conflict with it, staff as well, and from nobody else', () => {
  const inConflict = [7];
  const held = { ...application, inConflict, assignments: [{ ownerId: 7, status: 'accepted' }] } as const;
  expect([
    inScope(scope({ userId: 7, role: 'pro' }), held),
    inScope(scope({ userId: 7, role: 'user' }), held),
    inScope(scope({ userId: 9, role: 'pro' }), held),
    inScope(scope({ userId: 7, role: 'user' }), { ...held, ownerId: 7 }),
  ]).toEqual([false, false, true, true]);
});
