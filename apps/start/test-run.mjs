import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
    passed: stats.expected + stats.flaky,
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
    { env: { ...process.env, CLEARCALL_FULL: full ? 'yes' : 'no' } },
  );
  const found = readReport(report);
  return judge(code, found && countVitest(found));
}

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
        CLEARCALL_CHROMIUM: chromium,
        CLEARCALL_E2E_DATA: join(folder, 'portal'),
        CLEARCALL_FULL: full ? 'yes' : 'no',
        PLAYWRIGHT_JSON_OUTPUT_NAME: report,
      },
    },
  );
  const found = readReport(report);
  return judge(code, found && countPlaywright(found));
}

const nothingCounted = { passed: 0, failed: 0, skipped: 0 };

/** The stages of the test command in order; each returns counts. Without the first two nothing else can run. */
const stages = [
  { name: 'install', needed: true, go: () => install().then(() => nothingCounted) },
  { name: 'build', needed: true, go: ({ node }) => build(node).then(() => nothingCounted) },
  { name: 'static checks', go: ({ node }) => check(node).then((failed) => ({ ...nothingCounted, failed })) },
  { name: 'unit and API tests', go: runVitest },
  { name: 'browser journeys', go: runPlaywright },
];

/**
 * Runs the whole test command and prints the summed counts alone on the last line. A failed static check, and a
 * stage that could not run, count as one failure each. `full` adds what takes longer. Returns the exit code.
 */
export async function runTests(node, { full }) {
  const folder = mkdtempSync(join(tmpdir(), 'clearcall-test-'));
  chmodSync(folder, 0o711); // where the tests run as root, the database runs under another account
  const total = { ...nothingCounted };
  const times = [];
  for (const { name, needed, go } of stages) {
    const start = performance.now();
    console.log(`\n== ${name}`);
    let counts;
    try {
      counts = await go({ node, full, folder });
    } catch (error) {
      console.error(error instanceof Refusal ? error.message : error);
      counts = { ...nothingCounted, failed: 1 };
    }
    for (const kind of Object.keys(total)) total[kind] += counts[kind];
    times.push(`${name} ${secondsSince(start)} s${counts.failed > 0 ? ' (FAILED)' : ''}`);
    if (needed && counts.failed > 0) break;
  }
  rmSync(folder, { recursive: true, force: true });
  console.log(`\n${times.join(', ')}`);
  console.log(summary(total));
  return total.failed > 0 ? 1 : 0;
}
