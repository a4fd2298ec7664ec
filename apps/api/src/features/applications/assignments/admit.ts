import type { Flow } from '@clearcall/domain/forms/types.ts';
import { actsAsOwner, canEdit, type Editability } from '@clearcall/domain/permissions/can-edit.ts';
import { editFacts } from '@clearcall/domain/permissions/edit-facts.ts';
import type { Viewer } from '@clearcall/domain/permissions/viewer.ts';
import { canEditFiles, waitingSubmission } from '@clearcall/domain/permissions/waiting-submission.ts';
import type { Refusal } from '../../../platform/http/refuse.ts';
import { refuse } from '../../../platform/http/refuse.ts';
import type { LockedApplication, LockedAssignment } from '../sql.ts';

interface Loaded {
  application: LockedApplication;
  assignment: LockedAssignment;
}

/** Whether the viewer may act on the assignment as its owner. To everybody else it looks like one that does not exist. */
export function admit(viewer: Viewer, loaded: Loaded | null): Refusal | Loaded {
  if (loaded === null) return refuse('not_found');
  const { application, assignment } = loaded;
  const mine = application.ownerId === viewer.userId;
  const isThere = mine || !application.inConflict.includes(viewer.userId);
  const isOthersDraft = assignment.ownerId === null && application.status === 'draft';
  return isThere && !isOthersDraft && actsAsOwner(viewer, application, assignment)
    ? loaded
    : refuse('not_found');
}

/** Refuses what was filled in for another version of the form, and names the version that is used now. */
export function refuseOtherForm(sentFor: number | undefined, { flow }: { flow: Flow }): Refusal | null {
  if (sentFor === undefined || sentFor === flow.version) return null;
  return refuse('form_changed', { body: { flowVersion: flow.version } });
}

/** The one decision about editing, on what was loaded. */
export function editability(
  viewer: Viewer,
  { application, assignment }: Loaded,
  { flow }: { flow: Flow },
  now: Date,
): Editability {
  return canEdit(viewer, editFacts(application, assignment, flow), now);
}

/** The same of the files in one place, where a refused one stands in the way of a submission that waits (`isRefused`). */
export function fileEditability(
  viewer: Viewer,
  { application, assignment }: Loaded,
  { flow }: { flow: Flow },
  isRefused: boolean,
  now: Date,
): ReturnType<typeof canEditFiles> {
  return canEditFiles(viewer, editFacts(application, assignment, flow), isRefused, now);
}

/** Since when the submission of the assignment waits for the check of its files, where it still may be completed. */
export function askedAt(
  viewer: Viewer,
  { application, assignment }: Loaded,
  { flow }: { flow: Flow },
  now: Date,
): Date | null {
  return waitingSubmission(viewer, editFacts(application, assignment, flow), now)?.since ?? null;
}
