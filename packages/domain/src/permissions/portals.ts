import { administratorRoles, type Role } from '../people/roles.ts';

export type Portal = 'user_portal' | 'admin_portal';

/**
 * Whether a role may use a portal: administrator roles only the administration portal, the peer review officer both,
 * everybody else only the user portal. Source: Requirements 1, 6.5 and 10.6.
 */
export function mayUsePortal(portal: Portal, role: Role): boolean {
  switch (portal) {
    case 'user_portal':
      return !administratorRoles.includes(role);
    case 'admin_portal':
      return role === 'pro' || administratorRoles.includes(role);
  }
}
