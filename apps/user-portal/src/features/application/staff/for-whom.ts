import type { Application } from '@clearcall/domain/applications/application.ts';
import { isOngoing } from './what-waits.ts';

/**
 * Whether somebody comes to an application to look after it, and not to write: staff, and those who may assign there;
 * nobody to their own. Whoever is no staff and has work to do on it comes for that, unless they ask for this page.
 */
export function looksAfter(
  { owner, commands, assignments }: Pick<Application, 'owner' | 'commands' | 'assignments'>,
  user: { id: number; role: string },
  { staffRoles, isAsked }: { staffRoles: readonly string[]; isAsked: boolean },
): boolean {
  if (owner?.id === user.id) return false;
  if (staffRoles.includes(user.role)) return true;
  const works = assignments.some((one) => one.owner?.id === user.id && isOngoing(one));
  return commands.some(({ command }) => command === 'assign') && (isAsked || !works);
}
