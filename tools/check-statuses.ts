/**
 * One machine sets the statuses of applications and assignments: the table of commands decides, and
 * features/applications/workflow carries out. No other statement of the API changes one, nor deletes what has one.
 */
import { globSync, readFileSync } from 'node:fs';

/** Where the machine's decisions are carried out. */
const writer = 'apps/api/src/features/applications/workflow/';

/** Files that may do one of these all the same, each with its reason. */
const exceptions: Readonly<Record<string, string>> = {
  'apps/api/src/features/applications/erase.ts': 'deletes what the machine let go, for its writer alone',
  'apps/api/src/features/calls/links/check-links.ts': 'the status of a reply over HTTP',
};

const changes: readonly RegExp[] = [
  // In SQL, up to where the rows are chosen or the statement ends; the deletion of either.
  /\bupdate\s+(?:assignments|applications)\b(?:(?!\bwhere\b|`)[\s\S])*?\bstatus\s*=/gi,
  /\bdelete\s+from\s+(?:assignments|applications)\b/gi,
  /\bon\s+conflict\b(?:(?!`)[\s\S])*?\bdo\s+update\s+set\b(?:(?!\bwhere\b|`)[\s\S])*?\bstatus\s*=\s*excluded\./gi,
  // In Kysely.
  /updateTable\(\s*'(?:assignments|applications)'(?:(?!;)[\s\S])*?\bstatus\s*:/g,
  /deleteFrom\(\s*'(?:assignments|applications)'/g,
];

const faults: string[] = [];
for (const file of globSync('apps/api/src/**/*.ts')) {
  if (file.endsWith('.test.ts') || file.includes('/testing/')) continue;
  if (file.startsWith(writer) || exceptions[file] !== undefined) continue;
  const text = readFileSync(file, 'utf8');
  for (const change of changes)
    for (const { index } of text.matchAll(change)) {
      const line = text.slice(0, index).split('\n').length;
      faults.push(
        `${file}:${line}: changes the status of an application or an assignment. Give a command to the machine: ${writer}.`,
      );
    }
}
for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
