import type { ReactNode } from 'react';
import type { ColumnFilter } from './filters.ts';

export type Direction = 'ASC' | 'DESC';

/** A column of a list, as data. */
export interface Column<Row> {
  /** Name of the column in addresses and styles. */
  key: string;
  head: string;
  /** Shown in place of the head, which is then read aloud only. */
  drawing?: ReactNode;
  /** Reads the head aloud only: for columns of buttons. */
  hidesHead?: boolean;
  /** Always shown, whatever columns a person chooses. */
  isFixed?: boolean;
  /** Content of a cell. Text is cut after a line; null and '' are shown as a dash and left out of a card. */
  cell: (row: Row) => ReactNode;
  /** Language of the text of a cell, if it is not that of the page. */
  lang?: (row: Row) => string | undefined;
  align?: 'right';
  /** Direction after the first press on the head; absent if the list cannot be sorted by the column. */
  sort?: Direction;
  filter?: ColumnFilter;
  /** Least width in pixels. Without any width the browser sizes the columns. */
  width?: number;
  /** Share of the space that is left. */
  grow?: number;
  /** Order in which columns make room in a narrow window, the lowest first; absent if the column always stays. */
  drop?: number;
  /** Grid area on a card: `row / column`. The whole width if absent, not shown if null. */
  card?: string | null;
  /** Name of the value on a card, which has no heads. */
  label?: string;
}

/** Width of each column that fits into the room, by its key. Columns without room are absent. */
export function fittingColumns(
  columns: readonly Pick<Column<never>, 'key' | 'width' | 'grow' | 'drop'>[],
  room: number,
): ReadonlyMap<string, number> {
  const needed = (some: typeof columns) => some.reduce((sum, { width = 0 }) => sum + width, 0);
  let kept = columns;
  for (const { key } of columns
    .filter(({ drop }) => drop !== undefined)
    .toSorted((one, other) => (one.drop ?? 0) - (other.drop ?? 0))) {
    if (needed(kept) <= room) break;
    kept = kept.filter((column) => column.key !== key);
  }
  const shares = kept.reduce((sum, { grow = 0 }) => sum + grow, 0);
  const left = shares === 0 ? 0 : Math.max(0, room - needed(kept)) / shares;
  return new Map(kept.map(({ key, width = 0, grow = 0 }) => [key, Math.floor(width + left * grow)]));
}
