import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { checkout, dataFolder, Refusal } from './checkout.mjs';
import { makeDataFolder } from './data-folder.mjs';
import { isInterrupted, undoOnInterrupt } from './interrupt.mjs';
import { lockHolder, nameHolder, silentMs, takeLock } from './lock.mjs';
import { portalEnvironment, provideDatabase } from './portal-database.mjs';
import { signal, stillRuns, waitUntil } from './processes.mjs';

const apiMain = join(checkout, 'apps/api/src/main.ts');
const cluster = join(checkout, 'apps/api/src/cluster.ts');
const exitWithLauncher = new URL('exit-with-launcher.mjs', import.meta.url).href;
const stopLimitMs = 15_000;
/**
 * A nursery of half the usual size: a fifth less work for each answer than with a quarter of it, and no more memory at the
 * peak. A heap that may reach 1 GB at most is swept before it has grown by two thirds, a larger one when it is four times
 * as large.
 */
const frugal = ['--max-semi-space-size=8', '--max-old-space-size=1024'];
/** Threads that allocate share two places (glibc): each place keeps what was freed in it. */
const frugalEnvironment = { MALLOC_ARENA_MAX: '2' };
/** How long a start waits for the one before it, which may have been told to stop a moment ago. */
const stoppingLimitMs = 3000;

/** The lock on a data folder: one portal at a time. An API that a killed launcher left is waited for, or ended. */
export async function lockDataFolder() {
  const dataDir = dataFolder();
  makeDataFolder(dataDir);
  const path = join(dataDir, 'portal.lock');
  await waitUntil(() => lockHolder(path) === undefined, stoppingLimitMs, 100); // one that is just stopping
  if (lockHolder(path)?.isElsewhere) {
    console.log(
      'Another container or machine has this data folder. Waiting to see whether it is still alive …',
    );
    await waitUntil(() => lockHolder(path) === undefined, silentMs, 200);
  }
  const lock = takeLock(path);
  if (lock.holder !== undefined) {
    throw new Refusal(
      `Clearcall already runs on the data in ${dataDir} (${nameHolder(lock.holder)}). Stop it first, or give this one another PORT and DATA_DIR.`,
    );
  }
  const orphans = (lock.previous?.children ?? []).filter(stillRuns);
  if (orphans.length > 0 && !(await waitUntil(() => !orphans.some(stillRuns), 5000))) {
    for (const { pid } of orphans.filter(stillRuns)) signal(pid, 'SIGKILL');
    await waitUntil(() => !orphans.some(stillRuns), 2000);
  }
  return lock;
}

/** Whether a program of the API hears messages itself: one that is watched for changes, or hands requests on, does not. */
const hearsMessages = (program, options) => program === apiMain && options.length === 0;

/** Starts the API. Returns { api, ended, stop() }; `ended` is resolved with { code, reason }. */
function startApi({ node, program, env, lock, options }) {
  const api = spawn(node, [...options, ...frugal, '--import', exitWithLauncher, program], {
    cwd: checkout,
    env: {
      ...frugalEnvironment,
      NODE_ENV: 'production',
      NODE_COMPILE_CACHE: join(checkout, '.cache', 'compiled'),
      ...env,
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: true, // Ctrl-C in the terminal reaches the launcher alone, which stops things in order
  });
  if (api.pid !== undefined) lock.keepChild(api.pid);
  process.on('exit', () => api.kill('SIGKILL'));
  const ended = new Promise((done) => {
    api.once('error', (error) => done({ code: 1, reason: error.message }));
    api.once('exit', (code, name) => done({ code: code ?? 1, reason: name ?? `exit code ${code}` }));
  });
  const stop = async () => {
    api.kill('SIGTERM');
    const late = setTimeout(() => api.kill('SIGKILL'), stopLimitMs);
    await ended;
    clearTimeout(late);
  };
  return { api, ended, stop };
}

/**
 * Starts database and API and stays until they end. `node` is the runtime's path; `options` are for Node
 * itself; `extra` is added to the API's environment; `whenReady(message)` is called with what the API reports.
 * Returns the exit code.
 */
export async function runPortal({ node, options = [], extra = {}, whenReady }) {
  if (!existsSync(apiMain)) throw new Refusal(`${apiMain} is missing: this checkout is not complete.`);
  const lock = await lockDataFolder();
  undoOnInterrupt(() => lock.release());
  const known = portalEnvironment();
  // A number that cannot be is for the API to refuse.
  const program = /^[2-8]$/.test(known.PROCESSES?.trim() ?? '') ? cluster : apiMain;
  const begin = (env) => startApi({ node, program, env: { ...env, ...extra }, lock, options });
  let portal;
  let database;
  try {
    let forget = () => {};
    if (!known.DATABASE_URL && hearsMessages(program, options)) {
      // It loads its modules while the database starts, and touches nothing before it is told where that is.
      portal = begin({ ...known, DATABASE_URL: 'told-by-message' });
      forget = undoOnInterrupt(portal.stop);
    }
    const provided = await provideDatabase();
    database = provided.database;
    portal?.api.send({ databaseUrl: provided.env.DATABASE_URL }, () => {}); // one that has ended is told below
    portal ??= begin(provided.env);
    const { api, ended, stop } = portal;
    forget();
    undoOnInterrupt(stop); // before the database, which came later
    let isReady = false;
    api.on('message', (message) => {
      if (message?.ready !== true || isReady) return;
      isReady = true;
      whenReady?.(message);
    });
    const first = await Promise.race([ended, ...(database === undefined ? [] : [database.exited])]);
    if (isInterrupted()) await new Promise(() => {}); // whoever undoes the rest ends the process
    if (first === undefined) {
      await stop();
      console.error(
        'The database has ended unexpectedly, so the portal was stopped. The next start recovers it.',
      );
      return 1;
    }
    await database?.stop();
    console.error(
      isReady
        ? `The portal has ended unexpectedly (${first.reason}). Everything is stopped.`
        : 'The portal did not start, for the reason above. Everything is stopped.',
    );
    return first.code === 0 ? 1 : first.code;
  } finally {
    await portal?.stop();
    await database?.stop();
    lock.release();
  }
}
