import { titleAs } from '../forms/text-in-languages.ts';
import type { Told } from '../forms/types.ts';
import { isLocked, timeOf } from './command-needs.ts';
import { isOngoing } from './completion.ts';
import type { WorkflowFacts } from './workflow-facts.ts';

/** Work on a step that something starts: for the holders of a role, from `start` (null: at once) to `deadline`. */
export interface StartedWork {
  stepId: string;
  title: string;
  told: Told;
  role: string;
  start: string | null;
  deadline: string | null;
}

/** Returns the steps on which there is work to do after something happened that was not there before, each once. */
export function startedWork(before: WorkflowFacts, after: WorkflowFacts, now: Date): StartedWork[] {
  const known = new Set(before.assignments.filter(isOngoing).map(({ id }) => id));
  const assigned = after.assignments.filter((one) => isOngoing(one) && !known.has(one.id));
  const started = after.steps.flatMap((step) => {
    const { id: stepId, title } = step;
    const given = assigned.filter((one) => one.stepId === stepId);
    const isUnlocked = isLocked(before, step) && !isLocked(after, step) && given.length === 0;
    const noOne = { stepId, role: step.ownerRole, status: 'assigned' as const, deadline: null };
    return (isUnlocked ? [noOne] : given).map((one): StartedWork => {
      const { start, deadline } = timeOf(after, one, now);
      const waits = start !== null && Date.parse(start) > now.getTime();
      return {
        stepId,
        title,
        told: titleAs('step', step),
        role: one.role,
        start: waits ? start : null,
        deadline,
      };
    });
  });
  return [...new Map(started.map((one) => [JSON.stringify(one), one])).values()];
}
