import { firstStep } from './first-step.ts';
import type { Element, Flow, Item } from './types.ts';

/**
 * The panels that an application can be with, each with its name: the fields of research that its first step lets choose.
 * `lists`: what elements choose from, by tag. Empty where the step asks for no field. Source: Requirements 2, 7.1.
 */
export function panelsOf(flow: Flow, lists: Readonly<Record<string, readonly Item[]>>): readonly Item[] {
  const elements = (firstStep(flow)?.forms ?? [])
    .flatMap((form) => form.elements)
    .flatMap((element): Element[] => [element, ...(element.children ?? [])]);
  const field = elements.find(({ config }) => config.id === 'research_field_group');
  return field?.items ?? lists[field?.optionsGroup ?? ''] ?? [];
}
