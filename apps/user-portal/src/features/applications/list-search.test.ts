import { expect, test } from 'vitest';
import { pagesAround } from './list-columns.ts';
import { filteredBy, isMore, pageCount, searchBody, sortedBy, withoutFilter } from './list-search.ts';

const contains = (column: 'callTitle' | 'partition', value: string) => ({
  column,
  op: 'contains' as const,
  value,
});

test('an empty address is the list by submit date, the latest first', () => {
  expect(searchBody({})).toEqual({
    searchBy: [],
    orderBy: { column: 'submissionDate', direction: 'DESC' },
  });
});

test('a filter that its column cannot take never reaches the server', () => {
  const { searchBy } = searchBody({
    role: 'pro',
    filters: [
      { column: 'status', op: 'equal', value: 'lost' },
      { column: 'status', op: 'not_equal', value: 'draft' },
      { column: 'submissionDate', op: 'greater', value: 'yesterday' },
      { column: 'submissionDate', op: 'lower', value: '2026-09-01' },
      { column: 'partition', op: 'equal', value: 'LUMI-G' },
    ],
  });
  expect(searchBy).toEqual([
    { column: 'status', op: 'not_equal', value: 'draft' },
    { column: 'submissionDate', op: 'lower', value: '2026-09-01' },
  ]);
});

test('sorting turns around, begins at the first page and forgets the default', () => {
  const once = sortedBy({ page: 3 }, 'callTitle');
  expect(once).toEqual({ order: 'callTitle', direction: 'ASC' });
  const twice = sortedBy(once, 'callTitle');
  expect(twice).toEqual({ order: 'callTitle', direction: 'DESC' });
  expect(sortedBy(twice, 'submissionDate')).toEqual({});
  expect(sortedBy({}, 'submissionDate')).toEqual({ order: 'submissionDate', direction: 'ASC' });
});

test('filters of one column change together, empty ones fall away', () => {
  const search = { page: 2, role: 'pro', filters: [contains('partition', 'LUMI')] };
  const more = filteredBy(search, 'callTitle', [
    { op: 'contains', value: ' Regular ' },
    { op: 'not_contains', value: ' ' },
  ]);
  expect(more).toEqual({
    role: 'pro',
    filters: [contains('partition', 'LUMI'), contains('callTitle', 'Regular')],
  });
  expect(filteredBy(more, 'partition', [])).toEqual({
    role: 'pro',
    filters: [contains('callTitle', 'Regular')],
  });
  expect(withoutFilter(more, 0)).toEqual({ role: 'pro', filters: [contains('callTitle', 'Regular')] });
  expect(withoutFilter(withoutFilter(more, 0), 0)).toEqual({ role: 'pro' });
});

test('counts pages', () => {
  expect([0, 1, 10, 11, 10_001].map(pageCount)).toEqual([1, 1, 1, 2, 1000]);
  expect([10_000, 10_001].map(isMore)).toEqual([false, true]);
  expect(pagesAround(1, 1)).toEqual([1]);
  expect(pagesAround(1, 5)).toEqual([1, 2, 0, 5]);
  expect(pagesAround(3, 5)).toEqual([1, 2, 3, 4, 5]);
  expect(pagesAround(50, 100)).toEqual([1, 0, 49, 50, 51, 0, 100]);
});
