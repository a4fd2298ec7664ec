import type { AssignmentStatus } from '../applications/statuses.ts';

/** The work that took the place of an assignment. */
export interface Replacement {
  wasUnowned: boolean;
  createdAt: string;
}

interface EndedAssignment {
  status: AssignmentStatus;
  endedAt?: string | null | undefined;
}

/**
 * Whether its owner gave the work to others. That ends it as a refusal does, but puts other work in its place in the same
 * moment.
 */
const isPassed = ({ status, endedAt }: EndedAssignment, next: Replacement | null | undefined): boolean =>
  status === 'refused' && next?.createdAt === endedAt;

/** Whether its owner gave the work back, so that others could take it. */
export const isHandedBack = (ended: EndedAssignment, next: Replacement | null | undefined): boolean =>
  next?.wasUnowned === true && isPassed(ended, next);

/** Whether its owner gave the work to a certain person. */
export const isHandedOn = (ended: EndedAssignment, next: Replacement | null | undefined): boolean =>
  next?.wasUnowned === false && isPassed(ended, next);
