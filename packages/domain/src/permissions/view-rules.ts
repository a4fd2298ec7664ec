import {
  type ApplicationStatus,
  type AssignmentStatus,
  goneStatuses,
  isOneOf,
  submittedStatuses,
  unansweredStatuses,
} from '../applications/statuses.ts';
import type { Audience, Step, ViewRule } from '../forms/types.ts';
import type { Viewer } from './viewer.ts';

/** What the rules ask of an application, and of whoever looks at it. */
export interface ViewFacts {
  ownerId: number;
  status: ApplicationStatus;
  /** When the applicant declined the released award; null if they did not. */
  awardDeclinedAt: string | null;
  assignments: readonly { ownerId: number | null; role: string; status: AssignmentStatus }[];
  /** By step: when it was released last; to whoever is in conflict before that. */
  releasedAt: Readonly<Record<string, string>>;
  /** The centres of its partitions. */
  centreIds: readonly string[];
  panel: string | null;
  /** The memberships of whoever looks. */
  viewer: { centres: readonly string[]; panels: readonly string[] };
}

/** What the rules ask of an assignment that is read. */
export interface ReadAssignment {
  status: AssignmentStatus;
  /** The centre of the partition that it is about; absent or null where it is about the whole application. */
  centreId?: string | null;
  /** When it was handed in last. */
  submittedAt: string | null;
  /** What was handed in before that, as far as a release may still open it. */
  earlier?: readonly { at: string }[];
  /** Where a conflict of its owner stopped it, by step: when that was released last before. */
  keptFor?: Readonly<Record<string, string>>;
}

export const everyAudience: readonly Audience[] = ['public', 'personal', 'panel_only', 'suggested_reviewers'];

/** System roles that everybody has or may have: no rule opens an application to all of them. */
const rolesOfNobody: readonly string[] = ['user', 'applicant'];

/** Whether view rules can name the system role: whoever has it looks at applications in it. */
export const isViewRole = (role: string): boolean => !rolesOfNobody.includes(role);

/** Statuses of work that was handed in at least once, and is not gone. */
const reached: readonly AssignmentStatus[] = [...submittedStatuses, 'rejected'];

/** Whether an assignment was handed in, whatever was decided about it since. */
export const wasHandedIn = (status: AssignmentStatus): boolean => isOneOf(reached, status);

/** Whether an assignment still lets its owner see something: not refused, revoked or in conflict. */
export const isLive = (status: AssignmentStatus): boolean => !isOneOf(goneStatuses, status);

/** Whether its owner has not yet answered whether to take it on. */
export const isUnanswered = (status: AssignmentStatus): boolean => isOneOf(unansweredStatuses, status);

/** Whether the viewer acts as staff: on their own application they are only its applicant. */
export const actsAsStaff = (viewer: Viewer, { ownerId }: Pick<ViewFacts, 'ownerId'>): boolean =>
  viewer.isStaff && ownerId !== viewer.userId;

/** What staff see of every step, beside what its rules say. Source: Requirements 2, 6.17. */
const ofStaff: Pick<ViewRule, 'of' | 'audience'> = { of: 'submitted', audience: [...everyAudience] };

/**
 * Whether the viewer is one of those for whom a rule is made, of an assignment that is read. On an application of one's
 * own one is its applicant, and nothing else. What is about one partition is its centre's, not that of the other
 * centres that are asked for theirs. Source: Requirements 2, 6.16 and 6.17.
 */
export function isMeant(
  viewer: Viewer,
  facts: ViewFacts,
  { role, scope, reader }: Pick<ViewRule, 'role' | 'scope' | 'reader'>,
  { centreId = null }: Pick<ReadAssignment, 'centreId'>,
): boolean {
  const mine = facts.ownerId === viewer.userId;
  if (mine || scope === 'own') return mine && scope === 'own' && role === 'applicant';
  if (scope === 'assigned')
    return facts.assignments.some(
      (own) =>
        own.ownerId === viewer.userId &&
        own.role === role &&
        isLive(own.status) &&
        (reader !== 'accepted' || !isUnanswered(own.status)),
    );
  if (role !== viewer.role || !isViewRole(role)) return false;
  switch (scope) {
    case 'centre': {
      const isMember = (centre: string) => facts.viewer.centres.includes(centre);
      return facts.centreIds.some(isMember) && (centreId === null || isMember(centreId));
    }
    case 'panel':
      return facts.panel !== null && facts.viewer.panels.includes(facts.panel);
    case 'call':
      return true;
  }
}

/** Until when what was handed in of an assignment is read by the release of a step; undefined where it was not released. */
export const releasedUntil = (
  stepId: string,
  { releasedAt }: Pick<ViewFacts, 'releasedAt'>,
  { status, keptFor = {} }: Pick<ReadAssignment, 'status' | 'keptFor'>,
): string | undefined => (status === 'conflicted' ? keptFor : releasedAt)[stepId];

/** Whether a rule that stands open lets be read what was handed in last: a release covers what is there when it comes. */
export function opensNewest(
  of: ViewRule['of'],
  facts: Pick<ViewFacts, 'releasedAt'>,
  assignment: ReadAssignment,
): boolean {
  if (typeof of !== 'object') return true;
  const until = releasedUntil(of.released, facts, assignment);
  return until !== undefined && assignment.submittedAt !== null && assignment.submittedAt <= until;
}

/** Whether an award of the application was released: its status follows its result, and a declined award ends it later. */
const hasReleasedAward = ({
  status,
  awardDeclinedAt,
}: Pick<ViewFacts, 'status' | 'awardDeclinedAt'>): boolean =>
  status === 'approved' || awardDeclinedAt !== null;

/**
 * Whether the moment has come from which an assignment opens. always: unless it is its owner's first draft; submitted:
 * it was handed in; awarded: that, and an award was released, even if it was declined since; released: something of it was
 * handed in by the time of the step's last release. That stays, whatever comes of the assignment since: it is opened
 * again, taken away, or stopped by a conflict of its owner. Source: Requirements 2, 6.17, 6.21.
 */
export function isOpen(
  of: ViewRule['of'],
  facts: Pick<ViewFacts, 'status' | 'awardDeclinedAt' | 'releasedAt'>,
  assignment: ReadAssignment,
): boolean {
  if (of === 'always') return assignment.status !== 'draft';
  if (typeof of === 'object') {
    const until = releasedUntil(of.released, facts, assignment);
    const { earlier = [] } = assignment;
    return (
      opensNewest(of, facts, assignment) || (until !== undefined && earlier.some(({ at }) => at <= until))
    );
  }
  return wasHandedIn(assignment.status) && (of === 'submitted' || hasReleasedAward(facts));
}

/**
 * Which rules of a step hold now for a viewer and one of its assignments: when they open it, and what of it. None: it
 * does not exist for them. Source: Requirements 2, 6.17.
 */
export function rulesFor(
  viewer: Viewer,
  facts: ViewFacts,
  step: Pick<Step, 'permissions'>,
  assignment: ReadAssignment,
): Pick<ViewRule, 'of' | 'audience'>[] {
  const meant = step.permissions.view.filter((rule) => isMeant(viewer, facts, rule, assignment));
  const all = actsAsStaff(viewer, facts) ? [ofStaff, ...meant] : meant;
  return all.filter(({ of }) => isOpen(of, facts, assignment));
}

/** Which of them open what was handed in: what was opened again or given up since is read by its release alone. */
export const rulesForHandedIn = (...asked: Parameters<typeof rulesFor>): ReturnType<typeof rulesFor> =>
  rulesFor(...asked).filter(({ of }) => typeof of === 'object' || wasHandedIn(asked[3].status));

/** What rules that hold open of an assignment; null: nothing at all. */
export function audienceOf(rules: readonly Pick<ViewRule, 'audience'>[]): Set<Audience> | null {
  return rules.length === 0 ? null : new Set(rules.flatMap(({ audience }) => audience));
}

/**
 * Whether the viewer has an assignment on the application of somebody else. Then the preview of the first step is theirs:
 * accepting the assignment takes nothing away. Source: Requirements 2, 6.11.
 */
export const worksOn = (viewer: Viewer, { ownerId, assignments }: ViewFacts): boolean =>
  ownerId !== viewer.userId && assignments.some((own) => own.ownerId === viewer.userId && isLive(own.status));

/** An order that nobody has a part in: ids are drawn, and the end of one holds no time. */
export function drawn(one: { id: string }, other: { id: string }): number {
  const [end, otherEnd] = [one.id.slice(-12), other.id.slice(-12)];
  return end < otherEnd ? -1 : Number(end > otherEnd);
}
