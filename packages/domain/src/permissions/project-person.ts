import type { Role } from '../model/roles.ts';
import type { ApplicationStatus, AssignmentStatus } from '../model/statuses.ts';
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
export interface Cast {
  ownerId: number;
  status: ApplicationStatus;
  steps: { id: string; assign: string[]; assignable: string[] }[];
  assignments: { stepId: string; ownerId: number | null; role: string; status: AssignmentStatus }[];
  /** Who may not deal with it, by their ids. */
  inConflict: readonly number[];
}

/** An assignment in one of these gives its owner no say (any more). */
const over: readonly AssignmentStatus[] = ['triggered', 'refused', 'revoked', 'conflicted'];

function isConflicted(userId: number, { assignments, inConflict }: Cast): boolean {
  const isStopped = assignments.some(({ ownerId, status }) => ownerId === userId && status === 'conflicted');
  return isStopped || inConflict.includes(userId);
}

/**
 * The steps of an application at which a viewer may put people: all of them for staff; else those whose `assign`
 * permission names the role of one of the viewer's own assignments on it. The owner and whoever has a conflict may
 * nowhere; a draft has no such steps. Source: Readings, Registration (a permission names …), conflicted, Drafts of others.
 */
export function stepsToFill(viewer: Viewer, cast: Cast): Cast['steps'] {
  if (cast.status === 'draft' || cast.ownerId === viewer.userId || isConflicted(viewer.userId, cast))
    return [];
  if (viewer.isStaff) return cast.steps;
  const parts = cast.assignments.flatMap(({ ownerId, role, status }) =>
    ownerId === viewer.userId && !over.includes(status) ? [role] : [],
  );
  return cast.steps.filter(({ assign }) => assign.some((role) => parts.includes(role)));
}

/** How well a viewer may know the people of one application: by id, `name` or `email` (then with the name). */
function acquaintances(viewer: Viewer, cast: Cast): Map<number, 'name' | 'email'> {
  const steps = stepsToFill(viewer, cast);
  const known = new Map<number, 'name' | 'email'>();
  if (steps.length === 0) return known;
  // Whoever puts people on an application has to see whose it is, or could not keep friends apart.
  known.set(cast.ownerId, viewer.isStaff ? 'email' : 'name');
  for (const { stepId, ownerId } of cast.assignments) {
    if (ownerId !== null && ownerId !== cast.ownerId && steps.some(({ id }) => id === stepId))
      known.set(ownerId, 'email');
  }
  return known;
}

/**
 * A person as a viewer may know them, or null for not at all. Default deny: oneself; everybody for staff; for those who
 * may put people on an application, the people of its steps that they fill (with their addresses) and the name of its
 * owner. An applicant knows nobody else: who reviews is never told, not even that somebody does.
 * `casts` are the applications in which the viewer plays a part. Source: Readings, Users by id, Who sees what.
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
  const mine = cast.ownerId === viewer.userId;
  if (!mine && stepsToFill(viewer, cast).length === 0) return null;
  const known = mine ? new Map([[viewer.userId, 'email']]) : acquaintances(viewer, cast);
  return people.flatMap((person) => {
    if (!known.has(person.id)) return [];
    return projectPerson(viewer, person, [cast]) ?? [];
  });
}

/** Whom a viewer may be suggested: people of these roles, or nobody (`roles` empty); `byEmail`: may search addresses. */
export interface SuggestionScope {
  roles: readonly string[] | 'any';
  byEmail: boolean;
  /** Never suggested: the owner of the application, and who has a conflict with it. */
  without: readonly number[];
}

/**
 * Whom a viewer may look for. Staff: everybody, also by address. Those who fill steps of the application: the roles that
 * these steps take, by name alone, so that nobody learns whether an address has an account. Everybody else: null.
 * `cast` is absent when nobody named an application. Source: Readings, Users by id, Forgot, register, suggestions.
 */
export function suggestionScope(viewer: Viewer, cast: Cast | null): SuggestionScope | null {
  const steps = cast === null ? [] : stepsToFill(viewer, cast);
  const without =
    cast === null
      ? []
      : [
          cast.ownerId,
          ...cast.inConflict,
          ...cast.assignments.flatMap(({ ownerId, status }) =>
            ownerId !== null && status === 'conflicted' ? [ownerId] : [],
          ),
        ];
  if (viewer.isStaff && (cast === null || steps.length > 0)) return { roles: 'any', byEmail: true, without };
  if (steps.length === 0) return null;
  return { roles: [...new Set(steps.flatMap(({ assignable }) => assignable))], byEmail: false, without };
}
