import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { checkout, Refusal } from './checkout.mjs';
import { waitForLock } from './lock.mjs';
import { npm } from './npm.mjs';

const oldest = 24;
const fetched = '24.21.0';
const folder = join(checkout, '.runtime');
const fetchedNode = join(folder, 'node_modules', '.bin', 'node');

/** The package that holds the program itself; the package `node` only fetches it by an install script. */
function runtimePackage() {
  const prefix = process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node';
  return `${prefix}-${process.platform}-${process.arch}@${fetched}`;
}

function runs(node) {
  if (!existsSync(node)) return false;
  try {
    return (
      Number.parseInt(execFileSync(node, ['-p', 'process.versions.node'], { encoding: 'utf8' }), 10) >= oldest
    );
  } catch {
    return false; // cut off while it was fetched, or fetched for another machine
  }
}

/**
 * The Node that runs everything but this launcher: the one at hand when it is new enough to run TypeScript,
 * otherwise one that npm fetches once into the ignored folder .runtime/. It also comes first on the PATH of
 * all programs that are started from here. Returns its path.
 */
export async function prepareRuntime() {
  let node = process.execPath;
  if (Number.parseInt(process.versions.node, 10) < oldest) {
    if (!runs(fetchedNode)) await fetchRuntime();
    node = fetchedNode;
  }
  process.env.PATH = `${dirname(node)}${delimiter}${process.env.PATH ?? ''}`;
  return node;
}

async function fetchRuntime() {
  mkdirSync(folder, { recursive: true });
  const lock = await waitForLock(join(folder, 'fetch.lock'), () =>
    console.log('Waiting for another start to fetch Node …'),
  );
  try {
    if (runs(fetchedNode)) return;
    console.log(`Fetching Node ${fetched}, because this one is ${process.versions.node} (once) …`);
    writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
    const { code } = await npm(
      ['install', '--prefix', folder, '--no-save', '--no-package-lock', runtimePackage()],
      {
        cwd: folder,
        whenBegun: lock.keepChild,
      },
    );
    if (code !== 0 || !runs(fetchedNode)) {
      throw new Refusal(
        `Node ${fetched} could not be fetched with npm. Look at the messages above, or install Node ${oldest} or newer yourself.`,
      );
    }
  } finally {
    lock.release();
  }
}
