import { expect, test } from 'vitest';
import { roleCodes } from '../people/roles.ts';
import { mayUsePortal } from './portals.ts';

test('administrators have their own portal, the review officer both, everybody else the user portal', () => {
  const admitted = (portal: 'user_portal' | 'admin_portal') =>
    roleCodes.filter((role) => mayUsePortal(portal, role));
  const administrators = ['admin', 'super_admin', 'eurohpc_admin'];
  expect(admitted('admin_portal')).toEqual([...administrators, 'pro']);
  expect(admitted('user_portal')).toEqual(roleCodes.filter((role) => !administrators.includes(role)));
});
