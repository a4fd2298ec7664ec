import type { ApplicationStatus } from '../model/statuses.ts';
import type { Viewer } from './viewer.ts';

/** One way to be allowed to see an application; the API compiles it to SQL. */
export type Clause = { kind: 'owned_by'; userId: number } | { kind: 'submitted' };

/** The parts in which a viewer can look at the list of applications, the own ones first. */
export function listRoles(viewer: Viewer): string[] {
  return viewer.role === 'pro' ? ['applicant', 'pro'] : ['applicant'];
}

/**
 * Which applications a viewer may see, as data: any of the clauses. In the list the viewer looks in one role; without a
 * role, in all of them. What no clause names is not there at all. Source: Readings, Drafts of others, Who sees what.
 */
export function scope(viewer: Viewer, role?: string): Clause[] {
  const roles = listRoles(viewer).filter((known) => role === undefined || known === role);
  return roles.map((known) =>
    known === 'pro' ? { kind: 'submitted' } : { kind: 'owned_by', userId: viewer.userId },
  );
}

function admits(clause: Clause, application: { ownerId: number; status: ApplicationStatus }): boolean {
  switch (clause.kind) {
    case 'owned_by':
      return application.ownerId === clause.userId;
    case 'submitted':
      return application.status !== 'draft';
  }
}

/** The same decision for one application that is at hand. */
export function inScope(
  clauses: readonly Clause[],
  application: { ownerId: number; status: ApplicationStatus },
): boolean {
  return clauses.some((clause) => admits(clause, application));
}
