import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder, checkout, Refusal } from './checkout.mjs';
import { fingerprint } from './fingerprint.mjs';
import { waitForLock } from './lock.mjs';
import { npm } from './npm.mjs';
import { secondsSince } from './run.mjs';
import { readStamp, writeStamp } from './stamp.mjs';

const stampFile = join(checkout, 'node_modules', '.clearcall-stamp');
const installedLock = join(checkout, 'node_modules', '.package-lock.json');

/** The files that say what has to be installed. */
function manifests() {
  const { workspaces } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8'));
  const folders = workspaces.flatMap((pattern) =>
    pattern.endsWith('/*')
      ? readdirSync(join(checkout, pattern.slice(0, -2))).map((name) => join(pattern.slice(0, -2), name))
      : [pattern],
  );
  return ['package-lock.json', 'package.json', ...folders.map((folder) => join(folder, 'package.json'))];
}

/** Whether npm's own note of what is installed agrees with the lock file, and the lock file with the manifests. */
function isInstalled() {
  if (!existsSync(installedLock)) return false;
  const wanted = JSON.parse(readFileSync(join(checkout, 'package-lock.json'), 'utf8')).packages;
  const present = JSON.parse(readFileSync(installedLock, 'utf8')).packages;
  const packagesAgree = Object.entries(wanted).every(([path, { version, link, integrity, optional }]) => {
    if (!path.startsWith('node_modules/') && !path.includes('/node_modules/')) return true;
    const found = present[path];
    if (found === undefined) return optional === true; // made for another platform
    return link === true ? found.link === true : found.version === version && found.integrity === integrity;
  });
  const nothingElse = Object.keys(present).every((path) => path in wanted);
  const manifestsAgree = manifests()
    .filter((file) => file.endsWith('package.json') && existsSync(join(checkout, file)))
    .every((file) => {
      const manifest = JSON.parse(readFileSync(join(checkout, file), 'utf8'));
      const locked =
        wanted[file === 'package.json' ? '' : file.slice(0, -'/package.json'.length).replaceAll('\\', '/')];
      return ['dependencies', 'devDependencies', 'optionalDependencies'].every(
        (kind) => JSON.stringify(sorted(manifest[kind])) === JSON.stringify(sorted(locked?.[kind])),
      );
    });
  return packagesAgree && nothingElse && manifestsAgree;
}

const sorted = (record = {}) => Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1));

/** Exactly the lock file; where npm finds that it does not name every package of every platform, what it names. */
async function fetchDependencies(whenBegun) {
  const clean = await npm(['ci', '--loglevel=error'], { quiet: true, whenBegun });
  if (clean.code === 0) return;
  if (!clean.output.includes('EUSAGE')) {
    throw new Refusal(`${clean.output}\nThe dependencies could not be installed: npm ci failed, see above.`);
  }
  console.log(
    'The lock file is not complete (node tools/complete-lock-file.ts completes it); installing what it names.',
  );
  const { code } = await npm(['install', '--no-save'], { whenBegun });
  if (code !== 0)
    throw new Refusal('The dependencies could not be installed: npm install failed, see above.');
}

/**
 * Installs the dependencies exactly as the lock file says, and only when they are not: a stamp over the
 * manifests answers in a millisecond. Two starts at once do not get into each other's way.
 */
export async function install() {
  const prints = fingerprint(manifests());
  const upToDate = () => existsSync(installedLock) && readStamp(stampFile)?.quick === prints.quick;
  if (upToDate()) return;
  const lock = await waitForLock(join(cacheFolder('locks'), 'install.lock'), ({ pid }) =>
    console.log(`Waiting for another installation (process ${pid}) …`),
  );
  try {
    if (upToDate()) return;
    if (!isInstalled()) {
      const start = performance.now();
      console.log('Installing dependencies …');
      await fetchDependencies(lock.keepChild);
      console.log(`Installed in ${secondsSince(start)} s.`);
    }
    writeStamp(stampFile, { quick: prints.quick });
  } finally {
    lock.release();
  }
}
