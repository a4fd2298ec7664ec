import type { AssignmentStatus } from './statuses.ts';

/** What of an assignment says whether another one takes its place. */
export interface Replaceable {
  id: string;
  status: AssignmentStatus;
  /** The id of the assignment whose place it takes, or null. */
  replaces: string | null;
}

/** Whether an assignment was refused or stopped by a conflict of interest, and no other assignment takes its place. */
export const isUnreplaced = (
  { id, status }: Omit<Replaceable, 'replaces'>,
  all: readonly Replaceable[],
): boolean =>
  (status === 'refused' || status === 'conflicted') && all.every(({ replaces }) => replaces !== id);
