import { awardDays } from '../applications/award-days.ts';
import type { ProcessStep } from '../applications/process-step.ts';
import { goneStatuses, handedInStatuses, ongoingStatuses } from '../applications/statuses.ts';
import {
  type AutomaticStart,
  isSameArrival,
  type KnownOfApplication,
  type KnownWork,
  type LookedAfter,
  type ReachedStep,
} from '../deadlines/application-process.ts';
import { automaticStarts } from '../deadlines/automatic-starts.ts';
import { endOfDay } from '../deadlines/plain-date.ts';
import { closesAt, setInstant, type Window } from '../deadlines/windows.ts';
import { addDays } from '../forms/dates.ts';
import { firstStep } from '../forms/first-step.ts';
import type { Flow, Step } from '../forms/types.ts';
import type { ApplicationSnapshot, AssignmentSnapshot, CutoffSnapshot } from './application-snapshot.ts';
import { peopleNeeded } from './people-needed.ts';
import { newestOf } from './read-assignment.ts';
import { disclosedOfStep, disclosedTo, type Stance, stanceOf } from './stance.ts';
import type { Viewer } from './viewer.ts';

type Work = Pick<AssignmentSnapshot, 'stepId' | 'partitionId' | 'status'>;

const isOngoing = ({ status }: Pick<Work, 'status'>): boolean =>
  (ongoingStatuses as readonly string[]).includes(status);
const isHandedIn = ({ status }: Pick<Work, 'status'>): boolean =>
  (handedInStatuses as readonly string[]).includes(status);

/**
 * Partitions that a step still has to be worked on for, after the decision those that got something; null in place of them if
 * it is worked on once.
 */
function partitionsOf(
  {
    partitionIds: ids,
    assignments,
    decisions,
  }: Pick<ApplicationSnapshot, 'partitionIds' | 'assignments' | 'decisions'>,
  { id, order, perPartition }: Step,
  final: Step | undefined,
): (string | null)[] {
  if (perPartition !== true) return [null];
  const released =
    final !== undefined && order > final.order ? newestOf(decisions.filter((one) => one.isReleased)) : [];
  const isRefused = (partition: string): boolean =>
    released.some(
      ({ partitionId, outcome }) =>
        partitionId === partition && outcome !== 'awarded' && outcome !== 'reduced',
    );
  const partitionIds = ids.filter((partition) => !isRefused(partition));
  const submitted = assignments.flatMap((one) =>
    one.stepId === id && one.partitionId !== null && isHandedIn(one) ? one.partitionId : [],
  );
  return [...new Set([...partitionIds, ...submitted])];
}

/** The first and the last instant of the award, by the results that were released. */
function awardOf({ decisions, call: { timeZone } }: ApplicationSnapshot) {
  const { first, last } = awardDays(decisions);
  const dayBefore = first === undefined ? null : addDays(first, -1);
  return {
    awardStart:
      dayBefore === null ? null : new Date(Date.parse(endOfDay(dayBefore, timeZone)) + 1_000).toISOString(),
    awardEnd: last === undefined ? null : endOfDay(last, timeZone),
  };
}

/** What is known of an application while the steps of its process are looked at. */
interface Place {
  viewer: Viewer;
  snapshot: ApplicationSnapshot;
  flow: Flow;
  stance: Stance;
  final: Step | undefined;
  /** Steps whose results the applicant reads. */
  reads: readonly Step[];
  seen: readonly (KnownWork & { id: string })[];
  timesOf: (assignment: AssignmentSnapshot) => Pick<KnownWork, 'start' | 'deadline'>;
}

/** A step of the process, with its work and what of it the viewer looks after. */
interface PlacedStep {
  step: Step;
  partitions: readonly (string | null)[];
  /** The partitions whose work the viewer looks after. */
  own: readonly (string | null)[];
  all: readonly AssignmentSnapshot[];
  looked: readonly AssignmentSnapshot[];
}

const needsOf = ({ config }: Step): number => config.needs ?? 1;

const isDone = (step: Step, work: readonly Work[]): boolean =>
  work.filter(isHandedIn).length >= needsOf(step) && !work.some(isOngoing);

/** Whether the viewer's centres are done with a step that other centres work on too, as far as the viewer knows. */
function isDoneByCentre({ snapshot, seen }: Place, { step, partitions, all, looked }: PlacedStep): boolean {
  const ofCentre = partitions.filter((id) => id !== null && snapshot.viewerPartitions.includes(id));
  const isKnown = (one: AssignmentSnapshot) => looked.includes(one) || seen.some(({ id }) => id === one.id);
  const known = all.filter(isKnown);
  return (
    ofCentre.length > 0 &&
    ofCentre.length < partitions.length &&
    ofCentre.every((id) =>
      isDone(
        step,
        known.filter(({ partitionId }) => partitionId === id),
      ),
    )
  );
}

/** The work on a step that the viewer sees, looks after, or will read the result of. */
function knownWork(
  { viewer, stance, final, reads, seen, timesOf }: Place,
  { step, all, looked }: PlacedStep,
): KnownWork[] {
  // After the decision, the applicant knows of work whose results they will read: until it is released it goes on.
  const isFollowed =
    stance === 'applicant' && final !== undefined && step.order > final.order && reads.includes(step);
  return all.flatMap((one) => {
    const visible = seen.find(({ id }) => id === one.id);
    if (visible !== undefined) return [visible];
    if (!looked.includes(one) && !isFollowed) return [];
    const status = isFollowed && isHandedIn(one) ? 'assigned' : one.status;
    return [{ stepId: step.id, status, isOwn: one.ownerId === viewer.userId, ...timesOf(one) }];
  });
}

/** How far the work on a step is that the viewer looks after; null where they look after none. */
function lookedAfterOf(
  { snapshot: { partitionIds, decisions }, stance }: Place,
  { step, partitions, own, all, looked }: PlacedStep,
  lacking: readonly { stepId: string; partitionId: string | null; missing: number }[],
): LookedAfter | null {
  if (own.length === 0) return null;
  const open = looked.filter(isOngoing);
  const isDoneFor = (partition: string | null): boolean =>
    isDone(step, step.perPartition === true ? all.filter((one) => one.partitionId === partition) : all);
  const isRecorded =
    step.final === true &&
    disclosedTo(stance, 'decision') === 'all' &&
    partitionIds.length > 0 &&
    partitionIds.every((id) => decisions.some(({ partitionId }) => partitionId === id));
  return {
    needed: needsOf(step) * own.length,
    missing: lacking
      .filter(({ stepId, partitionId }) => stepId === step.id && own.includes(partitionId))
      .reduce((sum, { missing }) => sum + missing, 0),
    assigned: open.filter((one) => one.ownerId !== null).length,
    unowned: open.filter((one) => one.ownerId === null).length,
    submitted: looked.filter(isHandedIn).length,
    isWhole: own.length === partitions.length,
    isComplete: (partitions.length > 0 && partitions.every(isDoneFor)) || isRecorded,
  };
}

/** What starts by itself and is still awaited, and when steps begin. */
function awaitedStarts(
  { snapshot, flow, stance }: Place,
  planned: Readonly<Record<string, Window>>,
  cutoff: CutoffSnapshot | null,
): Pick<KnownOfApplication, 'begins' | 'starts'> {
  const end = cutoff === null ? null : closesAt(snapshot.cutoffs, cutoff);
  const { begins, starts } = automaticStarts(flow, planned, { cutoff: end, ...awardOf(snapshot) });
  const knowsReleases = disclosedTo(stance, 'release') === 'all';
  const isAwaited = (start: AutomaticStart): boolean => {
    if (start.what === 'all') return !snapshot.arrivals.some((one) => isSameArrival(one, start));
    return start.what !== 'released' || (knowsReleases && snapshot.releasedAt[start.stepId] === undefined);
  };
  return {
    begins,
    starts: Object.fromEntries(Object.entries(starts).filter(([, start]) => isAwaited(start))),
  };
}

/**
 * Returns what a viewer knows of the place of an application in its process: of work what the viewer sees (`seen`), and as
 * far as the amount of work is disclosed how much of it is open and submitted, and until when it is due.
 */
export function knownOfApplication(
  viewer: Viewer,
  snapshot: ApplicationSnapshot,
  flow: Flow,
  {
    seen,
    planned,
    cutoff,
  }: {
    seen: readonly (KnownWork & { id: string })[];
    planned: Readonly<Record<string, Window>>;
    cutoff: CutoffSnapshot | null;
  },
  timesOf: Place['timesOf'],
  now: Date,
): KnownOfApplication {
  const { status, assignments, decisions } = snapshot;
  const stance = stanceOf(viewer, snapshot);
  const disclosed = disclosedOfStep(viewer, snapshot, flow);
  const final = flow.steps.find((step) => step.final === true);
  const reads = flow.steps.filter(({ permissions }) =>
    permissions.view.some(({ role, scope }) => role === 'applicant' && scope === 'own'),
  );
  const place: Place = { viewer, snapshot, flow, stance, final, reads, seen, timesOf };
  const knowsDecisions = disclosedTo(stance, 'decision') === 'all';
  const knowsJudgements = disclosedTo(stance, 'judgement') === 'all';
  const end = cutoff === null ? null : setInstant(cutoff.end);
  const isUnderReview =
    status === 'submitted' &&
    (end === null || Date.parse(end) < now.getTime()) &&
    !decisions.some(({ isReleased }) => knowsDecisions || isReleased);
  const lacking = isUnderReview
    ? peopleNeeded(flow, { ...snapshot, planned }, { isStaff: knowsJudgements }, now)
    : [];
  const steps = flow.steps.map((step): PlacedStep => {
    const partitions = partitionsOf(snapshot, step, final);
    const own = partitions.filter((partition) => disclosed('workCounts', step, partition) !== 'none');
    const all = assignments.filter(({ stepId }) => stepId === step.id);
    const looked = all.filter(
      ({ partitionId }) => own.length > 0 && (stance === 'staff' || own.includes(partitionId)),
    );
    return { step, partitions, own, all, looked };
  });
  const first = firstStep(flow);
  const isTurnedDown =
    knowsJudgements && assignments.some((one) => one.stepId === first?.id && one.status === 'rejected');
  // A newer decision that is not released is known to staff alone.
  const known = newestOf(knowsDecisions ? decisions : decisions.filter(({ isReleased }) => isReleased));
  return {
    status,
    mine: stance === 'applicant',
    isResultReleased:
      disclosedTo(stance, 'decision') !== 'none' &&
      known.length > 0 &&
      known.every(({ isReleased }) => isReleased),
    work: steps.flatMap((one) => knownWork(place, one)),
    // A release shows the applicant as much as there is.
    needs:
      stance === 'applicant'
        ? {}
        : Object.fromEntries(
            steps.map(({ step, partitions }) => [step.id, needsOf(step) * Math.max(1, partitions.length)]),
          ),
    lookedAfter: Object.fromEntries(
      steps.flatMap((one) => {
        const lookedAfter = lookedAfterOf(place, one, lacking);
        return lookedAfter === null ? [] : [[one.step.id, lookedAfter]];
      }),
    ),
    doneByCentre: steps.flatMap((one) => (isDoneByCentre(place, one) ? [one.step.id] : [])),
    reads: reads.map(({ id }) => id),
    turnedDownBy: isTurnedDown ? (flow.steps.find(({ judges }) => judges === first?.id)?.id ?? null) : null,
    ...awaitedStarts(place, planned, cutoff),
  };
}

/**
 * Returns the step at which an application is for readers who do not know of all work: that of staff (`truth`), but none
 * beyond a check whose result the reader does not know. A step that ends with a release looks the same until then to
 * readers who do not look after it: it is not late, as it may be done.
 */
export function reachedStep(
  truth: readonly ProcessStep[],
  { assignments, releasedAt }: Pick<ApplicationSnapshot, 'assignments' | 'releasedAt'>,
  { steps, automations }: Flow,
  { seen, lookedAfter }: { seen: readonly KnownWork[]; lookedAfter: KnownOfApplication['lookedAfter'] },
): ReachedStep | undefined {
  const here = truth.find((one) => one.here);
  if (here === undefined) return undefined;
  const first = firstStep({ steps });
  const check = steps.find(({ judges, final }) => judges === first?.id && final !== true);
  const orderOf = (stepId: string): number => steps.find(({ id }) => id === stepId)?.order ?? 0;
  const workOf = (stepId: string) =>
    assignments.filter(
      (one) => one.stepId === stepId && !(goneStatuses as readonly string[]).includes(one.status),
    );
  const isKnown =
    check === undefined ||
    orderOf(here.id) < check.order ||
    seen.some(({ stepId, status }) => orderOf(stepId) > check.order && status !== 'triggered') ||
    workOf(check.id).every(
      ({ submittedAt }) => submittedAt === null || submittedAt <= (releasedAt[check.id] ?? ''),
    );
  const stepId = isKnown ? here.id : check.id;
  if (stepId === here.id && here.state === 'coming') return { stepId, state: 'coming' };
  const endsWithRelease =
    stepId === check?.id ||
    steps.some(({ id, final }) => id === stepId && final === true) ||
    automations.some(({ on }) => 'event' in on && on.event === 'released' && on.step === stepId);
  const isLate = here.state === 'late' && !(endsWithRelease && lookedAfter?.[stepId]?.isWhole !== true);
  return { stepId, state: isLate ? 'late' : 'running' };
}
