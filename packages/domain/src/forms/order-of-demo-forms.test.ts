import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseFlow } from './definition.ts';
import { inOrderFor } from './text-in-languages.ts';
import type { Effect, Element, Step } from './types.ts';

/** In every form of the demonstration flows a field opens below the field that causes it. */

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

describe('forms of the demonstration flows', () => {
  it.each(readdirSync(folder))('%s opens each conditional field below its cause', (file) => {
    const parsed = parseFlow(
      JSON.parse(readFileSync(new URL(file, folder), 'utf8')),
      inOrderFor('en', 'en'),
      'en',
    );
    if (!parsed.ok) throw new Error('the flow does not parse');
    expect(parsed.flow.steps.flatMap(openedAboveTheirCause)).toEqual([]);
  });
});
