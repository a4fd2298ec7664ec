import { addDays } from '../forms/dates.ts';
import { dayNumber } from '../forms/day-number.ts';
import { type Fault, faultAt, nameOf } from '../forms/fault.ts';
import type { Flow, Step, StepDeadline } from '../forms/types.ts';
import { endOfDay, plainDate } from './plain-date.ts';
import { isAfter, setInstant } from './windows.ts';

/** What deadlines count from, as known when an assignment is made: ISO instants, null for what is not known yet. */
export interface DeadlineMoments {
  /** When the timeframe of the step starts and ends; null if it has none. */
  start: string | null;
  end: string | null;
  cutoffEnd: string | null;
  assignedAt: string | null;
  releasedAt: (stepId: string) => string | null;
  submittedAt: (stepId: string) => string | null;
  awardEnd: string | null;
}

/** The instant that a deadline counts from. A release that names no step is one of a flow older than that rule: none. */
function momentOf({ after, step }: StepDeadline, moments: DeadlineMoments): string | null {
  switch (after) {
    case 'cutoff':
      return moments.cutoffEnd;
    case 'assigned':
      return moments.assignedAt;
    case 'released':
      return step === undefined ? null : moments.releasedAt(step);
    case 'submitted':
      return step === undefined ? null : moments.submittedAt(step);
    case 'award_end':
      return moments.awardEnd;
  }
}

const someMonday = '2024-01-01';

/** So many working days later (or earlier): no Saturday and no Sunday counts, and none is ever the result. */
function addWorkingDays(from: string, days: number): string | null {
  const sinceMonday = dayNumber(from) - dayNumber(someMonday);
  const weeks = Math.floor(sinceMonday / 7);
  // Counted forward a weekend stands with the Friday before it, else with the Monday after it.
  const workingDays = weeks * 5 + Math.min(sinceMonday - weeks * 7, days > 0 ? 4 : 5) + days;
  const wholeWeeks = Math.floor(workingDays / 5);
  return addDays(someMonday, wholeWeeks * 7 + (workingDays - wholeWeeks * 5));
}

// Behind it some zones are in a year that neither plain dates nor the wire have.
const lastDay = '9999-12-28';

/**
 * Returns the deadline that an assignment of a step gets when it is made or reopened, as an ISO instant; null if the step
 * sets none, or if it counts from something that has not happened. It is so many days of the calendar, or Mondays to
 * Fridays, after the event in the call's time zone, until the end of that day; no days after the cut-off is the cut-off
 * itself. Days count from the start of the step if the event is earlier, and from now if they would be over by now: a
 * deadline always leaves time for the work. If none does, the end of the timeframe counts. Days after the assignment end
 * with the timeframe, if at least half of them are left by then.
 * Source: Requirements 2b, 4.1, 4.2, 4.3 and 4.6.
 */
export function stepDeadline(
  step: Pick<Step, 'deadline'>,
  moments: DeadlineMoments,
  timeZone: string,
): string | null {
  const rule = step.deadline;
  if (rule === undefined) return null;
  const event = setInstant(momentOf(rule, moments));
  if (event === null) return null;
  const { start, end, assignedAt } = moments;
  const leavesTime = (deadline: string | null): deadline is string =>
    deadline !== null && isAfter(deadline, start) && isAfter(deadline, assignedAt);
  if (rule.after === 'cutoff' && rule.days === 0 && leavesTime(event)) return event;
  const fromStart = later(event, start);
  const counted = [fromStart, later(fromStart, assignedAt)].map((from) => endOfDays(rule, from, timeZone));
  const due = counted.find(leavesTime) ?? null;
  if (rule.after !== 'assigned' || due === null || !leavesTime(end) || isAfter(end, due)) return due;
  const half = endOfDays({ ...rule, days: Math.ceil(rule.days / 2) }, fromStart, timeZone);
  return half !== null && isAfter(half, end) ? due : end;
}

const later = (one: string, other: string | null): string =>
  other === null || isAfter(one, other) ? one : other;

function endOfDays({ days, working }: StepDeadline, moment: string, timeZone: string): string | null {
  const from = plainDate(moment, timeZone);
  const due = working === true ? addWorkingDays(from, days) : addDays(from, days);
  return due === null || due.length > lastDay.length || due > lastDay ? null : endOfDay(due, timeZone);
}

/**
 * What is wrong with the deadlines of a flow, before it is published: versions that were published before stay readable,
 * and a page compiles the steps alone that its reader sees. What is due after a release or a submission names a step of the
 * flow. Source: Requirements 2b, 4.4.
 */
export function checkDeadlines(flow: Pick<Flow, 'steps'>): Fault[] {
  return flow.steps.flatMap((step): Fault[] => {
    const { id, deadline } = step;
    if (deadline === undefined || (deadline.after !== 'released' && deadline.after !== 'submitted'))
      return [];
    const at = [['steps', id, 'deadline', 'step']];
    if (deadline.step === undefined) return [faultAt(at, 'findings.deadlineNoStep', { step: nameOf(step) })];
    return flow.steps.some((other) => other.id === deadline.step)
      ? []
      : [faultAt(at, 'findings.deadlineUnknown', { step: deadline.step })];
  });
}
