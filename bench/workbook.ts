import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { type Cell, writeTable } from '../apps/api/src/platform/tables/write-table.ts';
import type { Row } from './row.ts';

const columns = 250;
const count = 20_000;
/** What may grow when there is four times as much: pages that the collector has not given back. */
const moreBoundMb = 40;

async function* rowsOf(rows: number): AsyncGenerator<readonly Cell[]> {
  for (let nth = 0; nth < rows; nth += 1)
    yield Array.from({ length: columns }, (_none, at) =>
      at % 5 === 0
        ? { decimal: String(nth * at) }
        : `What a review says in column ${at} of ${nth}, some of it =1+1`,
    );
}

/** How far the memory of this process rose above what it had before, and how long it took. */
async function written(rows: number): Promise<{ grownMb: number; seconds: number }> {
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  let peak = before;
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 20);
  const startMs = performance.now();
  const head = Array.from({ length: columns }, (_none, at) => `Column ${at}`);
  await pipeline(
    await writeTable('xlsx', 'Applications', head, rowsOf(rows)),
    createWriteStream('/dev/null'),
  );
  clearInterval(timer);
  return { grownMb: (peak - before) / 1e6, seconds: (performance.now() - startMs) / 1000 };
}

/** The applications report at its largest, as a workbook: what a quarter of it takes, and all of it. */
export async function run(): Promise<Row[]> {
  await written(100);
  const quarter = await written(count / 4);
  const whole = await written(count);
  const moreMb = whole.grownMb - quarter.grownMb;
  const row = (figure: string, measured: string, bound = '', kept: boolean | null = null): Row => ({
    figure,
    bound,
    measured,
    kept,
    peers: '',
  });
  const said = ({ grownMb, seconds }: { grownMb: number; seconds: number }) =>
    `${grownMb.toFixed(0)} MB, ${seconds.toFixed(1)} s`;
  return [
    row(`memory above rest, ${count / 4} rows of ${columns} cells`, said(quarter)),
    row(`memory above rest, ${count} rows of ${columns} cells`, said(whole)),
    row(
      'what four times as many rows take more',
      `${moreMb.toFixed(0)} MB`,
      `under ${moreBoundMb} MB`,
      moreMb < moreBoundMb,
    ),
  ];
}
