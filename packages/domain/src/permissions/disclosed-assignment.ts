import { decidedStatuses } from '../applications/statuses.ts';
import type { Step } from '../forms/types.ts';
import type { ApplicationSnapshot, AssignmentSnapshot } from './application-snapshot.ts';
import { disclosedTo, type Stance } from './stance.ts';

/** What of a step tells whether a decision was disclosed. */
export type DisclosingStep = Pick<Step, 'id' | 'order' | 'final'> & { judges?: string | null };

export const isOneOfDecided = (status: ApplicationSnapshot['status']): boolean =>
  status !== 'withdrawn' && (decidedStatuses as readonly string[]).includes(status);

const isJudgement = ({ status }: Pick<AssignmentSnapshot, 'status'>): boolean =>
  status === 'approved' || status === 'rejected';

/**
 * What was judged of a step until then is told to everybody who reads it: until the last release of the step that judges,
 * or all of it once the result of the application is released, of which a step after it is no part; null: nothing of it.
 * Source: Requirements 2, 4.5.
 */
function judgedUntil(
  {
    status,
    awardDeclinedAt,
    releasedAt,
  }: Pick<ApplicationSnapshot, 'status' | 'awardDeclinedAt' | 'releasedAt'>,
  { steps }: { steps: readonly DisclosingStep[] },
  stepId: string,
): string | null {
  const final = steps.find((step) => step.final === true);
  const judged = steps.find(({ id }) => id === stepId);
  const isAfter = final !== undefined && judged !== undefined && judged.order > final.order;
  if ((isOneOfDecided(status) || awardDeclinedAt !== null) && !isAfter) return '9999';
  const releases = steps.flatMap(({ id, judges }) => (judges === stepId ? (releasedAt[id] ?? []) : []));
  return releases.toSorted().at(-1) ?? null;
}

/**
 * Returns the status, reason and history of an assignment as they are disclosed to somebody: to those who do not learn of a
 * judgement before its release, the assignment looks as it was before.
 */
export function disclosedAssignment(
  stance: Stance,
  snapshot: Pick<ApplicationSnapshot, 'status' | 'awardDeclinedAt' | 'releasedAt'>,
  flow: { steps: readonly DisclosingStep[] },
  assignment: Pick<AssignmentSnapshot, 'stepId' | 'status' | 'reason' | 'activities'>,
): Pick<AssignmentSnapshot, 'status' | 'reason' | 'activities'> {
  const { status, reason, activities } = assignment;
  const extent = disclosedTo(stance, 'judgement');
  if (extent === 'all') return { status, reason, activities };
  const until = extent === 'released' ? judgedUntil(snapshot, flow, assignment.stepId) : null;
  const isTold = ({ createdAt }: { createdAt: string }) => until !== null && createdAt <= until;
  const disclosed = activities.filter((one) => !isJudgement(one) || isTold(one));
  const last = activities.findLast((one) => one.status === status) ?? { createdAt: '' };
  if (!isJudgement(assignment) || isTold(last)) return { status, reason, activities: disclosed };
  const before = disclosed.findLast(
    (one) => one.status === 'submitted' || one.status === 'resubmitted' || isJudgement(one),
  );
  return { status: before?.status ?? 'submitted', reason: before?.reason ?? null, activities: disclosed };
}
