import type { PartitionDecision } from '../applications/application.ts';
import type { Flow } from '../forms/types.ts';
import { decisionsFor } from './decisions-for.ts';
import { isInConflict } from './is-in-conflict.ts';
import { type ReadableApplication, readAssignment } from './read-assignment.ts';
import { inScope, scope } from './scope.ts';
import type { Viewer } from './viewer.ts';

/** Returns the amounts that were awarded, as the page of the application shows them to the viewer. */
export function awardsFor(
  viewer: Viewer,
  application: ReadableApplication,
  flow: Flow,
): { partitionId: PartitionDecision['partitionId']; amount: string }[] {
  const isOpen = inScope(scope(viewer), { ...application, steps: flow.steps });
  if (isInConflict(viewer, application) || (application.ownerId !== viewer.userId && !isOpen)) return [];
  const seen = application.assignments.flatMap(
    (assignment) => readAssignment(viewer, application, flow, assignment, { mayTake: false }) ?? [],
  );
  return decisionsFor(viewer, application, flow, seen).flatMap(({ partitionId, outcome, amount }) =>
    amount !== null && (outcome === 'awarded' || outcome === 'reduced') ? [{ partitionId, amount }] : [],
  );
}
