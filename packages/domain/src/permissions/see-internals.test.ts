import { expect, it } from 'vitest';
import { roleCodes } from '../people/roles.ts';
import { seesInternals } from './see-internals.ts';
import { isStaffRole } from './testing/staff-role.ts';

it('shows what staff keep about an application to staff, except of their own, of drafts and of conflicts', () => {
  const facts = { ownerId: 1, status: 'submitted', conflicted: false } as const;
  const sees = roleCodes.filter((role) =>
    seesInternals({ userId: 2, role, isStaff: isStaffRole(role) }, facts),
  );
  expect(sees).toEqual(['admin', 'super_admin', 'eurohpc_admin', 'pro']);
  const pro = { userId: 2, role: 'pro', isStaff: true } as const;
  expect([
    seesInternals(pro, { ...facts, ownerId: 2 }),
    seesInternals(pro, { ...facts, status: 'draft' }),
    seesInternals(pro, { ...facts, conflicted: true }),
  ]).toEqual([false, false, false]);
});
