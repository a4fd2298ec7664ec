import { execFileSync } from 'node:child_process';
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, parse } from 'node:path';
import { Refusal } from './checkout.mjs';

const isRoot = () => process.getuid?.() === 0;

function idOf(flag, name) {
  try {
    return Number(
      execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
    );
  } catch {
    return undefined;
  }
}

function accountNamed(name) {
  const uid = idOf('-u', name);
  const gid = idOf('-g', name);
  return uid === undefined || gid === undefined || uid === 0 ? undefined : { uid, gid };
}

/**
 * The account that PostgreSQL runs as, because it refuses to run as root: for root the owner of an existing
 * cluster, else a service account of the machine. Returns { uid, gid }, or undefined for "ours".
 * Refuses a cluster of somebody else.
 */
export function accountFor(cluster) {
  const owner = statSync(cluster, { throwIfNoEntry: false });
  if (!isRoot()) {
    if (owner !== undefined && owner.uid !== process.getuid?.()) {
      throw new Refusal(
        `The database in ${cluster} belongs to another account of this machine. Start as that account (or as root, if it was root who started first), or set DATA_DIR to another folder.`,
      );
    }
    return undefined;
  }
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const account = ['postgres', '_postgres', 'nobody'].map(accountNamed).find((found) => found !== undefined);
  if (account === undefined) {
    throw new Refusal(
      'PostgreSQL does not run as root, and this machine has neither an account postgres nor nobody. Start as an ordinary user, or set DATABASE_URL.',
    );
  }
  return account;
}

/** Whether an account may walk to a path; judged by the modes of all folders above it and its own. */
export function canReach(path, account) {
  if (account === undefined) return true;
  let real;
  try {
    real = realpathSync(path);
  } catch {
    return false;
  }
  for (let step = real; ; step = dirname(step)) {
    const { uid, gid, mode } = statSync(step);
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (step === parse(step).root) return true;
  }
}

/** Whether an account may also read the file at a path that it can reach. */
export function canRun(path, account) {
  if (!canReach(path, account)) return false;
  if (account === undefined) return true;
  try {
    // The modes say what is allowed, but a mount without execution, or a library for another system, shows only here.
    execFileSync(path, ['--version'], { ...account, cwd: '/', stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** The last lines of a text file, for messages; '' when there is none. */
export function lastLines(path, count, from = 0) {
  try {
    return readFileSync(path).subarray(from).toString('utf8').trim().split('\n').slice(-count).join('\n');
  } catch {
    return '';
  }
}
