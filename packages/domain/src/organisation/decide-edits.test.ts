import { expect, test } from 'vitest';
import { decideEdits } from './decide-edits.ts';

const stored = { name: 'North', city: 'Kiruna', disabled: false };

test('edits change the fields that they name, and nothing that is so already', () => {
  expect(
    decideEdits(stored, { name: { from: 'North', to: 'Northern' }, disabled: { from: true, to: false } }),
  ).toEqual({ before: { name: 'North' }, after: { name: 'Northern' } });
  expect(decideEdits(stored, {})).toEqual({ before: {}, after: {} });
});

test('a field that somebody else has changed becomes a question, and its neighbours wait for the answer', () => {
  const city = { from: 'Luleå', to: 'Umeå' };
  expect(decideEdits(stored, { city, name: { from: 'North', to: 'Northern' } })).toEqual({
    conflicts: { city: 'Kiruna' },
  });
});
