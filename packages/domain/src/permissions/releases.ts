import type { AssignmentStatus } from '../applications/statuses.ts';

/** Before all releases. */
export const never = '';

/** The releases of the steps of an application, and its conflicts of interest that are not cleared. */
export interface ReleaseFacts {
  releases: readonly { stepId: string; at: string }[];
  conflicts: readonly { userId: number; notedAt: string }[];
}

/** Returns since when a person has a conflict of interest; undefined if they have none. */
export const stoppedAt = (
  { conflicts }: Pick<ReleaseFacts, 'conflicts'>,
  userId: number | null,
): string | undefined => conflicts.find((one) => one.userId === userId)?.notedAt;

/** Returns the newest release of each step, up to a moment if there is one. */
export function releasesUntil(
  { releases }: Pick<ReleaseFacts, 'releases'>,
  moment: string | null,
): Record<string, string> {
  const newest: Record<string, string> = {};
  for (const { stepId, at } of releases)
    if ((moment === null || at <= moment) && at > (newest[stepId] ?? '')) newest[stepId] = at;
  return newest;
}

interface Work {
  ownerId: number | null;
  status: AssignmentStatus;
}

/**
 * Returns the releases that count for a viewer: all of them, or with a conflict of interest those before it. On their own
 * application nobody has a conflict. An assignment that a conflict of its owner stopped has the releases before both
 * conflicts. Source: Requirements 2, 6.21.
 */
export function releasesFor(
  viewerId: number,
  facts: ReleaseFacts & { ownerId: number; assignments: readonly Work[] },
) {
  const isStopped = facts.assignments.some(
    ({ ownerId, status }) => ownerId === viewerId && status === 'conflicted',
  );
  const until =
    facts.ownerId === viewerId ? null : (stoppedAt(facts, viewerId) ?? (isStopped ? never : null));
  const counts = (at: string | null): boolean => at !== null && (until === null || at <= until);
  return {
    releasedAt: releasesUntil(facts, until),
    /** Whether the release of a decision at this time counts. */
    counts,
    keptFor({ ownerId, status }: Work): Record<string, string> {
      if (status !== 'conflicted') return {};
      return releasesUntil(
        { releases: facts.releases.filter(({ at }) => counts(at)) },
        stoppedAt(facts, ownerId) ?? never,
      );
    },
  };
}

/** An application as it is loaded for any viewer: the facts from which `releasedTo` derives the other fields. */
export type WithReleases<
  Application extends { assignments: readonly object[]; decisions: readonly object[] },
> = Omit<Application, 'releasedAt' | 'inConflict' | 'assignments' | 'decisions'> &
  ReleaseFacts & {
    assignments: Omit<Application['assignments'][number], 'keptFor'>[];
    decisions: (Omit<Application['decisions'][number], 'isReleased'> & { releasedAt: string | null })[];
  };

/** Returns an application with the releases that count for a viewer. */
export function releasedTo<A extends Work, D extends { releasedAt: string | null }, Application>(
  viewerId: number,
  loaded: Application & ReleaseFacts & { ownerId: number; assignments: A[]; decisions: D[] },
) {
  const { releases: _releases, conflicts, ...rest } = loaded;
  const { releasedAt, counts, keptFor } = releasesFor(viewerId, loaded);
  return {
    ...rest,
    releasedAt,
    inConflict: conflicts.map(({ userId }) => userId),
    assignments: loaded.assignments.map((one) => ({ ...one, keptFor: keptFor(one) })),
    decisions: loaded.decisions.map(({ releasedAt: at, ...one }) => ({ ...one, isReleased: counts(at) })),
  };
}
