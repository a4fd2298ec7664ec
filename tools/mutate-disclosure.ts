/**
 * Breaks the lines of the table of disclosure one by one and asks whether a test of the permissions notices: `node
 * tools/mutate-disclosure.ts`, or with the names of facts. Each entry is taken away, and each fact is disclosed to all who
 * read. Ends with 1 when no test notices one of them. The table is a constant: Stryker would ask all tests each time.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { disclosure } from '../packages/domain/src/permissions/disclosure.ts';

const file = 'packages/domain/src/permissions/disclosure.ts';
const source = readFileSync(file, 'utf8');
const readers = ['reader', 'conflicted', 'form_reader', 'work_reader'];
const wanted = process.argv.slice(2);

/** What no test could notice, and why. */
const equivalents: Readonly<Record<string, string>> = {
  'decisionReason without staff': 'staff read every review, and so its reason',
  'draft to all readers': 'a draft is there for its applicant alone',
  'endedWork to all readers': 'is asked only about steps that the viewer assigns',
};

/** The source with another row for the fact. */
function withRow(fact: string, row: Readonly<Record<string, string>>): string {
  const start = source.indexOf(`\n  ${fact}: {`);
  const end = source.indexOf('},\n', start);
  const entries = Object.entries(row).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return `${source.slice(0, start)}\n  ${fact}: { ${entries.join(', ')} ${source.slice(end)}`;
}

function isNoticed(text: string): boolean {
  writeFileSync(file, text);
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project=unit', '--bail=1', '--reporter=dot'];
  const run = spawnSync(process.execPath, [...vitest, 'packages/domain/src/permissions'], {
    stdio: 'ignore',
  });
  return run.status !== 0;
}

const survivors: string[] = [];
let count = 0;
try {
  for (const [fact, row] of Object.entries(disclosure)) {
    if (wanted.length > 0 && !wanted.includes(fact)) continue;
    const { fact: text, ...entries }: { fact: string; [relation: string]: string } = row;
    const without = Object.keys(entries).map((relation) => {
      const { [relation]: _, ...rest } = entries;
      return [`${fact} without ${relation}`, { fact: text, ...rest }] as const;
    });
    const widened = Object.fromEntries(readers.map((relation) => [relation, 'all']));
    const mutants = [...without, [`${fact} to all readers`, { fact: text, ...entries, ...widened }] as const];
    for (const [name, mutant] of mutants) {
      if (name in equivalents) continue;
      count += 1;
      const noticed = isNoticed(withRow(fact, mutant));
      if (!noticed) survivors.push(name);
      console.log(`${noticed ? 'noticed ' : 'SURVIVED'} ${name}`);
    }
  }
} finally {
  writeFileSync(file, source);
}
console.log(`${count} mutants, ${survivors.length} survived`);
if (survivors.length > 0) process.exitCode = 1;
