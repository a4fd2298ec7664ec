/**
 * docs/who-sees-what.md shows the table of disclosure as it is. `node tools/check-disclosure-page.ts --write` prints it
 * again.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import {
  disclosure,
  extents,
  type Relation,
  relations,
} from '../packages/domain/src/permissions/disclosure.ts';

const page = 'docs/who-sees-what.md';
const begin = '<!-- printed from the table of disclosure -->';
const end = '<!-- end of what is printed -->';

const nameOf = (relation: string): string => relation.replace('_', ' ');

function disclosedTo({
  fact: _,
  ...row
}: { fact: string } & { [relation in Relation]?: keyof typeof extents }) {
  const entries = Object.entries(row);
  return [...new Set(Object.values(row))]
    .map((extent) => {
      const names = entries.flatMap(([relation, one]) => (one === extent ? [nameOf(relation)] : []));
      return `${names.join(', ')}: ${extents[extent]}`;
    })
    .join('; ');
}

const printed = `${begin}

| Relation | |
|---|---|
${Object.entries(relations)
  .map(([relation, meaning]) => `| ${nameOf(relation)} | ${meaning} |`)
  .join('\n')}

Of the first four a person has one, the first that holds; the others come to it, and of several the one that learns most
counts. A relation that is not named learns nothing.

| Fact | Disclosed to |
|---|---|
${Object.values(disclosure)
  .map((row) => `| ${row.fact} | ${disclosedTo(row)} |`)
  .join('\n')}

${end}`;

const before = readFileSync(page, 'utf8');
const [head = '', rest = ''] = before.split(begin);
const text = `${head}${printed}${rest.split(end)[1] ?? ''}`;

if (process.argv.includes('--write')) writeFileSync(page, text);
else if (before !== text) {
  console.error(
    `${page} is not the table of disclosure. Print it: node tools/check-disclosure-page.ts --write`,
  );
  process.exitCode = 1;
}
