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
import { mayAssign } from './may-assign.ts';
import { peopleNeeded } from './people-needed.ts';
import { newestOf } from './read-assignment.ts';
import { actsAsStaff } from './view-rules.ts';
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

/**
 * What a viewer knows of the place of an application in its process: of work what the viewer sees (`seen`); staff know of
 * all work, and those who may assign a step how much of it is open and submitted, and until when it is due.
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
  timesOf: (assignment: AssignmentSnapshot) => Pick<KnownWork, 'start' | 'deadline'>,
  now: Date,
): KnownOfApplication {
  const { ownerId, status, awardDeclinedAt, assignments, releasedAt, partitionIds, panel, decisions } =
    snapshot;
  const mine = ownerId === viewer.userId;
  const isStaff = actsAsStaff(viewer, snapshot);
  const facts = {
    application: { ownerId, status, awardDeclinedAt, partitions: partitionIds, panel },
    steps: flow.steps,
    assignments,
    releasedAt,
  };
  const person = { ...viewer, centrePartitions: snapshot.viewerPartitions, panels: snapshot.viewer.panels };
  const looksAfter = (step: Step, partitionId: string | null): boolean =>
    isStaff || mayAssign(facts, person, step, partitionId);
  const needsOf = ({ config }: Step): number => config.needs ?? 1;
  const final = flow.steps.find((step) => step.final === true);
  const reads = flow.steps.filter(({ permissions }) =>
    permissions.view.some(({ role, scope }) => role === 'applicant' && scope === 'own'),
  );
  // After the decision, the applicant knows of work whose results they will read: until it is released it goes on.
  const isFollowed = (step: Step): boolean =>
    mine && final !== undefined && step.order > final.order && reads.includes(step);

  const work: KnownWork[] = [];
  const end = cutoff === null ? null : setInstant(cutoff.end);
  const isUnderReview =
    status === 'submitted' &&
    (end === null || Date.parse(end) < now.getTime()) &&
    !decisions.some(({ isReleased }) => isStaff || isReleased);
  const lacking =
    isUnderReview && !mine ? peopleNeeded(flow, { ...snapshot, planned }, { isStaff }, now) : [];
  const needs: Record<string, number> = {};
  const lookedAfter: Record<string, LookedAfter> = {};
  const doneByCentre: string[] = [];
  for (const step of flow.steps) {
    const partitions = partitionsOf(snapshot, step, final);
    // A release shows the applicant as much as there is.
    if (!mine) needs[step.id] = needsOf(step) * Math.max(1, partitions.length);
    const own = partitions.filter((partition) => looksAfter(step, partition));
    const all = assignments.filter(({ stepId }) => stepId === step.id);
    const isLooked = ({ partitionId }: Work) => isStaff || own.includes(partitionId);
    const looked = own.length > 0 ? all.filter(isLooked) : [];
    const ofCentre = partitions.filter((id) => id !== null && snapshot.viewerPartitions.includes(id));
    const isDoneAsKnown = (partition: string | null): boolean => {
      const here = all.filter(
        (one) =>
          one.partitionId === partition && (looked.includes(one) || seen.some(({ id }) => id === one.id)),
      );
      return here.filter(isHandedIn).length >= needsOf(step) && !here.some(isOngoing);
    };
    if (ofCentre.length > 0 && ofCentre.length < partitions.length && ofCentre.every(isDoneAsKnown))
      doneByCentre.push(step.id);
    for (const one of all) {
      const told = seen.find(({ id }) => id === one.id);
      if (told === undefined && !looked.includes(one) && !isFollowed(step)) continue;
      const isOwn = one.ownerId === viewer.userId;
      const times = timesOf(one);
      const status = isFollowed(step) && isHandedIn(one) ? 'assigned' : one.status;
      work.push(told ?? { stepId: step.id, status, isOwn, ...times });
    }
    if (own.length === 0) continue;
    const open = looked.filter(isOngoing);
    const isDone = (partition: string | null): boolean => {
      const here = step.perPartition === true ? all.filter((one) => one.partitionId === partition) : all;
      return here.filter(isHandedIn).length >= needsOf(step) && !here.some(isOngoing);
    };
    const isRecorded =
      step.final === true &&
      isStaff &&
      partitionIds.length > 0 &&
      partitionIds.every((id) => decisions.some(({ partitionId }) => partitionId === id));
    lookedAfter[step.id] = {
      needed: needsOf(step) * own.length,
      missing: lacking
        .filter(({ stepId, partitionId }) => stepId === step.id && own.includes(partitionId))
        .reduce((sum, { missing }) => sum + missing, 0),
      assigned: open.filter((one) => one.ownerId !== null).length,
      unowned: open.filter((one) => one.ownerId === null).length,
      submitted: looked.filter(isHandedIn).length,
      isWhole: own.length === partitions.length,
      isComplete: (partitions.length > 0 && partitions.every(isDone)) || isRecorded,
    };
  }
  const first = firstStep(flow);
  const isTurnedDown =
    isStaff && assignments.some((one) => one.stepId === first?.id && one.status === 'rejected');
  const moments = {
    cutoff: cutoff === null ? null : closesAt(snapshot.cutoffs, cutoff),
    ...awardOf(snapshot),
  };
  const { begins, starts } = automaticStarts(flow, planned, moments);
  const isAwaited = (start: AutomaticStart): boolean => {
    if (start.what === 'all') return !snapshot.arrivals.some((one) => isSameArrival(one, start));
    // Only the applicant and staff learn of every release.
    return start.what !== 'released' || ((mine || isStaff) && releasedAt[start.stepId] === undefined);
  };
  // A newer decision that is not released is known to staff alone.
  const known = newestOf(isStaff ? decisions : decisions.filter(({ isReleased }) => isReleased));
  return {
    status,
    mine,
    isResultReleased: (isStaff || mine) && known.length > 0 && known.every(({ isReleased }) => isReleased),
    work,
    needs,
    lookedAfter,
    doneByCentre,
    reads: reads.map(({ id }) => id),
    turnedDownBy: isTurnedDown ? (flow.steps.find(({ judges }) => judges === first?.id)?.id ?? null) : null,
    begins,
    starts: Object.fromEntries(Object.entries(starts).filter(([, start]) => isAwaited(start))),
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
