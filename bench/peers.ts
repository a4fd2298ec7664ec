import type { Element, Validation } from '@clearcall/domain/forms/types.ts';
import { createFormControl, type RegisterOptions } from 'react-hook-form';
import { Model } from 'survey-core';
import type { GeneratedForm } from './generated-form.ts';

/**
 * The same generated form in other libraries, as somebody who knows them would write it. What a library has no words
 * for (conditions and sums in react-hook-form) is written by hand in its terms, as its users do.
 */
export interface Peer {
  name: string;
  /** Sets one field outside groups and lets everything follow. */
  change(elementId: string, values: string[]): void;
  /** Sets all answers and validates everything; returns the number of fields with an error. */
  check(): Promise<number>;
  /** How many elements of the chain are shown. */
  shownInChain(): number;
  sum(elementId: string): string;
}

export function elementsOf({ flow }: GeneratedForm): Element[] {
  return flow.steps.find(({ id }) => id === 'main')?.forms.flatMap(({ elements }) => elements) ?? [];
}

function plainValue(element: Element, values: readonly string[]): unknown {
  if (element.type === 'multitext') return values;
  if (element.type === 'number') return values[0] === undefined ? undefined : Number(values[0]);
  return values[0];
}

/** All answers as one object, the rows of a group as a list. */
function dataOf(form: GeneratedForm): Record<string, unknown> {
  const data: Record<string, unknown> = {};
  const answers = new Map(
    form.input.answers.map((answer) => [`${answer.elementId}@${answer.groupId}`, answer.values]),
  );
  for (const element of elementsOf(form)) {
    if (element.children === undefined) {
      const values = answers.get(`${element.id}@null`);
      if (values !== undefined) data[element.id] = plainValue(element, values);
      continue;
    }
    data[element.id] = form.input.rows
      .filter(({ elementId }) => elementId === element.id)
      .map(({ id }) =>
        Object.fromEntries(
          (element.children ?? []).map((child) => [
            child.id,
            plainValue(child, answers.get(`${child.id}@${id}`) ?? []),
          ]),
        ),
      );
  }
  return data;
}

// -------------------------------------------------------------------------------------------------------- survey-core

export const EARLIEST = '2026-12-01';
export const LATEST = '2027-11-11';

function expressionOf(rows: Validation[][], inPanel: boolean): string {
  const one = ({ refs, type, values }: Validation): string => {
    const ref = refs[0];
    const name = ref !== undefined && 'element' in ref ? ref.element : '';
    const value = String(values[0] ?? '');
    return type === 'greater' ? `{${inPanel ? 'panel.' : ''}${name}} > ${value}` : `{${name}} = '${value}'`;
  };
  return rows.map((row) => row.map(one).join(' and ')).join(' or ');
}

function surveyQuestion(element: Element, form: GeneratedForm, inPanel: boolean): Record<string, unknown> {
  const { config, effects } = element;
  const question: Record<string, unknown> = {
    name: element.id,
    title: element.title,
    isRequired: config.required === true,
  };
  for (const effect of effects) {
    if (effect.effect === 'visible') question.visibleIf = expressionOf(effect.validations, inPanel);
    if (effect.effect === 'required') {
      question.requiredIf = expressionOf(effect.validations, inPanel);
      question.isRequired = false;
    }
    if (effect.effect === 'sum') {
      const parts = form.sums.get(element.id) ?? [];
      const group = elementsOf(form).find(({ children }) => children?.some(({ id }) => id === parts[0]));
      const expression =
        group === undefined
          ? parts.map((id) => `{${id}}`).join(' + ')
          : `sumInArray({${group.id}}, '${parts[0]}')`;
      return { ...question, type: 'expression', isRequired: false, expression };
    }
  }
  switch (element.type) {
    case 'group':
      return {
        ...question,
        type: 'paneldynamic',
        minPanelCount: 1,
        maxPanelCount: 30,
        templateElements: (element.children ?? []).map((child) => surveyQuestion(child, form, true)),
      };
    case 'select':
      return { ...question, type: 'dropdown', choices: (element.items ?? []).map(({ value }) => value) };
    case 'textarea':
      return {
        ...question,
        type: 'comment',
        validators: [{ type: 'text', minLength: config.length?.min, maxLength: config.length?.max }],
      };
    case 'number':
      return {
        ...question,
        type: 'text',
        inputType: 'number',
        validators: [{ type: 'numeric', minValue: Number(config.min), maxValue: Number(config.max) }],
      };
    case 'date':
      return { ...question, type: 'text', inputType: 'date', min: EARLIEST, max: LATEST };
    case 'multitext':
      return {
        ...question,
        type: 'tagbox',
        choices: ['plasma', 'turbulence', 'fusion'],
        validators: [{ type: 'answercount', minCount: 1, maxCount: 5 }],
      };
    default:
      return {
        ...question,
        type: 'text',
        validators: config.length === undefined ? [] : [{ type: 'text', maxLength: config.length.max }],
      };
  }
}

export function surveyPeer(form: GeneratedForm): Peer {
  const data = dataOf(form);
  const byId = new Map(elementsOf(form).map((element) => [element.id, element]));
  const model = new Model({
    // Hidden answers must count as empty, or a chain does not collapse.
    clearInvisibleValues: 'onHidden',
    pages: [{ elements: elementsOf(form).map((element) => surveyQuestion(element, form, false)) }],
  });
  for (const { answers } of form.input.context.submitted) {
    for (const { elementId, values } of answers) model.setVariable(elementId, values[0]);
  }
  model.data = structuredClone(data);
  return {
    name: 'survey-core',
    change: (elementId, values) => {
      const element = byId.get(elementId);
      if (element !== undefined) model.setValue(elementId, plainValue(element, values));
    },
    check: async () => {
      model.data = structuredClone(data);
      model.validate(true, false);
      return model.getAllQuestions(true, false, true).filter((question) => question.errors.length > 0).length;
    },
    shownInChain: () => form.chain.filter((id) => model.getQuestionByName(id)?.isVisible).length,
    sum: (id) => String(model.getValue(id)),
  };
}

// ---------------------------------------------------------------------------------------------------- react-hook-form

type Values = Record<string, unknown>;

export function hookFormPeer(form: GeneratedForm): Peer {
  const elements = elementsOf(form);
  const data = dataOf(form);
  const before: Values = {};
  for (const { answers } of form.input.context.submitted) {
    for (const { elementId, values } of answers) before[elementId] = values[0];
  }
  const control = createFormControl<Values>({ defaultValues: structuredClone(data), mode: 'onChange' });
  const shown = new Map<string, boolean>();
  const rulesOf = ({ type, config, title }: Element, required: boolean): RegisterOptions<Values> => ({
    ...(required ? { required: `${title} is required` } : {}),
    ...(type === 'number'
      ? { min: Number(config.min ?? 0), max: Number(config.max ?? Number.MAX_VALUE) }
      : {}),
    ...(config.length?.min === undefined ? {} : { minLength: config.length.min }),
    ...(config.length?.max === undefined ? {} : { maxLength: config.length.max }),
    ...(type === 'date'
      ? { validate: (day: unknown) => String(day) >= EARLIEST && String(day) <= LATEST }
      : {}),
  });
  const holds = ({ refs, type, values }: Validation, all: Values): boolean => {
    const ref = refs[0];
    const name = ref !== undefined && 'element' in ref ? ref.element : '';
    const value = before[name] ?? (shown.get(name) === false ? undefined : all[name]);
    return type === 'greater' ? Number(value) > Number(values[0]) : value === values[0];
  };
  const applies = (
    element: Element,
    name: 'visible' | 'required',
    all: Values,
    otherwise: boolean,
  ): boolean => {
    const effect = element.effects.find((candidate) => candidate.effect === name);
    if (effect === undefined || effect.effect === 'sum') return otherwise;
    return effect.validations.some((row) => row.every((validation) => holds(validation, all)));
  };
  /** One pass in the order of the page, as a component with `watch` does it. */
  const follow = (): void => {
    const all = control.getValues();
    for (const element of elements) {
      const { id, children } = element;
      if (children !== undefined) {
        const list = all[id];
        if (!Array.isArray(list)) continue;
        for (const [index, row] of list.entries()) {
          for (const child of children) {
            const name = `${id}.${index}.${child.id}`;
            const visible = applies(child, 'visible', row, true);
            if (visible !== shown.get(name)) {
              if (visible) control.register(name, rulesOf(child, child.config.required === true));
              else control.unregister(name, { keepValue: true });
            }
            shown.set(name, visible);
          }
        }
        continue;
      }
      const visible = applies(element, 'visible', all, true);
      if (visible)
        control.register(
          id,
          rulesOf(element, applies(element, 'required', all, element.config.required === true)),
        );
      else if (shown.get(id) !== false) control.unregister(id, { keepValue: true });
      shown.set(id, visible);
    }
    for (const [id, parts] of form.sums) {
      let total = 0;
      const group = elements.find(({ children }) => children?.some((child) => child.id === parts[0]));
      const list = group === undefined ? null : all[group.id];
      if (Array.isArray(list)) for (const row of list) total += Number(row[parts[0] ?? ''] ?? 0);
      else for (const part of parts) if (shown.get(part) !== false) total += Number(all[part] ?? 0);
      if (all[id] !== total) control.setValue(id, total);
    }
  };
  follow();
  const byId = new Map(elements.map((element) => [element.id, element]));
  return {
    name: 'react-hook-form',
    change: (elementId, values) => {
      const element = byId.get(elementId);
      if (element === undefined) return;
      control.setValue(elementId, plainValue(element, values), { shouldValidate: true, shouldDirty: true });
      follow();
    },
    check: async () => {
      control.reset(structuredClone(data));
      shown.clear();
      follow();
      await control.trigger();
      return Object.keys(control.control._formState.errors).length;
    },
    shownInChain: () => form.chain.filter((id) => shown.get(id) !== false).length,
    sum: (id) => String(control.getValues(id)),
  };
}
