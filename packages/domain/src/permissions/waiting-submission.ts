import { wallClock } from '../deadlines/plain-date.ts';
import { canEdit, type EditFacts } from './can-edit.ts';
import type { Viewer } from './viewer.ts';

/** So long a submission may wait for the check of its files. */
const longestWaitMs = 24 * 60 * 60 * 1_000;

/**
 * Since when the submission of an assignment waits for the check of its files: the ISO instant `askedAt` at which it first
 * arrived. Null where none waits, or for longer than a day. Source: Readings, Submit.
 */
export function waitingSince(askedAt: string | null | undefined, now: Date): Date | null {
  if (askedAt === null || askedAt === undefined) return null;
  const since = new Date(askedAt);
  return now.getTime() - since.getTime() <= longestWaitMs ? since : null;
}

/**
 * The submission that the viewer may still complete, whatever the time is now: since when it waits, as of which it counts,
 * and what its owner is told once nothing can be changed any more. Null where none waits or editing was not allowed
 * then either. Source: Readings, Submit.
 */
export function waitingSubmission(
  viewer: Viewer,
  facts: EditFacts,
  now: Date,
): { since: Date; notice: string } | null {
  const since = waitingSince(facts.assignment.submissionAskedAt, now);
  if (since === null || !canEdit(viewer, facts, since).ok) return null;
  const at = (ms: number) => wallClock(new Date(ms).toISOString(), facts.timeZone);
  const notice =
    `Your submission arrived on ${at(since.getTime())} (${facts.timeZone}), while its files were still being checked, and ` +
    `counts as of then. Choose Submit to complete it, until ${at(since.getTime() + longestWaitMs)}.`;
  return { since, notice };
}
