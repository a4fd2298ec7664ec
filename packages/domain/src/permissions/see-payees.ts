import type { AssignmentStatus } from '../applications/statuses.ts';
import { isLive, isUnanswered } from './view-rules.ts';
import type { Viewer } from './viewer.ts';

/** Facts of the assignment through which a person asks for the reviewers to pay. */
export interface PaymentFacts {
  stepType: string;
  ownerId: number | null;
  status: AssignmentStatus;
  applicantId: number;
  /** The viewer has a conflict of interest with the application. */
  inConflict: boolean;
}

/**
 * Returns whether a viewer sees the reviewers to pay with their bank details: the finance manager, from accepting their own
 * payment until it is revoked. They stay visible after its submission, since a bank may return a payment.
 */
export const seesPayees = (
  { userId, role }: Viewer,
  { stepType, ownerId, status, applicantId, inConflict }: PaymentFacts,
): boolean =>
  role === 'finance_manager' &&
  stepType === 'payment' &&
  ownerId === userId &&
  applicantId !== userId &&
  isLive(status) &&
  !isUnanswered(status) &&
  !inConflict;
