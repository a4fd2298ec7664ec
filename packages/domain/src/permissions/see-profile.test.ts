import { expect, it } from 'vitest';
import { roleCodes } from '../people/roles.ts';
import { type ProfileOwner, visibleProfile } from './see-profile.ts';
import { isStaffRole } from './testing/staff-role.ts';

const person = { id: 7, role: 'user', isReviewer: null, status: 'active' } as const satisfies ProfileOwner;
const finance = { userId: 8, role: 'finance_manager', isStaff: false } as const;

it('shows a profile whole to its owner, whatever the role', () => {
  for (const role of roleCodes)
    expect([role, visibleProfile({ userId: 7, role, isStaff: isStaffRole(role) }, person)]).toEqual([
      role,
      'own',
    ]);
});

it('shows bank details of a reviewer to the finance manager and to no other role', () => {
  const reviewer = { ...person, isReviewer: true };
  expect(
    roleCodes.filter(
      (role) => visibleProfile({ userId: 8, role, isStaff: isStaffRole(role) }, reviewer) !== null,
    ),
  ).toEqual(['finance_manager']);
  expect(visibleProfile(finance, reviewer)).toBe('payee');
});

it('shows the finance manager only those whom the review may owe money', () => {
  const paid = roleCodes.filter((role) => visibleProfile(finance, { ...person, role }) === 'payee');
  expect(paid).toEqual([
    'ac_member',
    'ac_chair',
    'panel_chair',
    'rapporteur',
    'scientific_reviewer',
    'technical_reviewer',
  ]);
  expect(visibleProfile(finance, { ...person, isReviewer: false })).toBeNull();
  for (const status of ['locked', 'closed'] as const)
    expect(visibleProfile(finance, { ...person, isReviewer: true, status })).toBeNull();
});
