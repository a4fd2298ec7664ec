/**
 * Names columns: no statement of the API asks for `*`. A prepared statement with a star changes its result with the next
 * column that a newer version adds, and every process that still runs would fail at it.
 */
import { globSync, readFileSync } from 'node:fs';

const stars: readonly [RegExp, string][] = [
  [/\.(?:selectAll|returningAll)\(/g, 'names no columns'],
  [/\b(?:select|returning)\s+(?:distinct\s+)?\*/gi, 'asks for *'],
  // c.* behind select, returning or a comma. Products have spaces: a * b.
  [/(?:\bselect|\breturning|\bdistinct|,)\s+\w+\.\*/gi, 'asks for all columns of a table'],
];

const faults: string[] = [];
for (const file of globSync('apps/api/src/**/*.ts')) {
  if (file.endsWith('.test.ts') || file.includes('/testing/')) continue;
  const text = readFileSync(file, 'utf8');
  for (const [star, what] of stars) {
    for (const { index } of text.matchAll(star)) {
      const line = text.slice(0, index).split('\n').length;
      faults.push(`${file}:${line}: ${what}. Name the columns that are needed.`);
    }
  }
}
for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
