import { expect, test } from 'vitest';
import { filteredBy, inRole, roleToTurnTo, searchBody, sortedBy, withoutFilter } from './list-search.ts';

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

test('another role keeps what is read in every role', () => {
  const filters = [contains('callTitle', 'Regular'), contains('partition', 'LUMI')];
  expect(
    inRole({ page: 3, role: 'pro', order: 'firstName', direction: 'ASC', filters }, 'ac_member'),
  ).toEqual({
    role: 'ac_member',
    filters: [filters[0]],
  });
  expect(inRole({ role: 'pro', order: 'id', direction: 'ASC' }, '')).toEqual({
    order: 'id',
    direction: 'ASC',
  });
});

test('whoever has review work and no application of their own is shown that work', () => {
  const plain = { asked: undefined, role: undefined, total: 0, filtered: false };
  const roles = ['applicant', 'technical_reviewer'];
  expect(roleToTurnTo({ ...plain, roles })).toBe('technical_reviewer');
  // Without review work, with applications, behind a filter, or where the address asks for it, it is their own list.
  expect(roleToTurnTo({ ...plain, roles: ['applicant'] })).toBeUndefined();
  expect(roleToTurnTo({ ...plain, roles, total: 1 })).toBeUndefined();
  expect(roleToTurnTo({ ...plain, roles, filtered: true })).toBeUndefined();
  expect(roleToTurnTo({ ...plain, roles, asked: 'applicant', role: 'applicant' })).toBeUndefined();
});

test('a role of the last time that is no more is left for the own one', () => {
  const last = { asked: undefined, role: 'rapporteur', total: 0, filtered: false };
  expect(roleToTurnTo({ ...last, roles: ['applicant', 'pro'] })).toBe('applicant');
  expect(roleToTurnTo({ ...last, roles: ['applicant', 'rapporteur'] })).toBeUndefined();
});
