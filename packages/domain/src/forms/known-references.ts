import type { Effect, Element, Ref, Step } from './types.ts';

const elementsOf = (elements: readonly Element[]): Element[] =>
  elements.flatMap((element) => [element, ...elementsOf(element.children ?? [])]);

const refsOf = (effect: Effect): (Ref | string)[] =>
  'of' in effect ? effect.of : effect.validations.flat().flatMap(({ refs, values }) => [...refs, ...values]);

/**
 * Returns the steps that a reader sees, without presets and effects that refer to elements of steps that the reader does not
 * see, so that they can be read: what followed from these references is in the submitted answers.
 */
export function withKnownReferences(steps: readonly Step[]): Step[] {
  const all = steps.flatMap(({ forms }) => forms.flatMap((form) => elementsOf(form.elements)));
  const known = new Set(
    all.flatMap(({ id, config }) => [id, ...(config.id === undefined ? [] : [config.id])]),
  );
  const isKnown = (ref: Ref | string) =>
    typeof ref === 'string' || !('element' in ref) || known.has(ref.element);
  const readable = (element: Element): Element => {
    const { preset, ...config } = element.config;
    return {
      ...element,
      config: preset === undefined || isKnown(preset) ? element.config : config,
      effects: element.effects.filter((effect) => refsOf(effect).every(isKnown)),
      ...(element.children === undefined ? {} : { children: element.children.map(readable) }),
    };
  };
  return steps.map((step) => ({
    ...step,
    forms: step.forms.map((form) => ({ ...form, elements: form.elements.map(readable) })),
  }));
}
