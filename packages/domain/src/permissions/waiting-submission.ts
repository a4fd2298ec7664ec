import { type Message, message } from '@clearcall/i18n/message.ts';
import { canEdit, type Editability, type EditFacts } from './can-edit.ts';
import type { Viewer } from './viewer.ts';

/** So long a submission may wait for the check of its files. */
const maxWaitMs = 24 * 60 * 60 * 1_000;

/**
 * Since when the submission of an assignment waits for the check of its files: the ISO instant `askedAt` at which it
 * first arrived. Null where none waits, or for longer than a day. Source: Requirements 2, 3.9 and 3.12.
 */
export function waitingSince(askedAt: string | null | undefined, now: Date): Date | null {
  if (askedAt === null || askedAt === undefined) return null;
  const since = new Date(askedAt);
  return now.getTime() - since.getTime() <= maxWaitMs ? since : null;
}

/**
 * The submission that the viewer may still complete, whatever the time is now: since when it waits, as of which it
 * counts, and what its owner is told once nothing can be changed any more. Null where none waits or editing was not
 * allowed then either. `refused`: whether a file of it did not pass its check. Source: Requirements 2, 3.9 and 3.12.
 */
export function waitingSubmission(
  viewer: Viewer,
  facts: EditFacts,
  now: Date,
  refused = false,
): { since: Date; notice: Message } | null {
  const since = waitingSince(facts.assignment.submissionAskedAt, now);
  if (since === null || !canEdit(viewer, facts, since).ok) return null;
  const { timeZone } = facts;
  const at = (ms: number) => ({ at: ms, timeZone });
  const notice = message(refused ? 'workflow.notice.replaceFile' : 'workflow.notice.complete', {
    at: at(since.getTime()),
    until: at(since.getTime() + maxWaitMs),
    timeZone,
  });
  return { since, notice };
}

/**
 * Whether the viewer may change the files in one place of the form, `now`: as all of it may be changed. Where a
 * submission waits and its check has refused a file there (`isRefused`), that file may be deleted or replaced whatever
 * the time is, and the submission still counts as of `since`; what else would be changed makes it another submission.
 * `isLate`: by now another one would come too late, or belong to another cut-off. Source: Requirements 2, 3.9 and 3.12.
 */
export function canEditFiles(
  viewer: Viewer,
  facts: EditFacts,
  isRefused: boolean,
  now: Date,
): { edit: Editability; since: Date | null; isLate: boolean } {
  const edit = canEdit(viewer, facts, now);
  const since = isRefused ? (waitingSubmission(viewer, facts, now)?.since ?? null) : null;
  if (since === null) return { edit, since, isLate: false };
  const then = canEdit(viewer, facts, since);
  return { edit: then, since, isLate: !edit.ok || edit.time.cutoffId !== then.time.cutoffId };
}
