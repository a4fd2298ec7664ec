import { expect, it } from 'vitest';
import type { CallDefinition } from './call-definition.ts';
import { applyChange, type Change, placeOfChange } from './change.ts';
import { faultsOfShape } from './definition-schema.ts';
import type { Address } from './finding.ts';
import { smallCall } from './testing/small-call.ts';

const form: Address = ['flow', 'steps', 'APP', 'forms', 'F1'];
const at = (element: string, ...rest: string[]): Address => [...form, 'elements', element, ...rest];
const set = (place: Address, value: unknown): Change => ({ do: 'set', at: place, value });

/** The addresses of what is wrong after a change, as a check of what it touched finds them. */
function faultsAfter(change: Change, call: CallDefinition = smallCall()): Address[] {
  const applied = applyChange(call, change);
  if (!applied.ok) throw new Error(applied.reason);
  return faultsOfShape(applied.definition, [placeOfChange(change)]);
}

it.each<[string, Change, Address[]]>([
  ['a set property of an element', set(at('title', 'config'), { lenght: 3 }), [at('title', 'config')]],
  ['a set element', set(at('title'), { id: 'title', type: 'txt', title: 'x' }), [at('title', 'type')]],
  [
    'an added element',
    { do: 'add', to: [...form, 'elements'], after: null, thing: { id: 'new' } },
    [at('new', 'type'), at('new', 'title')],
  ],
  [
    'a form with all that is in it',
    set(form, { id: 'F1', title: 'x', order: 1, elements: [{ id: 'a', type: 'text' }] }),
    [at('a', 'title')],
  ],
  ['a step', set(['flow', 'steps', 'CHECK', 'order'], 'last'), [['flow', 'steps', 'CHECK', 'order']]],
  ['a property of another name', set(['colour'], 'red'), [['colour']]],
  ['a moved element', { do: 'move', at: at('title'), to: [...form, 'elements'], after: 'again' }, []],
  ['a removed element', { do: 'remove', at: at('title') }, []],
])('finds what is wrong in %s', (_, change, faults) => {
  expect(faultsAfter(change)).toEqual(faults);
});

it('does not read the elements that a change does not touch', () => {
  const broken = applyChange<CallDefinition>(smallCall(), set(at('again', 'type'), 'unknown'));
  if (!broken.ok) throw new Error(broken.reason);
  expect(faultsAfter(set(at('title', 'title'), 'New'), broken.definition)).toEqual([]);
  expect(faultsAfter(set([...form, 'title'], 'New'), broken.definition)).toEqual([]);
  expect(faultsOfShape(broken.definition, [form])).toEqual([at('again', 'type')]);
});
