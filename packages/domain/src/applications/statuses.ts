/** Statuses of an assignment, in lower case as on the wire. Source: docs/concepts.md, Statuses. */
export const assignmentStatuses = [
  'draft',
  'assigned',
  'accepted',
  'rejected',
  'refused',
  'conflicted',
  'submitted',
  'resubmitted',
  'revoked',
  'changes_requested',
  'approved',
  'triggered',
] as const;
export type AssignmentStatus = (typeof assignmentStatuses)[number];

/** Returns whether a status is in a list. */
export const isOneOf = (statuses: readonly AssignmentStatus[], status: AssignmentStatus): boolean =>
  statuses.includes(status);

/** Statuses of an application. Source: Requirements 2, 5.3. */
export const applicationStatuses = [
  'draft',
  'submitted',
  'changes_requested',
  'approved',
  'rejected',
  'withdrawn',
] as const;
export type ApplicationStatus = (typeof applicationStatuses)[number];

/**
 * Statuses at which an application came to its end: no submission takes them back. Source: Requirements 2, 5.4 and 6.1.
 */
export const decidedStatuses = [
  'approved',
  'rejected',
  'withdrawn',
] as const satisfies readonly ApplicationStatus[];

/** Statuses whose data count as submitted for cross-step conditions. Source: docs/concepts.md, Statuses. */
export const submittedStatuses: readonly AssignmentStatus[] = [
  'submitted',
  'resubmitted',
  'changes_requested',
  'approved',
];

/** Statuses in which an assignment waits for its owner. Source: Requirements 2, 7.7. */
export const pendingStatuses = [
  'draft',
  'assigned',
  'accepted',
  'changes_requested',
] as const satisfies readonly AssignmentStatus[];

/** Statuses in which an assignment can be saved and submitted. Source: docs/workflow.md. */
export const editableStatuses = [
  'draft',
  'accepted',
  'changes_requested',
] as const satisfies readonly AssignmentStatus[];

/**
 * Statuses that end the part of whoever had the assignment: it opens nothing to them any more. Source: Requirements 2,
 * 3.3.
 */
export const goneStatuses = [
  'refused',
  'revoked',
  'conflicted',
] as const satisfies readonly AssignmentStatus[];

/** Statuses in which an assignment was not yet taken on. */
export const unansweredStatuses = ['triggered', 'assigned'] as const satisfies readonly AssignmentStatus[];

/**
 * Statuses in which an assignment is still to be done, counted per user, step and partition. Source: Requirements 2,
 * 2.3.
 */
export const ongoingStatuses = [
  'triggered',
  'draft',
  'assigned',
  'accepted',
  'changes_requested',
] as const satisfies readonly AssignmentStatus[];

/** Statuses of work that was handed in, whatever was decided about it. */
export const handedInStatuses = [
  'submitted',
  'resubmitted',
  'approved',
  'rejected',
] as const satisfies readonly AssignmentStatus[];
