import { defaultOrganisation } from '../../organisation/default-organisation.ts';
import type { Role } from '../../people/roles.ts';

/** Whether a role is staff where the organisation says nothing else. */
export const isStaffRole = (role: Role): boolean => defaultOrganisation.theme.staffRoles.includes(role);
