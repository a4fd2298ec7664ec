import { startedBy } from '../forms/started-by.ts';
import type { Flow } from '../forms/types.ts';
import type { WorkflowAssignment, WorkflowFacts } from '../workflow/workflow-facts.ts';
import { recipientsOf } from './recipients-of.ts';

/**
 * Whether the owner of an assignment that was just given to them certainly gets an email of the flow. An email with a
 * condition, and one that waits for the start of the step, are not certain.
 */
export function isNotified(
  flow: Pick<Flow, 'automations' | 'steps'>,
  facts: WorkflowFacts,
  { id, stepId, partitionId, role, status, ownerId }: WorkflowAssignment,
): boolean {
  if (ownerId === null || (status !== 'assigned' && status !== 'draft')) return false;
  const cause = { step: stepId, partition: partitionId, assignmentId: id, userId: ownerId, monthly: false };
  return startedBy(flow, {
    type: status,
    step: stepId,
    partition: partitionId,
    role,
    by: null,
    of: null,
  }).some(
    (automation) =>
      automation.do === 'notify' &&
      automation.when === undefined &&
      recipientsOf(automation.recipients, facts, cause, []).userIds.includes(ownerId),
  );
}
