import { type Message, message } from '@clearcall/i18n/message.ts';
import type { AwardLimits } from '../applications/application.ts';
import { addDecimals, compareDecimals } from '../forms/decimals.ts';
import { elementMeaning, outcomeElements } from '../forms/decisions.ts';
import { showNumber } from '../forms/elements/number.ts';
import { firstStep } from '../forms/first-step.ts';
import { givenRowId } from '../forms/given-rows.ts';
import type { Audience, Element, Flow, Problem, Step } from '../forms/types.ts';
import { askedAmounts, askingElements } from './asked-amounts.ts';
import { leadingSubmission } from './completion.ts';
import { newestDecisions } from './final-rows.ts';
import { type PartitionDecision, readOutcome } from './read-outcome.ts';
import { meanOfDecimals } from './score-table.ts';
import type { SubmittedContent } from './submitted-content.ts';
import { type ContributingAssignment, submittedSteps } from './submitted-steps.ts';
import type { DecisionFact } from './workflow-facts.ts';

/**
 * Why an amount cannot be awarded. `amount_mismatch`: it contradicts the outcome. `reason_needed`: the flow allows it, if a
 * reason is given.
 */
export type AwardFault = 'above_request' | 'above_pool' | 'amount_mismatch' | 'reason_needed';

/** What was decided before about a partition. */
type DecidedAmount = Pick<DecisionFact, 'partitionId' | 'version' | 'outcome' | 'amount'>;

/** An amount that cannot be awarded. */
export interface FaultyAward {
  partitionId: string;
  fault: AwardFault;
  limits: AwardLimits;
}

/** The elements of a step, those of its groups included. */
const elementsOf = (step: Step): Element[] =>
  step.forms.flatMap(({ elements }) => elements).flatMap((one) => [one, ...(one.children ?? [])]);

const technicalElement = (step: Step): Element | undefined =>
  step.perPartition === true
    ? elementsOf(step).find(({ config }) => config.id === 'technical_limit')
    : undefined;

/** The steps whose submissions limit an award: the application, and the reviews that advise an amount. */
export function stepsThatLimit(flow: Flow): string[] {
  const first = firstStep(flow);
  return flow.steps.flatMap((step) =>
    step.id === first?.id || technicalElement(step) !== undefined ? [step.id] : [],
  );
}

/** The element of the final step that holds the amount decided for a partition. */
export function awardElement(step: Step): { element: Element; group: Element } | null {
  const group = step.final === true ? (outcomeElements(step)[0]?.group ?? null) : null;
  const element = group === null ? undefined : elementMeaning(step, 'decision_amount', group);
  return group === null || element === undefined ? null : { element, group };
}

/**
 * What the amount decided for each partition is held against, with the numbers of the review. `left`: what is left of each pool; `reads`: whether the
 * reader may read an audience of a submission. Requests in another unit than the call's are not compared.
 */
export function awardLimits<A extends ContributingAssignment>(
  flow: Flow,
  assignments: readonly A[],
  around: { partitions: readonly string[]; left: Readonly<Record<string, string>>; unit: string },
  reads: (assignment: A, audience: Audience) => boolean = () => true,
): AwardLimits[] {
  const first = firstStep(flow);
  const foreign = new Set(
    first === null
      ? []
      : elementsOf(first)
          .filter(({ type, config }) => type === 'partition-resources' && isOtherUnit(config, around.unit))
          .map(({ id }) => id),
  );
  const [submitted] = submittedSteps(
    assignments.filter(({ stepId }) => stepId === first?.id),
    '',
  );
  const asked =
    first === null || submitted === undefined
      ? []
      : askedAmounts(
          askingElements(first),
          submitted.answers.filter(({ elementId }) => !foreign.has(elementId)),
        );
  const startElement = first === null ? undefined : elementMeaning(first, 'wished_start', null)?.id;
  const wishedStart =
    submitted?.answers.find(({ elementId }) => elementId === startElement)?.values[0] ?? null;
  /** Readable submissions of a step, and the element that has a meaning in it. */
  const readable = (step: Step, meaning: string) => {
    const element = elementsOf(step).find(({ config }) => config.id === meaning);
    if (element === undefined) return { counted: [], valuesOf: () => [] };
    return {
      counted: assignments.filter(
        (one) =>
          one.stepId === step.id &&
          reads(one, element.config.audience ?? 'public') &&
          submittedSteps([one], '').length > 0,
      ),
      valuesOf: (one: A | null): string[] =>
        one?.submitted?.answers.find(({ elementId }) => elementId === element.id)?.values.slice(0, 1) ?? [],
    };
  };
  const technicalOf = (partition: string): string | null =>
    flow.steps
      .flatMap((step) => {
        if (technicalElement(step) === undefined) return [];
        const { counted, valuesOf } = readable(step, 'technical_limit');
        return valuesOf(leadingSubmission(counted.filter(({ partitionId }) => partitionId === partition)));
      })
      .at(-1) ?? null;
  /** Of the steps with an element of a meaning the last one with a submission: all it says, or what its lead says. */
  const lastOf = (meaning: string) =>
    flow.steps
      .toSorted((one, other) => one.order - other.order)
      .flatMap((step) => {
        const { counted, valuesOf } = readable(step, meaning);
        if (counted.length === 0) return [];
        const all = counted.flatMap(valuesOf).filter((value) => value !== '');
        return [{ step: step.title, all, led: valuesOf(leadingSubmission(counted))[0] || null }];
      })
      .at(-1) ?? { step: '', all: [], led: null };
  const [advice, scoring] = [lastOf('advised_amount'), lastOf('score')];
  const mean = meanOfDecimals(scoring.all);
  const advised = advice.led === null ? null : { step: advice.step, value: advice.led };
  const score = mean === null ? null : { step: scoring.step, value: mean };
  const rank = lastOf('rank').led;
  const final = flow.steps.find((step) => step.final === true);
  const mayExceed = final !== undefined && awardElement(final)?.element.config.mayExceed === true;
  return around.partitions.map((partitionId) => {
    const amounts = asked.flatMap((one) =>
      one.partitionId === partitionId && one.amount !== null ? [one.amount] : [],
    );
    return {
      partitionId,
      requested: amounts.length === 0 ? null : addDecimals(amounts),
      wishedStart,
      technical: technicalOf(partitionId),
      advised,
      score,
      rank,
      left: around.left[partitionId] ?? null,
      mayExceed,
    };
  });
}

/** Whether the flow has a step that ranks, and nothing was submitted to it yet. */
export const awaitsRank = ({ steps }: Flow, assignments: readonly ContributingAssignment[]): boolean =>
  steps.some(
    (step) =>
      elementMeaning(step, 'rank', null) !== undefined &&
      submittedSteps(
        assignments.filter(({ stepId }) => stepId === step.id),
        '',
      ).length === 0,
  );

const isOtherUnit = ({ unit = '' }: Element['config'], own: string): boolean => unit !== '' && unit !== own;

const isAbove = (amount: string, limit: string | null): boolean =>
  limit !== null && (compareDecimals(amount, limit) ?? 0) > 0;

const gives = ({ outcome }: { outcome: PartitionDecision['outcome'] }): boolean =>
  outcome === 'awarded' || outcome === 'reduced';

/** Whether an amount contradicts its outcome: a reduced award is below the request and above zero, a full one is neither. */
function isMismatch(outcome: PartitionDecision['outcome'], amount: string, requested: string): boolean {
  const isBelow = (compareDecimals(amount, requested) ?? 0) < 0;
  return outcome === 'reduced' ? !isBelow || compareDecimals(amount, '0') === 0 : isBelow;
}

/**
 * The amounts of a result that cannot be awarded: above what was asked for, above what the pool has left, or at odds with
 * the outcome. If the flow allows more (`mayExceed`), it takes a reason: that of the row, or `reason` for all. An amount that stays as it
 * was decided is not checked again. What the technical review advises is advice.
 */
export function awardFaults(
  rows: readonly PartitionDecision[],
  {
    limits,
    decisions = [],
    reason = '',
  }: { limits: readonly AwardLimits[]; decisions?: readonly DecidedAmount[]; reason?: string },
): FaultyAward[] {
  const newest = newestDecisions(decisions);
  return rows.flatMap((row): FaultyAward[] => {
    const { partitionId, amount } = row;
    const held = limits.find((one) => one.partitionId === partitionId);
    const before = newest.find((one) => one.partitionId === partitionId);
    if (!gives(row) || amount === null || held === undefined) return [];
    const isKept = before?.amount != null && compareDecimals(before.amount, amount) === 0;
    if (isKept && before.outcome === row.outcome) return [];
    const above = isAbove(amount, held.requested)
      ? 'above_request'
      : isAbove(amount, held.left)
        ? 'above_pool'
        : null;
    if (above === null) {
      const isWrong = held.requested !== null && isMismatch(row.outcome, amount, held.requested);
      return isWrong ? [{ partitionId, fault: 'amount_mismatch', limits: held }] : [];
    }
    if (!held.mayExceed) return [{ partitionId, fault: above, limits: held }];
    return `${row.reason ?? ''}${reason}`.trim() === ''
      ? [{ partitionId, fault: 'reason_needed', limits: held }]
      : [];
  });
}

/** The sentence that says why an amount cannot be awarded. */
export function awardMessage(
  { fault, limits }: FaultyAward,
  { name, unit }: { name: string; unit: string },
): Message {
  switch (fault) {
    case 'above_request':
      return message('forms.award.aboveRequest', {
        name,
        requested: showNumber(limits.requested ?? '', unit),
      });
    case 'above_pool':
      return message('forms.award.abovePool', { name, left: showNumber(limits.left ?? '', unit) });
    case 'amount_mismatch':
      return message('forms.award.amountMismatch', {
        name,
        requested: showNumber(limits.requested ?? '', unit),
      });
    case 'reason_needed':
      return message('forms.award.reasonNeeded', { name });
  }
}

/** Whether a form advises an amount: of its partition, or of the whole application. */
const isAdvice = ({ config }: Element): boolean =>
  config.id === 'technical_limit' || config.id === 'advised_amount';
export const advises = (step: Step): boolean => elementsOf(step).some(isAdvice);

/**
 * Amounts that a form advises above what the application asks for: on the partition of the assignment, or on all of them;
 * and those that it advises as `reduced` without being below. An element with `mayExceed` takes any amount.
 */
export function adviceProblems(
  step: Step,
  { answers }: SubmittedContent,
  limits: readonly AwardLimits[],
  { partitionId, unit }: { partitionId: string | null; unit: string },
): Problem[] {
  const held = limits.filter((one) => partitionId === null || one.partitionId === partitionId);
  const amounts = held.flatMap(({ requested }) => requested ?? []);
  if (amounts.length === 0 || amounts.length < held.length) return [];
  const requested = addDecimals(amounts);
  const share = elementMeaning(step, 'advised_share', null)?.id;
  const isReduced = answers.some(({ elementId, values }) => elementId === share && values[0] === 'reduced');
  return step.forms.flatMap((form) =>
    form.elements.filter(isAdvice).flatMap(({ id, title, config }): Problem[] => {
      const advised = answers.find(({ elementId, groupId }) => elementId === id && groupId === null)
        ?.values[0];
      if (advised === undefined || config.mayExceed === true) return [];
      const order = compareDecimals(advised, requested) ?? -1;
      if (order < (isReduced ? 0 : 1)) return [];
      return [
        {
          formId: form.id,
          elementId: id,
          groupId: null,
          title,
          message: message(isReduced ? 'forms.award.adviceNotReduced' : 'forms.award.adviceAboveRequest', {
            requested: showNumber(requested, unit),
          }),
          missing: false,
        },
      ];
    }),
  );
}

/** The problems of a submission of the final step, each at the amount, or at the reason that is missing. */
export function awardProblems(
  step: Step,
  content: SubmittedContent,
  limits: readonly AwardLimits[],
  partitions: readonly { id: string; name: string; unit: string }[],
): Problem[] {
  const outcome = readOutcome(step, content);
  const placed = awardElement(step);
  if (outcome?.kind !== 'final' || placed === null) return [];
  const { element, group } = placed;
  return awardFaults(outcome.rows, { limits }).map((faulty) => {
    const { partitionId, fault } = faulty;
    const reason = fault === 'reason_needed' ? elementMeaning(step, 'outcome_reason', group) : undefined;
    const about = reason ?? element;
    return {
      formId: step.forms.find(({ elements }) => elements.includes(group))?.id ?? '',
      elementId: about.id,
      groupId: givenRowId(group.id, partitionId),
      title: about.title,
      message: awardMessage(
        faulty,
        partitions.find(({ id }) => id === partitionId) ?? { name: partitionId, unit: '' },
      ),
      missing: reason !== undefined,
    };
  });
}
