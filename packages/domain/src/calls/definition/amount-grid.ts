import { type Message, message } from '@clearcall/i18n/message.ts';
import { folded } from '../../values/folded.ts';
import { readTable } from '../../values/read-table.ts';
import type { AmountsDefinition, CallDefinition } from './call-definition.ts';
import type { Change } from './change.ts';
import { isSame } from './diff-calls.ts';
import { type DecimalMark, type EitherAmount, readAmount } from './read-amount.ts';

/** Amounts of a partition, in the order of their columns. */
export const amountLimits = ['pool', 'min', 'max', 'fixed'] as const;
export type AmountLimit = (typeof amountLimits)[number];

/** Amounts as a table: a row for each partition, and columns for each cut-off. */
export interface AmountGrid {
  rows: readonly { id: string; name: string }[];
  columns: readonly { cutoff: string; limit: AmountLimit }[];
}

/** Cells of a grid that lie together, by their first one. */
export interface Area {
  row: number;
  column: number;
  rows: number;
  columns: number;
}

/** A cell that gets another amount. */
export interface AmountCell {
  partition: string;
  cutoff: string;
  limit: AmountLimit;
  value: string | null;
}

/** Changes that one request may make. */
const mostChanges = 1_000;

const offering = (id: string): AmountsDefinition => ({
  id,
  disabled: false,
  min: null,
  max: null,
  fixed: null,
  pool: null,
});

/** The amounts of a partition at a cut-off; undefined if the cut-off does not offer it. */
export const amountsAt = (
  { cutoffs }: Pick<CallDefinition, 'cutoffs'>,
  cutoff: string,
  partition: string,
): AmountsDefinition | undefined =>
  cutoffs.find(({ id }) => id === cutoff)?.amounts.find(({ id }) => id === partition);

function groupedBy<T>(things: readonly T[], key: (thing: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const thing of things) {
    const group = groups.get(key(thing));
    if (group === undefined) groups.set(key(thing), [thing]);
    else group.push(thing);
  }
  return groups;
}

/**
 * The changes that give cells their amounts. A cut-off that does not offer a partition offers it from its first amount
 * on. Cells that have the amount already need none.
 */
export function changesOfAmounts(
  { cutoffs }: Pick<CallDefinition, 'cutoffs'>,
  cells: readonly AmountCell[],
): Change[] {
  const wanted = groupedBy(cells, ({ cutoff }) => cutoff);
  const changes: Change[] = [];
  const lists: Change[] = [];
  for (const { id, amounts } of cutoffs) {
    const list = ['cutoffs', id, 'amounts'];
    const known = new Map(amounts.map((one) => [one.id, one]));
    for (const [partition, ofPartition] of groupedBy(wanted.get(id) ?? [], (cell) => cell.partition)) {
      const was = known.get(partition);
      const set = Object.fromEntries(ofPartition.map(({ limit, value }) => [limit, value]));
      const is = { ...(was ?? offering(partition)), ...set };
      if (isSame(is, was ?? offering(partition))) continue;
      known.set(partition, is);
      if (was === undefined)
        changes.push({ do: 'add', to: list, after: [...known.keys()].at(-2) ?? null, thing: is });
      else
        for (const limit of amountLimits)
          if (is[limit] !== was[limit])
            changes.push({ do: 'set', at: [...list, partition, limit], value: is[limit] });
    }
    const now = [...known.values()];
    if (!isSame(now, amounts)) lists.push({ do: 'set', at: list, value: now });
  }
  return changes.length > mostChanges ? lists : changes;
}

/** The cells of an area that can have an amount: none of a partition that is closed for the cut-off. */
function cellsOf(definition: Pick<CallDefinition, 'cutoffs'>, grid: AmountGrid, area: Area) {
  const rows = grid.rows.slice(area.row, area.row + area.rows);
  const columns = grid.columns.slice(area.column, area.column + area.columns);
  return rows.flatMap(({ id: partition }, row) =>
    columns.flatMap(({ cutoff, limit }, column) => {
      const amounts = amountsAt(definition, cutoff, partition);
      return amounts?.disabled ? [] : [{ partition, cutoff, limit, amounts, row, column }];
    }),
  );
}

/** The changes that leave all cells of an area without an amount. */
export function changesOfClearing(
  definition: Pick<CallDefinition, 'cutoffs'>,
  grid: AmountGrid,
  area: Area,
): Change[] {
  const cells = cellsOf(definition, grid, area).filter(({ amounts }) => amounts !== undefined);
  return changesOfAmounts(
    definition,
    cells.map((cell) => ({ ...cell, value: null })),
  );
}

/** The changes that repeat the first row of an area in its others; the row above it in an area of one row. */
export function changesOfFill(
  definition: Pick<CallDefinition, 'cutoffs'>,
  grid: AmountGrid,
  area: Area,
): Change[] {
  const from = grid.rows[area.rows > 1 ? area.row : area.row - 1];
  if (from === undefined) return [];
  const filled = cellsOf(definition, grid, area).flatMap((cell) => {
    const source = amountsAt(definition, cell.cutoff, from.id);
    if (source === undefined || source.disabled || cell.partition === from.id) return [];
    return [{ ...cell, value: source[cell.limit] }];
  });
  return changesOfAmounts(definition, filled);
}

/** The amounts of an area as rows with tabs, which spreadsheets take. Cells without an amount are empty. */
export function copiedText(
  definition: Pick<CallDefinition, 'cutoffs'>,
  { rows, columns }: AmountGrid,
  area: Area,
  mark: DecimalMark,
): string {
  return rows
    .slice(area.row, area.row + area.rows)
    .map(({ id }) =>
      columns
        .slice(area.column, area.column + area.columns)
        .map(({ cutoff, limit }) => {
          const amounts = amountsAt(definition, cutoff, id);
          return (amounts?.disabled ? null : amounts?.[limit])?.replace('.', mark) ?? '';
        })
        .join('\t'),
    )
    .join('\n');
}

/** Why a cell of a paste has no amount; of the table as a whole if it has no place in the grid. */
export interface PasteFinding {
  row: number | null;
  column: number | null;
  message: Message;
}

export type Paste =
  | { ok: true; changes: Change[]; area: Area; cells: number }
  | { ok: false; either: EitherAmount }
  | { ok: false; findings: PasteFinding[] };

const whole = (text: Message): Paste => ({
  ok: false,
  findings: [{ row: null, column: null, message: text }],
});

/**
 * The changes of a table that is pasted at an area: all of them, or findings. A table whose first column names partitions
 * goes to their rows, without its heads. One amount fills the area, and a table is repeated in an area that is a multiple
 * of it. `mark` says what decimals begin with if a number of the table has two readings and no other number settles it.
 */
export function changesOfPaste(
  definition: Pick<CallDefinition, 'cutoffs'>,
  grid: AmountGrid,
  area: Area,
  text: string,
  mark: DecimalMark | null,
): Paste {
  const table = readTable(text, () => '\t');
  while (table.length > 1 && table.at(-1)?.every((cell) => cell === '')) table.pop();
  const placed = namedRows(table, grid) ?? placedRows(table, grid, area);
  if ('id' in placed) return whole(placed);
  const width = Math.max(...placed.map(({ cells }) => cells.length));
  const room = grid.columns.length - area.column;
  if (width > room) return whole(message('setup.cutoffs.paste.tooWide', { n: width, room }));

  const known = mark ?? markOf(placed.flatMap(({ cells }) => cells));
  const findings: PasteFinding[] = [];
  const cells: AmountCell[] = [];
  const times = repeats(area.columns, width);
  for (const { row, cells: texts } of placed)
    for (let nth = 0; nth < width * times; nth += 1) {
      const typed = texts[nth % width];
      const column = area.column + nth;
      const [place, partition] = [grid.columns[column], grid.rows[row]];
      if (typed === undefined || place === undefined || partition === undefined) continue;
      const read = readAmount(typed, known);
      if (read.kind === 'either') return { ok: false, either: read.either };
      if (read.kind === 'refused') findings.push({ row, column, message: read.message });
      else if (!amountsAt(definition, place.cutoff, partition.id)?.disabled)
        cells.push({ ...place, partition: partition.id, value: read.value });
      else if (read.value !== null)
        findings.push({ row, column, message: message('setup.cutoffs.paste.closed') });
    }
  if (findings.length > 0) return { ok: false, findings };
  const rows = placed.map(({ row }) => row);
  const first = Math.min(...rows);
  return {
    ok: true,
    changes: changesOfAmounts(definition, cells),
    area: { row: first, column: area.column, rows: Math.max(...rows) - first + 1, columns: width * times },
    cells: cells.length,
  };
}

const repeats = (room: number, size: number): number => (room > size && room % size === 0 ? room / size : 1);

interface PlacedRow {
  row: number;
  cells: readonly string[];
}

/** The rows of a table from the first one of the area on, or why they have no room. */
function placedRows(
  table: readonly (readonly string[])[],
  { rows }: AmountGrid,
  area: Area,
): PlacedRow[] | Message {
  const room = rows.length - area.row;
  if (table.length > room) return message('setup.cutoffs.paste.tooHigh', { n: table.length, room });
  return Array.from({ length: table.length * repeats(area.rows, table.length) }, (_, nth) => ({
    row: area.row + nth,
    cells: table[nth % table.length] ?? [],
  }));
}

const keyOf = (name: string): string => folded(name).replace(/\s+/g, ' ').trim();

/** The rows of a table whose first column names partitions; null for other tables, or why a row has no place. */
function namedRows(
  table: readonly (readonly string[])[],
  { rows }: AmountGrid,
): PlacedRow[] | Message | null {
  const byName = new Map(rows.flatMap(({ id, name }, row) => [id, name].map((one) => [keyOf(one), row])));
  const begin = table.findIndex((cells) => cells.length > 1 && byName.has(keyOf(cells[0] ?? '')));
  if (begin < 0) return null;
  const placed: PlacedRow[] = [];
  for (const [nth, [name = '', ...cells]] of table.entries()) {
    const row = byName.get(keyOf(name));
    if (nth < begin && cells.every((cell) => !/^[\d.,\s]*\d/.test(cell))) continue;
    if (row !== undefined) {
      if (placed.some((other) => other.row === row)) return message('setup.cutoffs.paste.twice', { name });
      placed.push({ row, cells });
    } else if (name !== '' || cells.some((cell) => cell !== ''))
      return message('setup.cutoffs.paste.unknown', { name: name.slice(0, 100) });
  }
  return placed;
}

/** The decimal mark that the numbers of a table agree on, or null if they do not say. */
function markOf(texts: readonly string[]): DecimalMark | null {
  const marks = new Set(
    texts.flatMap((text): DecimalMark[] => {
      if (!/[.,]/.test(text) || readAmount(text, null).kind !== 'amount') return [];
      const last = text.lastIndexOf('.') > text.lastIndexOf(',') ? '.' : ',';
      // The same mark twice sets thousands apart.
      return text.indexOf(last) === text.lastIndexOf(last) ? [last] : [last === '.' ? ',' : '.'];
    }),
  );
  const [only] = marks;
  return marks.size === 1 && only !== undefined ? only : null;
}

/** A text in a CSV file. One that a spreadsheet would take for a formula stays a text. */
const csvText = (text: string): string => `"${text.replace(/^(?=[=+\-@\t\r])/, "'").replaceAll('"', '""')}"`;

/** The whole grid as CSV, under the heads of its columns. The table can be pasted back. */
export function amountsCsv(
  definition: Pick<CallDefinition, 'cutoffs'>,
  { rows, columns }: AmountGrid,
  heads: readonly string[],
): string {
  const lines = rows.map(({ id, name }) => [
    csvText(name),
    ...columns.map(({ cutoff, limit }) => {
      const amounts = amountsAt(definition, cutoff, id);
      return (amounts?.disabled ? null : amounts?.[limit]) ?? '';
    }),
  ]);
  return `\ufeff${[heads.map(csvText), ...lines].map((cells) => cells.join(',')).join('\r\n')}\r\n`;
}

/** The changes that give each later cut-off the amounts of this one. */
export function changesOfCopy({ cutoffs }: Pick<CallDefinition, 'cutoffs'>, from: string): Change[] {
  const cutoff = cutoffs.find(({ id }) => id === from);
  if (cutoff === undefined) return [];
  return cutoffs
    .filter(({ start, amounts }) => start > cutoff.start && !isSame(amounts, cutoff.amounts))
    .map(({ id }) => ({ do: 'set', at: ['cutoffs', id, 'amounts'], value: cutoff.amounts }));
}
