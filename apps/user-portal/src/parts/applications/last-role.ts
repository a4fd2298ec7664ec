import { remember, remembered } from '@clearcall/ui/session/device-memory.ts';

/** The system roles of those who neither review nor steer: what they have is their own applications. */
const ownWorkAlone: readonly string[] = ['user', 'applicant'];

/** Whether somebody of this system role reviews or steers. What one does in another role the server says. */
export const looksAtOthers = (role: string): boolean => !ownWorkAlone.includes(role);

const lists = ['applications', 'dashboard'] as const;
type List = (typeof lists)[number];

const keyOf = (userId: number, list: List) => `clearcall.role.${list}.${userId}`;

/** In which of their roles the person looked at a list last on this device; undefined where none is known. */
export function lastRole(userId: number, list: List): string | undefined {
  return remembered(keyOf(userId, list)) ?? undefined;
}

/** '' stands for all roles: there is none to be remembered. */
export function rememberRole(userId: number, list: List, role: string): void {
  remember(keyOf(userId, list), role === '' ? null : role);
}

/** Nothing of it stays on this device: the person said so, or their account is gone. */
export function forgetRoles(userId: number): void {
  for (const list of lists) rememberRole(userId, list, '');
}
