import type { AssignmentTime } from '../deadlines/assignment-time.ts';
import { closesAt } from '../deadlines/windows.ts';
import { waitingSince } from '../permissions/waiting-submission.ts';
import { isTurnedDown, timeOf } from './command-needs.ts';
import { allows } from './commands.ts';
import type { CommandOf } from './workflow-command.ts';
import type { WorkflowAssignment, WorkflowFacts } from './workflow-facts.ts';

type Due = CommandOf<'begin'> | CommandOf<'expire'>;

const isPast = (instant: string | null, now: Date): instant is string =>
  instant !== null && Date.parse(instant) < now.getTime();

/** What the clock has to say about one assignment, with the moment at which it was due. */
function dueOn(
  assignment: WorkflowAssignment,
  { start, deadline }: AssignmentTime,
  mayBegin: boolean,
  now: Date,
): { at: string; command: Due }[] {
  const { id: assignmentId, createdAt } = assignment;
  const waits = mayBegin && allows('begin', assignment.status);
  const begins = waits && (start === null || Date.parse(start) <= now.getTime());
  const began = start === null || start < createdAt ? createdAt : start;
  const due: { at: string; command: Due }[] = [];
  if (begins) due.push({ at: began, command: { type: 'begin', assignmentId } });
  // What begins and ends within one sleep of the clock begins before it ends.
  const open = begins || allows('expire', assignment.status);
  // A submission that waits for the check of its files counts as of when it came.
  const at = waitingSince(assignment.submissionAskedAt, now) ?? now;
  if (open && assignment.expiredAt === null && isPast(deadline, at))
    due.push({
      at: begins && deadline < began ? began : deadline,
      command: { type: 'expire', assignmentId },
    });
  return due;
}

/**
 * The commands that the clock has to give on one application now, in the order in which they were due: assignments
 * whose start is reached begin, unless the first check turned the application down; open ones whose effective deadline
 * has passed expire, once. Nothing where all was said before. Source: Requirements 2, 6.5.
 */
export function dueCommands(facts: WorkflowFacts, now: Date): Due[] {
  const mayBegin = !isTurnedDown(facts);
  return facts.assignments
    .flatMap((assignment) => dueOn(assignment, timeOf(facts, assignment, now), mayBegin, now))
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
    .map(({ command }) => command);
}

/**
 * Whether the cut-off of a submitted application is over: at the later of its cut-off and its submission, so that late
 * ones are not forgotten. Source: Requirements 2, 6.8.
 */
export function cutoffHasPassed(
  { application, cutoffs }: Pick<WorkflowFacts, 'application' | 'cutoffs'>,
  now: Date,
): boolean {
  const { status, cutoffId } = application;
  if (status !== 'submitted' && status !== 'changes_requested') return false;
  const cutoff = cutoffs.find(({ id }) => id === cutoffId);
  return cutoff !== undefined && isPast(closesAt(cutoffs, cutoff), now);
}
