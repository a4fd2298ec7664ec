import type { WorkflowFacts } from './workflow-facts.ts';

const minuteMs = 60_000;
/** How long staff can stop a release. Source: Requirements 2e, 7.2. */
const stoppableMs = 10 * minuteMs;

/** Returns when a release that is given now takes effect: on the full minute, when the clock of the portal runs. */
export const releaseDueAt = (now: Date): Date =>
  new Date(Math.ceil((now.getTime() + stoppableMs) / minuteMs) * minuteMs);

/** A release that has not taken effect yet. */
export interface WaitingRelease {
  stepId: string;
  plannedAt: string;
  wasWithdrawn: boolean;
}

/**
 * Tells whether a release would show something else than staff saw when they gave it: a result that was recorded since, a
 * submission of the step, or an application that was withdrawn.
 */
export const changedSince = (
  { application, assignments, decisions }: WorkflowFacts,
  { stepId, plannedAt, wasWithdrawn }: WaitingRelease,
): boolean =>
  (application.status === 'withdrawn') !== wasWithdrawn ||
  decisions.some(({ decidedAt }) => decidedAt > plannedAt) ||
  assignments.some((one) => one.stepId === stepId && (one.submittedAt ?? '') > plannedAt);
