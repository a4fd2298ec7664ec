import { expect, it } from 'vitest';
import { elementRules } from './elements/rules.ts';
import { withoutTrunkPrefix } from './trunk-prefix.ts';
import type { Element } from './types.ts';

it.each([
  ['+32', '0475 12 34 56', '475 12 34 56'],
  ['+44', '(0)20 7946 0958', '20 7946 0958'],
  ['+49', '0 30/1234567', '30/1234567'],
  ['+36', '06 20 555 12 34', '20 555 12 34'],
  // Dialled: part of the number.
  ['+39', '06 6982', '06 6982'],
  ['+378', '0549 882 345', '0549 882 345'],
  ['+225', '07 12 34 56 78', '07 12 34 56 78'],
  // Nothing to leave out, or not sure what it is.
  ['+32', '475 12 34 56', '475 12 34 56'],
  ['+32', '00475', '00475'],
  ['+32', '0', '0'],
])('dials %s %s as %s', (code, typed, dialled) => {
  expect(withoutTrunkPrefix(code, typed)).toBe(dialled);
  expect(withoutTrunkPrefix(code, dialled)).toBe(dialled);
});

it('keeps the answer to a telephone question as it is dialled', () => {
  const element: Element = {
    id: 'tel',
    type: 'phone-number',
    title: 'Telephone',
    config: {},
    effects: [],
  };
  const kept = (value: string) => elementRules['phone-number'].normalise([value], element);
  expect([kept('+32|0475 12 34 56'), kept('+39|06 6982 1234')]).toEqual([
    { ok: true, values: ['+32|475 12 34 56'] },
    { ok: true, values: ['+39|06 6982 1234'] },
  ]);
});
