import type { AmountGrid, Area } from '@clearcall/domain/calls/definition/amount-grid.ts';

export interface Place {
  row: number;
  column: number;
}

type Cells = Pick<AmountGrid, 'rows' | 'columns'>;

const rowAt = (rows: Cells['rows'], id: string | undefined) => rows.findIndex((row) => row.id === id);
const columnAt = (columns: Cells['columns'], of: Cells['columns'][number] | undefined) =>
  columns.findIndex(({ cutoff, limit }) => cutoff === of?.cutoff && limit === of.limit);

/** Whether two grids have the same cells in the same places. */
export const hasSamePlaces = (one: Cells, other: Cells): boolean =>
  one.rows.length === other.rows.length &&
  one.columns.length === other.columns.length &&
  one.rows.every(({ id }, nth) => other.rows[nth]?.id === id) &&
  one.columns.every((column, nth) => columnAt(other.columns.slice(nth, nth + 1), column) === 0);

/** The place of a cell of one grid in another; null if the other one does not have the cell. */
export function samePlace(from: Cells, to: Cells, { row, column }: Place): Place | null {
  const place = {
    row: rowAt(to.rows, from.rows[row]?.id),
    column: columnAt(to.columns, from.columns[column]),
  };
  return place.row < 0 || place.column < 0 ? null : place;
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
