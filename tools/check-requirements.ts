/**
 * Each statement of docs/requirements/ is proved by a test that exists. A row names its proofs as `path` › title, the
 * title as it is written in the source; one case of a test with many is named behind it (`path` › title › case), as a
 * text that stands in the test or in a module that it imports. Several proofs are parted by <br>. A row whose statement
 * the product does not keep says 'does not hold: why'; such rows are counted aloud. A comment that cites a row names one
 * that exists.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const excuse = 'does not hold: ';
/** it('…'), test.each(cases)('…'); not what is skipped. */
const beforeTitle = String.raw`(?:\b(?:it|test|describe)(?:\.(?!skip|todo|fixme|fails)\w+)*\(|\)\()\s*`;

const sources = new Map<string, string>();

function sourceOf(path: string): string {
  const source = sources.get(path) ?? readFileSync(path, 'utf8');
  sources.set(path, source);
  return source;
}

/** The modules that a test imports by a relative path. */
function importsOf(path: string): string[] {
  return [...sourceOf(path).matchAll(/from '(\.[^']+)'/g)].map(([, to = '']) => join(dirname(path), to));
}

function holds(path: string, label: string): boolean {
  return [`'${label}'`, `"${label}"`, `\`${label}\``].some((quoted) => sourceOf(path).includes(quoted));
}

/** What is wrong with one proof; null when nothing is. */
function faultOf(proof: string): string | null {
  const [, path = '', title = '', one] = /^`([^`]+)` › (.+?)(?: › (.+))?$/.exec(proof) ?? [];
  if (title === '') return `'${proof}' does not have the form \`path\` › title`;
  if (!/\.(?:test|spec)\.(?:ts|tsx|mjs)$/.test(path)) return `${path} is not a test`;
  if (!existsSync(path)) return `${path} does not exist`;
  const literal = title.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  const written = new RegExp(`${beforeTitle}(['"\`])${literal}\\1`);
  if (!written.test(sourceOf(path))) return `${path} has no test '${title}'`;
  if (one !== undefined && ![path, ...importsOf(path)].some((file) => holds(file, one)))
    return `'${title}' in ${path} has no case '${one}'`;
  return null;
}

const faults: string[] = [];
const excused: string[] = [];
const numbers = new Set<string>();

for (const file of globSync('docs/requirements/*.md').sort()) {
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));
    const [, number = '', statement = '', proved = ''] = cells;
    if (!/^\d+\.\d+$/.test(number)) continue;
    const place = `${file}, ${number}`;
    if (cells.length !== 5) faults.push(`${place}: a row has three cells.`);
    if (numbers.has(place)) faults.push(`${place}: this number is taken already.`);
    numbers.add(place);
    if (statement === '') faults.push(`${place}: it says nothing.`);
    if (proved === '') faults.push(`${place}: nothing proves it.`);
    else if (proved.startsWith(excuse)) excused.push(`${place}: ${proved}`);
    else
      for (const proof of proved.split('<br>')) {
        const fault = faultOf(proof.trim());
        if (fault !== null) faults.push(`${place}: ${fault}.`);
      }
  }
}
/** 'Requirements 2b, 3.1 and 3.4' in a comment; the end of a line may stand between. */
const citation = /Requirements (1|2b?), ((?:\d+\.\d+(?:, | and | to )?)+)/g;
const pages = globSync('docs/requirements/*.md');
for (const folder of ['packages/*/src', 'apps/*/src', 'apps/start', 'e2e', 'bench'])
  for (const path of globSync(`${folder}/**/*.{ts,tsx,mjs}`)) {
    const text = readFileSync(path, 'utf8').replaceAll(/\s*\n\s*(?:\*|\/\/)?\s*/g, ' ');
    for (const [, page, rows = ''] of text.matchAll(citation)) {
      const file = pages.find((one) => one.includes(`/${page}-`));
      for (const number of rows.match(/\d+\.\d+/g) ?? [])
        if (!numbers.has(`${file}, ${number}`))
          faults.push(`${path} cites row ${number} of ${file}, which is not there.`);
    }
  }
if (numbers.size === 0) faults.push('docs/requirements/ holds no statement.');
for (const sentence of [...faults, ...excused]) console.error(sentence);
console.log(`${numbers.size} statements, of which ${excused.length} do not hold.`);
process.exitCode = faults.length === 0 ? 0 : 1;
