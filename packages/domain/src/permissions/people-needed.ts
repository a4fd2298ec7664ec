import { goneStatuses, handedInStatuses, ongoingStatuses } from '../applications/statuses.ts';
import { type Arrival, isSameArrival } from '../deadlines/application-process.ts';
import { actsAsApplicant } from '../deadlines/step-head.ts';
import { setInstant, type Window } from '../deadlines/windows.ts';
import { firstStep } from '../forms/first-step.ts';
import type { Flow, Step } from '../forms/types.ts';
import type { AssignmentSnapshot } from './application-snapshot.ts';

type Work = Pick<AssignmentSnapshot, 'stepId' | 'partitionId' | 'status' | 'verdict'>;

/** Facts of an application that decide which of its steps need people. */
export interface PeopleFacts {
  partitionIds: readonly string[];
  assignments: readonly Work[];
  /** Timeframes by step. */
  planned: Readonly<Record<string, Window>>;
  /** The steps that all applications of its cut-off, or of its panel in it, have passed. */
  arrivals: readonly Arrival[];
}

const isIn = ({ status }: Work, statuses: readonly string[]): boolean => statuses.includes(status);
const isHandedIn = (work: Work): boolean => isIn(work, handedInStatuses);
const isOngoing = (work: Work): boolean => isIn(work, ongoingStatuses);
const isLive = (work: Work): boolean => !isIn(work, goneStatuses);

/**
 * What starts a step automatically: an event of its own application, or, later, a time, or that all applications have passed
 * a step. Null if people start it, or if only an answer or a result can.
 */
export function startedBy(
  { automations }: Pick<Flow, 'automations'>,
  stepId: string,
): 'event' | 'later' | Arrival | null {
  const starts = automations.flatMap((one) =>
    one.do === 'assign' && one.step === stepId && one.when === undefined ? [one.on] : [],
  );
  if (starts.length === 0) return null;
  const awaited = starts.flatMap((on) =>
    'event' in on && on.event === 'all_at_step' && on.step !== undefined
      ? { stepId: on.step, of: on.of ?? ('cutoff' as const) }
      : [],
  );
  if (starts.some((on) => 'event' in on && on.event !== 'all_at_step')) return 'event';
  return starts.length === 1 && awaited[0] !== undefined ? awaited[0] : 'later';
}

/**
 * Returns how many people the steps of an application under review need before its decision, by step and, of a step that is
 * done by partition, by partition. A step needs people once everything before it is done and no automation is still to
 * start it. People outside of the staff do not know the result of a check, so they are not told of the step after it.
 * Its twin in SQL is `stepsLackingPeople`. Source: Requirements 2, 3.6.
 */
export function peopleNeeded(
  flow: Pick<Flow, 'steps' | 'automations'>,
  { partitionIds, assignments, planned, arrivals }: PeopleFacts,
  { isStaff }: { isStaff: boolean },
  now: Date,
): { stepId: string; partitionId: string | null; missing: number }[] {
  const first = firstStep(flow);
  const steps = flow.steps.toSorted((one, other) => one.order - other.order);
  const end = steps.find(({ final }) => final === true)?.order ?? Number.POSITIVE_INFINITY;
  const way = steps.filter(
    (step) =>
      step.order <= end &&
      (step.id === first?.id || !actsAsApplicant(step) || startedBy(flow, step.id) !== null),
  );
  const workOn = ({ id }: Step) => assignments.filter((one) => one.stepId === id && isLive(one));
  const busy = steps.find((step) => workOn(step).some(isOngoing))?.order ?? Number.POSITIVE_INFINITY;
  const hasBegun = ({ id }: Step): boolean => {
    const start = setInstant(planned[id]?.start ?? null);
    return start !== null && Date.parse(start) <= now.getTime();
  };
  const isStarted = (step: Step): boolean => {
    const by = startedBy(flow, step.id);
    if (by === null || by === 'event') return true;
    return by === 'later' ? hasBegun(step) : arrivals.some((one) => isSameArrival(one, by));
  };
  const isDone = (step: Step): boolean => {
    const work = workOn(step);
    const covers = (partition: string) => work.some(({ partitionId }) => partitionId === partition);
    return (
      work.filter(isHandedIn).length >= (step.config.needs ?? 1) &&
      (step.perPartition !== true || partitionIds.every(covers))
    );
  };
  return way.flatMap((step, place) => {
    const before = way[place - 1];
    const isNext =
      before !== undefined &&
      isDone(before) &&
      step.order <= busy &&
      (isStaff || before.judges === undefined) &&
      isStarted(step);
    if (!isNext || actsAsApplicant(step)) return [];
    const work = workOn(step);
    const needed = (partitionId: string | null, missing: number) =>
      missing > 0 ? [{ stepId: step.id, partitionId, missing }] : [];
    if (step.perPartition !== true) return needed(null, (step.config.needs ?? 1) - work.length);
    const isDropped = (partition: string): boolean =>
      workOn(before).some(({ partitionId, verdict }) => partitionId === partition && verdict === 'dropped');
    return partitionIds.flatMap((partition) =>
      isDropped(partition) || work.some(({ partitionId }) => partitionId === partition)
        ? []
        : needed(partition, 1),
    );
  });
}
