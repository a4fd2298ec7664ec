import { afterAll, expect, test } from 'vitest';
import { numberText, sizeText } from './number-text.ts';
import { startTexts } from './translate.ts';

afterAll(() => startTexts([], 'en'));

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

test('says a size in the units and numbers of the page', async () => {
  const sizes: Record<string, string[]> = {};
  for (const language of ['en', 'de', 'fr'] as const) {
    await startTexts(['frame'], language);
    sizes[language] = [0, 700, 12_288, 1_048_576, 1_572_864, 2_000_000_000].map(sizeText);
  }
  expect(sizes).toEqual({
    en: ['1 kB', '1 kB', '12 kB', '1.0 MB', '1.5 MB', '1907.3 MB'],
    de: ['1 kB', '1 kB', '12 kB', '1,0 MB', '1,5 MB', '1907,3 MB'],
    fr: ['1 ko', '1 ko', '12 ko', '1,0 Mo', '1,5 Mo', '1907,3 Mo'].map((text) => text.replace(' ', '\u202f')),
  });
});
