import { type AssignmentStatus, editableStatuses, isOneOf } from '../applications/statuses.ts';
import type { GatheredPoint, Thread } from '../applications/thread.ts';
import type { Flow, Step } from '../forms/types.ts';
import type { StoredPerson } from '../people/person-name.ts';
import type {
  ApplicationSnapshot,
  AssignmentSnapshot,
  PointSnapshot,
  ThreadSnapshot,
} from './application-snapshot.ts';
import { dayOf } from './disclosed-times.ts';
import type { Extent, Fact } from './disclosure.ts';
import { isInConflict } from './is-in-conflict.ts';
import { actsAsStaff, rulesFor } from './view-rules.ts';
import type { Viewer } from './viewer.ts';

type Named<T> = Omit<T, 'person'> & { person?: StoredPerson };
/** Before it has a language. */
export type SeenThread = Omit<Thread, 'comments'> & { comments: Named<Thread['comments'][number]>[] };
export type SeenPoint = Named<GatheredPoint>;

/** As what somebody asks for changes of an assignment: staff directly (null), or by the step that judges it. */
export interface Asker {
  stepId: string | null;
  role: string;
  /** It can be asked for now: what was handed in waits for a judgement. */
  now: boolean;
}

/** Work that was taken on, and has not ended in a refusal, a revocation or a conflict. */
const takenOn: readonly AssignmentStatus[] = [
  ...editableStatuses,
  'submitted',
  'resubmitted',
  'approved',
  'rejected',
];

const waitsForJudgement: readonly AssignmentStatus[] = ['submitted', 'resubmitted'];

/**
 * As what a viewer may ask for changes of an assignment, now or before; null: not at all. Whoever has taken on work at a
 * step that judges it, and reads it as it is handed in; and staff. Never its owner, nor whoever is in conflict with it.
 * Source: Requirements 2, 4.2 and 4.10.
 */
export function askerOf(
  viewer: Viewer,
  snapshot: Pick<ApplicationSnapshot, 'ownerId' | 'assignments' | 'inConflict'> &
    Parameters<typeof rulesFor>[1],
  { steps }: Pick<Flow, 'steps'>,
  assignment: Pick<AssignmentSnapshot, 'ownerId' | 'stepId' | 'partitionId' | 'status'> &
    Parameters<typeof rulesFor>[3],
): Asker | null {
  const judging = steps.filter(({ judges }) => judges === assignment.stepId);
  const step = steps.find(({ id }) => id === assignment.stepId);
  if (step === undefined || judging.length === 0) return null;
  if (snapshot.ownerId === viewer.userId || assignment.ownerId === viewer.userId) return null;
  if (isInConflict(viewer, snapshot)) return null;
  const waits = isOneOf(waitsForJudgement, assignment.status);
  const isOf = (one: Step) => (own: AssignmentSnapshot) =>
    own.stepId === one.id &&
    own.ownerId === viewer.userId &&
    isOneOf(takenOn, own.status) &&
    (own.partitionId === null ||
      assignment.partitionId === null ||
      own.partitionId === assignment.partitionId);
  const works = judging.flatMap((one) => snapshot.assignments.filter(isOf(one)));
  // What is written now counts before what was handed in.
  const work = works.find(({ status }) => isOneOf(editableStatuses, status)) ?? works[0];
  const staff = actsAsStaff(viewer, snapshot);
  const reads = rulesFor(viewer, snapshot, step, assignment).some(
    ({ of }) => of === 'always' || of === 'submitted',
  );
  if (!reads) return null;
  const writes = work !== undefined && isOneOf(editableStatuses, work.status);
  if (writes) return { stepId: work.stepId, role: work.role, now: waits };
  if (staff) return { stepId: null, role: viewer.role, now: waits };
  return work === undefined ? null : { stepId: work.stepId, role: work.role, now: false };
}

const named = (
  viewer: Viewer,
  { authorId, author, role }: Pick<PointSnapshot, 'authorId' | 'author' | 'role'>,
  extentOf: (fact: Fact) => Extent,
) => ({
  role,
  mine: authorId === viewer.userId,
  ...(extentOf('commentAuthor') === 'all' ? { person: author } : {}),
});

/** Since when changes are asked for of an assignment; null where none are. */
const askedSince = ({ status, activities }: Pick<AssignmentSnapshot, 'status' | 'activities'>) =>
  status === 'changes_requested'
    ? (activities.findLast((one) => one.status === 'changes_requested')?.createdAt ?? null)
    : null;

/** Whether a thread is to be answered now: what a change request before asked for went in with what was handed in. */
export function isAskedNow(
  assignment: Pick<AssignmentSnapshot, 'status' | 'activities'>,
  { askedAt }: Pick<ThreadSnapshot, 'askedAt'>,
): boolean {
  const since = askedSince(assignment);
  return since !== null && askedAt >= since;
}

/**
 * Returns the threads of an assignment as they are disclosed to a viewer, at the elements that they see. An answer
 * is its owner's alone until it is submitted. Source: Requirements 2, 4.10.
 */
export function projectThreads(
  viewer: Viewer,
  assignment: AssignmentSnapshot,
  {
    extentOf,
    canAnswer,
    shown,
  }: { extentOf: (fact: Fact) => Extent; canAnswer: boolean; shown: ReadonlySet<string> },
): SeenThread[] {
  if (extentOf('changeRequest') === 'none') return [];
  const readsUnsubmitted = extentOf('unsubmittedAnswer') === 'all';
  const timeOf = ({ authorId, asks, createdAt }: ThreadSnapshot['comments'][number]): string | null => {
    const extent = authorId === viewer.userId ? 'all' : extentOf(asks ? 'requestTime' : 'answerTime');
    return extent === 'none' ? null : extent === 'all' ? createdAt : dayOf(createdAt);
  };
  return assignment.threads
    .filter(({ elementId }) => shown.has(elementId))
    .map((thread) => {
      const isOpen = isAskedNow(assignment, thread);
      return {
        id: thread.id,
        assignmentId: assignment.id,
        flowElementId: thread.elementId,
        dataGroupId: thread.groupId,
        answered: thread.answered && (readsUnsubmitted || !isOpen),
        comments: thread.comments
          .filter(({ asks, handedIn }) => readsUnsubmitted || asks || handedIn)
          .map((comment) => ({
            id: comment.id,
            asks: comment.asks,
            ...named(viewer, comment, extentOf),
            text: comment.text,
            createdAt: timeOf(comment),
          })),
        can: { answer: readsUnsubmitted && canAnswer && isOpen },
      };
    });
}

/** Returns what was gathered to be asked for, as it is disclosed to those who do the same work. */
export function projectPoints(
  viewer: Viewer,
  assignment: AssignmentSnapshot,
  asker: Asker,
  { extentOf, shown }: { extentOf: (fact: Fact) => Extent; shown: ReadonlySet<string> },
): SeenPoint[] {
  return assignment.points
    .filter(
      ({ elementId, authorId, stepId }) =>
        shown.has(elementId) && (authorId === viewer.userId || stepId === asker.stepId),
    )
    .map((point) => ({
      assignmentId: assignment.id,
      flowElementId: point.elementId,
      dataGroupId: point.groupId,
      ...named(viewer, point, extentOf),
      text: point.text,
      revision: point.revision,
    }));
}
