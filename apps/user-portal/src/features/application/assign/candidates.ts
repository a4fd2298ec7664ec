import type { Routes } from '@clearcall/contract/routes.ts';
import type { Step } from '@clearcall/domain/forms/types.ts';
import type { Application } from '@clearcall/domain/model/application.ts';

export type Candidate = Routes['POST /users/suggestions']['reply']['data'][number];
export type Evidence = Routes['GET /v2/applications/:id/conflicts/evidence']['reply'][number]['evidence'];

/** The roles that a step can be given in. */
export const rolesOfStep = (step: Step): string[] => [
  ...new Set([...step.permissions.assignable, step.ownerRole]),
];

/**
 * In which of the roles of a step somebody can get it: a representative of a centre as that alone, and nobody else as
 * one. Source: Requirements 2, 2.5.
 */
export function rolesFor(person: Pick<Candidate, 'role'>, roles: readonly string[]): string[] {
  const centre = 'compute_centre_representative';
  return roles.filter((role) => (role === centre) === (person.role === centre));
}

/** What stands in the way of giving somebody the work, which no confirmation takes away; null: nothing. */
export function obstacleOf(
  person: Candidate,
  { evidence, roles, hasPartition }: { evidence: Evidence; roles: readonly string[]; hasPartition: boolean },
): 'ongoing' | 'ongoingPartition' | 'conflict' | 'role' | null {
  if (person.work?.isOngoing) return hasPartition ? 'ongoingPartition' : 'ongoing';
  if (evidence.some(({ severity }) => severity === 'refuses')) return 'conflict';
  return rolesFor(person, roles).length === 0 ? 'role' : null;
}

/** Partitions that work can be given for, by their names. Source: Requirements 2, 2.4. */
export const partitionsOffered = ({ partitions }: Pick<Application, 'partitions'>) =>
  partitions.filter(({ disabled }) => !disabled).toSorted((one, other) => one.name.localeCompare(other.name));

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
