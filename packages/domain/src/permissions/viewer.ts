import type { Role } from '../model/roles.ts';

/** Who looks or acts. */
export interface Viewer {
  userId: number;
  role: Role;
}

/** Roles whose people act for the organisation. Source: Readings, "staff" (default of the setting). */
const staffRoles: readonly Role[] = ['pro', 'admin', 'super_admin', 'eurohpc_admin'];

export function isStaff(viewer: Viewer): boolean {
  return staffRoles.includes(viewer.role);
}
