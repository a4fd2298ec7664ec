import { expect, it } from 'vitest';
import { contradictsScore } from './contradicts-score.ts';

it.each([
  // Of six ratings, each covers a fifth of the scale.
  [0, 6, '12.5', true],
  [1, 6, '12.5', true],
  [2, 6, '12.5', true],
  [3, 6, '12.5', false],
  [5, 6, '12.5', false],
  [5, 6, '9', true],
  [5, 6, '9.5', false],
  [2, 6, '0', true],
  [1, 6, '0', false],
  // Two ratings are never two apart.
  [0, 2, '15', false],
  [-1, 6, '15', false],
])('rating %i of %i contradicts a sum of %s of 15: %s', (place, of, value, expected) => {
  expect(contradictsScore({ place, of }, { value, most: 15 })).toBe(expected);
});
