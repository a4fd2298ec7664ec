import { elementRules } from './elements/rules.ts';
import { followsPartitions, partitionChild } from './given-rows.ts';
import type { Element, Fault, Flow, Outcome, Step } from './types.ts';

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

/** What the outcome of each kind of step is about, as its faults say it. */
const decides: Record<Deciding, string> = {
  judgement: 'judges another step',
  partition: 'decides about one partition',
  final: 'decides the application',
  acceptance: 'answers an award',
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

type Report = (sentence: string, element?: Element) => void;

function checkJudged(step: Step, flow: Flow, faults: Fault[]): void {
  if (step.judges === undefined) return;
  const judged = flow.steps.find(({ id }) => id === step.judges);
  const path = `step ${step.id} › judges`;
  if (judged === undefined) {
    faults.push({
      code: 'unknown_reference',
      path,
      sentence: `Step ${step.id} judges '${step.judges}', which does not exist.`,
    });
  } else if (judged.order >= step.order) {
    faults.push({
      code: 'bad_step_order',
      path,
      sentence: `Step ${step.id} judges '${step.judges}', which does not come before it.`,
    });
  }
}

/** That every value has an outcome, every outcome a value, and each fits the kind of step. */
function checkValues(element: Element, deciding: Deciding, step: Step, report: Report): void {
  const { id, items, optionsGroup } = element;
  const outcome = element.config.outcome ?? {};
  const { kind } = elementRules[element.type];
  const values = kind === 'flag' ? ['true', 'false'] : items?.map(({ value }) => value);
  if (values === undefined || (kind !== 'flag' && kind !== 'choice') || optionsGroup !== undefined) {
    report(
      `'${id}' decides something, so it has to be a choice with options of its own, or a tick.`,
      element,
    );
    return;
  }
  for (const value of values)
    if (outcome[value] === undefined)
      report(`'${id}' decides nothing when the answer is '${value}'.`, element);
  for (const [value, decided] of Object.entries(outcome)) {
    if (!values.includes(value))
      report(`'${id}' decides something by '${value}', which is not among its options.`, element);
    if (!outcomesOf[deciding].includes(decided)) {
      report(
        `'${id}' decides '${decided}', but step ${step.id} ${decides[deciding]}: ${outcomesOf[deciding].join(', ')}.`,
        element,
      );
    }
  }
}

/** That nobody can submit without it: an outcome that is left out decides nothing. */
function checkAlwaysAnswered(placed: Element, report: Report): void {
  const { config, effects, type, id } = placed;
  const isRows = elementRules[type].kind === 'rows';
  const isFlag = elementRules[type].kind === 'flag';
  if (
    config.hidden === true ||
    effects.some(({ effect }) => effect === 'visible') ||
    (!isRows && (config.readOnly === true || effects.some(({ effect }) => effect === 'editable'))) ||
    (!isRows && !isFlag && config.required !== true)
  )
    report(`The decision in '${id}' could be left out: it must be required and always shown.`, placed);
}

function checkFinal(step: Step, report: Report): Element | null {
  const groups = elementsOf(step)
    .map(({ element }) => element)
    .filter(followsPartitions);
  const [group] = groups;
  if (group === undefined || groups.length > 1) {
    report(
      `Step ${step.id} decides the application, so it needs one group with a row for each partition (rowsFrom: partitions)${groups.length > 1 ? ', and no second one' : ''}.`,
    );
    return null;
  }
  const partition = elementMeaning(step, 'decision_partition', group);
  if (partition === undefined || partition.type !== 'select-partition')
    report(`The rows of '${group.id}' do not say their partition (decision_partition).`, group);
  else if (partition !== partitionChild(group))
    report(`'${partition.id}' has to be the first choice of a partition in '${group.id}'.`, partition);
  if (elementMeaning(step, 'decision_amount', group) === undefined)
    report(`The rows of '${group.id}' do not say the amount (decision_amount).`, group);
  return group;
}

function checkMeanings(step: Step, home: Element | null, report: Report): void {
  for (const { element, group } of elementsOf(step)) {
    const { id } = element.config;
    if (id === undefined || !(id in meanings)) continue;
    const wanted = meanings[id as keyof typeof meanings];
    const { kind } = elementRules[element.type];
    if (kind !== wanted) report(`'${element.id}' means ${id}, so it has to hold a ${wanted}.`, element);
    if (group !== null && group !== home)
      report(`'${element.id}' means ${id}, but stands in rows that decide nothing.`, element);
  }
}

function checkStep(step: Step, faults: Fault[]): void {
  const report: Report = (sentence, element) => {
    const path = element === undefined ? `step ${step.id}` : `step ${step.id} › element ${element.id}`;
    faults.push({ code: 'bad_outcome', path, sentence });
  };
  if (step.judges !== undefined && step.final === true)
    report(`Step ${step.id} cannot both judge a step and decide the application.`);
  if (step.final === true && step.perPartition === true)
    report(`Step ${step.id} decides about all partitions, so it cannot be done for each of them.`);
  const found = outcomeElements(step);
  const deciding = decidingOf(step);
  if (deciding === null) {
    for (const { element } of found) {
      report(
        `'${element.id}' decides something, but step ${step.id} is about nothing that it could decide.`,
        element,
      );
    }
    return;
  }
  const home = deciding === 'final' ? checkFinal(step, report) : null;
  // Where the rows are missing there is nothing to hold the rest against.
  if (deciding === 'final' && home === null) return;
  const [placed] = found;
  if (placed === undefined) {
    report(`Step ${step.id} ${decides[deciding]}, but none of its elements has an outcome.`);
    return;
  }
  for (const { element } of found.slice(1)) {
    report(`'${element.id}' decides something, but so does '${placed.element.id}'.`, element);
  }
  if (placed.group !== home) {
    report(
      home === null
        ? `'${placed.element.id}' stands in rows, but step ${step.id} decides one thing only.`
        : `'${placed.element.id}' has to stand in '${home.id}', once for each partition.`,
      placed.element,
    );
  }
  checkValues(placed.element, deciding, step, report);
  checkAlwaysAnswered(placed.element, report);
  if (home !== null) checkAlwaysAnswered(home, report);
  checkMeanings(step, home, report);
}

/**
 * What is wrong with the decisions of a flow, each with its place and a sentence; asked before a flow is published.
 * A step that judges has one outcome element; one that is `final` has it in its group with a row for each partition.
 */
export function checkDecisions(flow: Flow): Fault[] {
  const faults: Fault[] = [];
  for (const step of flow.steps) {
    checkJudged(step, flow, faults);
    checkStep(step, faults);
  }
  return faults;
}
