import { defaultOrganisation } from '../../model/default-organisation.ts';
import type { Role } from '../../model/roles.ts';

/** Whether a role is staff where the organisation says nothing else. */
export const isStaffRole = (role: Role): boolean => defaultOrganisation.theme.staffRoles.includes(role);
