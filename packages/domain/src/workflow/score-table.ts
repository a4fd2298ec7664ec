import type { ScoredApplication } from '../applications/score-table.ts';
import { goneStatuses } from '../applications/statuses.ts';
import { addDecimals, compareDecimals, differenceOfDecimals } from '../forms/decimals.ts';
import { firstStep } from '../forms/first-step.ts';
import type { Answer, Element, Flow, Step } from '../forms/types.ts';
import { askedAmounts, askingElements } from './asked-amounts.ts';

/** What a table of scores reads of one assignment: of its submission no more than `elementsOfScores` names. */
export interface ScoredAssignment {
  stepId: string;
  status: string;
  answers: readonly Answer[];
}

const elementsOf = (step: Step): Element[] =>
  step.forms.flatMap(({ elements }) => elements).flatMap((one) => [one, ...(one.children ?? [])]);

/** The id of the element of a step that has a meaning. */
export const elementOf = (step: Step, meaning: string): string | undefined =>
  elementsOf(step).find(({ config }) => config.id === meaning)?.id;

/** The steps that give a score, in their order: an element with the meaning `score` holds it. */
export const scoredSteps = (flow: Flow): Step[] =>
  flow.steps
    .filter((step) => elementOf(step, 'score') !== undefined)
    .toSorted((one, other) => one.order - other.order);

/** Meanings of the first step that name an application in the table. */
const naming = ['project_title', 'pi_first_name', 'pi_last_name'];

/** The elements whose answers a table of scores is made of, with all of the final step: they say whether it was released. */
export function elementsOfScores(flow: Flow): string[] {
  const first = firstStep(flow);
  const asking = first === null ? { partitions: [], amounts: [] } : askingElements(first);
  return [
    ...(first === null ? [] : naming.flatMap((meaning) => elementOf(first, meaning) ?? [])),
    ...flow.steps
      .filter((step) => step.final === true)
      .flatMap((step) => elementsOf(step).map(({ id }) => id)),
    ...flow.steps.flatMap((step) => elementOf(step, 'score') ?? []),
    ...flow.steps.flatMap((step) => elementOf(step, 'rank') ?? []),
    ...asking.partitions,
    ...asking.amounts.flatMap(({ element, partitionFrom }) => [element, partitionFrom]),
  ];
}

/** The mean of decimals, rounded to two places; null of none. */
export function meanOfDecimals(values: readonly string[]): string | null {
  if (values.length === 0) return null;
  const [whole = '0', fraction = ''] = addDecimals(values).split('.');
  const places = Math.max(fraction.length, 2);
  const units = BigInt(whole.replace('-', '') + fraction.padEnd(places, '0')) * 10n;
  const divisor = BigInt(values.length) * 10n ** BigInt(places - 2);
  const hundredths = (units / divisor + 5n) / 10n;
  const text = hundredths.toString().padStart(3, '0');
  return addDecimals([`${whole.startsWith('-') ? '-' : ''}${text.slice(0, -2)}.${text.slice(-2)}`]);
}

/** Returns what the submissions of an application say in numbers: scores of each step, requests and the rank. */
export function scoresOf(
  flow: Flow,
  assignments: readonly ScoredAssignment[],
): Pick<ScoredApplication, 'scores' | 'rank' | 'asked'> {
  const first = firstStep(flow);
  const valuesOf = (step: Step, meaning: string): string[] => {
    const element = elementOf(step, meaning);
    return assignments
      .filter(({ stepId, status }) => stepId === step.id && !isGone(status))
      .flatMap(({ answers }) => answers.find(({ elementId }) => elementId === element)?.values[0] ?? [])
      .filter((value) => value !== '');
  };
  const ranking = flow.steps.findLast((step) => elementOf(step, 'rank') !== undefined);
  const application = assignments.find(({ stepId }) => stepId === first?.id);
  return {
    scores: scoredSteps(flow).map((step) => {
      const values = valuesOf(step, 'score').toSorted((one, other) => compareDecimals(other, one) ?? 0);
      const given = assignments.filter(({ stepId, status }) => stepId === step.id && !isGone(status));
      return {
        stepId: step.id,
        values,
        needed: Math.max(step.config.needs ?? 0, given.length),
        mean: meanOfDecimals(values),
        spread: values.length < 2 ? null : differenceOfDecimals(values[0] ?? '', values.at(-1) ?? ''),
      };
    }),
    rank: ranking === undefined ? null : (valuesOf(ranking, 'rank')[0] ?? null),
    asked:
      first === null || application === undefined
        ? []
        : askedAmounts(askingElements(first), application.answers),
  };
}

const isGone = (status: string): boolean => goneStatuses.some((gone) => gone === status);
