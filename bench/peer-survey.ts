import type { Element, Validation } from '@clearcall/domain/forms/types.ts';
import { Model } from 'survey-core';
import { answersBefore } from './by-hand.ts';
import type { GeneratedForm } from './generated-form.ts';
import { EARLIEST, elementsOf, LATEST, type Peer, plainData, plainValue } from './peers.ts';

function expressionOf(rows: Validation[][], inPanel: boolean): string {
  const one = ({ refs, type, values }: Validation): string => {
    const ref = refs[0];
    const name = ref !== undefined && 'element' in ref ? ref.element : '';
    const value = String(values[0] ?? '');
    return type === 'greater' ? `{${inPanel ? 'panel.' : ''}${name}} > ${value}` : `{${name}} = '${value}'`;
  };
  return rows.map((row) => row.map(one).join(' and ')).join(' or ');
}

/** One element as a question in the words of SurveyJS; its order is that of the JSON that its users write. */
export function surveyQuestion(
  element: Element,
  form: GeneratedForm,
  inPanel: boolean,
): Record<string, unknown> {
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

/** The form as a model with its answers. `options`: further settings of the survey. */
export function surveyModel(form: GeneratedForm, pages: readonly Element[][], options: object): Model {
  const model = new Model({
    // Hidden answers must count as empty, or a chain does not collapse.
    clearInvisibleValues: 'onHidden',
    ...options,
    pages: pages.map((elements) => ({
      elements: elements.map((element) => surveyQuestion(element, form, false)),
    })),
  });
  for (const [id, value] of Object.entries(answersBefore(form))) model.setVariable(id, value);
  model.data = plainData(form);
  return model;
}

export function surveyPeer(form: GeneratedForm): Peer {
  const data = plainData(form);
  const byId = new Map(elementsOf(form).map((element) => [element.id, element]));
  const model = surveyModel(form, [elementsOf(form)], {});
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
