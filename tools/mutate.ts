/**
 * Breaks the rules one by one and asks whether a test notices: `npm run mutate`, or `npm run mutate -- deadlines` for
 * one area. A rule that can be broken without a red test is not proved. Stryker makes and runs the mutants (operators,
 * conditions, texts, statements); two kinds are ours, because it has none like them: a number that is one more, and an
 * instant that is 900 ms later. What no test could notice is named with its reason in mutate-equivalents.ts. Ends with
 * 1 when an area is below its bound, or when a mutant that is named there is none any more.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { equivalents } from './mutate-equivalents.ts';

type MutantResult = Awaited<ReturnType<Stryker['runMutationTest']>>[number];

interface Area {
  /** The files that are broken. */
  mutate: readonly string[];
  /** The tests that are asked. */
  tests: readonly string[];
  onDatabase?: true;
}

const domain = 'packages/domain/src';
const users = 'apps/api/src/features/users';
const unitTests = [`${domain}/**/*.test.ts`];

const areas: Readonly<Record<string, Area>> = {
  permissions: {
    mutate: [`${domain}/permissions/!(*.test|sessions|sign-in-ways|mailed-links).ts`],
    tests: unitTests,
  },
  deadlines: { mutate: [`${domain}/deadlines/!(*.test).ts`], tests: unitTests },
  sessions: { mutate: [`${domain}/permissions/{sessions,sign-in-ways,mailed-links}.ts`], tests: unitTests },
  limits: { mutate: [`${domain}/forms/limits.ts`, `${domain}/model/password.ts`], tests: unitTests },
  'sessions in the API': {
    mutate: [
      `${users}/{log-in,log-out,start-session,open-session,refresh-session,end-sessions,session-cookie,slow-down}.ts`,
      'apps/api/src/platform/auth/authenticate.ts',
    ],
    tests: [`${users}/{log-in,refresh-session,sessions,slow-down}.test.ts`],
    onDatabase: true,
  },
};

/** Of a hundred mutants so many are noticed at least. */
const bound = 95;

/** As much of a node of the syntax tree, and of the way to it, as is asked here. */
interface Path {
  node: { type: string; value?: unknown; callee?: { property?: { name?: string } } };
  parent: { type: string };
}

const number = (value: number) => ({ type: 'NumericLiteral', value });

/** What Stryker does not do by itself, in the form of its own kinds. */
const ownKinds = [
  {
    name: 'Number',
    *mutate({ node, parent }: Path) {
      if (node.type !== 'NumericLiteral' || parent.type.startsWith('TS')) return;
      yield number(Number(node.value) + 1);
    },
  },
  {
    name: 'Instant',
    *mutate({ node }: Path) {
      const called = node.type === 'CallExpression' ? node.callee?.property?.name : undefined;
      if (called !== 'parse' && called !== 'getTime') return;
      yield { type: 'BinaryExpression', operator: '+', left: structuredClone(node), right: number(900) };
    },
  },
];

/** Stryker has no way to be given kinds of one's own; its list of them can be added to. */
async function addOwnKinds(): Promise<void> {
  const list = '../node_modules/@stryker-mutator/instrumenter/dist/src/mutators/index.js';
  const { allMutators }: { allMutators: object[] } = await import(list);
  allMutators.push(...ownKinds);
}

const root = join(import.meta.dirname, '..');
const scratch = join(root, '.cache');

function run({ mutate, tests, onDatabase }: Area): Promise<MutantResult[]> {
  process.env.MUTATE_TESTS = tests.join(' ');
  process.env.MUTATE_DATABASE = onDatabase ? 'yes' : '';
  return new Stryker({
    mutate: [...mutate],
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'tools/mutate-tests.ts' },
    coverageAnalysis: 'perTest',
    concurrency: 1,
    reporters: ['progress-append-only'],
    allowConsoleColors: false,
    tempDirName: join(scratch, `mutants-${process.pid}`),
    ignorePatterns: ['.data', '.cache', '.runtime', 'docs', 'bench', 'e2e', '**/dist'],
  }).runMutationTest();
}

/** What stands in a file where a mutant is, in one line. */
function textAt(lines: readonly string[], { start, end }: MutantResult['location']): string {
  const taken = lines.slice(start.line - 1, end.line);
  const last = taken.length - 1;
  return oneLine(
    taken
      .map((line, at) =>
        line.slice(at === 0 ? start.column - 1 : 0, at === last ? end.column - 1 : undefined),
      )
      .join(' '),
  );
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

interface Survivor {
  /** Where it is now, for a reader. */
  place: string;
  /** The name under which mutate-equivalents.ts knows it, however the lines move. */
  name: string;
}

function survivorsOf(results: readonly MutantResult[]): Survivor[] {
  return results
    .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
    .map(({ fileName, location, replacement }) => {
      const file = relative(root, fileName);
      const was = textAt(readFileSync(join(root, file), 'utf8').split('\n'), location);
      const change = `${was} → ${oneLine(replacement)}`;
      return { place: `${file}:${location.start.line}: ${change}`, name: `${basename(file)}: ${change}` };
    });
}

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => areas[name] === undefined);
if (unknown.length > 0) {
  console.error(`There is no area '${unknown[0]}'. There are: ${Object.keys(areas).join(', ')}.`);
  process.exit(2);
}
await addOwnKinds();
process.chdir(root);
mkdirSync(scratch, { recursive: true });

const faults: string[] = [];
const begun = performance.now();
for (const [name, area] of Object.entries(areas)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const results = await run(area);
  const judged = results.filter(({ status }) =>
    ['Killed', 'Timeout', 'Survived', 'NoCoverage'].includes(status),
  );
  const survivors = survivorsOf(judged);
  const known = equivalents[name] ?? {};
  const gaps = survivors.filter((one) => known[one.name] === undefined);
  for (const left of Object.keys(known).filter((one) => survivors.every((survivor) => survivor.name !== one)))
    faults.push(`mutate-equivalents.ts, ${name}: '${left}' is noticed now, or gone; take it off the list.`);
  const counted = judged.length - (survivors.length - gaps.length);
  const share = ((counted - gaps.length) / counted) * 100;
  for (const { place } of gaps) console.log(`  not noticed: ${place}`);
  console.log(
    `${name}: ${counted - gaps.length} of ${counted} noticed (${share.toFixed(1)} %), ${survivors.length - gaps.length} more could not be.`,
  );
  if (share < bound) faults.push(`${name}: ${share.toFixed(1)} % are noticed, ${bound} % is the bound.`);
}
for (const fault of faults) console.error(fault);
console.log(`${Math.round((performance.now() - begun) / 1_000)} s.`);
process.exitCode = faults.length === 0 ? 0 : 1;
