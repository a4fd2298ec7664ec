import type { Element, Form } from '@clearcall/domain/forms/types.ts';
import { expect, test } from 'vitest';
import { splitInstructions } from './sections.ts';

const element = (id: string, type: string, effects: { effect: string }[] = []) =>
  ({ id, type, title: id, config: {}, effects }) as unknown as Element;
const idsOf = (elements: readonly Element[]) => elements.map(({ id }) => id);
const split = (...elements: Element[]) => {
  const { instructions, rest } = splitInstructions({ id: 'f', elements } as unknown as Form);
  return [idsOf(instructions), idsOf(rest.elements)];
};

test('the head of a page shows the instructions that a form begins with, unless they depend on answers', () => {
  const [first, second, later] = ['a', 'b', 'd'].map((id) => element(id, 'instructions'));
  const field = element('c', 'text');
  if (!first || !second || !later) throw new Error('three elements');
  expect(split(first, second, field, later)).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
  expect(split(field, first)).toEqual([[], ['c', 'a']]);
  const conditional = element('e', 'instructions', [{ effect: 'visible' }]);
  expect(split(first, conditional, field)).toEqual([['a'], ['e', 'c']]);
  // Else the page would show nothing below its head.
  expect(split(first)).toEqual([[], ['a']]);
});
