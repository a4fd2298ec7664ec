import type { ApplicationStatus, AssignmentStatus } from '../applications/statuses.ts';
import type { Step, ViewRule } from '../forms/types.ts';
import type { Role } from '../people/roles.ts';
import { ruleScopes } from './scope.ts';
import { isLive, isOpen, isUnanswered, isViewRole } from './view-rules.ts';

/** Somebody with the partitions of the own centres and the own panels. */
export interface PlacedPerson {
  userId: number;
  role: Role;
  centrePartitions: readonly string[];
  panels: readonly string[];
}

/** What of an application decides who may assign its work. */
export interface AssignFacts {
  application: {
    ownerId: number;
    status: ApplicationStatus;
    awardDeclinedAt: string | null;
    partitions: readonly string[];
    panel: string | null;
  };
  /** Of its flow version; of the view rules at least those of the person's role. */
  steps: readonly {
    id: string;
    permissions: { view: readonly Pick<ViewRule, 'role' | 'scope' | 'of'>[] };
  }[];
  assignments: readonly {
    stepId: string;
    ownerId: number | null;
    role: string;
    status: AssignmentStatus;
    partitionId: string | null;
    submittedAt: string | null;
  }[];
  /** By step: when it was released last. */
  releasedAt: Readonly<Record<string, string>>;
}

/** The step whose work is assigned. */
export interface StepToFill {
  id: string;
  permissions: Pick<Step['permissions'], 'assign'>;
}

/** Whether a rule with the scope opens something of the application to the system role of the person now. */
function isOpenBy(
  scope: (typeof ruleScopes)[number],
  { application, steps, assignments, releasedAt }: AssignFacts,
  { role, centrePartitions, panels }: PlacedPerson,
): boolean {
  const { partitions, panel } = application;
  if (!isViewRole(role)) return false;
  if (scope === 'panel' && (panel === null || !panels.includes(panel))) return false;
  if (scope === 'centre' && !centrePartitions.some((own) => partitions.includes(own))) return false;
  const isOwn = (partitionId: string | null) =>
    scope !== 'centre' || partitionId === null || centrePartitions.includes(partitionId);
  return steps.some(({ id, permissions }) => {
    const rules = permissions.view.filter((rule) => rule.role === role && rule.scope === scope);
    return assignments.some(
      (one) =>
        one.stepId === id &&
        isOwn(one.partitionId) &&
        rules.some(({ of }) => isOpen(of, { ...application, releasedAt }, one)),
    );
  });
}

/** Whether view rules open the application to the person now, without work of their own on it. */
export const isOpenTo = (facts: AssignFacts, person: PlacedPerson): boolean =>
  ruleScopes.some((scope) => isOpenBy(scope, facts, person));

/**
 * Whether the system role of the person reaches what is done for a partition, or, with null, for any or none: by a view
 * rule for the whole call, for a panel or for a centre of the person that opens the application to the role, and not
 * before. Where reading waits for own work, a membership alone gives nothing to say. Source: Requirements 2, 6.16 and
 * 6.24.
 */
export function isWithin(facts: AssignFacts, person: PlacedPerson, partitionId: string | null): boolean {
  if (isOpenBy('call', facts, person) || isOpenBy('panel', facts, person)) return true;
  const isMeant = (own: string) =>
    facts.application.partitions.includes(own) && (partitionId === null || own === partitionId);
  return person.centrePartitions.some(isMeant) && isOpenBy('centre', facts, person);
}

/**
 * Whether the person chooses who leads the steps that have a lead: the chair of the access committee. Nobody does on their
 * own application. Source: Requirements 2, 2.8.
 */
export const choosesLeads = (facts: AssignFacts, person: PlacedPerson): boolean =>
  facts.application.ownerId !== person.userId &&
  ((person.role === 'ac_chair' && isOpenTo(facts, person)) ||
    facts.assignments.some(
      ({ ownerId, role, status }) => ownerId === person.userId && role === 'ac_chair' && isLive(status),
    ));

/**
 * Whether a step lets the person assign its work for a partition, or, with null, for any or none: by the role on an own
 * assignment that was taken on, or that is handed on itself, or by the system role as far as it reaches (isWithin).
 * Nobody does on the own application. The commands, the people and the suggestions all go by it. Source: Requirements
 * 2, 6.24 and 8.2.
 */
export function mayAssign(
  facts: AssignFacts,
  person: PlacedPerson,
  { id, permissions: { assign } }: StepToFill,
  partitionId: string | null,
): boolean {
  const { application, assignments } = facts;
  if (application.ownerId === person.userId) return false;
  const byWork = assignments.some(
    (own) =>
      own.ownerId === person.userId &&
      assign.includes(own.role) &&
      isLive(own.status) &&
      (!isUnanswered(own.status) || own.stepId === id) &&
      // Work on one partition gives nothing to say about another one.
      (own.partitionId === null || partitionId === null || own.partitionId === partitionId),
  );
  return byWork || (assign.includes(person.role) && isWithin(facts, person, partitionId));
}
