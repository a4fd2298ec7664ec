import { addressOf } from './draft.ts';
import { elementRules } from './elements/rules.ts';
import { type Address, type Fault, faultAt, nameOf } from './fault.ts';
import { followsPartitions, partitionChild } from './given-rows.ts';
import type { Element, Flow, Outcome, Step } from './types.ts';

/** What a submission of a step decides: about the step that it judges, its partition, the application, or an award that is offered. */
export type Deciding = 'judgement' | 'partition' | 'final' | 'acceptance';

/** An element of a step, with the group in which it stands. */
export interface PlacedElement {
  element: Element;
  group: Element | null;
}

const outcomesOf: Record<Deciding, readonly Outcome[]> = {
  judgement: ['approved', 'rejected', 'request_changes'],
  partition: ['approved', 'rejected'],
  final: ['awarded', 'reduced', 'reserve', 'rejected'],
  acceptance: ['accept', 'decline'],
};

/** The meanings that are read with an outcome, and what they hold. */
const meanings = {
  outcome_reason: 'text',
  outcome_message: 'text',
  outcome_deadline: 'date',
  decision_amount: 'number',
  technical_limit: 'number',
} as const;

function elementsOf(step: Step): PlacedElement[] {
  return step.forms
    .flatMap(({ elements }) => elements)
    .flatMap((element) => [
      { element, group: null },
      ...(element.children ?? []).map((child) => ({ element: child, group: element })),
    ]);
}

/** The elements of a step whose values decide something (`config.outcome`). A checked flow has at most one in a step. */
export function outcomeElements(step: Step): PlacedElement[] {
  return elementsOf(step).filter(({ element }) => element.config.outcome !== undefined);
}

/**
 * What a submission of the step decides; null for a step that decides nothing. Source: Requirements 2, 4.1, 4.6 and
 * 5.1.
 */
export function decidingOf(step: Step): Deciding | null {
  if (step.judges !== undefined) return 'judgement';
  if (step.final === true) return 'final';
  if (outcomeElements(step).length === 0) return null;
  if (step.perPartition === true) return 'partition';
  return step.type === 'acceptance' ? 'acceptance' : null;
}

/** The element of a step, or of one of its groups, that carries a meaning. */
export function elementMeaning(step: Step, meaning: string, group: Element | null): Element | undefined {
  return elementsOf(step).find((placed) => placed.element.config.id === meaning && placed.group === group)
    ?.element;
}

/** The address of an element of a step in its flow. */
function placeOf(step: Step, { element, group }: PlacedElement): Address {
  const top = group ?? element;
  return addressOf(
    step,
    step.forms.find(({ elements }) => elements.includes(top)),
    element,
    group,
  );
}

function* checkJudged(step: Step, flow: Flow): Generator<Fault> {
  if (step.judges === undefined) return;
  const judged = flow.steps.find(({ id }) => id === step.judges);
  const at = [['steps', step.id, 'judges']];
  if (judged === undefined) yield faultAt(at, 'findings.judgedUnknown', { step: step.judges });
  else if (judged.order >= step.order)
    yield faultAt(at, 'findings.judgedLater', { step: nameOf(step), judged: nameOf(judged) });
}

/** That every value has an outcome, every outcome a value, and each fits the kind of step. */
function* checkValues(placed: PlacedElement, deciding: Deciding, step: Step): Generator<Fault> {
  const { items, optionsGroup, config, type } = placed.element;
  const field = nameOf(placed.element);
  const at = [[...placeOf(step, placed), 'config', 'outcome']];
  const outcome = config.outcome ?? {};
  const { kind } = elementRules[type];
  const values = kind === 'flag' ? ['true', 'false'] : items?.map(({ value }) => value);
  if (values === undefined || (kind !== 'flag' && kind !== 'choice') || optionsGroup !== undefined) {
    yield faultAt(at, 'findings.outcomeType', { field });
    return;
  }
  const answerOf = (value: string) => items?.find((item) => item.value === value)?.label ?? value;
  for (const value of values)
    if (outcome[value] === undefined)
      yield faultAt(at, 'findings.outcomeOpen', { field, answer: answerOf(value) });
  for (const [value, decided] of Object.entries(outcome)) {
    const answer = answerOf(value);
    if (!values.includes(value)) yield faultAt(at, 'findings.outcomeNoOption', { field, answer });
    if (!outcomesOf[deciding].includes(decided))
      yield faultAt(at, 'findings.outcomeUnfit', {
        field,
        outcome: decided,
        step: nameOf(step),
        allowed: outcomesOf[deciding],
      });
  }
}

/** That nobody can submit without it: an outcome that is left out decides nothing. */
function* checkAlwaysAnswered(placed: PlacedElement, step: Step): Generator<Fault> {
  const { config, effects, type } = placed.element;
  const isRows = elementRules[type].kind === 'rows';
  const isFlag = elementRules[type].kind === 'flag';
  if (
    config.hidden === true ||
    effects.some(({ effect }) => effect === 'visible') ||
    (!isRows && (config.readOnly === true || effects.some(({ effect }) => effect === 'editable'))) ||
    (!isRows && !isFlag && config.required !== true)
  )
    yield faultAt([placeOf(step, placed)], 'findings.outcomeOptional', { field: nameOf(placed.element) });
}

/** The one group of a final step that has a row for each partition. */
const finalGroups = (step: Step): Element[] =>
  elementsOf(step)
    .map(({ element }) => element)
    .filter(followsPartitions);

function* checkFinal(step: Step, group: Element): Generator<Fault> {
  const at = [placeOf(step, { element: group, group: null })];
  const partition = elementMeaning(step, 'decision_partition', group);
  if (partition === undefined || partition.type !== 'select-partition')
    yield faultAt(at, 'findings.finalNoPartition', { group: nameOf(group) });
  else if (partition !== partitionChild(group))
    yield faultAt([placeOf(step, { element: partition, group })], 'findings.finalOtherPartition', {
      field: nameOf(partition),
      group: nameOf(group),
    });
  if (elementMeaning(step, 'decision_amount', group) === undefined)
    yield faultAt(at, 'findings.finalNoAmount', { group: nameOf(group) });
}

function* checkMeanings(step: Step, home: Element | null): Generator<Fault> {
  for (const placed of elementsOf(step)) {
    const { element, group } = placed;
    const { id: meaning } = element.config;
    if (meaning === undefined || !(meaning in meanings)) continue;
    const at = [[...placeOf(step, placed), 'config', 'id']];
    const values = { field: nameOf(element), meaning };
    if (elementRules[element.type].kind !== meanings[meaning as keyof typeof meanings])
      yield faultAt(at, 'findings.meaningUnfit', values);
    if (group !== null && group !== home)
      yield faultAt(at, 'findings.meaningInRows', { ...values, group: nameOf(group) });
  }
}

function* checkStep(step: Step): Generator<Fault> {
  const at = [['steps', step.id]];
  const named = { step: nameOf(step) };
  if (step.judges !== undefined && step.final === true) yield faultAt(at, 'findings.finalJudges', named);
  if (step.final === true && step.perPartition === true)
    yield faultAt(at, 'findings.finalPerPartition', named);
  const found = outcomeElements(step);
  const deciding = decidingOf(step);
  if (deciding === null) {
    for (const placed of found)
      yield faultAt([placeOf(step, placed)], 'findings.outcomeUnused', {
        field: nameOf(placed.element),
        ...named,
      });
    return;
  }
  const [home = null, second] = deciding === 'final' ? finalGroups(step) : [];
  if (deciding === 'final') {
    // Without the one group there is nothing to hold the rest against.
    if (home === null || second !== undefined) {
      yield faultAt(at, home === null ? 'findings.finalRowsNone' : 'findings.finalRowsTwice', named);
      return;
    }
    yield* checkFinal(step, home);
  }
  const [placed, ...others] = found;
  if (placed === undefined) {
    yield faultAt(at, 'findings.outcomeMissing', named);
    return;
  }
  const field = nameOf(placed.element);
  for (const other of others)
    yield faultAt([placeOf(step, other)], 'findings.outcomeTwice', {
      field: nameOf(other.element),
      other: field,
    });
  if (placed.group !== home) {
    const here = [placeOf(step, placed)];
    yield home === null
      ? faultAt(here, 'findings.outcomeInRows', { field, ...named })
      : faultAt(here, 'findings.outcomeOutsideRows', { field, group: nameOf(home) });
  }
  yield* checkValues(placed, deciding, step);
  yield* checkAlwaysAnswered(placed, step);
  if (home !== null) yield* checkAlwaysAnswered({ element: home, group: null }, step);
  yield* checkMeanings(step, home);
}

/**
 * What is wrong with the decisions of a flow, before it is published. A step that judges has one outcome element; one that
 * is `final` has it in its group with a row for each partition.
 */
export const checkDecisions = (flow: Flow): Fault[] =>
  flow.steps.flatMap((step) => [...checkJudged(step, flow), ...checkStep(step)]);
