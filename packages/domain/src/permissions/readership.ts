import type { AssignmentStatus } from '../applications/statuses.ts';
import type { ViewRule } from '../forms/types.ts';
import { never, type ReleaseFacts, releasesUntil, stoppedAt } from './releases.ts';
import { isLive, isOpen, opensNewest, type ViewFacts } from './view-rules.ts';

/** A view rule of a step, or with the role null the preview of the first step. */
export interface StepRule extends Pick<ViewRule, 'of' | 'scope'> {
  stepId: string;
  role: string | null;
  /** Null unless the scope is `assigned`. */
  reader: string | null;
  /** The meanings of columns of lists that it opens. */
  shows: readonly string[];
}

/** A rule that opens an application now. */
export interface OpenRule extends Pick<StepRule, 'role' | 'scope' | 'reader' | 'shows'> {
  /** The only partition whose centre it is for; null if it is for all centres of the application. */
  partition: string | null;
}

/** The facts of an application that decide which view rules open it. */
export interface ReadershipFacts extends ReleaseFacts, Pick<ViewFacts, 'status' | 'awardDeclinedAt'> {
  assignments: readonly {
    stepId: string;
    ownerId: number | null;
    partitionId: string | null;
    status: AssignmentStatus;
    submittedAt: string | null;
    /** The times of all its submissions. */
    submissions: readonly string[];
  }[];
}

/**
 * Returns the view rules that open an application now, for lists: to people without an assignment the rules of all steps,
 * to people with one only those that show columns. Each rule opens something that no other one does; equal rules give equal
 * JSON, because applications share them. Submissions that are not the newest open an application without its columns.
 * Source: Requirements 2, 6.17 and 6.21.
 */
export function readershipOf(facts: ReadershipFacts, rules: readonly StepRule[]): OpenRule[] {
  const view = { ...facts, releasedAt: releasesUntil(facts, null) };
  const open = facts.assignments.flatMap(({ ownerId, partitionId, submissions, ...assignment }) => {
    const read = {
      ...assignment,
      earlier: submissions.map((at) => ({ at })),
      keptFor: releasesUntil(facts, stoppedAt(facts, ownerId) ?? never),
    };
    return rules
      .filter(({ stepId, scope, of }) => stepId === read.stepId && scope !== 'own' && isOpen(of, view, read))
      .map(({ role, scope, reader, of, shows }) => ({
        role,
        scope,
        reader,
        partition: scope === 'centre' ? partitionId : null,
        shows: isLive(read.status) && opensNewest(of, view, read) ? shows : [],
      }));
  });
  const listed = open.filter(({ scope, shows }) => scope !== 'assigned' || shows.length > 0).sort(byOrder);
  return listed.filter(
    (rule, at) =>
      !listed.some(
        (other, otherAt) => at !== otherAt && covers(other, rule) && (otherAt < at || !covers(rule, other)),
      ),
  );
}

const covers = (rule: OpenRule, other: OpenRule): boolean =>
  rule.scope === other.scope &&
  rule.role === other.role &&
  rule.reader === other.reader &&
  (rule.partition === null || rule.partition === other.partition) &&
  other.shows.every((meaning) => rule.shows.includes(meaning));

const keyOf = ({ role, scope, reader, partition, shows }: OpenRule): string =>
  JSON.stringify([role, scope, reader, partition, shows]);

function byOrder(one: OpenRule, other: OpenRule): number {
  const [key, otherKey] = [keyOf(one), keyOf(other)];
  return key < otherKey ? -1 : Number(key > otherKey);
}
