import type { Step, ViewRule } from '../forms/types.ts';
import type { Role } from '../model/roles.ts';
import type { AssignmentStatus } from '../model/statuses.ts';
import { isLive, isUnanswered } from './view-rules.ts';

/** Somebody with the partitions of the own centres and the own panels. */
export interface PlacedPerson {
  userId: number;
  role: Role;
  centrePartitions: readonly string[];
  panels: readonly string[];
}

/** What of an application decides who may assign its work. */
export interface AssignFacts {
  application: { ownerId: number; partitions: readonly string[]; panel: string | null };
  /** Of its flow version; of the view rules at least those of the person's role. */
  steps: readonly { permissions: { view: readonly Pick<ViewRule, 'role' | 'scope'>[] } }[];
  assignments: readonly {
    stepId: string;
    ownerId: number | null;
    role: string;
    status: AssignmentStatus;
    partitionId: string | null;
  }[];
}

/** The step whose work is assigned. */
export interface StepToFill {
  id: string;
  permissions: Pick<Step['permissions'], 'assign'>;
}

/**
 * Whether a centre or a panel of the person has to do with what is done for a partition, or, with null, for any or
 * none: where a view rule opens the application to the person's role by it. Where reading waits for own work, a
 * membership alone gives nothing to say. Source: Requirements 2, 6.16 and 6.24.
 */
export function isWithin(
  { application: { partitions, panel }, steps }: AssignFacts,
  { role, centrePartitions, panels }: PlacedPerson,
  partitionId: string | null,
): boolean {
  const opensBy = (scope: ViewRule['scope']) =>
    steps.some(({ permissions }) =>
      permissions.view.some((rule) => rule.role === role && rule.scope === scope),
    );
  if (panel !== null && panels.includes(panel) && opensBy('panel')) return true;
  const isMeant = (own: string) => partitions.includes(own) && (partitionId === null || own === partitionId);
  return centrePartitions.some(isMeant) && opensBy('centre');
}

/**
 * Whether a step lets the person assign its work for a partition, or, with null, for any or none: by the role on an own
 * assignment that was taken on, or that is handed on itself, or by the system role within the own centres and panels.
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
