import { access, chmod, constants, mkdir, mkdtemp, readdir, readFile, rm, statfs } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startDatabase } from '../../../start/database.mjs';
import { migrate } from '../platform/db/migrate.ts';
import { whoIsNamed } from './people-in-logs.ts';
import { nameInUrl, templateName } from './test-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    databaseUrl: string;
    /** The folder for everything that is logged. */
    logs: string;
  }
}

/** Where the database server lives: in the data folder, or where a note in it leads. */
const homeOf = async (dataDir: string): Promise<string> =>
  (await readFile(join(dataDir, 'postgres-is-in'), 'utf8').catch(() => dataDir)).trim();

interface Cluster {
  url: string;
  logs: string;
  end: () => Promise<void>;
}

const prefix = 'clearcall-tests-';
const memoryDisk = '/dev/shm';
/** The cluster of a run takes a tenth of it. */
const roomyBytes = 2 * 1024 ** 3;

/** In memory where there is plenty: each test file makes and drops a database of 900 files, and none outlives the run. */
async function roomiest(): Promise<string> {
  const isOpen = await access(memoryDisk, constants.W_OK).then(
    () => true,
    () => false,
  );
  if (!isOpen) return tmpdir();
  const { bavail, bsize } = await statfs(memoryDisk);
  return Math.min(bavail * bsize, freemem()) > roomyBytes ? memoryDisk : tmpdir();
}

function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

/** A folder for this run; those of runs that were killed go, because they fill a disk, or memory. */
async function makeFolder(): Promise<string> {
  const parent = await roomiest();
  for (const name of await readdir(parent)) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length).split('-')[0]) : Number.NaN;
    // A folder of another account stays.
    if (pid > 0 && isGone(pid)) await rm(join(parent, name), { recursive: true }).catch(() => {});
  }
  return mkdtemp(join(parent, `${prefix}${process.pid}-`));
}

/** One throw-away cluster for the whole run, with a migrated database that test files copy. */
async function startCluster(): Promise<Cluster> {
  const folder = await makeFolder();
  // The database runs under another account where the tests run as root, and must get through.
  await chmod(folder, 0o711);
  const dataDir = join(folder, 'data');
  const database = await startDatabase({ dataDir, durable: false });
  const home = await homeOf(dataDir);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(`create database ${templateName}`);
  await client.end();
  await migrate(nameInUrl(database.url, templateName));
  const logs = join(folder, 'logs');
  await mkdir(logs);
  return {
    url: database.url,
    logs,
    end: async () => {
      await database.stop();
      const named = await whoIsNamed(logs, join(home, 'postgres.log'));
      await rm(folder, { recursive: true, force: true });
      if (named.length === 0) return;
      throw new Error(`${named.length} lines of the logs name people:\n${named.slice(0, 10).join('\n')}`);
    },
  };
}

/** Each project loads this module for itself: what they share is kept here, with how many of them use it. */
const shared: { clusterOfTests?: { started: Promise<Cluster>; users: number } } = globalThis as never;

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  shared.clusterOfTests ??= { started: startCluster(), users: 0 };
  const cluster = shared.clusterOfTests;
  cluster.users += 1;
  const { url, logs, end } = await cluster.started;
  project.provide('databaseUrl', url);
  project.provide('logs', logs);
  return async () => {
    cluster.users -= 1;
    if (cluster.users === 0) await end();
  };
}
