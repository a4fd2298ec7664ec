import type { Role } from '../people/roles.ts';
import type { Viewer } from './viewer.ts';

/** Of whom: what decides how much of a profile others may know. */
export interface ProfileOwner {
  id: number;
  role: Role;
  isReviewer: boolean | null;
  status: 'locked' | 'active' | 'closed';
}

/** Those who are paid for their part in the review, by role. */
const paidRoles: readonly Role[] = [
  'ac_member',
  'ac_chair',
  'panel_chair',
  'rapporteur',
  'scientific_reviewer',
  'technical_reviewer',
];

/** Whether the scientific review may owe somebody money: a paid role, or the person offers to review. */
function mayBePaid(person: ProfileOwner): boolean {
  return person.status === 'active' && (person.isReviewer === true || paidRoles.includes(person.role));
}

/**
 * How much of a profile a viewer may know. `own`: everything. `payee`: the name and the bank details, for the finance
 * manager and only of those whom the review may owe money. null: as if there were nobody of this id. Source:
 * Requirements 1, 2.94.
 */
export function visibleProfile(viewer: Viewer, person: ProfileOwner): 'own' | 'payee' | null {
  if (viewer.userId === person.id) return 'own';
  return viewer.role === 'finance_manager' && mayBePaid(person) ? 'payee' : null;
}
