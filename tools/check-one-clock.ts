/**
 * There is one clock, that of the database (apps/api/src/platform/db/database-clock.ts). The API takes the time from
 * `platform.now` or from the call, never from the machine: two processes would end a deadline at two times.
 */
import { globSync, readFileSync } from 'node:fs';

/** What makes the clock, and ids whose time says nothing. */
const allowed = ['apps/api/src/platform/db/database-clock.ts', 'apps/api/src/platform/new-id.ts'];
const machine = /\bnew Date\(\s*\)|\bDate\.now\(|\bTemporal\.Now\b|\bperformance\.timeOrigin\b/g;

const faults: string[] = [];
for (const file of globSync('apps/api/src/**/*.ts')) {
  if (file.endsWith('.test.ts') || file.includes('/testing/') || allowed.includes(file)) continue;
  const text = readFileSync(file, 'utf8');
  for (const { index } of text.matchAll(machine)) {
    const line = text.slice(0, index).split('\n').length;
    faults.push(
      `${file}:${line}: asks the machine for the time. Take it from platform.now, or from the call.`,
    );
  }
}
for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
