import type { AssignmentStatus } from '../applications/statuses.ts';
import { closesAt, isAfter, placeInTime, setInstant, type Window } from './windows.ts';

/** A cut-off of a call with the timeframe of one step in it, if it has one. */
export interface StepCutoff extends Window {
  id: number;
  timeframe: Window | null;
}

/** When an assignment may be worked on: ISO instants, null for no limit. */
export interface AssignmentTime {
  /** The cut-off that counts; null where the call has none. */
  cutoffId: number | null;
  start: string | null;
  /** The effective deadline: the assignment's own if it is after the start, else the end of the step's timeframe. */
  deadline: string | null;
}

/**
 * The cut-off that counts for an application: a draft follows the call (the open cut-off, else the next, else the last
 * one), what was submitted stays where it was submitted. Source: Requirements 1, 10.48; Requirements 2, 6.6.
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

/** What of an assignment decides about its time. `isFirst`: it is on the step in which the applicant begins. */
export interface TimedAssignment {
  status: AssignmentStatus;
  deadline: string | null;
  isFirst: boolean;
}

/**
 * From when and until when an assignment may be worked on. Only the first step goes by the call's cut-off, and only its
 * draft moves to a later one; every other step has the timeframe of its own in the application's cut-off, or none but
 * the assignment's deadline. An own deadline that is not after the start does not count, because the work could never be
 * done. Changes that were requested have their own deadline or none: they are asked for when the timeframe is over. Source: Requirements 2, 4.2 and 6.6.
 */
export function assignmentTime(
  cutoffs: readonly StepCutoff[],
  assignment: TimedAssignment,
  ownCutoff: number | null,
  now: Date,
): AssignmentTime {
  const own = setInstant(assignment.deadline);
  // A draft that was given a deadline of its own stays at its cut-off.
  const follows = assignment.isFirst && assignment.status === 'draft' && own === null;
  const cutoff = activeCutoff(cutoffs, ownCutoff, follows, now);
  const windowOf = (one: StepCutoff): Window | null => one.timeframe ?? (assignment.isFirst ? one : null);
  const window = cutoff === null || assignment.status === 'changes_requested' ? null : windowOf(cutoff);
  const cutoffId = cutoff?.id ?? null;
  if (window === null) return { cutoffId, start: null, deadline: own };
  const windows = cutoffs.flatMap((other) => windowOf(other) ?? []);
  const inTime = own !== null && isAfter(own, window.start) ? own : null;
  return { cutoffId, start: window.start, deadline: inTime ?? closesAt(windows, window) };
}
