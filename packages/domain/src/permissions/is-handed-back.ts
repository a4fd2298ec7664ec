import type { AssignmentStatus } from '../applications/statuses.ts';

/** The work that took the place of an assignment. */
export interface Replacement {
  wasUnowned: boolean;
  createdAt: string;
}

/**
 * Whether its owner gave the work back, so that others could take it. That ends it as a refusal does, but puts other work in
 * its place in the same moment.
 */
export function isHandedBack(
  { status, endedAt }: { status: AssignmentStatus; endedAt?: string | null | undefined },
  next: Replacement | null | undefined,
): boolean {
  return status === 'refused' && next?.wasUnowned === true && next.createdAt === endedAt;
}
