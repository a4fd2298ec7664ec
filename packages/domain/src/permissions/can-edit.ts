import { type Message, message } from '@clearcall/i18n/message.ts';
import { type AssignmentStatus, editableStatuses } from '../applications/statuses.ts';
import {
  type AssignmentTime,
  assignmentTime,
  type StepCutoff,
  type TimedAssignment,
} from '../deadlines/assignment-time.ts';
import { actsAsStaff } from './view-rules.ts';
import type { Viewer } from './viewer.ts';

/** What has to be known of an assignment to say whether it may be edited. Instants are ISO. */
export interface EditFacts {
  assignment: TimedAssignment & {
    ownerId: number | null;
    /** Since when its submission waits for the check of its files. */
    submissionAskedAt?: string | null;
  };
  applicationOwnerId: number;
  applicationCutoff: number | null;
  cutoffs: readonly StepCutoff[];
  timeZone: string;
  /** The step waits to be unlocked. */
  isLocked?: boolean;
}

export type Editability =
  | { ok: true; time: AssignmentTime }
  | {
      ok: false;
      code: 'not_editable' | 'step_locked' | 'deadline_passed';
      notice: Message | null;
      time: AssignmentTime;
    };

/** What a reader is told of an assignment that is at rest; null: the status says it all. */
const notices: Record<AssignmentStatus, Message | null> = {
  draft: null,
  accepted: null,
  changes_requested: null,
  assigned: message('workflow.notice.assigned'),
  triggered: null,
  submitted: null,
  resubmitted: null,
  approved: null,
  rejected: null,
  refused: message('workflow.notice.refused'),
  revoked: message('workflow.notice.revoked'),
  conflicted: message('workflow.notice.conflicted'),
};

const editable: readonly AssignmentStatus[] = editableStatuses;
/** Statuses for which the start of the timeframe is worth telling. */
const waiting: readonly AssignmentStatus[] = ['draft', 'accepted', 'triggered'];

/**
 * Whether the viewer acts as the owner of an assignment: the owner, or staff where nobody owns it, but not on an
 * application of their own. Source: Requirements 2, 6.22.
 */
export function actsAsOwner(
  viewer: Viewer,
  application: { ownerId: number },
  { ownerId }: { ownerId: number | null },
): boolean {
  return ownerId === null ? actsAsStaff(viewer, application) : ownerId === viewer.userId;
}

/**
 * The one decision about editing, for the server and the pages: save and submit only from draft, accepted and
 * changes_requested, by the owner, in a step that is not locked, from the start of the step's timeframe to the
 * effective deadline. `now` is the moment at which the server received the request's headers. Source: Requirements 2,
 * 3.9 and 6.6.
 */
export function canEdit(viewer: Viewer, facts: EditFacts, now: Date): Editability {
  const { assignment, cutoffs, timeZone } = facts;
  const time = assignmentTime(cutoffs, assignment, facts.applicationCutoff, now);
  const no = (
    code: 'not_editable' | 'step_locked' | 'deadline_passed',
    notice: Message | null,
  ): Editability => ({
    ok: false,
    code,
    notice,
    time,
  });
  const at = (instant: string) => ({ at: { at: instant, timeZone }, timeZone });
  const nowMs = now.getTime();

  if (!actsAsOwner(viewer, { ownerId: facts.applicationOwnerId }, assignment))
    return no('not_editable', null);
  if (waiting.includes(assignment.status) && time.start !== null && nowMs < Date.parse(time.start))
    return no('not_editable', message('workflow.notice.begins', at(time.start)));
  if (!editable.includes(assignment.status)) return no('not_editable', notices[assignment.status]);
  if (facts.isLocked === true) return no('step_locked', message('workflow.notice.locked'));
  if (assignment.isFirst && assignment.status === 'draft' && cutoffs.length === 0)
    return no('not_editable', message('workflow.notice.unavailable'));
  if (time.deadline !== null && nowMs > Date.parse(time.deadline))
    return no(
      'deadline_passed',
      message(
        assignment.status === 'changes_requested'
          ? 'workflow.notice.updateDeadline'
          : 'workflow.notice.deadline',
        at(time.deadline),
      ),
    );
  return { ok: true, time };
}
