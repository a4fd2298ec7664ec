import type { FinalRows } from './workflow-command.ts';
import type { DecisionFact, WorkflowFacts } from './workflow-facts.ts';

/** The newest version of each partition's decision. */
export function newestDecisions<D extends Pick<DecisionFact, 'partitionId' | 'version'>>(
  decisions: readonly D[],
): D[] {
  const newest = new Map<string, D>();
  for (const decision of decisions)
    if ((newest.get(decision.partitionId)?.version ?? 0) < decision.version)
      newest.set(decision.partitionId, decision);
  return [...newest.values()];
}

/** What is decided about every partition asked for: those that fell away are rejected. */
export function finalRows({ application, assignments }: WorkflowFacts, rows: FinalRows): FinalRows {
  const given = new Set(rows.map(({ partitionId }) => partitionId));
  return [
    ...rows,
    ...application.partitions
      .filter((partition) => !given.has(partition))
      .map((partitionId) => {
        const review = assignments.find(
          (one) => one.partitionId === partitionId && one.verdict === 'dropped' && one.reason !== null,
        );
        return {
          partitionId,
          outcome: 'rejected' as const,
          amount: null,
          startsOn: null,
          endsOn: null,
          reason: review?.reason ?? null,
          ...(review === undefined ? {} : { reviewId: review.id }),
        };
      }),
  ];
}

/** The rows that say something new, each with the decision that it follows; null for the first one of its partition. */
export function newRows(
  { decisions }: Pick<WorkflowFacts, 'decisions'>,
  rows: FinalRows,
): { row: FinalRows[number]; before: DecisionFact | null }[] {
  const newest = new Map(newestDecisions(decisions).map((one) => [one.partitionId, one]));
  return rows.flatMap((row) => {
    const before = newest.get(row.partitionId) ?? null;
    const isSame =
      before !== null &&
      before.outcome === row.outcome &&
      before.amount === row.amount &&
      before.startsOn === row.startsOn &&
      before.endsOn === row.endsOn;
    return isSame ? [] : { row, before };
  });
}
