import { expect, test } from 'vitest';
import type { LegacyRow } from '../model/legacy.ts';
import { type Role, roleCodes } from '../model/roles.ts';
import { inLegacyScope, legacyScope, projectLegacy } from './legacy.ts';
import { isStaffRole } from './testing/staff-role.ts';

const record: LegacyRow = {
  id: 1,
  number: '2010PA0001',
  submitted: true,
  call: { name: 'Third call', machines: ['Curie'], machinePreparatory: [] },
  regular: { contact_name: 'Ana Horvat', contact_email: 'Ana.Horvat@example.org' },
  preparatory: { contact_name: 'Zoë Ångström', contact_email: 'zoe@example.org' },
};
const viewer = (role: Role, email = 'nobody@example.org') => ({
  userId: 1,
  role,
  isStaff: isStaffRole(role),
  email,
});

test('the archive is open to staff, and to nobody else as such', () => {
  expect(roleCodes.filter((role) => projectLegacy(viewer(role), record) !== null)).toEqual([
    'admin',
    'super_admin',
    'eurohpc_admin',
    'pro',
  ]);
  expect(projectLegacy(viewer('pro'), record)).toEqual(record);
});

test('a contact sees the own applications, and no other contact of them', () => {
  expect(projectLegacy(viewer('user', 'ana.horvat@EXAMPLE.org'), record)).toEqual({
    ...record,
    preparatory: null,
  });
  expect(projectLegacy(viewer('user', 'zoe@example.org'), record)).toEqual({ ...record, regular: null });
});

test('an empty address is nobody’s', () => {
  const nameless = { ...record, regular: { contact_name: 'X', contact_email: '' }, preparatory: null };
  expect(inLegacyScope(legacyScope(viewer('user', '')), nameless)).toBe(false);
  expect(inLegacyScope(legacyScope(viewer('user')), { regular: null, preparatory: null })).toBe(false);
});

test('the archive is narrowed as data: all of it for staff, else by the address, whatever its case', () => {
  expect(legacyScope(viewer('pro', 'Ana@Example.org'))).toEqual({ kind: 'all' });
  expect(legacyScope(viewer('user', 'Ana@Example.org'))).toEqual({
    kind: 'contact',
    email: 'ana@example.org',
  });
  // An application without any contact is there for staff alone.
  const nobody = { regular: null, preparatory: null };
  expect(inLegacyScope({ kind: 'all' }, nobody)).toBe(true);
});
