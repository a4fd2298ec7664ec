import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Refusal } from './checkout.mjs';
import { makeDataFolder } from './data-folder.mjs';
import { isInterrupted, undoOnInterrupt } from './interrupt.mjs';
import { lockHolder, nameHolder, takeLock } from './lock.mjs';
import { accountFor, canReach, lastLines } from './postgres-account.mjs';
import { preparePrograms } from './postgres-programs.mjs';
import { here, parentOf, pause, processStart, serversIn, signal, waitUntil } from './processes.mjs';
import { run } from './run.mjs';

const majorVersion = '18';
const name = 'clearcall'; // of the role and of the database
const largestLogBytes = 5_000_000;
/** For root, when the account of the database cannot walk to DATA_DIR (a checkout below /root). */
const elsewhere = '/var/lib/clearcall';
const keeper = fileURLToPath(new URL('keep-until-launcher-ends.sh', import.meta.url));
/** How the folders begin in which a restore builds what it puts in place at its end. */
export const restoreDraft = 'restore.new-';

/** How many API processes ask it (PROCESSES). What cannot be is refused by the API. */
const processes = /^[2-8]$/.test(process.env.PROCESSES?.trim() ?? '') ? Number(process.env.PROCESSES) : 1;

/** Small at rest, every acknowledged write safe. Given at each start, so that a newer launcher's values hold. */
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: String(20 + 10 * processes),
  shared_buffers: '48MB',
  work_mem: '8MB',
  maintenance_work_mem: '32MB',
  max_wal_size: '256MB',
  min_wal_size: '32MB',
  wal_level: 'minimal', // no replication from here: back up by SQL
  max_wal_senders: '0',
  max_replication_slots: '0',
  max_logical_replication_workers: '0',
  max_worker_processes: '4',
  max_parallel_workers_per_gather: '0',
  autovacuum_max_workers: '2',
  io_method: 'sync', // three helper processes less
  jit: 'off',
  huge_pages: 'off',
  random_page_cost: '1.1',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Statements hold people's data, and so do the words and details of errors: the portal logs those itself, cleaned.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_statement: 'none',
  log_min_duration_statement: '-1',
  log_min_duration_sample: '-1',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
};
const durableSettings = { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on' };
const throwAwaySettings = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  max_connections: '100',
};

/** The environment of the PostgreSQL programs: nothing of ours, no PG… variables. */
const cleanEnvironment = { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' };

const passwordFile = (cluster) => join(cluster, 'clearcall-password');
const pidFile = (cluster) => join(cluster, 'postmaster.pid');
/** Where the server of postmaster.pid was started: its number means nothing in another container. */
const whereFile = (cluster) => join(cluster, 'clearcall-where');
const pointerFile = (dataDir) => join(dataDir, 'postgres-is-in');
/** Stands in a home elsewhere until its cluster is whole: a start that was cut off is no loss. */
const unfinishedFile = (home) => join(home, 'is-being-made');
/** Whose home it is: a copy of a data folder has the note, too, and must not work on the database of the first. */
const ownerFile = (home) => join(home, 'belongs-to');

const connectionString = (password, port) => `postgres://${name}:${password}@127.0.0.1:${port}/${name}`;

function syncFolder(folder) {
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

/** Where the cluster of a data folder lives: inside it, or where a note in it points to. */
function homeOf(dataDir) {
  const pointer = pointerFile(dataDir);
  return existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : realpathSync(dataDir);
}

/** Root's own data folder, made closed by whoever made it, is opened for passing through, not for looking in. */
function letPass(home, account) {
  const { uid, mode } = statSync(home);
  if (account !== undefined && uid === process.getuid?.()) chmodSync(home, (mode & 0o777) | 0o011);
}

/** Whether anything was ever uploaded below this folder. */
function holdsFiles(folder) {
  if (!existsSync(folder)) return false;
  return readdirSync(folder, { withFileTypes: true }).some((entry) =>
    entry.isDirectory() ? holdsFiles(join(folder, entry.name)) : true,
  );
}

/** Refuses to begin with an empty database where something says that there was one. */
function refuseWithoutCluster(dataDir) {
  if (readdirSync(dataDir).some((name) => name.startsWith(restoreDraft))) {
    throw new Refusal(
      `A restore into ${dataDir} was cut off. Nothing was started. Empty the folder, and restore the backup once more.`,
    );
  }
  const left = [
    ...(holdsFiles(join(dataDir, 'files')) ? ['uploaded files (files)'] : []),
    ...(existsSync(join(dataDir, 'data.key')) ? ['the key of bank details (data.key)'] : []),
  ];
  if (left.length === 0) return;
  throw new Refusal(
    `${dataDir} holds ${left.join(' and ')} of a portal, but not its database. Nothing was changed. Put the folder postgres back beside them, or restore a backup into an empty folder (npm run restore); if the database is elsewhere, set DATABASE_URL. To begin with a new portal, set DATA_DIR to another folder.`,
  );
}

/** A note may lead to another disk, or have been copied to another machine without what it leads to. */
function refuseLostHome(dataDir, home) {
  if (existsSync(join(home, 'postgres')) || existsSync(unfinishedFile(home))) {
    const own = realpathSync(dataDir);
    const owner = existsSync(ownerFile(home)) ? readFileSync(ownerFile(home), 'utf8') : own;
    if (owner !== own && existsSync(pointerFile(owner)) && homeOf(owner) === home) {
      throw new Refusal(
        `The database of ${dataDir} is in ${home}, as the file postgres-is-in says, and that is the database of ${owner}: copying a data folder does not copy it. Nothing was changed. Use npm run backup and npm run restore.`,
      );
    }
    writeFileSync(ownerFile(home), own);
    return;
  }
  throw new Refusal(
    `The database of ${dataDir} is in ${home}, as the file postgres-is-in says, and it is not there. Nothing was changed. Bring that folder back (it has to be copied together with ${dataDir}), or restore a backup into an empty folder (npm run restore).`,
  );
}

/** Chooses home and account; leaves the note when the account cannot walk to the data folder. */
function settle(dataDir) {
  makeDataFolder(dataDir);
  const home = homeOf(dataDir);
  if (existsSync(pointerFile(dataDir))) refuseLostHome(dataDir, home);
  const cluster = join(home, 'postgres');
  const account = accountFor(cluster);
  if (canReach(dirname(home), account)) letPass(home, account);
  if (canReach(home, account)) return { home, cluster, account };
  if (existsSync(cluster)) {
    throw new Refusal(
      `The account that owns the database in ${cluster} can no longer reach it: a folder above is closed to others. Open it again (chmod o+x), or set DATA_DIR.`,
    );
  }
  refuseWithoutCluster(dataDir);
  // Never the same twice: where a data folder was removed, its cluster is not that of the one made again.
  const away = join(elsewhere, randomBytes(6).toString('hex'));
  mkdirSync(away, { recursive: true });
  for (const folder of [elsewhere, away]) chmodSync(folder, 0o711);
  writeFileSync(unfinishedFile(away), '', { flush: true });
  writeFileSync(ownerFile(away), realpathSync(dataDir));
  try {
    writeFileSync(pointerFile(dataDir), `${away}\n`, { flag: 'wx', flush: true });
  } catch (error) {
    rmSync(away, { recursive: true, force: true });
    if (error.code === 'EEXIST') return settle(dataDir); // another start was first
    throw error;
  }
  return { home: away, cluster: join(away, 'postgres'), account: accountFor(join(away, 'postgres')) };
}

/** What is at the cluster's path: 'none', or 'ours'. Refuses everything that must not be touched. */
function inspect(cluster) {
  if (!existsSync(cluster)) return 'none';
  const version = join(cluster, 'PG_VERSION');
  if (!existsSync(version)) {
    if (readdirSync(cluster).length === 0) {
      rmdirSync(cluster);
      return 'none';
    }
    throw new Refusal(
      `${cluster} is not empty, but holds no PostgreSQL database (PG_VERSION is missing). Nothing was changed. Move it away to begin with a new database, or restore it from a backup.`,
    );
  }
  const found = readFileSync(version, 'utf8').trim();
  if (found !== majorVersion) {
    throw new Refusal(
      `The database in ${cluster} was made by PostgreSQL ${found}, and this is PostgreSQL ${majorVersion}. Nothing was changed. Make a backup with the version of Clearcall that made it (npm run backup), and restore that with this one into another DATA_DIR (npm run restore).`,
    );
  }
  if (!existsSync(passwordFile(cluster))) {
    throw new Refusal(
      `${cluster} holds a PostgreSQL database that Clearcall has not made (${passwordFile(cluster)} is missing). Nothing was changed. Restore that file, or set DATA_DIR to another folder.`,
    );
  }
  return 'ours';
}

/** Writes a file of the cluster, for the account that the server runs as. */
function writeOwned(path, text, account) {
  writeFileSync(path, text, { mode: 0o600, flush: true });
  if (account !== undefined) chownSync(path, account.uid, account.gid);
}

/** Makes the cluster beside its place and moves it there when it is whole, so that a cut-off start leaves no half. */
async function initialise({ home, cluster, account, programs, durable }) {
  for (const left of readdirSync(home).filter((entry) => entry.startsWith('postgres.new-'))) {
    rmSync(join(home, left), { recursive: true, force: true });
  }
  const draft = join(home, `postgres.new-${randomBytes(4).toString('hex')}`);
  mkdirSync(draft, { mode: 0o700 });
  if (account !== undefined) chownSync(draft, account.uid, account.gid);
  const options = { quiet: true, throwAway: true, cwd: '/', env: cleanEnvironment, ...account };
  const step = async (program, args, input) => {
    const { code, output } = await run(join(programs, program), args, {
      ...options,
      ...(input && { input }),
    });
    if (code !== 0) {
      rmSync(draft, { recursive: true, force: true });
      throw new Refusal(`The database could not be created: ${output.trim()}`);
    }
  };
  await step('initdb', [
    ...['-D', draft, '-U', 'postgres', '-E', 'UTF8', '--no-locale', '-A', 'reject', '--no-instructions'],
    // Letters of all languages are letters, on every machine alike, whatever its C library.
    ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    ...(durable ? [] : ['--no-sync']),
  ]);
  const password = randomBytes(24).toString('base64url');
  await step(
    'postgres',
    ['--single', '-D', draft, ...(durable ? [] : ['-F']), 'postgres'],
    `CREATE ROLE ${name} LOGIN CREATEDB PASSWORD '${password}'\nCREATE DATABASE ${name} OWNER ${name}\n`,
  );
  const ownFiles = {
    'pg_hba.conf': `host all ${name} 127.0.0.1/32 scram-sha-256\n`,
    'clearcall-password': password,
  };
  for (const [file, text] of Object.entries(ownFiles)) writeOwned(join(draft, file), text, account);
  syncFolder(draft);
  renameSync(draft, cluster);
  syncFolder(home);
  rmSync(unfinishedFile(home), { force: true });
}

/** The lines of postmaster.pid that matter, or undefined. */
function readPidFile(cluster) {
  try {
    const lines = readFileSync(pidFile(cluster), 'utf8').split('\n');
    return { pid: Math.abs(Number(lines[0])), port: Number(lines[3]), status: lines[7]?.trim() };
  } catch {
    return undefined;
  }
}

/**
 * Refuses a postmaster.pid of another container or machine of which no lock tells anything: its server may live, and
 * cannot be seen from here. Where a lock stood, it has been silent for longer than such a server outlives its launcher.
 */
function refuseUnknownServer(cluster, previous) {
  let where;
  try {
    where = readFileSync(whereFile(cluster), 'utf8');
  } catch {
    return;
  }
  if (previous !== undefined || where === here || !existsSync(pidFile(cluster))) return;
  throw new Refusal(
    `A database server of another container or another machine may still work in ${cluster}. Nothing was changed. Make sure that none does, delete ${pidFile(cluster)}, and start again.`,
  );
}

/**
 * After a kill: stops a server that still works in the directory (its launcher is gone, we hold the lock), and
 * removes a postmaster.pid whose number now belongs to some other program, which PostgreSQL itself would take
 * for a running server. A file whose number nobody has is left to PostgreSQL.
 */
async function clearUp(cluster, log) {
  const servers = serversIn(cluster);
  if (servers.length > 0) {
    log('Stopping a database server that an earlier start left behind …');
    const stopAll = (postmaster, child) => {
      const all = serversIn(cluster);
      for (const pid of all) signal(pid, all.includes(parentOf(pid)) ? child : postmaster);
    };
    const gone = () => serversIn(cluster).length === 0;
    stopAll('SIGINT', 0);
    if (!(await waitUntil(gone, 2000))) {
      stopAll('SIGINT', 'SIGTERM'); // children whose server was killed
      if (!(await waitUntil(gone, 8000))) {
        stopAll('SIGQUIT', 'SIGQUIT');
        if (!(await waitUntil(gone, 5000))) {
          throw new Refusal(
            `A database server (process ${serversIn(cluster)[0]}) still works in ${cluster} and does not stop. End it, then start again.`,
          );
        }
      }
    }
  }
  const left = readPidFile(cluster);
  if (left !== undefined && processStart(left.pid) !== undefined && serversIn(cluster).length === 0) {
    rmSync(pidFile(cluster), { force: true });
  }
}

function freePort() {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.on('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => done(port));
    });
  });
}

/** Starts the server process and waits until it takes connections. Returns { child, port }. */
async function launch({ home, cluster, account, programs, durable, log }) {
  const logFile = join(home, 'postgres.log');
  if ((statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > largestLogBytes) truncateSync(logFile);
  const values = { ...settings, ...(durable ? durableSettings : throwAwaySettings) };
  const giveUpAt = Date.now() + 15_000;
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    const output = openSync(logFile, 'a', 0o600);
    const from = statSync(logFile).size;
    const child = spawn(
      join(programs, 'postgres'),
      [
        '-D',
        cluster,
        '-p',
        String(port),
        ...Object.entries(values).flatMap(([key, value]) => ['-c', `${key}=${value}`]),
      ],
      {
        ...account,
        cwd: '/',
        env: cleanEnvironment,
        stdio: ['ignore', output, output],
        detached: true, // Ctrl-C in the terminal reaches the launcher alone, which stops things in order
      },
    );
    closeSync(output);
    let ended = false;
    const gone = new Promise((done) => {
      for (const event of ['error', 'exit'])
        child.once(event, () => {
          ended = true;
          done();
        });
    });
    // Whoever ends this, in order or by a bug: the server must not outlive it, not even while it is starting.
    const forget = undoOnInterrupt(() => endServer(child, gone));
    const onExit = () => ended || signal(child.pid, 'SIGINT');
    process.on('exit', onExit);
    gone.then(() => {
      forget();
      process.off('exit', onExit);
    });
    const startedAt = Date.now();
    let announced = false;
    for (;;) {
      if (ended) break;
      const state = readPidFile(cluster);
      if (state?.pid === child.pid && state?.status === 'ready') return { child, port, gone };
      if (!announced && Date.now() - startedAt > 3000) {
        log('The database is recovering from its log …');
        announced = true;
      }
      await pause(10);
    }
    if (isInterrupted()) await new Promise(() => {}); // whoever undoes the rest ends the process
    const logTail = lastLines(logFile, 20, from);
    const passing =
      /could not bind|Address already in use|pre-existing shared memory block|another (?:server|postmaster)/i;
    if (!passing.test(logTail) || Date.now() > giveUpAt) {
      throw new Refusal(`The database did not start. Its log (${logFile}) says:\n${logTail}`);
    }
    await pause(200 * Math.min(attempt, 5));
  }
}

async function endServer(child, ended) {
  for (const [name, limitMs] of [
    ['SIGINT', 20_000], // fast shutdown: connections are closed, everything is written
    ['SIGQUIT', 5_000], // immediate: the next start recovers from the log
    ['SIGKILL', 5_000],
  ]) {
    signal(child.pid, name);
    const timer = new AbortController();
    const late = new Promise((done) => {
      const timeout = setTimeout(done, limitMs, false);
      timer.signal.addEventListener('abort', () => clearTimeout(timeout));
    });
    const stopped = await Promise.race([ended.then(() => true), late]);
    timer.abort();
    if (stopped) return;
  }
}

/**
 * Starts the embedded PostgreSQL of a data folder, making its cluster on the first start and clearing up after
 * a kill.
 *
 * In: `dataDir`, the portal's data folder (the cluster is its subfolder postgres); `log`, called with one line
 * when something takes a while; `durable: false` for a throw-away cluster that need not survive a power cut.
 * Out: `url` for the role clearcall, owner of the database clearcall, who may create databases; `stop()`, a
 * fast shutdown that may be called twice; `exited`, resolved when the server has ended by whatever cause.
 * Throws a Refusal with a sentence when another start uses the folder, when the folder holds something that is
 * not ours, and when the server does not start. Never initialises over an existing database.
 */
export async function startDatabase({ dataDir, log = () => {}, durable = true }) {
  if (process.platform === 'win32') {
    throw new Refusal(
      'The embedded PostgreSQL runs on Linux and macOS. Set DATABASE_URL to a PostgreSQL of your own.',
    );
  }
  const { home, cluster, account } = settle(dataDir);
  let server;
  const lock = takeLock(join(home, 'postgres.lock'), {
    lost: () => {
      log(
        'Another start has taken the database over, because this one had not moved for so long. It ends now.',
      );
      if (server !== undefined) signal(server.pid, 'SIGQUIT');
    },
  });
  if (lock.holder !== undefined) {
    throw new Refusal(
      `The database in ${cluster} is in use by another start (${nameHolder(lock.holder)}). Stop that one first, or set DATA_DIR to another folder.`,
    );
  }
  try {
    const programs = preparePrograms(account, account === undefined ? home : elsewhere);
    if (inspect(cluster) === 'none') {
      refuseWithoutCluster(dataDir);
      log('Creating the database …');
      await initialise({ home, cluster, account, programs, durable });
    }
    chmodSync(cluster, 0o700); // a copy or a restore may have opened it, and PostgreSQL then refuses
    refuseUnknownServer(cluster, lock.previous);
    await clearUp(cluster, log);
    writeOwned(whereFile(cluster), here, account);
    const { child, port, gone } = await launch({ home, cluster, account, programs, durable, log });
    server = child;
    const url = connectionString(readFileSync(passwordFile(cluster), 'utf8'), port);
    return serve({ child, gone, lock, cluster, url });
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Stays beside the server until either ends; see there. */
function watchOver(cluster, pid) {
  const watch = spawn('/bin/sh', [keeper, cluster, String(pid)], {
    cwd: '/',
    env: cleanEnvironment,
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  watch.on('error', () => {}); // without it the next start stops what is left
  watch.stdin.on('error', () => {});
  watch.unref();
  watch.stdin.unref();
  return watch;
}

function serve({ child, gone, lock, cluster, url }) {
  const watch = watchOver(cluster, child.pid);
  let stopping;
  const stop = () => {
    stopping ??= endServer(child, gone);
    return stopping;
  };
  const exited = gone.then(() => {
    watch.kill('SIGKILL');
    lock.release();
  });
  return { url, stop, exited };
}

/** Whether a data folder holds a database, running or not. */
export function hasDatabase(dataDir) {
  return existsSync(dataDir) && existsSync(join(homeOf(dataDir), 'postgres', 'PG_VERSION'));
}

/** Removes what a data folder that is to be removed has elsewhere. */
export function removeDatabase(dataDir) {
  if (existsSync(pointerFile(dataDir))) rmSync(homeOf(dataDir), { recursive: true, force: true });
}

/** The address of the database of a portal that runs on this data folder now, or undefined. */
export function findRunningDatabase(dataDir) {
  if (!existsSync(dataDir)) return undefined;
  const home = homeOf(dataDir);
  const cluster = join(home, 'postgres');
  const holder = lockHolder(join(home, 'postgres.lock'));
  if (holder === undefined) return undefined;
  if (holder.isElsewhere) {
    throw new Refusal(
      `A portal works on ${dataDir} in another container or on another machine. Give this command there.`,
    );
  }
  const state = readPidFile(cluster);
  return state?.status === 'ready'
    ? connectionString(readFileSync(passwordFile(cluster), 'utf8'), state.port)
    : undefined;
}
