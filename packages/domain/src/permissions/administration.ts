import type { Role } from '../people/roles.ts';
import { mayUsePortal } from './portals.ts';
import type { Viewer } from './viewer.ts';

/** What people may do in the administration portal, and in which roles. Only tokens of that portal carry these rights. */
export const rights = {
  read_people: ['super_admin', 'admin', 'eurohpc_admin', 'pro'],
  change_people: ['super_admin', 'admin', 'eurohpc_admin'],
  read_calls: ['super_admin', 'admin', 'eurohpc_admin', 'pro'],
  change_calls: ['super_admin', 'admin', 'eurohpc_admin'],
  read_organisation: ['super_admin', 'admin', 'pro'],
  change_organisation: ['super_admin', 'admin'],
  read_lists: ['super_admin', 'admin', 'eurohpc_admin', 'pro'],
  change_lists: ['super_admin', 'admin', 'eurohpc_admin'],
  read_audit: ['super_admin', 'admin', 'pro'],
} as const satisfies Record<string, readonly Role[]>;

export type Right = keyof typeof rights;

export const isRight = (access: string): access is Right => Object.hasOwn(rights, access);

export const hasRight = (role: Role, right: Right): boolean =>
  (rights[right] as readonly Role[]).includes(role);

/** Roles of which at least one account must stay active: only they can give every right again. */
export const chiefRoles: readonly Role[] = ['super_admin', 'admin'];

const ranks: Readonly<Partial<Record<Role, number>>> = { super_admin: 3, admin: 2, eurohpc_admin: 1 };
const rankOf = (role: Role): number => ranks[role] ?? 0;

/** Whether somebody with the role `own` may act on people with the role `other`, or give them that role. */
export const isAtMost = (other: Role, own: Role): boolean => rankOf(other) <= rankOf(own);

/** Whether somebody in the administration portal may open applications of others: staff whom the user portal admits. */
export const mayOpenApplications = ({ role, isStaff }: Viewer): boolean =>
  isStaff && mayUsePortal('user_portal', role);

/** Counts below this would tell about single applications. */
const fewest = 5;

/** A count over applications as administrators may read it: null for fewer than 5. */
export const coarseCount = (count: number): number | null => (count < fewest ? null : count);

interface Account {
  id: number;
  role: Role;
}

/** Facts of a decision about a person, read while nobody else can change them. */
export interface PersonFacts {
  actor: Account;
  person: Account;
  /** Ids of the active accounts with a chief role. */
  chiefs: readonly number[];
}

export const personRefusals = [
  'forbidden',
  'own_role',
  'own_account',
  'role_above_own',
  'last_administrator',
] as const;
export type PersonRefusal = (typeof personRefusals)[number];

const isLastChief = ({ person, chiefs }: PersonFacts): boolean =>
  chiefs.length === 1 && chiefs[0] === person.id;

/** Returns why the actor may not change anything about the person, or null if they may. */
export function whyNotChange({ actor, person }: PersonFacts): PersonRefusal | null {
  if (!hasRight(actor.role, 'change_people')) return 'forbidden';
  return isAtMost(person.role, actor.role) ? null : 'role_above_own';
}

/** Returns why the actor may not give the person this role, or null if they may. */
export function whyNotGiveRole(facts: PersonFacts, role: Role): PersonRefusal | null {
  if (facts.actor.id === facts.person.id) return 'own_role';
  if (!chiefRoles.includes(role) && isLastChief(facts)) return 'last_administrator';
  return whyNotChange(facts) ?? (isAtMost(role, facts.actor.role) ? null : 'role_above_own');
}

/** Returns why the actor may not lock the person's account, or null if they may. */
export function whyNotLock(facts: PersonFacts): PersonRefusal | null {
  if (facts.actor.id === facts.person.id) return 'own_account';
  return isLastChief(facts) ? 'last_administrator' : whyNotChange(facts);
}
