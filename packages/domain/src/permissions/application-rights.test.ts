import { expect, it } from 'vitest';
import { applicationStatuses } from '../applications/statuses.ts';
import { applicationRights } from './application-rights.ts';
import { isStaffRole } from './testing/staff-role.ts';

const owner = { userId: 7, role: 'user', isStaff: false } as const;

it('lets the owner delete a draft, and duplicate what is none while a call takes the copy', () => {
  const rights = (callForDuplicate: number | null) =>
    applicationStatuses.map((status) => applicationRights(owner, { ownerId: 7, status }, callForDuplicate));
  const draftAlone = { delete: true, duplicate: false };
  const nothing = { delete: false, duplicate: false };
  expect(rights(3)).toEqual([
    draftAlone,
    ...applicationStatuses.slice(1).map(() => ({ delete: false, duplicate: true })),
  ]);
  expect(rights(null)).toEqual([draftAlone, ...applicationStatuses.slice(1).map(() => nothing)]);
});

it('lets nobody else do either, whatever the role', () => {
  for (const status of applicationStatuses)
    for (const role of ['user', 'pro', 'admin'] as const)
      expect(
        applicationRights({ userId: 8, role, isStaff: isStaffRole(role) }, { ownerId: 7, status }, 3),
      ).toEqual({
        delete: false,
        duplicate: false,
      });
});
