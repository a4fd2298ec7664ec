import { goneStatuses } from '../applications/statuses.ts';
import { elementMeaning } from '../forms/decisions.ts';
import type { Flow } from '../forms/types.ts';
import type { ApplicationSnapshot } from './application-snapshot.ts';
import { isInConflict } from './is-in-conflict.ts';
import type { Viewer } from './viewer.ts';

/**
 * The step and element in which the viewer ranks the application inside its panel; null if they do not. They are shown the
 * ranks that other applications of the panel have in the same cut-off.
 */
export function rankingBy(
  viewer: Viewer,
  snapshot: Pick<ApplicationSnapshot, 'ownerId' | 'panel' | 'assignments' | 'inConflict'>,
  { steps }: Pick<Flow, 'steps'>,
): { stepId: string; elementId: string } | null {
  if (snapshot.panel === null || snapshot.ownerId === viewer.userId || isInConflict(viewer, snapshot))
    return null;
  for (const step of steps) {
    const element = elementMeaning(step, 'rank', null);
    const isOwn = snapshot.assignments.some(
      ({ stepId, ownerId, status }) =>
        stepId === step.id &&
        ownerId === viewer.userId &&
        !(goneStatuses as readonly string[]).includes(status),
    );
    if (element !== undefined && isOwn) return { stepId: step.id, elementId: element.id };
  }
  return null;
}
