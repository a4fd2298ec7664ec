import { expect, test } from 'vitest';
import { isMore, pageCount, pagesAround } from './page-count.ts';

test('pages of a total, and those that are named', () => {
  expect([0, 1, 10, 11, 10_001].map(pageCount)).toEqual([1, 1, 1, 2, 1000]);
  expect([10_000, 10_001].map(isMore)).toEqual([false, true]);
  expect(pagesAround(1, 1)).toEqual([1]);
  expect(pagesAround(1, 7)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(pagesAround(1, 8)).toEqual([1, 2, 0, 8]);
  expect(pagesAround(3, 8)).toEqual([1, 2, 3, 4, 0, 8]);
  expect(pagesAround(50, 100)).toEqual([1, 0, 49, 50, 51, 0, 100]);
});
