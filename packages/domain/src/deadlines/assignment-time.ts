import type { AssignmentStatus } from '../model/statuses.ts';
import { closesAt, placeInTime, setInstant, type Window } from './windows.ts';

/** A cut-off of a call with the timeframe of one step in it; without an own timeframe the step has that of the cut-off. */
export interface StepCutoff extends Window {
  id: number;
  timeframe: Window | null;
}

/** When an assignment may be worked on: ISO instants, null for no limit. */
export interface AssignmentTime {
  /** The cut-off that counts; null where the call has none. */
  cutoffId: number | null;
  start: string | null;
  /** The effective deadline: the assignment's own, else the end of the step's timeframe. */
  deadline: string | null;
}

/**
 * The cut-off that counts for an application: a draft follows the call (the open cut-off, else the next, else the
 * last one), what was submitted stays where it was submitted. Source: Readings, Ids and Current timeframe.
 */
export function activeCutoff<W extends Window & { id: number }>(
  cutoffs: readonly W[],
  own: number | null,
  draft: boolean,
  now: Date,
): W | null {
  const mine = cutoffs.find((cutoff) => cutoff.id === own) ?? null;
  const { open, next, past } = placeInTime(cutoffs, now);
  if (!draft) return mine ?? open ?? past ?? next;
  return open ?? next ?? past;
}

/**
 * From when and until when an assignment may be worked on. Changes that were requested have their own deadline or none:
 * they are asked for when the timeframe is over. Source: domain model, effective deadline; Specification 2, section 4.
 */
export function assignmentTime(
  cutoffs: readonly StepCutoff[],
  assignment: { status: AssignmentStatus; deadline: string | null },
  ownCutoff: number | null,
  now: Date,
): AssignmentTime {
  const own = setInstant(assignment.deadline);
  // A draft that was given a deadline of its own stays at its cut-off.
  const follows = assignment.status === 'draft' && own === null;
  const cutoff = activeCutoff(cutoffs, ownCutoff, follows, now);
  if (assignment.status === 'changes_requested')
    return { cutoffId: cutoff?.id ?? null, start: null, deadline: own };
  if (cutoff === null) return { cutoffId: null, start: null, deadline: own };
  const window = cutoff.timeframe ?? cutoff;
  const windows = cutoffs.map((other) => other.timeframe ?? other);
  return { cutoffId: cutoff.id, start: window.start, deadline: own ?? closesAt(windows, window) };
}
