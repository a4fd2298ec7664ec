import { expect, it } from 'vitest';
import { roleCodes } from '../model/roles.ts';
import { isStaff } from './viewer.ts';

it('staff are four roles, and no setting makes others of them', () => {
  const staff = roleCodes.filter((role) => isStaff({ userId: 1, role }));
  expect(staff).toEqual(['admin', 'super_admin', 'eurohpc_admin', 'pro']);
});
