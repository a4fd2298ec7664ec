import type { ScoredApplication } from '@clearcall/domain/applications/score-table.ts';
import { compareDecimals } from '@clearcall/domain/forms/decimals.ts';
import type { ScoreColumn } from '../../search-params.ts';

/** The scores of an application in one step; none if its flow has no such step. */
export const scoresIn = ({ scores }: ScoredApplication, stepId: string) =>
  scores.find((one) => one.stepId === stepId) ?? { values: [], needed: 0, mean: null, spread: null };

function numberIn(row: ScoredApplication, column: ScoreColumn, stepId: string): string | null {
  const { values, mean, spread } = scoresIn(row, stepId);
  switch (column) {
    case 'id':
      return null;
    case 'mean':
      return mean;
    case 'spread':
      return spread;
    case 'reviews':
      return String(values.length);
    case 'rank':
      return row.rank;
  }
}

/** Where a table of scores begins: the best first, a rank and an ID as people count. */
export const firstDirection = (column: ScoreColumn): 'ASC' | 'DESC' =>
  column === 'id' || column === 'rank' ? 'ASC' : 'DESC';

/** Rows in the order of a column; those without a value are last in both directions, the same values by their IDs. */
export function sortedScores(
  rows: readonly ScoredApplication[],
  stepId: string,
  { column, direction }: { column: ScoreColumn; direction: 'ASC' | 'DESC' },
): ScoredApplication[] {
  const sign = direction === 'ASC' ? 1 : -1;
  return rows.toSorted((one, other) => {
    const byId = one.uid < other.uid ? -1 : 1;
    if (column === 'id') return sign * byId;
    const [left, right] = [numberIn(one, column, stepId), numberIn(other, column, stepId)];
    if (left === null || right === null) return left === right ? byId : left === null ? 1 : -1;
    return sign * (compareDecimals(left, right) ?? 0) || byId;
  });
}
