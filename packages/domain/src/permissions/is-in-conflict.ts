import type { ApplicationSnapshot, AssignmentSnapshot } from './application-snapshot.ts';
import type { Viewer } from './viewer.ts';

/**
 * Whether the viewer may not deal with the application. One's own is never kept from oneself. Source: Requirements 2,
 * 6.4 and 8.2.
 */
export function isInConflict(
  viewer: Viewer,
  {
    ownerId,
    inConflict,
    assignments,
  }: Pick<ApplicationSnapshot, 'ownerId' | 'inConflict'> & {
    assignments: readonly Pick<AssignmentSnapshot, 'ownerId' | 'status'>[];
  },
): boolean {
  const mine = ownerId === viewer.userId;
  const isStopped = assignments.some((own) => own.ownerId === viewer.userId && own.status === 'conflicted');
  return !mine && (inConflict.includes(viewer.userId) || isStopped);
}
