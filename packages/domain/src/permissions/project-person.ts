import type { ApplicationStatus } from '../applications/statuses.ts';
import type { Role } from '../people/roles.ts';
import { disclosed, type Extent, type Fact } from './disclosure.ts';
import { isHandedBack, type Replacement } from './is-handed-back.ts';
import { type AssignFacts, mayAssign, type PlacedPerson } from './may-assign.ts';
import { disclosedTo, stanceWithoutConflict } from './stance.ts';
import type { Viewer } from './viewer.ts';

/** Somebody as the database knows them. */
export interface Person {
  id: number;
  firstName: string;
  lastName: string;
  email: string;
  role: Role;
}

/** Somebody as a viewer may know them: without what the viewer may not. */
export interface KnownPerson {
  id: number;
  firstName: string;
  lastName: string;
  email?: string;
}

/** Who plays a part in an application, and who may be given one. */
export interface Cast extends Omit<AssignFacts, 'assignments'> {
  assignments: readonly (AssignFacts['assignments'][number] & {
    /** When it was refused or revoked, as an ISO instant; null if it was neither. */
    endedAt?: string | null;
    /** The work that took its place once it had ended. */
    replacement?: Replacement | null;
  })[];
  application: AssignFacts['application'] & { status: ApplicationStatus };
  steps: readonly {
    id: string;
    permissions: AssignFacts['steps'][number]['permissions'] & { assign: string[]; assignable: string[] };
  }[];
  /** Who may not deal with it, by their ids. */
  inConflict: readonly number[];
  /** Where the viewer belongs. */
  viewer: Pick<PlacedPerson, 'centrePartitions' | 'panels'>;
}

function isConflicted(userId: number, { assignments, inConflict }: Cast): boolean {
  const isStopped = assignments.some(({ ownerId, status }) => ownerId === userId && status === 'conflicted');
  return isStopped || inConflict.includes(userId);
}

/** How much of a fact a viewer learns of a step and partition of an application with which they have no conflict. */
const disclosedOf = (
  viewer: Viewer,
  cast: Cast,
  step: Cast['steps'][number],
  partitionId: string | null,
  fact: Fact,
): Extent => {
  const stance = stanceWithoutConflict(viewer, cast.application);
  const assigns = stance === 'reader' && mayAssign(cast, { ...viewer, ...cast.viewer }, step, partitionId);
  return disclosed(fact, assigns ? [stance, 'assigner'] : [stance]);
};

/** Whether a viewer may put people on a step of an application that is under review. */
const fills = (
  viewer: Viewer,
  cast: Cast,
  step: Cast['steps'][number],
  partitionId: string | null,
): boolean => disclosedOf(viewer, cast, step, partitionId, 'assignedPeople') !== 'none';

/**
 * The steps of an application at which a viewer may put people: all of them for staff, else those that let the viewer
 * assign for any of its partitions, as the command does. The owner and whoever has a conflict may nowhere; a draft has
 * no such steps. Source: Requirements 2, 6.4 and 6.24.
 */
export function stepsToAssign(viewer: Viewer, cast: Cast): Cast['steps'] {
  const { ownerId, status } = cast.application;
  if (status === 'draft' || ownerId === viewer.userId || isConflicted(viewer.userId, cast)) return [];
  return cast.steps.filter((step) => fills(viewer, cast, step, null));
}

/** How well a viewer may know the people of one application: by id, `name` or `email` (then with the name). */
function acquaintances(viewer: Viewer, cast: Cast): Map<number, 'name' | 'email'> {
  const steps = stepsToAssign(viewer, cast);
  const known = new Map<number, 'name' | 'email'>();
  if (steps.length === 0) return known;
  // Whoever assigns work has to see whose application it is, or could not keep friends apart.
  const applicant = cast.application.ownerId;
  const extent = disclosed('applicantName', [stanceWithoutConflict(viewer, cast.application), 'assigner']);
  if (extent !== 'none') known.set(applicant, extent === 'all' ? 'email' : 'name');
  for (const { stepId, ownerId, partitionId } of cast.assignments) {
    const step = steps.find(({ id }) => id === stepId);
    if (ownerId === null || ownerId === applicant || step === undefined) continue;
    if (fills(viewer, cast, step, partitionId)) known.set(ownerId, 'email');
  }
  return known;
}

/**
 * A person as a viewer may know them, or null for not at all. Default deny: oneself; everybody for staff; for those who
 * may put people on an application, the people of its steps and partitions that they fill (with their addresses) and
 * the name of its owner. An applicant knows nobody else: who reviews is never told, not even that somebody does.
 * `casts` are the applications in which the viewer plays a part. Source: Requirements 1, 10.43 and 10.44.
 */
export function projectPerson(
  viewer: Viewer,
  { id, firstName, lastName, email }: Person,
  casts: readonly Cast[],
): KnownPerson | null {
  const name = { id, firstName, lastName };
  if (id === viewer.userId || viewer.isStaff) return { ...name, email };
  const ways = casts.flatMap((cast) => acquaintances(viewer, cast).get(id) ?? []);
  if (ways.length === 0) return null;
  return ways.includes('email') ? { ...name, email } : name;
}

/**
 * The people of one application as a viewer may know them; null when it does not exist for the viewer. Staff get
 * everybody on it, the owner gets the own name, those who fill steps get whom they may know.
 */
export function projectPeople(viewer: Viewer, cast: Cast, people: readonly Person[]): KnownPerson[] | null {
  const mine = cast.application.ownerId === viewer.userId;
  if (!mine && stepsToAssign(viewer, cast).length === 0) return null;
  const known = mine ? new Map([[viewer.userId, 'email']]) : acquaintances(viewer, cast);
  return people.flatMap((person) => {
    if (!known.has(person.id)) return [];
    return projectPerson(viewer, person, [cast]) ?? [];
  });
}

/** Whom a viewer may be suggested: people of these roles, or nobody (`roles` empty). */
export interface SuggestionScope {
  roles: readonly string[] | 'any';
  /** Never suggested: the owner of the application, and who has a conflict with it. */
  without: readonly number[];
}

/**
 * Whom a viewer may look for, by name or address. Staff: everybody. Those who fill steps of the application: the roles
 * that these steps take, whose addresses the list shows them anyway. Everybody else: null, so that nobody learns whether
 * an address has an account. `cast` is absent when nobody named an application. Source: Requirements 1, 10.23 and 10.43.
 */
export function suggestionScope(viewer: Viewer, cast: Cast | null): SuggestionScope | null {
  const steps = cast === null ? [] : stepsToAssign(viewer, cast);
  const without =
    cast === null
      ? []
      : [
          cast.application.ownerId,
          ...cast.inConflict,
          ...cast.assignments.flatMap(({ ownerId, status }) =>
            ownerId !== null && status === 'conflicted' ? [ownerId] : [],
          ),
        ];
  if (viewer.isStaff && (cast === null || steps.length > 0)) return { roles: 'any', without };
  if (steps.length === 0) return null;
  return {
    roles: [...new Set(steps.flatMap(({ permissions }) => permissions.assignable))],
    without,
  };
}

/** How the last work of a person on an application ended. */
export interface EndedWork {
  how: 'refused' | 'handed_back' | 'revoked';
  /** For staff; the ISO instant. */
  at?: string;
}

/**
 * The people who refused work on an application or handed it back, or whose work was revoked: by person the newest, of
 * the steps that a viewer fills. Source: Requirements 2c, 3.4.
 */
export function endedWorkOf(viewer: Viewer, cast: Cast): Map<number, EndedWork> {
  const steps = stepsToAssign(viewer, cast);
  const knowsDay = disclosedTo(stanceWithoutConflict(viewer, cast.application), 'endedWorkDay') === 'all';
  const ended = cast.assignments.flatMap(({ ownerId, stepId, partitionId, status, endedAt, replacement }) => {
    const step = steps.find(({ id }) => id === stepId);
    if (ownerId === null || step === undefined) return [];
    if (disclosedOf(viewer, cast, step, partitionId, 'endedWork') === 'none') return [];
    if (status !== 'refused' && status !== 'revoked') return [];
    const how = isHandedBack({ status, endedAt }, replacement) ? 'handed_back' : status;
    return [{ ownerId, how, at: endedAt ?? '' } as const];
  });
  return new Map(
    ended
      .toSorted((one, other) => (one.at < other.at ? -1 : 1))
      .map(({ ownerId, how, at }) => [ownerId, { how, ...(knowsDay ? { at } : {}) }]),
  );
}

/** Whether somebody may put people on a step of an application, for a partition or (null) the whole. Source: Requirements 2, 2.6. */
export const fillsStep = (
  viewer: Viewer,
  cast: Cast,
  { stepId, partitionId }: { stepId: string; partitionId: string | null },
): boolean =>
  stepsToAssign(viewer, cast).some((step) => step.id === stepId && fills(viewer, cast, step, partitionId));
