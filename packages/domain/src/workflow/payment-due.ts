import type { ApplicationStatus, AssignmentStatus } from '../applications/statuses.ts';
import { isOngoing } from './completion.ts';

/** A submitted scientific review in a flow that pays its reviewers. */
export interface PayableReview {
  /** Status of the application that was reviewed. */
  status: ApplicationStatus;
  /** Statuses of the assignments of the payment. */
  payments: readonly AssignmentStatus[];
}

/**
 * Whether a review is still to be paid: its payment is open, or nobody has made one yet while the application is under
 * review.
 */
export const isPaymentDue = ({ status, payments }: PayableReview): boolean =>
  payments.some((payment) => isOngoing({ status: payment })) ||
  (payments.length === 0 && (status === 'submitted' || status === 'changes_requested'));

const dayMs = 86_400_000;
/** How long a reviewer gets no second email about missing bank details. */
export const askedForBankDetailsMs = 30 * dayMs;
