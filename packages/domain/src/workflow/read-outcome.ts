import { decidingOf, elementMeaning, outcomeElements } from '../forms/decisions.ts';
import type { Element, Outcome, Step } from '../forms/types.ts';
import type { SubmittedContent } from './submitted-content.ts';

/** What is decided about one partition of an application. `amount` is a decimal string in the unit of the call. */
export interface PartitionDecision {
  partitionId: string;
  outcome: 'awarded' | 'reduced' | 'reserve' | 'rejected';
  amount: string | null;
  reason: string | null;
  /** When the award begins and ends: days, yyyy-mm-dd. */
  startsOn: string | null;
  endsOn: string | null;
}

/** What a submission of a step says that it decides. */
export type StepOutcome =
  | {
      kind: 'judgement';
      outcome: 'approved' | 'rejected' | 'request_changes';
      reason: string | null;
      /** As it was answered: a day, yyyy-mm-dd. */
      deadline: string | null;
    }
  | { kind: 'partition'; accepted: boolean; reason: string | null }
  | { kind: 'acceptance'; accepted: boolean }
  | { kind: 'final'; rows: PartitionDecision[] };

/** Whether everybody who reads a form at all reads this of it. */
const isForAll = (element: Element | null | undefined): boolean =>
  (element?.config.audience ?? 'public') === 'public';

/**
 * What a submission of the step decides. Null for a step that decides nothing, and where its outcome is not answered,
 * which the form of a checked flow does not let anybody submit (checkDecisions). A final step of which no partition is
 * left has no rows. The reason is what stands in outcome_reason, else in outcome_message: what was hidden when the step
 * was submitted is not in its content. It is told with the decision, so that what the form keeps for an audience stays in
 * the form; the message of a change request is for whoever has to change something, whoever else may read it. Source:
 * docs/concepts.md, What a submission decides.
 */
export function readOutcome(step: Step, content: SubmittedContent): StepOutcome | null {
  const deciding = decidingOf(step);
  const [placed] = outcomeElements(step);
  if (deciding === null || placed === undefined) return null;
  const { group } = placed;

  const answerTo = (element: Element | undefined, groupId: string | null): string | null => {
    if (element === undefined) return null;
    const answer = content.answers.find((one) => one.elementId === element.id && one.groupId === groupId);
    const value = answer?.values[0]?.trim() ?? '';
    return value === '' ? null : value;
  };
  const outcomeIn = (groupId: string | null): Outcome | null => {
    const value = answerTo(placed.element, groupId);
    return value === null ? null : (placed.element.config.outcome?.[value] ?? null);
  };
  const meaning = (name: string, groupId: string | null) =>
    elementMeaning(step, name, groupId === null ? null : group);
  const meant = (name: string, groupId: string | null) => answerTo(meaning(name, groupId), groupId);
  const told = (name: string, groupId: string | null): string | null => {
    const elements = [meaning(name, groupId), groupId === null ? null : group];
    return elements.every((one) => isForAll(one)) ? meant(name, groupId) : null;
  };
  const reasonIn = (groupId: string | null): string | null =>
    told('outcome_reason', groupId) ?? told('outcome_message', groupId);

  if (deciding === 'final') {
    const rows = content.rows
      .filter(({ elementId }) => elementId === group?.id)
      .toSorted((one, other) => one.order - other.order);
    return {
      kind: 'final',
      rows: rows.flatMap(({ id }): PartitionDecision[] => {
        const outcome = outcomeIn(id);
        const partitionId = meant('decision_partition', id);
        if (
          partitionId === null ||
          outcome === null ||
          outcome === 'approved' ||
          outcome === 'request_changes' ||
          outcome === 'accept' ||
          outcome === 'decline'
        )
          return [];
        const reason = reasonIn(id) ?? reasonIn(null);
        const startsOn = meant('award_start', id);
        const endsOn = meant('award_end', id);
        return [{ partitionId, outcome, amount: meant('decision_amount', id), reason, startsOn, endsOn }];
      }),
    };
  }
  const outcome = outcomeIn(null);
  if (outcome === 'accept' || outcome === 'decline')
    return deciding === 'acceptance' ? { kind: 'acceptance', accepted: outcome === 'accept' } : null;
  if (outcome === null || outcome === 'awarded' || outcome === 'reduced' || outcome === 'reserve')
    return null;
  const reason = reasonIn(null);
  if (deciding === 'judgement') {
    const asked = outcome === 'request_changes' ? meant('outcome_message', null) : null;
    return { kind: 'judgement', outcome, reason: reason ?? asked, deadline: meant('outcome_deadline', null) };
  }
  return outcome === 'request_changes'
    ? null
    : { kind: 'partition', accepted: outcome === 'approved', reason };
}
