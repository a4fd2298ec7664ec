import { handedInStatuses, ongoingStatuses, submittedStatuses } from '../applications/statuses.ts';
import type { Step } from '../forms/types.ts';
import { newestDecisions } from './final-rows.ts';
import type { WorkflowAssignment, WorkflowFacts } from './workflow-facts.ts';

const has = <S extends string>(list: readonly S[], status: string): boolean =>
  (list as readonly string[]).includes(status);

export const isOngoing = ({ status }: { status: string }): boolean => has(ongoingStatuses, status);
export const isHandedIn = ({ status }: { status: string }): boolean => has(handedInStatuses, status);
/** Whether an assignment is ongoing or handed in: not refused, revoked or in conflict. */
export const isInForce = (one: { status: string }): boolean => isOngoing(one) || isHandedIn(one);

/** Of several that were handed in the lead's, else the earliest: the one that counts. Source: Requirements 2, 4.1. */
export function leadingSubmission<A extends { isLead: boolean; submittedAt: string | null }>(
  assignments: readonly A[],
): A | null {
  return (
    assignments.toSorted(
      (one, other) =>
        Number(other.isLead) - Number(one.isLead) ||
        (one.submittedAt ?? '').localeCompare(other.submittedAt ?? ''),
    )[0] ?? null
  );
}

/** What has to be known to say which partitions are left. */
export interface PartitionFacts {
  steps: readonly Step[];
  application: { partitions: readonly string[] };
  assignments: readonly Pick<
    WorkflowAssignment,
    'stepId' | 'partitionId' | 'status' | 'isLead' | 'submittedAt' | 'verdict'
  >[];
}

/**
 * The step that has dropped a partition, the earliest where several have; null while it stays. Only submissions of
 * steps that decide about their partition have a verdict; where several worked on it, the lead's counts, else the first
 * one's. Source: Requirements 2, 4.6 and 4.8.
 */
export function droppedBy({ steps, assignments }: PartitionFacts, partition: string): Step | null {
  const dropping = steps.filter(({ id }) => {
    const own = assignments.filter(({ stepId, partitionId }) => stepId === id && partitionId === partition);
    // While the lead is at work, nobody else's verdict counts.
    if (own.some((one) => one.isLead && isOngoing(one))) return false;
    return (
      leadingSubmission(own.filter(({ status }) => has(submittedStatuses, status)))?.verdict === 'dropped'
    );
  });
  return dropping.toSorted((one, other) => one.order - other.order)[0] ?? null;
}

/**
 * The partitions that the application still asks for, in the order of asking: those that no step for each partition has
 * dropped. Source: Requirements 2, 4.6 and 4.8.
 */
export function remainingPartitions(facts: PartitionFacts): string[] {
  return facts.application.partitions.filter((partition) => droppedBy(facts, partition) === null);
}

/**
 * The partitions on which a step is worked: those that the application still asks for and, after the decision, of these the
 * ones to which the released decision gives something. Source: Requirements 2, 5.1.
 */
export function partitionsAt(facts: WorkflowFacts, { order }: Pick<Step, 'order'>): string[] {
  const remaining = remainingPartitions(facts);
  const final = facts.steps.find((step) => step.final === true);
  if (final === undefined || order <= final.order) return remaining;
  const released = newestDecisions(facts.decisions.filter(({ releasedAt }) => releasedAt !== null));
  return remaining.filter((partition) => {
    const { outcome = 'awarded' } = released.find(({ partitionId }) => partitionId === partition) ?? {};
    return outcome === 'awarded' || outcome === 'reduced';
  });
}

/** The partitions to which the released decision gives something; before it all that the application still asks for. */
export const awardedPartitions = (facts: WorkflowFacts): string[] =>
  partitionsAt(facts, { order: Number.POSITIVE_INFINITY });

/** Enough of a step's assignments are handed in, and none is still to be done. */
function isDone(step: Step, assignments: readonly WorkflowAssignment[]): boolean {
  return assignments.filter(isHandedIn).length >= (step.config.needs ?? 1) && !assignments.some(isOngoing);
}

/**
 * Whether a step is done for the application: at least `needs` submitted and none ongoing, and where it is worked on
 * for each partition, so for each one that remains. Source: Requirements 2, 3.6.
 */
export function stepIsDone(facts: WorkflowFacts, step: Step): boolean {
  const all = facts.assignments.filter(({ stepId }) => stepId === step.id);
  if (step.perPartition !== true) return isDone(step, all);
  const remaining = partitionsAt(facts, step);
  const asked = facts.application.partitions.filter(
    (partition) =>
      remaining.includes(partition) || all.some((one) => one.partitionId === partition && isHandedIn(one)),
  );
  return (
    asked.length > 0 &&
    asked.every((partition) =>
      isDone(
        step,
        all.filter(({ partitionId }) => partitionId === partition),
      ),
    )
  );
}
