/**
 * Breaks the rules one by one and asks whether a test notices: `npm run mutate`, or `npm run mutate -- deadlines` for
 * one area, and `npm run mutate -- viewer scope.ts` for some of its files. The areas of the API are dearer, each mutant asks a database, and the workflow is long; they run when they are
 * named. A rule that can be broken without a red test is not proved. Stryker makes and runs the mutants (operators,
 * conditions, texts, statements); three kinds are ours, because it has none like them: a number that is one more, an
 * instant that is 900 ms later, and the clock read late. What no test could notice is named with its reason in
 * mutate-equivalents.ts. Ends with 1 when an area is below its bound, or when a mutant that is named there is none any
 * more.
 */
import { globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { type Equivalent, equivalents } from './mutate-equivalents.ts';

type MutantResult = Awaited<ReturnType<Stryker['runMutationTest']>>[number];

interface Area {
  /** The files that are broken. */
  mutate: readonly string[];
  /** The tests that are asked, in this order: the quick and near ones first. */
  tests: readonly string[];
  /** The tests need one. Each mutant takes seconds then: such an area runs only when it is named. */
  onDatabase?: true;
  /** It takes a quarter of an hour, and on a busy machine three: it runs only when it is named. */
  onRequest?: true;
  /** Only what lets more through than it did: conditions, filters and guards that are not there. */
  widened?: true;
}

const domain = 'packages/domain/src';
const users = 'apps/api/src/features/users';
const documents = 'apps/api/src/features/applications/documents';
const platform = 'apps/api/src/platform';
const proofs = 'apps/api/src/across/proofs';
const unitTests = [`${domain}/**/*.test.ts`];

const areas: Readonly<Record<string, Area>> = {
  permissions: {
    mutate: [`${domain}/permissions/!(*.test|sessions|sign-in-ways|mailed-links).ts`],
    tests: unitTests,
  },
  // Whoever sees what they may not is found by the three proofs alone, whatever the examples beside the rules say.
  viewer: {
    mutate: [
      `${domain}/permissions/{view-rules,scope,may-assign,disclosure,stance,project-application,project-assignment,decisions-for,assigned-people,project-person,see-internals,see-payees}.ts`,
    ],
    tests: [`${proofs}/{planted-texts,access-matrix,two-worlds}.test.ts`],
    onDatabase: true,
    widened: true,
  },
  deadlines: { mutate: [`${domain}/deadlines/!(*.test).ts`], tests: unitTests },
  sessions: { mutate: [`${domain}/permissions/{sessions,sign-in-ways,mailed-links}.ts`], tests: unitTests },
  limits: { mutate: [`${domain}/forms/limits.ts`, `${domain}/people/password.ts`], tests: unitTests },
  actions: {
    mutate: [`${domain}/workflow/{decide-*,commands,application-uid,step-index}.ts`],
    tests: unitTests,
  },
  // Walks by chance would notice more, and take seconds for each mutant.
  workflow: {
    mutate: [
      `${domain}/workflow/{effects,completion,command-needs,final-rows,decide,transition,due-commands,form-facts}.ts`,
    ],
    tests: [`${domain}/workflow/!(*.property).test.ts`],
    onRequest: true,
  },
  'api-refresh': {
    mutate: [`${users}/refresh-session.ts`],
    tests: [`${users}/refresh-session.test.ts`],
    onDatabase: true,
  },
  'api-log-in': {
    mutate: [`${users}/{log-in,start-session,open-session}.ts`],
    tests: [
      `${users}/{log-in,refresh-session,slow-down}.test.ts`,
      `${users}/identities/identities.test.ts`,
      `${users}/passkeys/*.test.ts`,
    ],
    onDatabase: true,
  },
  'api-end': {
    mutate: [`${users}/{end-sessions,log-out,session-cookie}.ts`, `${platform}/auth/authenticate.ts`],
    tests: [
      `${users}/{sessions,log-in,refresh-session,reset-password}.test.ts`,
      `${platform}/auth/authenticate.test.ts`,
    ],
    onDatabase: true,
  },
  'api-http': {
    mutate: [`${platform}/http/bind.ts`],
    tests: [`${platform}/http/bind.test.ts`, `${platform}/http/serve.test.ts`, `${users}/sessions.test.ts`],
    onDatabase: true,
  },
  'api-openid': {
    mutate: [`${users}/identities/{come-back,go-to-provider,round-trip}.ts`],
    tests: [`${users}/identities/*.test.ts`],
    onDatabase: true,
  },
  'api-uploads': {
    mutate: [`${documents}/{upload,checks,check-line,finish-check}.ts`, `${platform}/http/receive-parts.ts`],
    tests: [
      `${documents}/{documents,room,slow-lines,uploads}.test.ts`,
      'apps/api/src/features/applications/idempotency.test.ts',
    ],
    onDatabase: true,
  },
  'api-pdf-line': {
    mutate: [`${documents}/{pdf-process,has-mark,clean-pdf,bare-image,clean-copy}.ts`],
    tests: [`${documents}/{pdf-process,clean-pdf,clean-copy}.test.ts`],
    onDatabase: true,
  },
  'api-slow-down': {
    mutate: [`${users}/throttling.ts`],
    tests: [`${users}/throttling.test.ts`],
    onDatabase: true,
  },
};

/** Of a hundred mutants so many are noticed at least. */
const bound = 95;

/** As much of a node of the syntax tree as is asked here. */
interface Node {
  type: string;
  value?: unknown;
  operator?: string;
  left?: Node;
  right?: Node;
  test?: Node;
  consequent?: Node;
  alternate?: Node | null;
  argument?: Node | null;
  /** Of a function one expression, of a block its statements. */
  body?: Node | Node[];
  elements?: unknown[];
  properties?: unknown[];
  callee?: { object?: Node; property?: { name?: string } };
  property?: { name?: string };
}

/** A node, and the way to it. */
interface Path {
  node: Node;
  parent: Node;
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
  {
    // The moment at which the headers came, in place of which the clock is read when the body is there.
    name: 'Moment',
    *mutate({ node, parent }: Path) {
      if (node.type !== 'MemberExpression' || node.property?.name !== 'receivedAt' || parent.left === node)
        return;
      const named = (name: string) => ({ type: 'Identifier', name });
      const callee = { type: 'MemberExpression', object: named('platform'), property: named('now') };
      yield { type: 'CallExpression', callee, arguments: [] };
    },
  },
];

/** Whether a branch gives nothing: null, false, or something empty. */
function denies(node: Node | null | undefined): boolean {
  switch (node?.type) {
    case 'BlockStatement':
      return Array.isArray(node.body) && node.body.length === 1 && denies(node.body[0]);
    case 'ReturnStatement':
      return denies(node.argument);
    case 'NullLiteral':
      return true;
    case 'BooleanLiteral':
      return node.value === false;
    case 'ArrayExpression':
      return node.elements?.length === 0;
    case 'ObjectExpression':
      return node.properties?.length === 0;
    default:
      return false;
  }
}

const answers: readonly string[] = ['BinaryExpression', 'CallExpression', 'UnaryExpression'];

/** A rule that lets more through: a condition, a filter or a guard less. */
const widenedKinds = [
  {
    name: 'Widened',
    *mutate({ node, parent }: Path) {
      const constant = (value: boolean) => ({ type: 'BooleanLiteral', value });
      const isTest = parent.test === node;
      if (isTest && denies(parent.consequent)) yield constant(false);
      if (isTest && denies(parent.alternate)) yield constant(true);
      if (node.type === 'LogicalExpression' && node.operator === '&&') {
        yield structuredClone(node.left);
        yield structuredClone(node.right);
      }
      if (node.type === 'CallExpression' && node.callee?.property?.name === 'filter')
        yield structuredClone(node.callee.object);
      const isAnswer =
        (parent.type === 'ArrowFunctionExpression' && parent.body === node) ||
        (parent.type === 'ReturnStatement' && parent.argument === node);
      if (isAnswer && answers.includes(node.type) && saysWhether(node)) yield constant(true);
    },
  },
];

/** Whether an expression is true or false, as far as its looks tell. */
const saysWhether = ({ type, operator = '', callee }: Node): boolean =>
  type === 'CallExpression'
    ? ['some', 'every', 'includes', 'has'].includes(callee?.property?.name ?? '')
    : ['===', '!==', '!'].includes(operator);

/** Stryker has no way to be given kinds of one's own; its list of them can be changed. */
async function openKinds(): Promise<(area: Area) => void> {
  const list = '../node_modules/@stryker-mutator/instrumenter/dist/src/mutators/index.js';
  const { allMutators }: { allMutators: object[] } = await import(list);
  const usual = [...allMutators, ...ownKinds];
  return ({ widened }) => {
    allMutators.splice(0, allMutators.length, ...(widened ? widenedKinds : usual));
  };
}

const root = join(import.meta.dirname, '..');
const scratch = join(root, '.cache', `mutants-${process.pid}`);

/** Stryker leaves its copies where it is interrupted. */
function removeLeftovers(): void {
  for (const folder of globSync('.cache/mutants-*')) {
    try {
      process.kill(Number(folder.split('-').at(-1)), 0);
    } catch {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}

function run({ mutate, tests, onDatabase }: Area, only: readonly string[]): Promise<MutantResult[]> {
  process.env.MUTATE_TESTS = tests.join(' ');
  process.env.MUTATE_DATABASE = onDatabase ? 'yes' : '';
  return new Stryker({
    mutate:
      only.length === 0 ? [...mutate] : globSync(mutate).filter((file) => only.includes(basename(file))),
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'tools/mutate-tests.ts' },
    coverageAnalysis: 'perTest',
    concurrency: 1,
    reporters: ['progress-append-only'],
    allowConsoleColors: false,
    tempDirName: scratch,
    // The copy lies below the checkout, where its packages are found anyway: the process that looks into PDFs, which may
    // read little, does not start behind a link to them.
    symlinkNodeModules: false,
    // Of a statement the texts are columns and tables, which the database holds: there the rules alone are broken.
    ...(onDatabase
      ? {
          mutator: {
            excludedMutations: ['StringLiteral', 'ObjectLiteral', 'ArrayDeclaration', 'MethodExpression'],
          },
        }
      : {}),
    // What takes too long counts as noticed: a busy machine must not make it look so.
    timeoutMS: 60_000,
    dryRunTimeoutMinutes: 30,
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

interface Survivor extends Omit<Equivalent, 'why'> {
  /** Where it is now, for a reader. */
  place: string;
}

function survivorsOf(results: readonly MutantResult[]): Survivor[] {
  return results
    .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
    .map(({ fileName, location, replacement }) => {
      const file = relative(root, fileName);
      const lines = readFileSync(join(root, file), 'utf8').split('\n');
      const mutant = `${textAt(lines, location)} → ${oneLine(replacement)}`;
      const line = oneLine(lines[location.start.line - 1] ?? '');
      return { file: basename(file), line, mutant, place: `${file}:${location.start.line}: ${mutant}` };
    });
}

const isSame = (one: Omit<Equivalent, 'why'>, other: Omit<Equivalent, 'why'>): boolean =>
  one.file === other.file && one.line === other.line && one.mutant === other.mutant;

const given = process.argv.slice(2);
const only = given.filter((name) => name.endsWith('.ts'));
const asked = given.filter((name) => !only.includes(name));
const unknown = asked.filter((name) => areas[name] === undefined);
if (unknown.length > 0) {
  console.error(`There is no area '${unknown[0]}'. There are: ${Object.keys(areas).join(', ')}.`);
  process.exit(2);
}
const useKindsOf = await openKinds();
process.chdir(root);
removeLeftovers();
mkdirSync(scratch, { recursive: true });

const faults: string[] = [];
const begun = performance.now();
for (const [name, area] of Object.entries(areas)) {
  if (asked.length > 0 ? !asked.includes(name) : (area.onDatabase ?? area.onRequest)) continue;
  useKindsOf(area);
  const results = await run(area, only);
  const judged = results.filter(({ status }) =>
    ['Killed', 'Timeout', 'Survived', 'NoCoverage'].includes(status),
  );
  const survivors = survivorsOf(judged);
  const files = new Set(results.map(({ fileName }) => basename(fileName)));
  const known = equivalents.filter(({ file }) => files.has(file));
  const gaps = survivors.filter((one) => !known.some((equivalent) => isSame(equivalent, one)));
  // What is named is named of the usual kinds; an area that breaks the same files in other ways says nothing of it.
  const looked = area.widened ? [] : known;
  for (const left of looked.filter((equivalent) => !survivors.some((one) => isSame(equivalent, one))))
    faults.push(`mutate-equivalents.ts: '${left.mutant}' in ${left.file} is noticed now, or gone.`);
  const counted = judged.length - (survivors.length - gaps.length);
  const share = ((counted - gaps.length) / counted) * 100;
  for (const { place, line } of gaps) console.log(`  not noticed: ${place}\n    in ${line}`);
  console.log(
    `${name}: ${counted - gaps.length} of ${counted} noticed (${share.toFixed(1)} %), ${survivors.length - gaps.length} more could not be.`,
  );
  if (share < bound) faults.push(`${name}: ${share.toFixed(1)} % are noticed, ${bound} % is the bound.`);
}
for (const fault of faults) console.error(fault);
rmSync(scratch, { recursive: true, force: true });
console.log(`${Math.round((performance.now() - begun) / 1_000)} s.`);
process.exitCode = faults.length === 0 ? 0 : 1;
