import type { Area } from '@clearcall/domain/calls/definition/amount-grid.ts';

export interface Place {
  row: number;
  column: number;
}

/** A grid as the keys see it. */
export interface GridShape {
  rows: number;
  columns: number;
  /** First and last column of the cell at a place: a cell may be as wide as several columns. */
  spanAt: (place: Place) => readonly [first: number, last: number];
}

/** Rows that a page key moves. */
const page = 10;

const between = (value: number, most: number) => Math.min(Math.max(value, 0), most);

/** The place that a key leads to, or null for a key that does not move. Up and down keep the column. */
export function moved(
  { row, column }: Place,
  { key, isFar }: { key: string; isFar: boolean },
  { rows, columns, spanAt }: GridShape,
): Place | null {
  const [lastRow, lastColumn] = [rows - 1, columns - 1];
  const [first, last] = spanAt({ row, column });
  switch (key) {
    case 'ArrowUp':
      return { row: isFar ? 0 : between(row - 1, lastRow), column };
    case 'ArrowDown':
      return { row: isFar ? lastRow : between(row + 1, lastRow), column };
    case 'ArrowLeft':
      return { row, column: isFar || first === 0 ? 0 : first - 1 };
    case 'ArrowRight':
      return { row, column: isFar ? lastColumn : between(last + 1, lastColumn) };
    case 'PageUp':
      return { row: between(row - page, lastRow), column };
    case 'PageDown':
      return { row: between(row + page, lastRow), column };
    case 'Home':
      return { row: isFar ? 0 : row, column: 0 };
    case 'End':
      return { row: isFar ? lastRow : row, column: lastColumn };
    default:
      return null;
  }
}

/** The cells between two places, both included. */
export const areaOf = (one: Place, other: Place): Area => ({
  row: Math.min(one.row, other.row),
  column: Math.min(one.column, other.column),
  rows: Math.abs(one.row - other.row) + 1,
  columns: Math.abs(one.column - other.column) + 1,
});
