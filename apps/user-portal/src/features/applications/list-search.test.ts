import { expect, test } from 'vitest';
import { firstPage, inRole, roleToTurnTo, searchBody } from './list-search.ts';

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

test('another order or filter begins at the first page, and the default is not written', () => {
  const filters = [contains('partition', 'LUMI')];
  expect(firstPage({ page: 3, order: 'callTitle', direction: 'ASC' })).toEqual({
    order: 'callTitle',
    direction: 'ASC',
  });
  expect(firstPage({ page: 3, order: 'submissionDate', direction: 'DESC' })).toEqual({});
  expect(firstPage({ page: 2, role: 'pro', filters })).toEqual({ role: 'pro', filters });
  expect(firstPage({ page: 2, role: 'pro', filters: [] })).toEqual({ role: 'pro' });
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
