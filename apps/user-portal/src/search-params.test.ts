import { expect, test } from 'vitest';
import {
  applicationsSearch,
  automationsSearch,
  callsSearch,
  editorSearch,
  ofSameAssignment,
  returnSearch,
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
    'direction',
    'filters',
    'order',
    'page',
    'role',
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
