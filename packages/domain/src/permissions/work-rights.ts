import { firstStep } from '../forms/first-step.ts';
import type { Flow, Step } from '../forms/types.ts';
import type { Application, Assignment } from '../model/application.ts';
import { ongoingStatuses } from '../model/statuses.ts';
import type { ApplicationSnapshot, AssignmentSnapshot } from './application-snapshot.ts';
import { mayAssign } from './may-assign.ts';
import { isLive } from './view-rules.ts';
import type { Viewer } from './viewer.ts';

type WorkRights = Omit<Assignment['can'], 'save' | 'submit'>;

/** Whether whoever has the work may give it to somebody else: as the command does, with the centres for their partitions. */
function mayHandOn(
  viewer: Viewer,
  snapshot: ApplicationSnapshot,
  flow: Flow,
  step: Step,
  { partitionId, centreId }: AssignmentSnapshot,
): boolean {
  const { ownerId, assignments, panel } = snapshot;
  const facts = { application: { ownerId, partitions: snapshot.centreIds, panel }, steps: flow.steps };
  const byWork = { ...viewer, centrePartitions: [], panels: [] };
  const byMembership = {
    ...viewer,
    centrePartitions: snapshot.viewer.centres,
    panels: snapshot.viewer.panels,
  };
  return (
    viewer.isStaff ||
    mayAssign({ ...facts, assignments }, byWork, step, partitionId) ||
    mayAssign({ ...facts, assignments: [] }, byMembership, step, centreId)
  );
}

/**
 * What the owner of later work may do with the work itself, beside filling in its form; what they may not is absent.
 * The commands decide the same way (docs/workflow.md). Source: Requirements 2, 3.3.
 */
export function workRights(
  viewer: Viewer,
  snapshot: ApplicationSnapshot,
  flow: Flow,
  assignment: AssignmentSnapshot,
): WorkRights {
  const { status, stepId } = assignment;
  const step = flow.steps.find(({ id }) => id === stepId);
  const isOwn = assignment.ownerId === viewer.userId && snapshot.ownerId !== viewer.userId;
  if (!isOwn || step === undefined || !isLive(status) || firstStep(flow)?.id === stepId) return {};
  const answers = status === 'assigned';
  const isWaiting = answers || status === 'accepted';
  return {
    ...(answers ? { answer: true as const } : {}),
    ...(answers && mayHandOn(viewer, snapshot, flow, step, assignment) ? { handOn: true as const } : {}),
    ...(isWaiting && assignment.wasUnowned ? { handBack: true as const } : {}),
    declareConflict: true,
  };
}

/**
 * Work on somebody else's application that nobody has and the viewer may take: of a step of their role, for a partition
 * of their centre or for none, unless they are at the same work already. Source: Requirements 2, 7.8.
 */
export function workToTake(
  viewer: Viewer,
  snapshot: ApplicationSnapshot,
  flow: Flow,
): NonNullable<Application['toTake']> {
  if (snapshot.ownerId === viewer.userId || snapshot.status === 'draft') return [];
  return snapshot.assignments.flatMap(({ id, ownerId, status, stepId, role, partitionId, centreId }) => {
    const step = flow.steps.find((one) => one.id === stepId);
    if (ownerId !== null || status !== 'assigned' || step === undefined) return [];
    const roles = [role, step.ownerRole, ...step.permissions.assignable];
    const isAtIt = snapshot.assignments.some(
      (own) =>
        own.ownerId === viewer.userId &&
        own.stepId === stepId &&
        own.partitionId === partitionId &&
        (ongoingStatuses as readonly string[]).includes(own.status),
    );
    const isPlaced =
      partitionId === null || (centreId !== null && snapshot.viewer.centres.includes(centreId));
    if (!roles.includes(viewer.role) || isAtIt || !isPlaced) return [];
    return [
      {
        id,
        step: step.title,
        ...(step.guide === undefined ? {} : { guide: step.guide }),
        partitionId,
      },
    ];
  });
}
