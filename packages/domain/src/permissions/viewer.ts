import type { Role } from '../people/roles.ts';

/** Who looks or acts. */
export interface Viewer {
  userId: number;
  role: Role;
  /** Acts for the organisation: has one of the roles that its settings name. Source: Requirements 1, 10.63. */
  isStaff: boolean;
}
