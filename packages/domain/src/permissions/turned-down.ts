import type { Assignment } from '../applications/application.ts';
import { decidingOf, outcomeElements } from '../forms/decisions.ts';
import type { Step } from '../forms/types.ts';
import type { AssignmentSnapshot } from './application-snapshot.ts';
import { wasHandedIn } from './view-rules.ts';

/** A submission as its reader reads it. */
export interface ReadSubmission {
  assignment: Pick<Assignment, 'id' | 'stepId' | 'partitionId' | 'status' | 'data'>;
  view: { step: Step };
}

/** What a submission says of its partition; null if it says nothing, or the reader does not read it. */
function verdictIn({ assignment, view: { step } }: ReadSubmission): 'stays' | 'dropped' | null {
  if (assignment.partitionId === null || !wasHandedIn(assignment.status)) return null;
  const [placed] = decidingOf(step) === 'partition' ? outcomeElements(step) : [];
  const answer = assignment.data.find(({ flowElementId }) => flowElementId === placed?.element.id);
  const outcome = placed?.element.config.outcome?.[answer?.input.values[0] ?? ''];
  return outcome === undefined ? null : outcome === 'rejected' ? 'dropped' : 'stays';
}

/**
 * The partitions that a step turned down, as far as the reader reads its submissions (`seen`). Of several submissions at a step and
 * partition the lead's counts, else the first one's. Source: Requirements 2, 4.6.
 */
export function turnedDownAmong(
  assignments: readonly Pick<AssignmentSnapshot, 'id' | 'isLead' | 'submittedAt'>[],
  seen: readonly ReadSubmission[],
): string[] {
  const found = seen
    .flatMap((one) => {
      const verdict = verdictIn(one);
      const { isLead = false, submittedAt = null } =
        assignments.find(({ id }) => id === one.assignment.id) ?? {};
      return verdict === null ? [] : { ...one.assignment, verdict, isLead, submittedAt: submittedAt ?? '' };
    })
    .toSorted(
      (one, other) =>
        Number(other.isLead) - Number(one.isLead) || (one.submittedAt < other.submittedAt ? -1 : 1),
    );
  const counting = found.filter(
    (one) =>
      found.find(({ stepId, partitionId }) => stepId === one.stepId && partitionId === one.partitionId) ===
      one,
  );
  return [
    ...new Set(
      counting.flatMap(({ verdict, partitionId }) => (verdict === 'dropped' ? (partitionId ?? []) : [])),
    ),
  ];
}
