import type { ProcessStep } from '../model/process-step.ts';
import {
  type ApplicationStatus,
  type AssignmentStatus,
  decidedStatuses,
  handedInStatuses,
  ongoingStatuses,
} from '../model/statuses.ts';
import { actsAsApplicant, type StepHead } from './what-comes-next.ts';
import { setInstant, type Window } from './windows.ts';

/** Work on a step that the reader sees, with what the reader may know of it. */
export interface SeenWork {
  stepId: string;
  status: AssignmentStatus;
  isOwn: boolean;
  deadline: string | null;
}

interface SeenOf {
  status: ApplicationStatus;
  /** Whether the reader is the applicant. */
  mine: boolean;
  /** Whether all work on it is among what the reader sees. */
  seesAll: boolean;
  work: readonly SeenWork[];
}

type Standing = Omit<ProcessStep, 'here'>;

function standing(
  step: StepHead,
  planned: Window | undefined,
  seen: SeenOf,
  { isFirst, leadsToDecision }: { isFirst: boolean; leadsToDecision: boolean },
  now: Date,
): Standing {
  const work = seen.work.filter(({ stepId }) => stepId === step.id);
  const open = work.filter(({ status }) => includes(ongoingStatuses, status));
  const due = open.flatMap(({ deadline }) => setInstant(deadline) ?? []).sort();
  const start = setInstant(planned?.start ?? null);
  const end = due[0] ?? setInstant(planned?.end ?? null);
  const isPast = end !== null && Date.parse(end) < now.getTime();
  const state = (): Standing['state'] => {
    const isDecided = includes(decidedStatuses, seen.status);
    // Whoever withdraws is decided about by nobody.
    if (isDecided && step.final === true) return seen.status === 'withdrawn' ? 'over' : 'done';
    if (open.some(({ status }) => status !== 'triggered')) return isPast ? 'late' : 'running';
    if (open.length > 0) return 'coming';
    if (work.some(({ status }) => includes(handedInStatuses, status))) return 'done';
    if (seen.status === 'draft') return isFirst ? (isPast ? 'late' : 'running') : 'coming';
    // Nobody comes back to what leads to a decision once that is there, whatever was planned.
    if (isDecided && leadsToDecision) return 'over';
    if (isPast) {
      if (isDecided) return 'over';
      return seen.seesAll || step.final === true ? 'late' : 'over';
    }
    return start !== null && Date.parse(start) <= now.getTime() ? 'running' : 'coming';
  };
  return {
    id: step.id,
    title: step.title,
    ownerRole: step.ownerRole,
    yours: work.some(({ isOwn }) => isOwn) || (seen.mine && actsAsApplicant(step)),
    start,
    end,
    state: state(),
  };
}

function includes<Value>(values: readonly Value[], value: Value): boolean {
  return values.includes(value);
}

/** What the reader has to do, else what runs, else the first that is late, else what comes first. */
function placeOf(steps: readonly Standing[], status: ApplicationStatus): Standing | undefined {
  if (includes(decidedStatuses, status)) return undefined;
  const isOpen = ({ state }: Standing) => state === 'running' || state === 'late';
  return (
    steps.find((step) => step.yours && isOpen(step)) ??
    steps.find(({ state }) => state === 'running') ??
    steps.find(({ state }) => state === 'late') ??
    steps.find(({ state }) => state === 'coming')
  );
}

/**
 * The way of an application, step by step up to its decision, and where it stands, from no more than what everybody may
 * know of the call (`steps` and their times by step, `planned`) and what the reader sees of the work on it. What follows
 * the decision is told once it was an approval, or where the reader sees work of it.
 */
export function applicationProcess(
  steps: readonly StepHead[],
  planned: Readonly<Record<string, Window>>,
  seen: SeenOf,
  now: Date,
): ProcessStep[] {
  const decided = Math.min(...steps.flatMap(({ final, order }) => (final === true ? order : [])));
  const shown = steps
    .filter(
      ({ id, order }) =>
        order <= decided || seen.status === 'approved' || seen.work.some(({ stepId }) => stepId === id),
    )
    .toSorted((one, other) => one.order - other.order)
    .map((step, index) =>
      standing(
        step,
        planned[step.id],
        seen,
        { isFirst: index === 0, leadsToDecision: step.order < decided },
        now,
      ),
    );
  const place = placeOf(shown, seen.status);
  return shown.map((step) => ({ ...step, here: step === place }));
}
