import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Row } from './row.ts';

interface Times {
  what: string;
  route: string;
  hereMs: number;
  thereMs: number;
}

const checkout = join(import.meta.dirname, '..');
const longProof = 'apps/api/src/across/proofs/two-worlds.full.test.ts';

/** The times of the long proof, which has the two worlds and the people who may not know. */
async function timesOfProof(): Promise<Times[]> {
  const folder = mkdtempSync(join(tmpdir(), 'clearcall-bench-'));
  const path = join(folder, 'times.json');
  try {
    const vitest = join(checkout, 'node_modules/vitest/vitest.mjs');
    await promisify(execFile)(process.execPath, [vitest, 'run', '--project=full', longProof], {
      cwd: checkout,
      env: { ...process.env, TWO_WORLDS_TIMES: path },
      maxBuffer: 64 * 1024 * 1024,
    });
    return JSON.parse(readFileSync(path, 'utf8'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What the time of an answer could tell of a secret: the middle of pairs in two worlds that differ in it alone. */
export async function run(): Promise<Row[]> {
  return (await timesOfProof()).map(({ what, route, hereMs, thereMs }) => ({
    figure: `${what}: ${route}`,
    bound: '',
    measured: `${hereMs.toFixed(2)} ms and ${thereMs.toFixed(2)} ms (${(((thereMs - hereMs) / hereMs) * 100).toFixed(1)} %)`,
    kept: null,
    peers: '',
  }));
}
