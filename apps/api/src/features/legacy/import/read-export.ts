import { createReadStream } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import { recordOfRow } from '@clearcall/domain/model/read-legacy.ts';
import { CsvError, parse } from 'csv-parse';

/** One record of an export, or why it cannot be read. Rows of a table count as a spreadsheet counts them: the head is 1. */
export type Exported = { row: number; given: unknown } | { row: number; sentence: string };

const delimiters = [',', ';', '\t'] as const;

/** Spreadsheets write what their country writes: the sign that stands most often in the head. */
async function delimiterOf(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(65_536), position: 0 });
    const [head = ''] = buffer.toString('utf8', 0, bytesRead).split(/\r?\n/);
    const count = (sign: string) => head.split(sign).length;
    return delimiters.reduce((best, sign) => (count(sign) > count(best) ? sign : best));
  } finally {
    await file.close();
  }
}

async function* readCsv(path: string): AsyncGenerator<Exported> {
  const rows = createReadStream(path).pipe(
    parse({
      bom: true,
      delimiter: await delimiterOf(path),
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
          yield { row, sentence: `The column '${twice}' stands twice; nothing of the file was read.` };
          return;
        }
      } else if (cells.length === columns.length) {
        yield {
          row,
          given: recordOfRow(Object.fromEntries(columns.map((name, at) => [name, cells[at] ?? '']))),
        };
      } else {
        yield { row, sentence: `It has ${cells.length} cells, and there are ${columns.length} columns.` };
      }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    yield { row: row + 1, sentence: `From here on the file is no CSV: ${error.message}.` };
  }
}

/** No text of JavaScript is longer. */
const maxJsonBytes = 500_000_000;

async function* readJson(path: string): AsyncGenerator<Exported> {
  if ((await stat(path)).size > maxJsonBytes) {
    yield { row: 1, sentence: 'The file has more than 500 MB: split it, or export it as CSV.' };
    return;
  }
  let json: unknown;
  try {
    json = JSON.parse((await readFile(path, 'utf8')).replace(/^\ufeff/, ''));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    yield { row: 1, sentence: `The file is no JSON: ${error.message}.` };
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
