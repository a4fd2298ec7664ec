import { type PublicationEffect, publicationWaits } from './publication-effect.ts';

const minuteMs = 60_000;
/** How long a publication that opens a call or sends emails can be stopped. */
const stoppableMs = 10 * minuteMs;

/** The full minute, when the clock of the portal runs. */
const fullMinute = (ms: number): Date => new Date(Math.ceil(ms / minuteMs) * minuteMs);

/**
 * Returns when a publication goes live; null: at once. `publishAt` is the time that its publisher chose, or null. One that
 * opens the call or sends emails can always be stopped for ten minutes.
 */
export function publicationDueAt(
  effect: PublicationEffect,
  { publishAt, now }: { publishAt: Date | null; now: Date },
): Date | null {
  const earliest = now.getTime() + (publicationWaits(effect) ? stoppableMs : 0);
  const wanted = Math.max(earliest, publishAt?.getTime() ?? 0);
  return wanted > now.getTime() ? fullMinute(wanted) : null;
}

/** The people of a publication. Null if the account is not known. */
interface PublicationPeople {
  plannedBy: number | null;
  approvedBy: number | null;
}

/** Whether a publication waits for the approval of a second person, which a setting of the organisation requires. */
export const waitsForApproval = (
  secondPublisher: boolean,
  { plannedBy, approvedBy }: PublicationPeople,
): boolean => secondPublisher && (approvedBy === null || approvedBy === plannedBy);

/** Whether a person may approve a publication: the one who asked for it may not. */
export const mayApprove = (actorId: number, { plannedBy }: Pick<PublicationPeople, 'plannedBy'>): boolean =>
  actorId !== plannedBy;

/** Whether stopping a publication refuses its approval, which needs a reason: another person asked for it, and it waits. */
export const refusesApproval = (
  actorId: number,
  { plannedBy, dueAt }: Pick<PublicationPeople, 'plannedBy'> & { dueAt: Date | null },
): boolean => dueAt === null && mayApprove(actorId, { plannedBy });
