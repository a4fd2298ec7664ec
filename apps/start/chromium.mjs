import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { cacheFolder, checkout, Refusal } from './checkout.mjs';
import { hasHome } from './npm.mjs';
import { run } from './run.mjs';

// The one without windows first: the journeys take a third less time in it.
const systemNames = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
];
/** As Debian calls them; older releases have only the second. */
const debianPackages = ['chromium-headless-shell', 'chromium'];
const macBrowser = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/** Whether a browser starts at all: one that lacks a library, or only tells to install a snap, does not. */
function works(path) {
  if (!path || !existsSync(path)) return false;
  try {
    return /chrom/i.test(
      execFileSync(path, ['--version'], { encoding: 'utf8', timeout: 20_000, stdio: 'pipe' }),
    );
  } catch {
    return false;
  }
}

function systemBrowser() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return [...folders.flatMap((folder) => systemNames.map((name) => join(folder, name))), macBrowser].find(
    works,
  );
}

/** What a line of script prints on the runtime, run in e2e/ where Playwright and its kin are dependencies. */
async function ask(node, script, env = {}) {
  const { code, output } = await run(node, ['--input-type=module', '-e', script], {
    quiet: true,
    cwd: join(checkout, 'e2e'),
    env: { ...process.env, ...env },
  });
  return code === 0 ? output.trim().split('\n').at(-1) : undefined;
}

const playwrightBrowser = (node) =>
  ask(node, "import { chromium } from '@playwright/test'; console.log(chromium.executablePath());");

async function fetchPlaywrights(node) {
  const cli = join(checkout, 'node_modules', '@playwright/test/cli.js');
  const { code } = await run(node, [cli, 'install', 'chromium'], { quiet: true, timeout: 180_000 });
  return code === 0 ? playwrightBrowser(node) : undefined;
}

async function fromDebian() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined;
  const options = {
    quiet: true,
    timeout: 300_000,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  };
  await run('apt-get', ['update'], options);
  for (const name of debianPackages) {
    await run('apt-get', ['install', '-y', '--no-install-recommends', name], options);
    const browser = systemBrowser();
    if (browser !== undefined) return browser;
  }
  return undefined;
}

/** The Chromium of the npm package @sparticuz/chromium, with the libraries that it brings along. */
async function fromNpm(node) {
  const folder = cacheFolder('chromium');
  // The variable makes it unpack its libraries too; they would otherwise have to be on the machine.
  const program = await ask(
    node,
    "import chromium from '@sparticuz/chromium'; console.log(await chromium.executablePath());",
    { TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x', AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' },
  );
  if (program === undefined) return undefined;
  const start = join(folder, 'start-chromium');
  writeFileSync(
    start,
    `#!/bin/sh\nLD_LIBRARY_PATH="${folder}/al2023/lib:$LD_LIBRARY_PATH" exec "${program}" "$@"\n`,
  );
  chmodSync(start, 0o755);
  return start;
}

/**
 * The path of a Chromium that starts: the one that CLEARCALL_CHROMIUM names, Playwright's own, one of the
 * machine; else it is fetched, by Playwright, from Debian (as root), or from npm. Refuses when nothing helps.
 */
export async function findChromium(node) {
  const named = process.env.CLEARCALL_CHROMIUM;
  if (named) {
    if (works(named)) return named;
    throw new Refusal(`CLEARCALL_CHROMIUM is '${named}', and that browser does not start.`);
  }
  if (process.env.PLAYWRIGHT_BROWSERS_PATH === undefined && !hasHome()) {
    process.env.PLAYWRIGHT_BROWSERS_PATH = cacheFolder('playwright');
  }
  const ways = [
    ['', () => playwrightBrowser(node)],
    ['', systemBrowser],
    ['Fetching Chromium with Playwright …', () => fetchPlaywrights(node)],
    ['Installing Chromium from Debian …', fromDebian],
    ['Unpacking Chromium from npm …', () => fromNpm(node)],
  ];
  for (const [what, way] of ways) {
    if (what !== '') console.log(what);
    const path = await way();
    if (path && works(path)) return path;
  }
  throw new Refusal(
    'No Chromium was found, and none could be fetched. Install one, or set CLEARCALL_CHROMIUM to its path.',
  );
}
