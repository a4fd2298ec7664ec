import { pipeline, Readable } from 'node:stream';
import type { ReportFormat } from '@clearcall/domain/calls/call.ts';
import { normaliseText } from '@clearcall/domain/forms/text.ts';

/** A cell: a text, an exact decimal, a time as the clock on a wall shows it (2026-09-03T14:02:00), or nothing. */
export type Cell = string | { decimal: string } | { clock: string } | null;
type Rows = AsyncIterable<readonly Cell[]>;

export const contentTypes: Record<ReportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/**
 * A table as a file, row by row. What people wrote is text in both and never a formula: a text that a spreadsheet would
 * carry out gets an apostrophe in front in the one, and is stored as a text in the other. `sheet` names the one of a workbook.
 */
export function writeTable(
  format: ReportFormat,
  sheet: string,
  head: readonly string[],
  rows: Rows,
  /** Which of the head stand over times. */
  times: readonly string[] = [],
): Promise<Readable> {
  const titles = columnTitles(head);
  const timed = new Set(titles.filter((_, at) => times.includes(head[at] ?? '')));
  return format === 'csv' ? writeCsv(titles, rows) : writeXlsx(sheet, titles, rows, timed);
}

/** Titles that a program can find columns by: without the hints for hyphens, and no two alike. */
export function columnTitles(head: readonly string[]): string[] {
  const titles: string[] = [];
  for (const given of head) {
    const title = given.replaceAll('\u00ad', '');
    let free = title;
    for (let nth = 2; titles.includes(free); nth += 1) free = `${title} (${nth})`;
    titles.push(free);
  }
  return titles;
}

async function* cells<T>(rows: Rows, of: (cell: Cell) => T): AsyncGenerator<T[]> {
  for await (const row of rows) yield row.map(of);
}

// What writes them is loaded for the first report: few processes ever make one.
async function writeCsv(head: readonly string[], rows: Rows): Promise<Readable> {
  const { stringify } = await import('csv-stringify');
  const plain = (cell: Cell): string => {
    if (cell === null || typeof cell === 'string') return cell ?? '';
    return 'clock' in cell ? cell.clock.replace('T', ' ').slice(0, 16) : cell.decimal;
  };
  return pipeline(
    Readable.from(cells(rows, plain)),
    stringify({
      header: true,
      columns: [...head],
      // The mark by which spreadsheets know UTF-8.
      bom: true,
      escape_formulas: true,
      record_delimiter: 'windows',
      // Of the line ends it knows its own alone, and programs break a row at any.
      quoted_match: /[\r\n]/,
    }),
    // Whoever reads hears of a failure from the stream itself.
    () => {},
  );
}

/** A number where it says exactly the same; a decimal beyond that stays a text, to the last digit. */
function exactNumber(decimal: string): number | string {
  const number = Number(decimal);
  return String(number) === decimal ? number : decimal;
}

// XML has no place for these and for control characters, not even escaped.
const unwritable = /[\ufffe\uffff]/g;
// What looks like the escape of a letter in a workbook gets its own underscore escaped, and so stays what it is.
const looksEscaped = /_(?=x[0-9a-f]{4}_)/gi;
/** What a cell of a workbook holds at most; a program refuses the whole file over one that holds more. */
const maxCellLetters = 32_767;
const asText = (text: string): string => {
  const whole = normaliseText(text).replace(unwritable, '').replace(looksEscaped, '_x005F_');
  return whole.length <= maxCellLetters ? whole : `${whole.slice(0, maxCellLetters - 1).toWellFormed()}…`;
};

async function writeXlsx(
  sheet: string,
  head: readonly string[],
  rows: Rows,
  times: ReadonlySet<string>,
): Promise<Readable> {
  const { writeXlsxStream } = await import('hucre/xlsx');
  const value = (cell: Cell) => {
    if (cell === null || typeof cell === 'string') return cell === null ? null : asText(cell);
    // Workbooks know no time zone: a moment is written as if the clock stood in Greenwich.
    return 'clock' in cell ? new Date(`${cell.clock}Z`) : exactNumber(cell.decimal);
  };
  const stream = writeXlsxStream(cells(rows, value), {
    name: sheet,
    columns: head.map((header) => ({
      header: asText(header),
      width: Math.max(times.has(header) ? 18 : 14, header.length + 2),
      ...(times.has(header) ? { numFmt: 'dd-mm-yyyy hh:mm' } : {}),
    })),
    freezePane: { rows: 1 },
  });
  return Readable.fromWeb(stream as Parameters<typeof Readable.fromWeb>[0]);
}
