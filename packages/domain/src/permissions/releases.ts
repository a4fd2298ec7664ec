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
