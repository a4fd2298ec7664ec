/**
 * Counts the lines of code of a commit by area, source and tests apart: no blanks, comments or generated files.
 *
 *     node tools/count-lines.ts            the last commit
 *     node tools/count-lines.ts main~20    another one
 */
import { execFileSync } from 'node:child_process';

const commit = process.argv[2] ?? 'HEAD';
const languages: { files: string[]; notCode: string }[] = [
  { files: ['*.ts', '*.tsx', '*.mjs'], notCode: String.raw`^\s*(//|/\*|\*[ /]|\*$|$)` },
  { files: ['*.css'], notCode: String.raw`^\s*(/\*|\*[ /]|\*$|$)` },
  { files: ['*.sql'], notCode: String.raw`^\s*(--|$)` },
];
const isTest = (file: string): boolean => /\.test\.tsx?$|^e2e\/|\/(testing|proofs)\//.test(file);
const areaOf = (file: string): string =>
  /^(apps|packages)\/[^/]+/.exec(file)?.[0] ?? file.split('/')[0] ?? file;

const areas = new Map<string, { source: number; tests: number }>();
for (const { files, notCode } of languages) {
  const patterns = [...files, ':!packages/i18n/src/compiled', ':!apps/api/src/platform/db/tables.ts'];
  const counts = execFileSync('git', ['grep', '-c', '-v', '-E', notCode, commit, '--', ...patterns], {
    encoding: 'utf8',
  });
  for (const line of counts.trim().split('\n')) {
    const [file = '', count] = line.slice(commit.length + 1).split(':');
    const area = areas.get(areaOf(file)) ?? { source: 0, tests: 0 };
    area[isTest(file) ? 'tests' : 'source'] += Number(count);
    areas.set(areaOf(file), area);
  }
}
const rows = [...areas].sort(([left], [right]) => left.localeCompare(right));
const total = { source: 0, tests: 0 };
for (const [, lines] of rows) {
  total.source += lines.source;
  total.tests += lines.tests;
}
console.table(Object.fromEntries([...rows, ['all', total]]));
