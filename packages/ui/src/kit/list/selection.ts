export interface Identified {
  id: string | number;
}

/** The selected rows by their ids, over all pages of a list. */
export type Selection<Row extends Identified> = ReadonlyMap<Row['id'], Row>;

/** The selection of a list, and how its boxes are named. */
export interface RowSelection<Row extends Identified> {
  selected: Selection<Row>;
  onChange: (selected: Selection<Row>) => void;
  nameOf: (row: Row) => string;
  nameOfAll: string;
  /** Whether a row cannot be selected: it has no box. */
  isFixed?: (row: Row) => boolean;
}

/** So many rows can be selected. Source: POST /v2/applications/survey. */
export const maxSelected = 1_000;

/** A selection with more rows, or without them; never more than can be selected. */
export function withRows<Row extends Identified>(
  selection: Selection<Row>,
  rows: readonly Row[],
  on: boolean,
): Selection<Row> {
  const next = new Map(selection);
  for (const row of rows)
    if (!on) next.delete(row.id);
    else if (next.size < maxSelected || next.has(row.id)) next.set(row.id, row);
  return next;
}

/**
 * The selection after a press on the box of a row. With the shift key all rows between the last pressed one and this one
 * become as this one does, if both are on the page.
 */
export function pressed<Row extends Identified>(
  selection: Selection<Row>,
  page: readonly Row[],
  { id, before, shift }: { id: Row['id']; before: Row['id'] | null; shift: boolean },
): Selection<Row> {
  const at = page.findIndex((row) => row.id === id);
  if (at === -1) return selection;
  const other = shift ? page.findIndex((row) => row.id === before) : -1;
  const rows =
    other === -1 ? page.slice(at, at + 1) : page.slice(Math.min(at, other), Math.max(at, other) + 1);
  return withRows(selection, rows, !selection.has(id));
}

/** How much of a page is selected. */
export function pageState<Row extends Identified>(
  selection: Selection<Row>,
  page: readonly Row[],
): 'none' | 'some' | 'all' {
  const n = page.filter(({ id }) => selection.has(id)).length;
  return n === 0 ? 'none' : n === page.length ? 'all' : 'some';
}
