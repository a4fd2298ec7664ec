import { columnNames } from '@clearcall/domain/applications/list-columns.ts';
import { expect, test } from 'vitest';
import {
  applicationsSearch,
  automationsSearch,
  callsSearch,
  editorSearch,
  ofSameAssignment,
  returnSearch,
  writtenSearch,
} from './search-params.ts';

test('a corrupt address falls back to the defaults', () => {
  expect(
    applicationsSearch({
      page: '-3',
      role: { a: 1 },
      order: 'password',
      direction: 'sideways',
      filters: [
        { column: 'status', op: 'contains', value: 'x' },
        7,
        null,
        { column: 'id', op: 'contains', value: '' },
      ],
    }),
  ).toEqual({});
  expect(applicationsSearch({ page: 'abc', filters: 'x' })).toEqual({});
  expect(callsSearch({ tab: 'closed' })).toEqual({});
  expect(automationsSearch({ state: 'lost', call: '-1', automation: 'x' })).toEqual({});
  expect(automationsSearch({ state: 'failed', call: '2', automation: 'x' })).toEqual({
    state: 'failed',
    call: 2,
    automation: 'x',
  });
  expect(returnSearch({ return: '' })).toEqual({});
  expect(editorSearch({ form: ['R1'], view: 'all' })).toEqual({});
  expect(editorSearch({ form: 'R1', view: 'read' })).toEqual({ form: 'R1', view: 'read' });
  const assignment = '0190a0a0-0000-7000-8000-00000000000f';
  expect(editorSearch({ assignment: assignment.toUpperCase() })).toEqual({ assignment });
  expect(editorSearch({ assignment: `${assignment}0` })).toEqual({});
  expect(editorSearch({ tab: 'assignments', replace: assignment })).toEqual({
    tab: 'assignments',
    replace: assignment,
  });
  expect(editorSearch({ replace: 'all' })).toEqual({});
  expect(ofSameAssignment({ form: 'R2' })({ assignment, form: 'R1', view: 'read' })).toEqual({
    assignment,
    form: 'R2',
  });
});

test('what is corrupt is said to be absent, so that it does not shine through from the address', () => {
  expect(Object.keys(applicationsSearch({ page: 'abc' })).sort()).toEqual([
    ...[...columnNames, 'direction', 'filters', 'order', 'page', 'role', 'search'].sort(),
  ]);
  expect(Object.keys(callsSearch({ tab: 'closed' }))).toEqual(['tab']);
});

test('a sound one is kept', () => {
  const sound = {
    page: 3,
    role: 'scientific_reviewer',
    order: 'callTitle',
    direction: 'ASC',
    filters: [
      { column: 'callTitle', op: 'not_contains', value: 'Benchmark' },
      { column: 'submissionDate', op: 'greater', value: '2026-09-01' },
    ],
  };
  expect(applicationsSearch(sound)).toEqual(sound);
});

test('filters have the names of their columns in the address, and are read as they were written', () => {
  const filters = [
    { column: 'id' as const, op: 'contains' as const, value: '2026' },
    { column: 'callTitle' as const, op: 'contains' as const, value: 'contains: two' },
    { column: 'callTitle' as const, op: 'not_contains' as const, value: 'Benchmark' },
    { column: 'status' as const, op: 'equal' as const, value: 'approved' },
    { column: 'submissionDate' as const, op: 'lower' as const, value: '2026-09-01' },
  ];
  const written = writtenSearch({ role: 'pro', filters });
  expect(written).toEqual({
    role: 'pro',
    id: '2026',
    callTitle: ['contains:contains: two', 'not_contains:Benchmark'],
    status: 'approved',
    submissionDate: 'lower:2026-09-01',
  });
  expect(applicationsSearch(written)).toEqual({ role: 'pro', filters });
  expect(writtenSearch({ page: 2, filters: [{ column: 7 }, null, 'x'] })).toEqual({ page: 2 });
  // As earlier versions wrote it, and with more of the other kind.
  expect(applicationsSearch({ filters: filters.slice(0, 1), status: 'approved' })).toEqual({
    filters: [filters[0], filters[3]],
  });
  expect(applicationsSearch({ status: 'less:approved', work: ['', 7, {}], search: ' ab ' })).toEqual({
    filters: [
      { column: 'status', op: 'equal', value: 'less:approved' },
      { column: 'work', op: 'equal', value: '7' },
    ],
  });
  expect(applicationsSearch({ search: ' waves ' })).toEqual({ search: 'waves' });
});
