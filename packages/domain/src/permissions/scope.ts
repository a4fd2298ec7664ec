import type { Step, ViewRule } from '../forms/types.ts';
import { isLive, isMeant, isOpen, isViewRole, type ReadAssignment, type ViewFacts } from './view-rules.ts';
import type { Viewer } from './viewer.ts';

/** The scopes of view rules that reach applications on which one has no work. */
export const ruleScopes = ['centre', 'panel', 'call'] as const satisfies readonly ViewRule['scope'][];

/** One way to be allowed to see an application; the API compiles it to SQL. */
export type Clause =
  | { kind: 'owned_by'; userId: number }
  /** Everything that is submitted, but where that person is in conflict. */
  | { kind: 'submitted'; userId: number }
  /** Submitted, and an assignment on it, in any role or in this one, that was neither refused nor taken away, without a conflict. */
  | { kind: 'assigned_to'; userId: number; role?: string }
  /** Submitted, somebody else's, without a conflict, and a view rule for that role and scope holds for an assignment on it. */
  | { kind: 'by_rule'; scope: (typeof ruleScopes)[number]; role: Viewer['role']; userId: number };

/** What decides whether an application is in reach. */
export interface Reachable extends ViewFacts {
  assignments: readonly (ReadAssignment & { stepId: string; ownerId: number | null; role: string })[];
  inConflict: readonly number[];
  /** Of its flow version. */
  steps: readonly Pick<Step, 'id' | 'permissions'>[];
}

/** The parts that a viewer plays by the system role, the own applications first. Roles of own work come to them. */
export function listRoles(viewer: Viewer): string[] {
  return viewer.isStaff || isViewRole(viewer.role) ? ['applicant', viewer.role] : ['applicant'];
}

/**
 * Which applications a viewer may see, as data: any of the clauses. In the list the viewer looks in one role: the own
 * applications, the own work in that role, and, where it is the system role, all that this opens; without a role, in
 * all of them. What no clause names is not there at all. Source: Requirements 2, 7.1.
 */
export function scope(viewer: Viewer, role?: string): Clause[] {
  const { userId } = viewer;
  if (role === 'applicant') return [{ kind: 'owned_by', userId }];
  const own: Clause[] = role === undefined ? [{ kind: 'owned_by', userId }] : [];
  const work: Clause = { kind: 'assigned_to', userId, ...(role === undefined ? {} : { role }) };
  if (role !== undefined && role !== viewer.role) return [...own, work];
  if (viewer.isStaff) return [...own, { kind: 'submitted', userId }, work];
  if (!isViewRole(viewer.role)) return [...own, work];
  const byRule = ruleScopes.map(
    (name): Clause => ({ kind: 'by_rule', scope: name, role: viewer.role, userId }),
  );
  return [...own, work, ...byRule];
}

function admits(clause: Clause, application: Reachable): boolean {
  const { ownerId, status, assignments, inConflict, steps } = application;
  const { userId } = clause;
  const isReached = status !== 'draft' && !inConflict.includes(userId);
  switch (clause.kind) {
    case 'owned_by':
      return ownerId === userId;
    case 'submitted':
      return isReached;
    case 'assigned_to':
      return (
        isReached &&
        assignments.some(
          (one) =>
            one.ownerId === userId &&
            (clause.role === undefined || one.role === clause.role) &&
            isLive(one.status),
        )
      );
    case 'by_rule': {
      const viewer = { userId, role: clause.role, isStaff: false };
      return (
        isReached &&
        assignments.some((assignment) =>
          steps
            .find(({ id }) => id === assignment.stepId)
            ?.permissions.view.some(
              (rule) =>
                rule.scope === clause.scope &&
                isMeant(viewer, application, rule, assignment) &&
                isOpen(rule.of, application, assignment),
            ),
        )
      );
    }
  }
}

/** The same decision for one application that is at hand. */
export function inScope(clauses: readonly Clause[], application: Reachable): boolean {
  return clauses.some((clause) => admits(clause, application));
}
