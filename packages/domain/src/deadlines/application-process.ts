import type { ComingStep } from '../model/coming-step.ts';
import type { ProcessStep, StepWork } from '../model/process-step.ts';
import {
  type ApplicationStatus,
  type AssignmentStatus,
  decidedStatuses,
  goneStatuses,
  handedInStatuses,
  ongoingStatuses,
} from '../model/statuses.ts';
import { actsAsApplicant, type StepHead } from './step-head.ts';
import { setInstant, type Window } from './windows.ts';

/** An assignment as far as a reader may know of it. */
export interface KnownWork {
  stepId: string;
  status: AssignmentStatus;
  isOwn: boolean;
  start: string | null;
  deadline: string | null;
}

/** Work on a step whose assignments the reader looks after. */
export interface LookedAfter extends StepWork {
  /** The reader knows of all work on the step. */
  isWhole: boolean;
  /** Enough is submitted, and nothing is open. */
  isComplete: boolean;
}

/** What a reader knows of an application. */
export interface KnownOfApplication {
  status: ApplicationStatus;
  /** The reader is the applicant. */
  mine: boolean;
  work: readonly KnownWork[];
  /** Submissions that complete a step, by step; 1 if absent. */
  needs?: Readonly<Record<string, number>>;
  /** By step. */
  lookedAfter?: Readonly<Record<string, LookedAfter>>;
  /** The step that rejected the application, if the reader knows that and nobody released it. */
  turnedDownBy?: string | null;
  /** When automations start steps, as instants by step. */
  begins?: Readonly<Record<string, string>>;
}

type Placed = Omit<ProcessStep, 'here'>;

const isIn = <Value extends string>(values: readonly Value[], value: string): boolean =>
  (values as readonly string[]).includes(value);

/** The steps of an application in their order, with what follows for each from what the reader knows. */
class Way {
  readonly #steps: readonly StepHead[];
  readonly #planned: Readonly<Record<string, Window>>;
  readonly #known: KnownOfApplication;
  readonly #nowMs: number;
  /** Order of the final step; infinite if there is none. */
  readonly #final: number;

  constructor(
    steps: readonly StepHead[],
    planned: Readonly<Record<string, Window>>,
    known: KnownOfApplication,
    now: Date,
  ) {
    this.#steps = steps.toSorted((one, other) => one.order - other.order);
    this.#planned = planned;
    this.#known = known;
    this.#nowMs = now.getTime();
    this.#final = Math.min(...steps.flatMap(({ final, order }) => (final === true ? order : [])));
  }

  /** Steps up to the decision; later ones after an award, for those who take part in them. */
  shown(): StepHead[] {
    const { status, mine, lookedAfter = {} } = this.#known;
    return this.#steps.filter(
      ({ id, order }) =>
        order <= this.#final ||
        (status === 'approved' && (mine || lookedAfter[id] !== undefined)) ||
        this.#work(id).length > 0,
    );
  }

  placed(step: StepHead): Placed {
    const { mine, lookedAfter, begins } = this.#known;
    const work = this.#work(step.id);
    const planned = this.#planned[step.id];
    const open = work.filter(({ status }) => isIn(ongoingStatuses, status));
    const due = open.flatMap(({ deadline }) => setInstant(deadline) ?? []).toSorted()[0] ?? null;
    const state = this.#state(step, due ?? setInstant(planned?.end ?? null));
    const starts = open.flatMap(({ status, start }) =>
      status === 'triggered' ? (setInstant(start) ?? []) : [],
    );
    const beginning = state === 'coming' ? (starts.toSorted()[0] ?? begins?.[step.id] ?? null) : null;
    const begin = beginning !== null && this.#isPast(beginning) ? null : beginning;
    const start = begin ?? setInstant(planned?.start ?? null);
    const plannedEnd = setInstant(planned?.end ?? null);
    const counts = due !== null && (state === 'running' || state === 'late' || !this.#isPast(due));
    const end = counts ? due : plannedEnd;
    // A plan whose time has passed is no plan any more; a deadline that has passed stays one.
    const isOldPlan =
      end !== null && end !== due && state !== 'done' && state !== 'over' && this.#isPast(end);
    const told = lookedAfter?.[step.id];
    return {
      id: step.id,
      title: step.title,
      ownerRole: step.ownerRole,
      yours: work.some(({ isOwn }) => isOwn) || (mine && actsAsApplicant(step)),
      start: state === 'coming' && start !== null && this.#isPast(start) ? null : start,
      end: isOldPlan ? null : end,
      begins: begin,
      state,
      ...(told === undefined
        ? {}
        : {
            work: {
              needed: told.needed,
              assigned: told.assigned,
              unowned: told.unowned,
              submitted: told.submitted,
            },
          }),
    };
  }

  /**
   * The step at which the application is: the first one that it has not passed. None after it ended, and none among
   * later steps for readers who take no part in them.
   */
  here(placed: readonly Placed[]): Placed | undefined {
    const { status, mine } = this.#known;
    if (status === 'rejected' || status === 'withdrawn') return undefined;
    const isAhead = ({ state }: Placed) => state !== 'done' && state !== 'over';
    const next = placed.find(isAhead);
    if (status !== 'approved') return next ?? placed.at(-1);
    return mine || next?.work !== undefined || (next !== undefined && this.#work(next.id).length > 0)
      ? next
      : undefined;
  }

  #work(stepId: string): KnownWork[] {
    return this.#known.work.filter((one) => one.stepId === stepId && !isIn(goneStatuses, one.status));
  }

  #isPast(instant: string): boolean {
    return Date.parse(instant) < this.#nowMs;
  }

  #hasBegun({ id }: StepHead): boolean {
    return this.#work(id).some(({ status }) => status !== 'triggered');
  }

  /** Whether the application is known to have come to a later step. Side steps after the decision prove nothing. */
  #isPassed(step: StepHead): boolean {
    return this.#steps.some(
      (later) =>
        later.order > step.order &&
        (later.order <= this.#final || (step.order > this.#final && actsAsApplicant(later))) &&
        this.#hasBegun(later),
    );
  }

  #isComplete({ id }: StepHead): boolean {
    const told = this.#known.lookedAfter?.[id];
    if (told?.isWhole === true) return told.isComplete;
    const submitted = this.#work(id).filter(({ status }) => isIn(handedInStatuses, status));
    return submitted.length >= (this.#known.needs?.[id] ?? 1);
  }

  /** Whether the reader knows that the result of the application is recorded but not released. */
  #isDecidedInside(): boolean {
    const final = this.#steps.find(({ final: is }) => is === true);
    const told = final === undefined ? undefined : this.#known.lookedAfter?.[final.id];
    return told?.isWhole === true && told.isComplete;
  }

  #state(step: StepHead, end: string | null): ProcessStep['state'] {
    const { status, turnedDownBy = null } = this.#known;
    const isDecided = isIn(decidedStatuses, status);
    const isFinal = step.final === true;
    if (isDecided && isFinal) return status === 'withdrawn' ? 'over' : 'done';
    const open = this.#work(step.id).filter((one) => isIn(ongoingStatuses, one.status));
    const timed = end !== null && this.#isPast(end) ? 'late' : 'running';
    if (turnedDownBy !== null && !isDecided && step.order <= this.#final) {
      const judge = this.#steps.find(({ id }) => id === turnedDownBy);
      if (judge !== undefined && step.order >= judge.order) return step === judge ? 'decided' : 'over';
    }
    if (open.some((one) => one.status !== 'triggered')) return timed;
    if (open.length > 0) return this.#hasBegun(step) ? timed : 'coming';
    if (isFinal && this.#isDecidedInside()) return 'decided';
    if (!isFinal && this.#isComplete(step)) return 'done';
    if (status === 'draft') return step === this.#steps[0] ? timed : 'coming';
    if (step.order < this.#final && (isDecided || this.#isDecidedInside())) return 'over';
    return this.#stateByPlan(step, timed === 'late');
  }

  /** The state of a step that is not known to be done, and on which nobody is known to work. */
  #stateByPlan(step: StepHead, isPast: boolean): ProcessStep['state'] {
    const { mine, lookedAfter } = this.#known;
    const isWhole = lookedAfter?.[step.id]?.isWhole === true;
    const isPassed = this.#isPassed(step);
    // Steps of applicants start by themselves or not at all.
    if (actsAsApplicant(step) && (mine || isWhole)) return isPassed ? 'over' : 'coming';
    if (isPassed && step.order > this.#final) return 'over';
    if (isWhole) return isPast ? 'late' : this.#isStarted(step) ? 'running' : 'coming';
    if (isPassed) return 'over';
    if (isPast) return step.final === true || this.#leadsToApplicant(step) ? 'late' : 'over';
    return this.#isStarted(step) ? 'running' : 'coming';
  }

  #isStarted(step: StepHead): boolean {
    const start = setInstant(this.#planned[step.id]?.start ?? null);
    return this.#hasBegun(step) || (start !== null && Date.parse(start) <= this.#nowMs);
  }

  /** Whether the applicant reads it and acts in the next step, which has not begun: then it is not over. */
  #leadsToApplicant(step: StepHead): boolean {
    const next = this.#steps.find(({ order }) => order > step.order);
    return this.#known.mine && next !== undefined && next.order <= this.#final && actsAsApplicant(next);
  }
}

/**
 * The steps of an application and the one at which it is, from what everybody may know of the call (`steps` and their
 * planned times by step) and what the reader knows of the work on it. Exactly one step is `here` until the application
 * has ended, and all steps before it are done or over.
 */
export function applicationProcess(
  steps: readonly StepHead[],
  planned: Readonly<Record<string, Window>>,
  known: KnownOfApplication,
  now: Date,
): ProcessStep[] {
  const way = new Way(steps, planned, known, now);
  const placed = way.shown().map((step) => way.placed(step));
  const here = way.here(placed);
  if (here === undefined) return placed.map((step) => ({ ...step, here: false }));
  const place = placed.indexOf(here);
  const isAhead = known.status !== 'approved' && here.state !== 'decided';
  return placed.map((step, index) => {
    // Its planned time has passed, and the application has not come to it: the reader knows no date.
    const isPlanned = step.state === 'late' && step.end === null && step.work === undefined;
    const waits = isAhead && index > place && (step.state === 'over' || isPlanned);
    const later = waits ? { state: 'coming' as const, start: null, end: null } : {};
    return { ...step, ...later, here: index === place };
  });
}

/**
 * What comes for the applicant in the steps of an application, without what they can do now. Source: Requirements 1,
 * 2.113.
 */
export function comingSteps(process: readonly ProcessStep[], status: ApplicationStatus): ComingStep[] {
  if (status === 'draft' || status === 'rejected' || status === 'withdrawn') return [];
  return process
    .filter(
      ({ state, yours }) =>
        state !== 'done' && state !== 'over' && !(yours && (state === 'running' || state === 'late')),
    )
    .map(({ title, ownerRole, yours, start, end, state, begins }) => ({
      title,
      ownerRole,
      yours,
      start: state === 'coming' ? start : null,
      end,
      late: state === 'late',
      ...(begins === null ? {} : { begins }),
    }));
}
