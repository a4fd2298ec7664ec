import { createReadStream } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import { recordOfRow } from '@clearcall/domain/archive/read-legacy.ts';
import { type Message, message } from '@clearcall/i18n/message.ts';
import { CsvError, parse } from 'csv-parse';
import { findNotUtf8 } from '../../../platform/files/read-utf8.ts';

/** One record of an export, or why it cannot be read. Rows of a table count as a spreadsheet counts them: the head is 1. */
export type Exported = { row: number; given: unknown } | { row: number; why: Message };

const delimiters = [',', ';', '\t'] as const;

/**
 * The sign between the cells: the one that a first line `sep=;` names, which some spreadsheets write, else the one that
 * is most frequent in the head. `headLine` is the line of the head.
 */
async function delimiterOf(path: string): Promise<{ delimiter: string; headLine: number }> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(65_536), position: 0 });
    const [head = ''] = buffer.toString('utf8', 0, bytesRead).split(/\r?\n/);
    const named = /^\ufeff?sep=([^"])$/i.exec(head)?.[1];
    if (named !== undefined) return { delimiter: named, headLine: 2 };
    const count = (sign: string) => head.split(sign).length;
    const delimiter = delimiters.reduce((best, sign) => (count(sign) > count(best) ? sign : best));
    return { delimiter, headLine: 1 };
  } finally {
    await file.close();
  }
}

async function* readCsv(path: string): AsyncGenerator<Exported> {
  const { delimiter, headLine } = await delimiterOf(path);
  const bad = await findNotUtf8(path);
  if (bad !== null) {
    yield {
      row: Math.max(1, bad.row - headLine + 1),
      why: message('archive.file.encoding', { line: bad.line }),
    };
    return;
  }
  const rows = createReadStream(path).pipe(
    parse({
      bom: true,
      delimiter,
      from_line: headLine,
      relax_column_count: true,
      skip_empty_lines: true,
    }),
  );
  let columns: string[] | null = null;
  let row = 0;
  try {
    for await (const cells of rows as AsyncIterable<string[]>) {
      row += 1;
      if (columns === null) {
        columns = cells.map((cell) => cell.trim());
        const twice = columns.find((name, at) => columns?.indexOf(name) !== at);
        if (twice !== undefined) {
          yield { row, why: message('archive.file.columnTwice', { name: twice }) };
          return;
        }
      } else if (cells.length === columns.length) {
        yield {
          row,
          given: recordOfRow(Object.fromEntries(columns.map((name, at) => [name, cells[at] ?? '']))),
        };
      } else {
        yield { row, why: message('archive.record.cells', { cells: cells.length, columns: columns.length }) };
      }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    yield { row: row + 1, why: message('archive.file.csv') };
  }
}

/** No text of JavaScript is longer. */
const maxJsonBytes = 500_000_000;

/** Says where a text stops being JSON, if the parser names the place. */
function notJson({ message: words }: SyntaxError): Message {
  const [, line, column] = /\(line (\d+) column (\d+)\)/.exec(words) ?? [];
  return line === undefined || column === undefined
    ? message('archive.file.json')
    : message('archive.file.jsonAt', { line: Number(line), column: Number(column) });
}

async function* readJson(path: string): AsyncGenerator<Exported> {
  if ((await stat(path)).size > maxJsonBytes) {
    yield { row: 1, why: message('archive.file.jsonTooLarge') };
    return;
  }
  const bad = await findNotUtf8(path);
  if (bad !== null) {
    yield { row: 1, why: message('archive.file.encoding', { line: bad.line }) };
    return;
  }
  let json: unknown;
  try {
    json = JSON.parse((await readFile(path, 'utf8')).replace(/^\ufeff/, ''));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    yield { row: 1, why: notJson(error) };
    return;
  }
  const list = (json as { data?: unknown } | null)?.data ?? json;
  const records = Array.isArray(list) ? list : [list];
  for (const [at, given] of records.entries()) yield { row: at + 1, given };
}

/**
 * Reads an export of the archive, record by record: JSON (a list, `{ "data": […] }` or one record) or, when its name ends
 * in .csv, a table whose columns name the fields. CSV is read as a stream; JSON as a whole.
 */
export function readExport(path: string): AsyncGenerator<Exported> {
  return /\.(csv|tsv)$/i.test(path) ? readCsv(path) : readJson(path);
}
