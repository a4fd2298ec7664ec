import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { build } from './build.mjs';
import { check } from './check.mjs';
import { checkout, Refusal } from './checkout.mjs';
import { findChromium } from './chromium.mjs';
import { install } from './install.mjs';
import { run, secondsSince } from './run.mjs';

function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined; // ended before it could write
  }
}

/** Counts of a vitest report; a file that could not even be loaded counts as one failed test. */
export function countVitest(report) {
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  ).length;
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded,
    skipped: report.numPendingTests + (report.numTodoTests ?? 0),
  };
}

/** Counts of a Playwright report; a failure outside any test counts as one. */
export function countPlaywright({ stats, errors }) {
  return {
    passed: stats.expected,
    failed: stats.unexpected + (errors?.length ?? 0),
    skipped: stats.skipped,
  };
}

/** A program that failed, or left no report, has at least one failure, whatever else it says. */
export function judge(code, counts) {
  const { passed = 0, failed = 0, skipped = 0 } = counts ?? {};
  const missed = failed === 0 && (code !== 0 || counts === undefined);
  return { passed, failed: missed ? 1 : failed, skipped };
}

/** The last line of `npm test`. */
export function summary({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

const firstLine = (text = '') => stripVTControlCharacters(text).trim().split('\n')[0];
const inCheckout = (path) => relative(checkout, path).replaceAll('\\', '/');

/** Failed tests of a vitest report, and files that could not be loaded: { title, error } of each. */
export function nameVitest({ testResults }) {
  return testResults.flatMap(({ name, status, message, assertionResults }) =>
    status === 'failed' && assertionResults.length === 0
      ? [{ title: inCheckout(name), error: firstLine(message) }]
      : assertionResults
          .filter((test) => test.status === 'failed')
          .map(({ fullName, failureMessages }) => ({
            title: `${inCheckout(name)} › ${fullName}`,
            error: firstLine(failureMessages[0]),
          })),
  );
}

/** Failed tests of a Playwright report, and failures outside of any test. */
export function namePlaywright({ config, errors, suites }) {
  const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];
  const named = suites.flatMap(specsOf).flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected')
      .map(({ projectName, results }) => ({
        title: `${inCheckout(join(config.rootDir, file))} › ${title} [${projectName}]`,
        error: firstLine(results.find(({ error }) => error !== undefined)?.error.message),
      })),
  );
  const outside = (errors ?? []).map(({ message }) => ({
    title: inCheckout(config.rootDir),
    error: firstLine(message),
  }));
  return [...outside, ...named];
}

const maxNamed = 20;

/** Lines that repeat the failed tests at the end of the run, because it prints thousands of lines before. */
export function printNamed(named) {
  const lines = named.slice(0, maxNamed).flatMap(({ title, error }) => [`Failed: ${title}`, `    ${error}`]);
  return named.length > maxNamed ? [...lines, `and ${named.length - maxNamed} more`] : lines;
}

/** Hundreds of processes begin with the same code: each compiles only what none before it has. */
const compiled = { NODE_COMPILE_CACHE: join(checkout, '.cache', 'compiled') };

async function runVitest({ node, full, folder }) {
  const report = join(folder, 'vitest.json');
  const { code } = await run(
    node,
    [
      join(checkout, 'node_modules/vitest/vitest.mjs'),
      'run',
      ...(full ? [] : ['--project=!full']),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    { env: { ...process.env, ...compiled, CLEARCALL_FULL: full ? 'yes' : 'no' } },
  );
  const found = readReport(report);
  return { ...judge(code, found && countVitest(found)), named: found && nameVitest(found) };
}

/** Where a file says that it is the turn of the journeys. */
const turnIn = (folder) => join(folder, 'turn-of-journeys');

/** Starts the portal and what else the journeys need; they begin when it is their turn. */
async function runPlaywright({ node, full, folder }) {
  const report = join(folder, 'playwright.json');
  const chromium = await findChromium(node);
  console.log(`Browser: ${chromium}`);
  const { code } = await run(
    node,
    [
      join(checkout, 'node_modules/@playwright/test/cli.js'),
      'test',
      '--config=e2e/playwright.config.ts',
      ...(full ? [] : ['--grep-invert=@full']),
      '--reporter=list,json',
    ],
    {
      env: {
        ...process.env,
        ...compiled,
        CLEARCALL_CHROMIUM: chromium,
        CLEARCALL_E2E_DATA: join(folder, 'portal'),
        CLEARCALL_E2E_TURN: turnIn(folder),
        CLEARCALL_FULL: full ? 'yes' : 'no',
        PLAYWRIGHT_JSON_OUTPUT_NAME: report,
      },
    },
  );
  const found = readReport(report);
  return { ...judge(code, found && countPlaywright(found)), named: found && namePlaywright(found) };
}

const nothingCounted = { passed: 0, failed: 0, skipped: 0 };

/**
 * The stages of the test command in order; each returns counts, and may name tests. Without those that are needed nothing
 * else can run. What goes on beside a stage takes what that one leaves of the machine, and says its lines after it. What a
 * stage has ahead begins with the stage before it.
 */
const stages = [
  { name: 'install', needed: true, go: () => install().then(() => nothingCounted) },
  { name: 'build', needed: true, go: ({ node }) => build(node).then(() => nothingCounted) },
  {
    name: 'unit and API tests',
    go: runVitest,
    beside: {
      name: 'static checks',
      go: ({ node, say }) => check(node, say).then((failed) => ({ ...nothingCounted, failed })),
    },
  },
  {
    name: 'browser journeys',
    ahead: runPlaywright,
    go: ({ folder, ahead }) => {
      writeFileSync(turnIn(folder), '');
      return ahead;
    },
  },
];

/** Runs one stage to its end: its counts, tests that it names, and how long it took. */
async function carryOut({ name, go }, context) {
  const start = performance.now();
  let counts;
  try {
    counts = await go(context);
  } catch (error) {
    context.say(error instanceof Refusal ? error.message : error);
    counts = { ...nothingCounted, failed: 1 };
  }
  const time = `${name} ${secondsSince(start)} s${counts.failed > 0 ? ' (FAILED)' : ''}`;
  return { counts, named: counts.named ?? [], time };
}

/**
 * Runs the whole test command and prints the summed counts alone on the last line. A failed static check, and a
 * stage that could not run, count as one failure each. The lines before it name the failed tests and how long each stage
 * took. `full` adds what takes longer. Returns the exit code.
 */
export async function runTests(node, { full }) {
  const folder = mkdtempSync(join(tmpdir(), 'clearcall-test-'));
  chmodSync(folder, 0o711); // where the tests run as root, the database runs under another account
  const context = { node, full, folder, say: (text) => console.log(text) };
  const total = { ...nothingCounted };
  const times = [];
  const named = [];
  const add = (done) => {
    for (const kind of Object.keys(total)) total[kind] += done.counts[kind];
    named.push(...done.named);
    times.push(done.time);
  };
  let ahead;
  for (const [index, stage] of stages.entries()) {
    console.log(`\n== ${stage.name}`);
    const lines = [];
    const beside = stage.beside && carryOut(stage.beside, { ...context, say: (line) => lines.push(line) });
    const begun = ahead;
    ahead = stages[index + 1]?.ahead?.(context);
    ahead?.catch(() => {}); // its own stage hears of it
    const done = await carryOut(stage, { ...context, ahead: begun });
    add(done);
    if (beside !== undefined) {
      add(await beside);
      console.log(`\n== ${stage.beside.name}, beside them`);
      for (const line of lines) console.log(line);
    }
    if (stage.needed && done.counts.failed > 0) break;
  }
  rmSync(folder, { recursive: true, force: true });
  for (const line of ['', ...printNamed(named)]) console.log(line);
  console.log(times.join(', '));
  console.log(summary(total));
  return total.failed > 0 ? 1 : 0;
}
