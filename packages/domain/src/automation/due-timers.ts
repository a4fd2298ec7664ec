import { activeCutoff } from '../deadlines/assignment-time.ts';
import { endOfDay, plainDate } from '../deadlines/plain-date.ts';
import { closesAt, setInstant } from '../deadlines/windows.ts';
import { addDays } from '../forms/dates.ts';
import type { Automation, AutomationTrigger, Flow } from '../forms/types.ts';
import { timeOf } from '../workflow/command-needs.ts';
import { isOngoing, stepIsDone } from '../workflow/completion.ts';
import { newestDecisions } from '../workflow/final-rows.ts';
import type { WorkflowAssignment, WorkflowFacts } from '../workflow/workflow-facts.ts';

/** That the moment of a timer has come: of which automation, about which assignment, and which moment it was. */
export interface DueTimer {
  automation: Automation;
  assignment: WorkflowAssignment | null;
  /** ISO: makes it unique, so that a deadline that was moved is reminded of anew. */
  moment: string;
}

const dayMs = 24 * 60 * 60 * 1_000;

const shifted = (instant: string, days: number): string =>
  new Date(Date.parse(instant) + days * dayMs).toISOString();

/** The first instant of the award, by the days of the newest decisions that are known; null without one. */
function awardStart({ decisions, timeZone }: WorkflowFacts): string | null {
  const [first] = newestDecisions(decisions)
    .flatMap(({ outcome, startsOn, releasedAt }) =>
      releasedAt !== null && startsOn !== null && (outcome === 'awarded' || outcome === 'reduced')
        ? startsOn
        : [],
    )
    .toSorted();
  const dayBefore = first === undefined ? null : addDays(first, -1);
  return dayBefore === null ? null : shifted(endOfDay(dayBefore, timeZone), 1 / 86_400);
}

/** What a timer counts from: of an assignment, or, with null, of the application. */
function anchorsOf(
  on: Extract<AutomationTrigger, { timer: unknown }>['timer'],
  facts: WorkflowFacts,
  now: Date,
): { assignment: WorkflowAssignment | null; at: string | null }[] {
  const anchor = on.before ?? on.after;
  // What is done needs no reminder.
  const open = facts.assignments.filter((one) => one.stepId === on.step && isOngoing(one));
  const cutoff = activeCutoff(
    facts.cutoffs,
    facts.application.cutoffId,
    facts.application.status === 'draft',
    now,
  );
  const ofApplication = (at: string | null) => [{ assignment: null, at }];
  switch (anchor) {
    case 'deadline':
      return open.map((assignment) => ({ assignment, at: timeOf(facts, assignment, now).deadline }));
    case 'assigned':
      return open.map((assignment) => ({ assignment, at: begunAt(facts, assignment, now) }));
    case 'cutoff': {
      const at = cutoff === null ? null : setInstant(closesAt(facts.cutoffs, cutoff));
      if (on.step !== undefined) return open.map((assignment) => ({ assignment, at }));
      return ofApplication(facts.application.status === 'draft' ? null : at);
    }
    case 'released':
      return ofApplication(facts.stepStates.find(({ stepId }) => stepId === on.step)?.releasedAt ?? null);
    case 'award_start':
      return ofApplication(facts.application.status === 'approved' ? awardStart(facts) : null);
    case 'award_end':
      return ofApplication(facts.application.status === 'approved' ? facts.application.awardEnd : null);
    default:
      return [];
  }
}

/** Since when its owner could have answered: what waited for its timeframe, from its start. */
function begunAt(facts: WorkflowFacts, assignment: WorkflowAssignment, now: Date): string {
  const { start } = timeOf(facts, assignment, now);
  return start !== null && start > assignment.createdAt ? start : assignment.createdAt;
}

/** The days of the months on which the award is as old as whole months, until it ends. */
function months(facts: WorkflowFacts, from: Date, until: Date): string[] {
  const start = awardStart(facts);
  const end = facts.application.awardEnd;
  if (facts.application.status !== 'approved' || start === null) return [];
  const first = plainDate(start, facts.timeZone);
  const [year = 0, month = 0, day = 0] = first.split('-').map(Number);
  const found: string[] = [];
  // Ten years of months: no award runs longer.
  for (let nth = 0; nth < 120; nth += 1) {
    const inMonth = new Date(Date.UTC(year, month - 1 + nth, 1));
    const last = new Date(Date.UTC(year, month + nth, 0)).getUTCDate();
    const on = `${inMonth.toISOString().slice(0, 7)}-${String(Math.min(day, last)).padStart(2, '0')}`;
    const before = addDays(on, -1);
    if (before === null) break;
    const at = shifted(endOfDay(before, facts.timeZone), 1 / 86_400);
    if (Date.parse(at) > until.getTime() || (end !== null && at > end)) break;
    if (Date.parse(at) > from.getTime()) found.push(at);
  }
  return found;
}

/**
 * The timers of an application whose moment came after `from` and not after `until`. A reminder before something is
 * left out where that has passed meanwhile, and every one where its work is done, or the step named by `until`. Source:
 * Requirements 2d, 3.2 to 3.5.
 */
export function dueTimers(
  flow: Pick<Flow, 'automations'>,
  facts: WorkflowFacts,
  from: Date,
  until: Date,
): DueTimer[] {
  const isWithin = (moment: string) =>
    Date.parse(moment) > from.getTime() && Date.parse(moment) <= until.getTime();
  return flow.automations.flatMap((automation): DueTimer[] => {
    const { on } = automation;
    if ('monthly' in on)
      return months(facts, from, until).map((moment) => ({ automation, assignment: null, moment }));
    if ('unanswered' in on)
      return facts.assignments.flatMap((assignment): DueTimer[] => {
        if (assignment.stepId !== on.step || assignment.status !== 'assigned') return [];
        const moment = shifted(begunAt(facts, assignment, until), on.unanswered);
        return isWithin(moment) ? [{ automation, assignment, moment }] : [];
      });
    if (!('timer' in on)) return [];
    const { timer } = on;
    const stop = facts.steps.find(({ id }) => id === timer.until);
    if (stop !== undefined && stepIsDone(facts, stop)) return [];
    return anchorsOf(timer, facts, until).flatMap(({ assignment, at }): DueTimer[] => {
      if (at === null) return [];
      const moment = shifted(at, timer.before === undefined ? timer.days : -timer.days);
      const isLate = timer.before !== undefined && timer.days > 0 && Date.parse(at) <= until.getTime();
      return isWithin(moment) && !isLate ? [{ automation, assignment, moment }] : [];
    });
  });
}
