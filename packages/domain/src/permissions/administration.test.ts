import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Role, roleCodes } from '../people/roles.ts';
import {
  chiefRoles,
  hasRight,
  isAtMost,
  type PersonFacts,
  type Right,
  rights,
  whyNotChange,
  whyNotGiveRole,
  whyNotLock,
} from './administration.ts';
import { mayUsePortal } from './portals.ts';

const rightsOf = (role: Role) => (Object.keys(rights) as Right[]).filter((right) => hasRight(role, right));

test('each role has the rights of its line', () => {
  expect(rightsOf('super_admin')).toEqual(Object.keys(rights));
  expect(rightsOf('admin')).toEqual(Object.keys(rights));
  expect(rightsOf('eurohpc_admin')).toEqual([
    'read_people',
    'change_people',
    'read_calls',
    'change_calls',
    'read_lists',
    'change_lists',
  ]);
  expect(rightsOf('pro')).toEqual([
    'read_people',
    'read_calls',
    'read_organisation',
    'read_lists',
    'read_audit',
  ]);
  const others = roleCodes.filter((role) => !mayUsePortal('admin_portal', role));
  expect(others.flatMap(rightsOf)).toEqual([]);
});

interface Member {
  id: number;
  role: Role;
  isActive: boolean;
}

const role = fc.constantFrom<Role>('super_admin', 'admin', 'eurohpc_admin', 'pro', 'user');
const people = fc.array(role, { minLength: 2, maxLength: 6 });
const act = fc.record({ actor: fc.nat(), person: fc.nat(), to: fc.option(role) });

test('whatever administrators do to one another, one who can give every right stays, and nobody rises above the giver', () => {
  fc.assert(
    fc.property(people, fc.array(act, { maxLength: 30 }), (roles, acts) => {
      const members: Member[] = roles.map((one, id) => ({ id, role: one, isActive: true }));
      const chiefs = () => members.filter((one) => one.isActive && chiefRoles.includes(one.role));
      const hadChief = chiefs().length > 0;
      const pick = (nth: number) => members[nth % members.length] as Member;
      for (const { actor: a, person: p, to } of acts) {
        const [actor, person] = [pick(a), pick(p)];
        // People who are locked have no session to act with.
        if (!actor.isActive) continue;
        const facts: PersonFacts = { actor, person, chiefs: chiefs().map(({ id }) => id) };
        const refusal = to === null ? whyNotLock(facts) : whyNotGiveRole(facts, to);
        if (refusal !== null) continue;
        expect(actor.id).not.toBe(person.id);
        expect(isAtMost(person.role, actor.role)).toBe(true);
        expect(hasRight(actor.role, 'change_people')).toBe(true);
        if (to === null) person.isActive = false;
        else {
          expect(isAtMost(to, actor.role)).toBe(true);
          person.role = to;
        }
      }
      expect(chiefs().length > 0).toBe(hadChief);
    }),
  );
});

test('the reasons of refusals', () => {
  const [chief, other] = [
    { id: 1, role: 'admin' },
    { id: 2, role: 'user' },
  ] as const;
  const facts = (actor: PersonFacts['actor'], person: PersonFacts['person'], chiefs = [1, 9]) => ({
    actor,
    person,
    chiefs,
  });
  expect(whyNotGiveRole(facts(chief, chief), 'user')).toBe('own_role');
  expect(whyNotLock(facts(chief, chief))).toBe('own_account');
  expect(whyNotGiveRole(facts(chief, other), 'super_admin')).toBe('role_above_own');
  expect(whyNotGiveRole(facts(chief, other), 'admin')).toBeNull();
  expect(whyNotGiveRole(facts({ id: 3, role: 'eurohpc_admin' }, chief), 'user')).toBe('role_above_own');
  expect(whyNotChange(facts({ id: 3, role: 'pro' }, other))).toBe('forbidden');
  // The actor lost the role a moment ago: what holds is that the last one stays.
  expect(whyNotGiveRole(facts(other, chief, [1]), 'user')).toBe('last_administrator');
  expect(whyNotLock(facts(other, chief, [1]))).toBe('last_administrator');
  expect(whyNotGiveRole(facts({ id: 9, role: 'super_admin' }, chief, [1]), 'super_admin')).toBeNull();
});
