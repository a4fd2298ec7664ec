import { type ApplicationStatus, type AssignmentStatus, goneStatuses } from '../model/statuses.ts';
import type { Viewer } from './viewer.ts';

/** One way to be allowed to see an application; the API compiles it to SQL. */
export type Clause =
  | { kind: 'owned_by'; userId: number }
  /** Everything that is submitted, but where that person is in conflict. */
  | { kind: 'submitted'; userId: number }
  /** Submitted, and an assignment on it that was neither refused nor taken away, without a conflict. */
  | { kind: 'assigned_to'; userId: number };

/** What decides whether an application is in reach. */
export interface Reachable {
  ownerId: number;
  status: ApplicationStatus;
  assignments: readonly { ownerId: number | null; status: AssignmentStatus }[];
  inConflict: readonly number[];
}

/** The parts in which a viewer can look at the list of applications, the own ones first. */
export function listRoles(viewer: Viewer): string[] {
  return viewer.role === 'pro' ? ['applicant', 'pro'] : ['applicant'];
}

/**
 * Which applications a viewer may see, as data: any of the clauses. In the list the viewer looks in one role; without a
 * role, in all of them and in those of the own assignments. What no clause names is not there at all.
 * Source: Readings, Drafts of others, Who sees what; the review, section 2.
 */
export function scope(viewer: Viewer, role?: string): Clause[] {
  const { userId } = viewer;
  const clauses = listRoles(viewer)
    .filter((known) => role === undefined || known === role)
    .map((known): Clause => ({ kind: known === 'pro' ? 'submitted' : 'owned_by', userId }));
  return role === undefined ? [...clauses, { kind: 'assigned_to', userId }] : clauses;
}

function admits(clause: Clause, { ownerId, status, assignments, inConflict }: Reachable): boolean {
  const { userId } = clause;
  const reached = status !== 'draft' && !inConflict.includes(userId);
  switch (clause.kind) {
    case 'owned_by':
      return ownerId === userId;
    case 'submitted':
      return reached;
    case 'assigned_to':
      return (
        reached &&
        assignments.some(
          (one) => one.ownerId === userId && !(goneStatuses as readonly string[]).includes(one.status),
        )
      );
  }
}

/** The same decision for one application that is at hand. */
export function inScope(clauses: readonly Clause[], application: Reachable): boolean {
  return clauses.some((clause) => admits(clause, application));
}
