import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const checkout = join(import.meta.dirname, '..');

/**
 * The times that a long proof writes to the file that `variable` names. They are told also where the proof fails by a
 * bound of its own: the bench has the bounds.
 */
export async function timesOfProof<T>(
  proof: string,
  { variable, test, env = {} }: { variable: string; test?: string; env?: NodeJS.ProcessEnv },
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'clearcall-bench-'));
  const path = join(folder, 'times.json');
  try {
    const vitest = join(checkout, 'node_modules/vitest/vitest.mjs');
    const args = [vitest, 'run', '--project=full', proof, ...(test === undefined ? [] : ['-t', test])];
    await promisify(execFile)(process.execPath, args, {
      cwd: checkout,
      env: { ...process.env, ...env, [variable]: path },
      maxBuffer: 64 * 1024 * 1024,
    }).catch((error: unknown) => {
      if (!existsSync(path)) throw error;
    });
    return JSON.parse(readFileSync(path, 'utf8'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
