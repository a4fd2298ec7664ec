import { leading } from '../forms/cross-steps.ts';
import { decidingOf } from '../forms/decisions.ts';
import { firstStep } from '../forms/first-step.ts';
import type { Flow, SubmittedStep } from '../forms/types.ts';
import { askingElements } from './asked-amounts.ts';
import { readOutcome } from './read-outcome.ts';

/**
 * The partitions of an application that are left: those asked for in the first step, in its order, without those that a
 * step for each partition has turned down. Where several work on one partition their lead decides, else who was first.
 * Source: Review, section 3 (Partition turned down).
 */
export function remainingPartitions(flow: Flow, submitted: readonly SubmittedStep[]): string[] {
  const first = firstStep(flow);
  if (first === null) return [];
  const asking = askingElements(first).partitions;
  const asked = leading(submitted.filter(({ stepId }) => stepId === first.id))
    .flatMap(({ answers }) => asking.flatMap((id) => answers.filter(({ elementId }) => elementId === id)))
    .flatMap(({ values }) => values);
  const deciding = flow.steps.filter((step) => decidingOf(step) === 'partition');
  return [...new Set(asked)].filter((partitionId) =>
    deciding.every((step) => {
      const [said] = leading(
        submitted.filter((one) => one.stepId === step.id && one.partitionId === partitionId),
      );
      const outcome = said === undefined ? null : readOutcome(step, said);
      return outcome?.kind !== 'partition' || outcome.accepted;
    }),
  );
}
