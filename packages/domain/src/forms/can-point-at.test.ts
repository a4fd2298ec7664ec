import { expect, it } from 'vitest';
import { canPointAt } from './can-point-at.ts';
import type { Element, Step } from './types.ts';

const element = (id: string, type: Element['type'] = 'text', more: Partial<Element> = {}): Element => ({
  id,
  type,
  title: id,
  config: {},
  effects: [],
  ...more,
});
const forms: Step['forms'] = [
  {
    id: 'F',
    title: 'F',
    order: 0,
    elements: [
      element('title'),
      element('words', 'instructions'),
      element('line', 'divider'),
      element('sum', 'number', { config: { readOnly: true } }),
      element('team', 'group', { children: [element('name'), element('note', 'instructions')] }),
      element('codes', 'group', { children: [element('code')] }),
    ],
  },
];
const rows = [
  { id: 'r1', elementId: 'team' },
  { id: 'r2', elementId: 'codes' },
];

it.each([
  ['title', null, true],
  ['team', null, true],
  ['name', 'r1', true],
  ['words', null, false],
  ['line', null, false],
  ['sum', null, false],
  ['nothing', null, false],
  ['name', null, false],
  ['name', 'r2', false],
  ['name', 'r9', false],
  ['note', 'r1', false],
  ['title', 'r1', false],
  ['team', 'r1', false],
] as const)('points at %s in row %s: %s', (elementId, groupId, expected) => {
  expect(canPointAt({ forms }, rows, { elementId, groupId })).toBe(expected);
});
