import { type AssignmentStatus, submittedStatuses } from '../applications/statuses.ts';
import type { SubmittedStep } from '../forms/types.ts';
import type { SubmittedContent } from './submitted-content.ts';

/** An assignment with what it said last; `submittedAt` is an ISO instant. */
export interface ContributingAssignment {
  id: string;
  stepId: string;
  status: AssignmentStatus;
  isLead: boolean;
  submittedAt: string | null;
  partitionId: string | null;
  /** The content of the last submission, as readers get it; never what is being written now. */
  submitted: SubmittedContent | null;
}

/**
 * What the other assignments of an application have said, for the conditions across steps of the form of `ownId`: on
 * the server and in the browser. Submitted, resubmitted, changes requested and approved count. While changes are being
 * made, that is what was submitted before, until it is submitted again. Which of several on one step counts is the
 * engine's to pick. Source: docs/concepts.md, Statuses.
 */
export function submittedSteps(
  assignments: readonly ContributingAssignment[],
  ownId: string,
): SubmittedStep[] {
  return assignments.flatMap(({ id, stepId, status, isLead, submittedAt, partitionId, submitted }) =>
    id === ownId || submitted === null || submittedAt === null || !submittedStatuses.includes(status)
      ? []
      : { stepId, lead: isLead, submittedAt, partitionId, answers: submitted.answers, rows: submitted.rows },
  );
}
