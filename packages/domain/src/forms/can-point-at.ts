import { elementRules } from './elements/rules.ts';
import type { Element, FieldKey, Row, Step } from './types.ts';

/** Whether people answer the element themselves: it has rows, or takes an answer that is not computed. */
export const takesAnswer = ({
  type,
  children,
  config,
}: Pick<Element, 'type' | 'children' | 'config'>): boolean =>
  children !== undefined || (elementRules[type].kind !== 'none' && config.readOnly !== true);

/**
 * Whether a change request can point there: at an element of the form that people answer, or one that has rows, and inside of a
 * group at one of its rows. Source: Requirements 2, 4.10.
 */
export function canPointAt(
  { forms }: Pick<Step, 'forms'>,
  rows: readonly Pick<Row, 'id' | 'elementId'>[],
  { elementId, groupId }: FieldKey,
): boolean {
  const elements = forms.flatMap((form) => form.elements);
  if (groupId === null) return elements.some((element) => element.id === elementId && takesAnswer(element));
  return elements.some(
    ({ id, children = [] }) =>
      children.some((child) => child.id === elementId && takesAnswer(child)) &&
      rows.some((row) => row.elementId === id && row.id === groupId),
  );
}
