import type { ScoredApplication } from '@clearcall/domain/applications/score-table.ts';
import { expect, test } from 'vitest';
import { sortedScores } from './score-rows.ts';

const row = (uid: string, mean: string | null, rank: string | null): ScoredApplication => ({
  id: 1,
  uid,
  title: '',
  pi: '',
  panel: null,
  scores: [{ stepId: 'SCI', values: [], needed: 3, mean, spread: null }],
  rank,
  asked: [],
  decisions: [],
});

test('rows are sorted as numbers, those without one last whichever way', () => {
  const rows = [row('C', null, '10'), row('B', '9.5', '2'), row('A', '14', null), row('D', '9.5', '1')];
  const order = (column: 'mean' | 'rank' | 'id', direction: 'ASC' | 'DESC') =>
    sortedScores(rows, 'SCI', { column, direction })
      .map(({ uid }) => uid)
      .join('');
  expect([order('mean', 'DESC'), order('mean', 'ASC')]).toEqual(['ABDC', 'BDAC']);
  expect([order('rank', 'ASC'), order('rank', 'DESC')]).toEqual(['DBCA', 'CBDA']);
  expect([order('id', 'ASC'), order('id', 'DESC')]).toEqual(['ABCD', 'DCBA']);
});
