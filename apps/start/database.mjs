import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
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
import { Refusal } from './checkout.mjs';
import { undoOnInterrupt } from './interrupt.mjs';
import { lockHolder, takeLock } from './lock.mjs';
import { accountFor, canReach, lastLines } from './postgres-account.mjs';
import { preparePrograms } from './postgres-programs.mjs';
import { parentOf, pause, processStart, serversIn, signal, waitUntil } from './processes.mjs';
import { run } from './run.mjs';

const majorVersion = '18';
const name = 'clearcall'; // of the role and of the database
const largestLogBytes = 5_000_000;
/** For root, when the account of the database cannot walk to DATA_DIR (a checkout below /root). */
const elsewhere = '/var/lib/clearcall';

/** Small at rest, every acknowledged write safe. Given at each start, so that a newer launcher's values hold. */
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '30',
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
const pointerFile = (dataDir) => join(dataDir, 'postgres-is-in');

const connectionString = (password, port) => `postgres://${name}:${password}@127.0.0.1:${port}/${name}`;

function syncFolder(folder) {
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

/** Creates the data folder. Root's stays passable, because the cluster inside belongs to another account. */
function makeDataFolder(dataDir) {
  if (existsSync(dataDir)) return;
  mkdirSync(dataDir, { recursive: true });
  chmodSync(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700);
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

/** Chooses home and account; leaves the note when the account cannot walk to the data folder. */
function settle(dataDir) {
  makeDataFolder(dataDir);
  const home = homeOf(dataDir);
  mkdirSync(home, { recursive: true });
  const cluster = join(home, 'postgres');
  const account = accountFor(cluster);
  if (canReach(dirname(home), account)) letPass(home, account);
  if (canReach(home, account)) return { home, cluster, account };
  if (existsSync(cluster)) {
    throw new Refusal(
      `The account that owns the database in ${cluster} can no longer reach it: a folder above is closed to others. Open it again (chmod o+x), or set DATA_DIR.`,
    );
  }
  const away = join(elsewhere, createHash('sha256').update(home).digest('hex').slice(0, 12));
  mkdirSync(away, { recursive: true });
  for (const folder of [elsewhere, away]) chmodSync(folder, 0o711);
  writeFileSync(pointerFile(dataDir), `${away}\n`);
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
      `The database in ${cluster} was made by PostgreSQL ${found}, and this is PostgreSQL ${majorVersion}. Nothing was changed. Export it with the version of Clearcall that made it.`,
    );
  }
  if (!existsSync(passwordFile(cluster))) {
    throw new Refusal(
      `${cluster} holds a PostgreSQL database that Clearcall has not made (${passwordFile(cluster)} is missing). Nothing was changed. Restore that file, or set DATA_DIR to another folder.`,
    );
  }
  return 'ours';
}

/** Makes the cluster beside its place and moves it there when it is whole, so that a cut-off start leaves no half. */
async function initialise({ home, cluster, account, programs, durable }) {
  for (const left of readdirSync(home).filter((entry) => entry.startsWith('postgres.new-'))) {
    rmSync(join(home, left), { recursive: true, force: true });
  }
  const draft = join(home, `postgres.new-${randomBytes(4).toString('hex')}`);
  mkdirSync(draft, { mode: 0o700 });
  if (account !== undefined) chownSync(draft, account.uid, account.gid);
  const options = { quiet: true, cwd: '/', env: cleanEnvironment, ...account };
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
  for (const [file, text] of Object.entries(ownFiles)) {
    const path = join(draft, file);
    writeFileSync(path, text, { mode: 0o600, flush: true });
    if (account !== undefined) chownSync(path, account.uid, account.gid);
  }
  syncFolder(draft);
  renameSync(draft, cluster);
  syncFolder(home);
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
    child.on('error', () => {
      ended = true;
    });
    child.on('exit', () => {
      ended = true;
    });
    const startedAt = Date.now();
    let told = false;
    for (;;) {
      if (ended) break;
      const state = readPidFile(cluster);
      if (state?.pid === child.pid && state?.status === 'ready') return { child, port };
      if (!told && Date.now() - startedAt > 3000) {
        log('The database is recovering from its log …');
        told = true;
      }
      await pause(10);
    }
    const said = lastLines(logFile, 20, from);
    const passing =
      /could not bind|Address already in use|pre-existing shared memory block|another (?:server|postmaster)/i;
    if (!passing.test(said) || Date.now() > giveUpAt) {
      throw new Refusal(`The database did not start. Its log (${logFile}) says:\n${said}`);
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
  const lock = takeLock(join(home, 'postgres.lock'));
  if (lock.holder !== undefined) {
    throw new Refusal(
      `The database in ${cluster} is in use by another start (process ${lock.holder.pid}). Stop that one first, or set DATA_DIR to another folder.`,
    );
  }
  try {
    const programs = preparePrograms(account, account === undefined ? home : elsewhere);
    if (inspect(cluster) === 'none') {
      log('Creating the database …');
      await initialise({ home, cluster, account, programs, durable });
    }
    chmodSync(cluster, 0o700); // a copy or a restore may have opened it, and PostgreSQL then refuses
    await clearUp(cluster, log);
    const { child, port } = await launch({ home, cluster, account, programs, durable, log });
    return serve({ child, lock, url: connectionString(readFileSync(passwordFile(cluster), 'utf8'), port) });
  } catch (error) {
    lock.release();
    throw error;
  }
}

function serve({ child, lock, url }) {
  const exited = new Promise((done) => {
    if (child.exitCode !== null || child.signalCode !== null) done();
    else child.on('exit', () => done());
  });
  // Whoever uses this may end by a bug: the server must not outlive it then.
  const onExit = () => signal(child.pid, 'SIGINT');
  process.on('exit', onExit);
  let stopping;
  const stop = () => {
    stopping ??= endServer(child, exited);
    return stopping;
  };
  const forget = undoOnInterrupt(stop);
  exited.then(() => {
    process.off('exit', onExit);
    forget();
    lock.release();
  });
  return { url, stop, exited };
}

/** The address of the database of a portal that runs on this data folder now, or undefined. */
export function findRunningDatabase(dataDir) {
  if (!existsSync(dataDir)) return undefined;
  const home = homeOf(dataDir);
  const cluster = join(home, 'postgres');
  if (lockHolder(join(home, 'postgres.lock')) === undefined) return undefined;
  const state = readPidFile(cluster);
  return state?.status === 'ready'
    ? connectionString(readFileSync(passwordFile(cluster), 'utf8'), state.port)
    : undefined;
}
