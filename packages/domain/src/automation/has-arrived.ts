import { isTurnedDown } from '../workflow/command-needs.ts';
import { remainingPartitions, stepIsDone } from '../workflow/completion.ts';
import type { WorkflowFacts } from '../workflow/workflow-facts.ts';

/**
 * Whether nobody has to wait for an application any more before the one thing that all of them are needed for: it has
 * handed in the step, or came to its end, or was turned down, or all that it asked for was dropped. Source: Requirements
 * 2d, 3.7.
 */
export function hasArrived(facts: WorkflowFacts, stepId: string): boolean {
  const { status, partitions } = facts.application;
  if (status !== 'submitted' && status !== 'changes_requested') return true;
  if (isTurnedDown(facts)) return true;
  if (partitions.length > 0 && remainingPartitions(facts).length === 0) return true;
  const step = facts.steps.find(({ id }) => id === stepId);
  return step === undefined || stepIsDone(facts, step);
}
