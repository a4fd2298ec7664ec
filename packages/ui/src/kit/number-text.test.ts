import { expect, test } from 'vitest';
import { numberText } from './number-text.ts';

test('sets thousands apart by thin spaces and leaves the decimals alone', () => {
  expect(numberText('2400000')).toBe('2\u202f400\u202f000');
  expect(numberText('1234.56789')).toBe('1\u202f234.56789');
  expect(numberText(999)).toBe('999');
  expect(numberText('-1000')).toBe('−1\u202f000');
});

test('gives back what is no number', () => {
  expect(numberText('12,5')).toBe('12,5');
  expect(numberText('')).toBe('');
});
