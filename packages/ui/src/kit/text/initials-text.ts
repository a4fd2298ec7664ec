import type { SessionUser } from '@clearcall/domain/people/user.ts';
import { t } from './translate.ts';

/** The letters in a round mark: of the first and the last name, else of the e-mail address. */
export function initialsText(person: { firstName: string; lastName: string; email: string }): string {
  const first = (text: string) => [...text.trim()][0] ?? '';
  const letters = first(person.firstName) + first(person.lastName);
  return (letters === '' ? first(person.email) : letters).toLocaleUpperCase();
}

/** The first name, else the address. */
export function shortNameOf(person: { firstName: string; email: string }): string {
  return person.firstName.trim() === '' ? person.email : person.firstName.trim();
}

/**
 * What the header calls somebody: staff by their part, everybody else by name. Source: Requirements 1, 2.36, 2.37 and
 * 2.38.
 */
export function nameInHeader(user: SessionUser, staffRoles: readonly SessionUser['role'][]): string {
  if (!staffRoles.includes(user.role)) return shortNameOf(user);
  return t(user.role === 'pro' ? 'frame.role.pro' : 'frame.role.admin');
}
