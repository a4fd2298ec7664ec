import type { Routes } from '@clearcall/contract/routes.ts';
import type { Application } from '@clearcall/domain/applications/application.ts';
import type { Step } from '@clearcall/domain/forms/types.ts';
import { roleFor, rolesFor } from '@clearcall/domain/workflow/assigned-role.ts';

export type Candidate = Routes['POST /users/suggestions']['reply']['data'][number];
export type Evidence = Routes['GET /v2/applications/:id/conflicts/evidence']['reply'][number]['evidence'];

/** The roles that a step can be given in. */
export const rolesOfStep = (step: Step): string[] => [
  ...new Set([...step.permissions.assignable, step.ownerRole]),
];

/**
 * The roles of a step that all chosen people can have, and the one that is preselected: the role of each person where they
 * agree, else the only role left. Empty if somebody has to choose.
 */
export function rolesOffered(chosen: readonly Pick<Candidate, 'role'>[], roles: readonly string[]) {
  const possible = roles.filter((role) => chosen.every((one) => rolesFor(one.role, [role]).length > 0));
  const own = new Set(chosen.map((one) => roleFor(one.role, possible)));
  const [only] = own.size === 0 ? possible.slice(0, possible.length === 1 ? 1 : 0) : own;
  return { possible, preselected: own.size > 1 ? '' : (only ?? '') };
}

/** What stands in the way of giving somebody the work, which no confirmation takes away; null: nothing. */
export function obstacleOf(
  person: Candidate,
  { evidence, roles, hasPartition }: { evidence: Evidence; roles: readonly string[]; hasPartition: boolean },
): 'ongoing' | 'ongoingPartition' | 'submitted' | 'conflict' | 'role' | null {
  if (person.work?.isOngoing) return hasPartition ? 'ongoingPartition' : 'ongoing';
  if (person.work?.hasSubmitted) return 'submitted';
  if (evidence.some(({ severity }) => severity === 'refuses')) return 'conflict';
  return rolesFor(person.role, roles).length === 0 ? 'role' : null;
}

/**
 * Partitions for which the reader may assign a step, by their names, and whether the step can be assigned for the whole
 * application. Source: Requirements 2, 2.11.
 */
export function partitionsOffered(
  { partitions, commands, turnedDown = [] }: Pick<Application, 'partitions' | 'commands' | 'turnedDown'>,
  stepId: string,
) {
  const { partitions: ids = [] } =
    commands.find((one) => one.command === 'assign' && one.stepId === stepId) ?? {};
  return {
    whole: ids.includes(null),
    partitions: partitions
      .filter(({ id, disabled }) => !disabled && ids.includes(id) && !turnedDown.includes(id))
      .toSorted((one, other) => one.name.localeCompare(other.name)),
  };
}

/** The people on a step, and on a partition if one is chosen. */
export const assignedTo = (
  { assigned = [] }: Pick<Application, 'assigned'>,
  { stepId, partitionId }: { stepId: string; partitionId: string | null },
) =>
  assigned.filter(
    (one) => one.stepId === stepId && (partitionId === null || one.partitionId === partitionId),
  );

/** Returns the lead of a step and partition. */
export const leadOf = (
  { assigned = [] }: Pick<Application, 'assigned'>,
  { stepId, partitionId }: { stepId: string; partitionId: string | null },
) =>
  assigned.find((one) => one.isLead && one.stepId === stepId && one.partitionId === partitionId)?.owner ??
  undefined;

/** Of so many the evidence is told at once. Source: GET /v2/applications/:id/conflicts/evidence. */
const askedAtOnce = 20;

/**
 * Of whom the evidence is asked for, a request each: of those who are shown, and of those who are chosen, whom another
 * search hides. Who is chosen is asked for apart, so that an answer stays while the search changes.
 */
export function partsToCheck(shown: readonly number[], chosen: readonly number[]): number[][] {
  const ids = chosen.toSorted((one, other) => one - other);
  const parts = [shown.toSorted((one, other) => one - other)];
  for (let from = 0; from < ids.length; from += askedAtOnce) parts.push(ids.slice(from, from + askedAtOnce));
  return parts.filter((part) => part.length > 0);
}
