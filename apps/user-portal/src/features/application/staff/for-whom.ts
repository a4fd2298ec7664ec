import type { Application } from '@clearcall/domain/model/application.ts';

/**
 * Whether somebody comes to an application to look after it, and not to write: staff, and those who may assign there;
 * nobody to their own.
 */
export function looksAfter(
  { owner, commands }: Pick<Application, 'owner' | 'commands'>,
  user: { id: number; role: string },
  staffRoles: readonly string[],
): boolean {
  if (owner?.id === user.id) return false;
  return staffRoles.includes(user.role) || commands.some(({ command }) => command === 'assign');
}
