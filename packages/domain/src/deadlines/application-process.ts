import type { ComingStep } from '../applications/coming-step.ts';
import type { ProcessStep, StepWork } from '../applications/process-step.ts';
import {
  type ApplicationStatus,
  type AssignmentStatus,
  decidedStatuses,
  goneStatuses,
  handedInStatuses,
  ongoingStatuses,
} from '../applications/statuses.ts';
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
  /** The reader knows that the newest result is released. Such an application may still be on the reserve list. */
  isResultReleased?: boolean;
  work: readonly KnownWork[];
  /** Submissions that complete a step, by step; 1 if absent. */
  needs?: Readonly<Record<string, number>>;
  /** By step. */
  lookedAfter?: Readonly<Record<string, LookedAfter>>;
  /** Steps that are done for the partitions of the reader's centres, and have other partitions. */
  doneByCentre?: readonly string[];
  /** The step that rejected the application, if the reader knows that and nobody released it. */
  turnedDownBy?: string | null;
  /** When automations start steps, as instants by step. */
  begins?: Readonly<Record<string, string>>;
  /** Steps of others that the applicant may read once they allow it. */
  reads?: readonly string[];
  /** What automations wait for before they start steps, by step. A release only if the reader knows that it is to come. */
  starts?: Readonly<Record<string, AutomaticStart>>;
  /** The step at which the application is, as far as a reader may know it who does not know of all work. */
  reached?: ReachedStep | undefined;
}

/** The step at which an application is, and whether it waits, runs or is late. */
export interface ReachedStep {
  stepId: string;
  state: 'coming' | 'running' | 'late';
}

/** That all applications of a cut-off, or of its part in a panel, have passed a step. */
export interface Arrival {
  stepId: string;
  of: 'cutoff' | 'panel';
}

/** Whether both say the same of the same step. */
export const isSameArrival = (one: Arrival, other: Arrival): boolean =>
  one.stepId === other.stepId && one.of === other.of;

/** What an automation waits for before it starts a step: an instant, or what happens at another step. */
export type AutomaticStart =
  | { what: 'submitted' | 'released'; stepId: string; isConditional: boolean }
  | ({ what: 'all'; isConditional: boolean } & Arrival)
  | { what: 'time'; at: string; isConditional: boolean };

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

  /** Steps up to the decision; later ones after an award, for those who take part in them or read them. */
  shown(): StepHead[] {
    const { status, mine, lookedAfter = {}, reads = [] } = this.#known;
    const isShared = (step: StepHead) => mine && (actsAsApplicant(step) || reads.includes(step.id));
    return this.#steps.filter(
      (step) =>
        step.order <= this.#final ||
        (status === 'approved' && (isShared(step) || lookedAfter[step.id] !== undefined)) ||
        this.#work(step.id).length > 0,
    );
  }

  placed(step: StepHead): Placed {
    const { mine, lookedAfter, doneByCentre = [], begins } = this.#known;
    const work = this.#work(step.id);
    const planned = this.#planned[step.id];
    const open = this.#open(step.id);
    const due = this.#due(step, open);
    const state = this.#state(step, due ?? setInstant(planned?.end ?? null));
    const starts = open.flatMap(({ status, start }) =>
      status === 'triggered' ? (setInstant(start) ?? []) : [],
    );
    const beginning = state === 'coming' ? (starts.toSorted()[0] ?? begins?.[step.id] ?? null) : null;
    const begin = beginning !== null && this.#isPast(beginning) ? null : beginning;
    const start = begin ?? setInstant(planned?.start ?? null);
    const plannedEnd = setInstant(planned?.end ?? null);
    const counts = due !== null && (state === 'late' || !this.#isPast(due));
    const end = counts ? due : plannedEnd;
    // A plan whose time has passed is no plan any more; a deadline that has passed stays one.
    const isOldPlan = end !== null && !counts && state !== 'done' && state !== 'over' && this.#isPast(end);
    const told = lookedAfter?.[step.id];
    const isAtWork = state === 'running' || state === 'late';
    const isApplicant = mine && actsAsApplicant(step);
    const own = work.filter(({ isOwn }) => isOwn);
    const isOwnPartDone = own.length > 0 && !open.some(({ isOwn }) => isOwn) && isAtWork && !isApplicant;
    const isCentreDone = doneByCentre.includes(step.id) && isAtWork;
    const isPartDone = (isOwnPartDone || isCentreDone) && told?.isWhole !== true;
    return {
      id: step.id,
      title: step.title,
      ...(step.told === undefined ? {} : { told: step.told }),
      ownerRole: step.ownerRole,
      yours: isApplicant || (own.length > 0 && !(isOwnPartDone && told?.isWhole === true)),
      ...(isPartDone ? { isPartDone: true } : {}),
      ...(step.order > this.#final ? { isAfterDecision: true } : {}),
      start: state === 'coming' && start !== null && this.#isPast(start) ? null : start,
      end: isOldPlan ? null : end,
      begins: begin,
      state,
      ...(told === undefined
        ? {}
        : {
            work: {
              needed: told.needed,
              missing: told.missing,
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
    if (status !== 'approved') {
      const decided = placed.findLast(({ isAfterDecision }) => isAfterDecision !== true);
      return next === undefined || next.isAfterDecision === true ? decided : next;
    }
    return mine || next?.work !== undefined || (next !== undefined && this.#work(next.id).length > 0)
      ? next
      : undefined;
  }

  /**
   * The steps after the one at which the application is. If the end of that one has passed, if it waits for its release,
   * or is with the applicant again, later steps on which nobody works have not begun, whatever was planned.
   */
  held(placed: readonly Placed[], here: Placed): Placed[] {
    const { status } = this.#known;
    const place = placed.indexOf(here);
    const end = setInstant(this.#planned[here.id]?.end ?? null);
    let isHeld = here.state !== 'coming' && (here.state === 'decided' || (end !== null && this.#isPast(end)));
    return placed.map((step, index) => {
      if (index <= place) return step;
      const isPassed = step.state === 'over' && status !== 'approved' && here.state !== 'decided';
      const isAtWork = this.#open(step.id).some((one) => one.status !== 'triggered');
      const isPlanned = !isAtWork && (step.state === 'late' || (isHeld && step.state === 'running'));
      if (!isPassed && !isPlanned) return step;
      isHeld = true;
      const waitsFor = { what: 'before' as const, step: here.title, isConditional: false };
      return { ...step, state: 'coming' as const, start: null, end: null, waitsFor };
    });
  }

  /** Says what a step waits for that has neither begun nor a date. */
  waiting(placed: readonly Placed[], step: Placed): Placed {
    if (step.state !== 'coming' || step.begins !== null || step.start !== null) return step;
    const judged = this.#changedFor(step.id);
    if (judged !== undefined)
      return {
        ...step,
        end: null,
        waitsFor: { what: 'resubmitted', step: judged.title, isConditional: false },
      };
    const start = this.#known.starts?.[step.id];
    if (start === undefined) return step;
    const { isConditional } = start;
    if (start.what === 'time')
      return this.#isPast(start.at)
        ? step
        : { ...step, waitsFor: { what: 'time', step: step.title, at: start.at, isConditional } };
    const other = placed.find(({ id }) => id === start.stepId);
    // An automation starts it a moment later; for the applicant that is when it begins.
    const isBehind =
      !this.#known.mine && start.what === 'submitted' && (other?.state === 'done' || other?.state === 'over');
    return other === undefined || isBehind
      ? step
      : { ...step, waitsFor: { what: start.what, step: other.title, isConditional } };
  }

  /** Adds how many people a step after the decision needs: once it is due, if no automation is still to start it. */
  filled(step: ProcessStep): ProcessStep {
    const { work, here, state, begins, waitsFor } = step;
    if (work === undefined || step.isAfterDecision !== true || actsAsApplicant(step)) return step;
    const isDue =
      (here || state === 'running' || state === 'late') && begins === null && waitsFor === undefined;
    const { needed, assigned, unowned, submitted } = work;
    const missing = isDue ? Math.max(0, needed - assigned - unowned - submitted) : 0;
    return { ...step, work: { ...work, missing } };
  }

  /** The step of which changes were requested that a step judges, if it judged before. */
  #changedFor(stepId: string): StepHead | undefined {
    const judges = this.#steps.find(({ id }) => id === stepId)?.judges;
    const isAsked = this.#work(judges ?? '').some(({ status }) => status === 'changes_requested');
    return isAsked ? this.#steps.find(({ id }) => id === judges) : undefined;
  }

  /** Until when open work is due: for those who work by their own deadline, for all others by the last of the step. */
  #due(step: StepHead, open: readonly KnownWork[]): string | null {
    const deadlinesOf = (work: readonly KnownWork[]) =>
      work.flatMap(({ deadline }) => setInstant(deadline) ?? []).toSorted();
    const own = deadlinesOf(open.filter(({ isOwn }) => isOwn))[0];
    const all = deadlinesOf(open);
    const planned = setInstant(this.#planned[step.id]?.end ?? null);
    if (own !== undefined || all.length === 0) return own ?? null;
    const ends = planned === null || actsAsApplicant(step) ? all : [...all, planned].toSorted();
    return ends.at(-1) ?? null;
  }

  #open(stepId: string): KnownWork[] {
    return this.#work(stepId).filter(({ status }) => isIn(ongoingStatuses, status));
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
    const { reached } = this.#known;
    if (reached !== undefined && step.order <= this.#final)
      return this.#steps.some(({ id, order }) => id === reached.stepId && order > step.order);
    return this.#steps.some(
      (later) =>
        later.order > step.order &&
        (later.order <= this.#final || (step.order > this.#final && actsAsApplicant(later))) &&
        this.#hasBegun(later),
    );
  }

  #isComplete(step: StepHead): boolean {
    const { lookedAfter, needs, reached } = this.#known;
    const told = lookedAfter?.[step.id];
    if (told?.isWhole === true) return told.isComplete;
    if (reached?.stepId === step.id && !actsAsApplicant(step)) return false;
    const submitted = this.#work(step.id).filter(({ status }) => isIn(handedInStatuses, status));
    return submitted.length >= (needs?.[step.id] ?? 1);
  }

  /**
   * Whether the reader knows that a complete step is not released: its release starts another one, or the application is
   * still at this step, which all readers count alike.
   */
  #waitsForRelease(step: StepHead): boolean {
    const { lookedAfter, starts = {}, reached } = this.#known;
    if (lookedAfter?.[step.id]?.isWhole !== true || this.#isPassed(step)) return false;
    if (reached?.stepId === step.id) return true;
    return Object.values(starts).some((start) => start.what === 'released' && start.stepId === step.id);
  }

  /** Whether the reader knows that the application is past a step that only its result leads on from. */
  #isKnownPassed(step: StepHead): boolean {
    if (this.#known.lookedAfter?.[step.id]?.isWhole === true || actsAsApplicant(step)) return false;
    return step.order < this.#final && (this.#known.status === 'approved' || this.#isPassed(step));
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
    if (isDecided && isFinal) {
      // A declined award was decided before.
      const isAwarded = this.#steps.some(
        (later) => later.order > this.#final && actsAsApplicant(later) && this.#hasBegun(later),
      );
      return status === 'withdrawn' && !isAwarded ? 'over' : 'done';
    }
    const open = this.#open(step.id);
    const timed = end !== null && this.#isPast(end) ? 'late' : 'running';
    if (turnedDownBy !== null && !isDecided && step.order <= this.#final) {
      const judge = this.#steps.find(({ id }) => id === turnedDownBy);
      if (judge !== undefined && step.order >= judge.order) return step === judge ? 'decided' : 'over';
    }
    // Nothing is to be judged before the changes are made, also for people who have accepted that.
    if ((!isDecided || step.order > this.#final) && this.#changedFor(step.id) !== undefined) return 'coming';
    const isOwn = open.some((one) => one.isOwn && one.status !== 'triggered');
    const isComplete = this.#isComplete(step);
    if (isFinal && this.#known.isResultReleased === true && open.length === 0) return 'done';
    if (this.#known.reached?.stepId === step.id && !isOwn && !isComplete) return this.#known.reached.state;
    if (open.some((one) => one.status !== 'triggered')) return timed;
    if (open.length > 0) return this.#hasBegun(step) ? timed : 'coming';
    if (isFinal && this.#isDecidedInside()) return 'decided';
    if (!isFinal && isComplete) return !isDecided && this.#waitsForRelease(step) ? 'decided' : 'done';
    if (status === 'draft') return step === this.#steps[0] ? timed : 'coming';
    if (!isDecided && this.#waitsForOthers(step)) return 'coming';
    const isBehind = step.order < this.#final && (isDecided || this.#isDecidedInside());
    const state = isBehind ? 'over' : this.#stateByPlan(step, timed === 'late');
    return state === 'over' && (this.#isDoneForReader(step) || this.#isKnownPassed(step)) ? 'done' : state;
  }

  /** The state of a step that is not known to be done, and on which nobody is known to work. */
  #stateByPlan(step: StepHead, isPast: boolean): ProcessStep['state'] {
    const { mine, lookedAfter } = this.#known;
    const isWhole = lookedAfter?.[step.id]?.isWhole === true;
    const isPassed = this.#isPassed(step);
    // Steps of applicants start by themselves or not at all.
    if (actsAsApplicant(step) && (mine || isWhole)) return isPassed ? 'over' : 'coming';
    if (isPassed && (!isWhole || step.order > this.#final)) return 'over';
    // A plan that has passed does not prove that a step is over.
    if (isPast) return 'late';
    return this.#isStarted(step) ? 'running' : 'coming';
  }

  /** Whether a step begins only once other applications have come as far as this one, whatever was planned. */
  #waitsForOthers(step: StepHead): boolean {
    const start = this.#known.starts?.[step.id];
    return start?.what === 'all' && !start.isConditional && !this.#isPassed(step);
  }

  /** Whether readers who do not know of all work on a step know that their own part of it is done. */
  #isDoneForReader({ id }: StepHead): boolean {
    return (
      this.#known.lookedAfter?.[id]?.isWhole !== true &&
      this.#work(id).some(({ status }) => isIn(handedInStatuses, status))
    );
  }

  #isStarted(step: StepHead): boolean {
    const start = setInstant(this.#planned[step.id]?.start ?? null);
    return this.#hasBegun(step) || (start !== null && Date.parse(start) <= this.#nowMs);
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
  const held = here === undefined ? placed : way.held(placed, here);
  const place = here === undefined ? -1 : placed.indexOf(here);
  return held.map((step, index) => way.filled({ ...way.waiting(held, step), here: index === place }));
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
    .map(({ title, ownerRole, yours, start, end, state, begins, waitsFor }) => ({
      title,
      ownerRole,
      yours,
      start: state === 'coming' ? start : null,
      end,
      late: state === 'late',
      ...(begins === null ? {} : { begins }),
      ...(waitsFor === undefined ? {} : { waitsFor }),
    }));
}
