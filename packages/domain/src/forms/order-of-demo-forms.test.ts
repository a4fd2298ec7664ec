import { readdirSync, readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parseFlow } from './definition.ts';
import { inOrderFor } from './text-in-languages.ts';
import type { Effect, Element, Step, Validation } from './types.ts';

/** A field of a demonstration flow opens below its cause, and only once the cause is answered. */

const folder = new URL('../../../../apps/api/demo/flows/', import.meta.url);

const elementsOf = ({ forms }: Step): Element[] =>
  [...forms]
    .sort((a, b) => a.order - b.order)
    .flatMap(({ elements }) => elements.flatMap((element) => [element, ...(element.children ?? [])]));

const causesOf = (effect: Effect): string[] =>
  effect.effect !== 'visible'
    ? []
    : effect.validations
        .flat()
        .flatMap(({ refs, values }) => [...refs, ...values])
        .flatMap((ref) => (typeof ref === 'object' && 'element' in ref ? [ref.element] : []));

function openedAboveTheirCause(step: Step): string[] {
  const elements = elementsOf(step);
  const places = new Map(elements.map(({ id }, place) => [id, place]));
  return elements.flatMap(({ id, effects }, place) =>
    effects
      .flatMap(causesOf)
      .filter((cause) => (places.get(cause) ?? -1) >= place)
      .map((cause) => `${id} above ${cause}`),
  );
}

const isAbout = (id: string) => (ref: Validation['refs'][number]) => 'element' in ref && ref.element === id;

/** Fields that are shown or required because another choice of their form is still open. */
function causedByNoAnswer(step: Step): string[] {
  const elements = elementsOf(step);
  const choices = elements.filter(({ type }) => type === 'select').map(({ id }) => id);
  return elements.flatMap(({ id, effects }) =>
    effects
      .flatMap((effect) => ('of' in effect ? [] : effect.validations))
      .flatMap((tests) =>
        choices.filter(
          (choice) =>
            tests.some(({ type, refs }) => type === 'not_equal' && refs.some(isAbout(choice))) &&
            !tests.some(({ type, refs }) => type === 'non_empty' && refs.some(isAbout(choice))),
        ),
      )
      .map((choice) => `${id} while ${choice} is open`),
  );
}

function stepsOf(file: string): Step[] {
  const json: unknown = JSON.parse(readFileSync(new URL(file, folder), 'utf8'));
  const parsed = parseFlow(json, inOrderFor('en', 'en'), 'en');
  if (!parsed.ok) throw new Error('the flow does not parse');
  return parsed.flow.steps;
}

describe('forms of the demonstration flows', () => {
  it.each(readdirSync(folder))('%s opens each conditional field below its cause', (file) => {
    expect(stepsOf(file).flatMap(openedAboveTheirCause)).toEqual([]);
  });

  it.each(readdirSync(folder))('%s offers no start before the onboarding of its call', (file) => {
    const starts = stepsOf(file)
      .flatMap(elementsOf)
      .filter(({ config }) => config.id === 'wished_start');
    const isLaterDay = ({ min, max }: (typeof starts)[number]['config']) =>
      isDeepStrictEqual(min, { cutoff: 'onboarding', days: 1 }) &&
      // Changes that are requested after the cut-off still find a day to choose.
      (isDeepStrictEqual(max, { cutoff: 'onboarding', days: 60 }) ||
        isDeepStrictEqual(max, { cutoff: 'onboarding', days: 90 }));
    expect(starts.filter(({ config }) => !isLaterDay(config))).toEqual([]);
  });

  it.each(readdirSync(folder))('%s takes a payment only once it is sent or paid', (file) => {
    const isLimited = ({ id, effects }: Element) =>
      isDeepStrictEqual(
        effects.flatMap((effect) => (effect.effect === 'valid' ? effect.validations : [])),
        ['sent', 'paid'].map((state) => [{ refs: [{ element: id }], type: 'equal', values: [state] }]),
      );
    const states = stepsOf(file)
      .filter(({ type }) => type === 'payment')
      .flatMap(elementsOf)
      .filter(({ items }) => items?.some(({ value }) => value === 'paid'));
    expect(states.filter((element) => !isLimited(element)).map(({ id }) => id)).toEqual([]);
  });

  it.each(readdirSync(folder))('%s shows and requires nothing because a choice is open', (file) => {
    expect(stepsOf(file).flatMap(causedByNoAnswer)).toEqual([]);
  });
});
