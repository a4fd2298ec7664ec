import { expect, test } from 'vitest';
import type { LegacyDetail, LegacyRow } from '../archive/legacy.ts';
import { type Role, roleCodes } from '../people/roles.ts';
import { inLegacyScope, legacyScope, projectLegacy, projectLegacyDetail } from './legacy.ts';
import { isStaffRole } from './testing/staff-role.ts';

const record: LegacyRow = {
  id: 1,
  number: '2010PA0001',
  submitted: true,
  projectTitle: 'Waves',
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

test('a contact reads the reviews that were handed in, and nothing that was the reviewers’ own', () => {
  const detail: LegacyDetail = {
    ...record,
    projectTitle: 'Waves',
    deleted: { at: '2012-01-01', by: 'office' },
    proposalResourcesAll: [],
    preparatoryTechReview: { completed: false, rejectionReasons: 'none yet' },
    scientificReviewAll: [
      {
        submitted: true,
        score: 4,
        quality: 'Good',
        conclusion: 'Yes',
        selfAssessment: 'I know the field',
        confidenceLevel: 'High',
        confidenceExplanation: 'My own work',
        conflictInterest: false,
        version: '2',
        responseScientificReview: { response: 'Thank you' },
      },
      { submitted: false, quality: 'Half written' },
    ],
    technicalReviewAll: [
      { completed: true, codeInstalled: true },
      { completed: false, codeInstalled: 'Perhaps' },
      {},
    ],
    fields: [{ title: 'Codes', values: ['AVBP'] }],
    files: [{ id: '0190a0a0-0000-7000-8000-00000000f11e', filename: 'a.pdf', sizeBytes: 1 }],
    unread: [{ path: 'colour', value: '"red"' }],
  };
  expect(projectLegacyDetail(viewer('pro'), detail)).toEqual(detail);
  expect(projectLegacyDetail(viewer('user', 'ana.horvat@example.org'), detail)).toEqual({
    ...detail,
    preparatory: null,
    deleted: { at: '2012-01-01' },
    preparatoryTechReview: null,
    scientificReviewAll: [
      {
        submitted: true,
        score: 4,
        quality: 'Good',
        conclusion: 'Yes',
        responseScientificReview: { response: 'Thank you' },
      },
    ],
    technicalReviewAll: [{ completed: true, codeInstalled: true }, {}],
    unread: [],
  });
  expect(projectLegacyDetail(viewer('user'), detail)).toBeNull();
});
