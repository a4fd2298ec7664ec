/**
 * Every package that a manifest of ours asks for has its line in docs/decisions/0016-dependencies.md, with all its cells,
 * and no line is left over. `@house/*` stands for all packages of a house that are asked for. The licence is that of the
 * installed package, where it is installed.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';

const page = 'docs/decisions/0016-dependencies.md';
const cells = [
  'newest release',
  'who is behind it',
  'licence',
  'what for',
  'what would take its place',
] as const;

interface Manifest {
  license?: string;
  workspaces?: string[];
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const read = (file: string): Manifest => JSON.parse(readFileSync(file, 'utf8'));

/** Who asks for each package: the folders of the workspaces. */
const askers = new Map<string, string[]>();
const workspaces = read('package.json').workspaces ?? [];
for (const file of ['package.json', ...workspaces.flatMap((one) => globSync(`${one}/package.json`))].sort()) {
  const { dependencies, devDependencies, optionalDependencies } = read(file);
  for (const name of Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies }))
    if (!name.startsWith('@clearcall/')) askers.set(name, [...(askers.get(name) ?? []), file]);
}

const faults: string[] = [];
const lines = new Map<string, string[]>();
for (const line of readFileSync(page, 'utf8').split('\n')) {
  const [, name, rest] = /^\| `([^`]+)` \|(.*)\|$/.exec(line) ?? [];
  if (name === undefined || rest === undefined) continue;
  if (lines.has(name)) faults.push(`${name} has two lines in ${page}.`);
  lines.set(
    name,
    rest.split('|').map((cell) => cell.trim()),
  );
}

const fits = (line: string, name: string): boolean =>
  line === name || (line.endsWith('/*') && name.startsWith(line.slice(0, -1)));
const bare = (licence: string): string => licence.replaceAll(/[()]/g, '');

for (const [line, entry] of lines) {
  const names = [...askers.keys()].filter((name) => fits(line, name));
  if (names.length === 0) faults.push(`Nobody asks for ${line}; its line in ${page} is left over.`);
  if (entry.length !== cells.length)
    faults.push(`${line} has ${entry.length} cells in ${page} behind its name.`);
  for (const [at, cell] of cells.entries())
    if ((entry[at] ?? '') === '') faults.push(`${line} does not say in ${page}: ${cell}.`);
  if (!/^\d{4}-\d\d-\d\d$/.test(entry[0] ?? '')) faults.push(`${line}: ${entry[0]} is no day (yyyy-mm-dd).`);
  for (const name of names) {
    const installed = `node_modules/${name}/package.json`;
    const licence = existsSync(installed) ? (read(installed).license ?? 'none') : undefined;
    if (licence !== undefined && bare(licence) !== entry[2])
      faults.push(`${name} has the licence ${licence}, ${page} says ${entry[2]}.`);
  }
}
for (const [name, files] of askers)
  if (![...lines.keys()].some((line) => fits(line, name)))
    faults.push(
      `${name}, which ${files.join(', ')} asks for, has no line in ${page}: who keeps it, and what else there is.`,
    );

for (const fault of faults) console.error(fault);
console.log(`${askers.size} direct dependencies in ${lines.size} lines.`);
process.exitCode = faults.length === 0 ? 0 : 1;
