import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { locks } from './locks.ts';

const ourFolder = new URL('../../../migrations/', import.meta.url);

/** Stands among the applied migrations as long as a restore has not come to its end: nothing starts on such a database. */
export const unfinishedRestore = 'a restore that has not ended';

const isUnfinished = ({ name }: { name: string }) => name === unfinishedRestore;
const cutOff = 'a restore into it was cut off. Restore the backup once more.';

/** The names of all migrations of this version, in their order. */
export async function migrationNames(folder: URL = ourFolder): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
}

/**
 * How a migration waits for a lock: briefly, because everybody who comes after it waits behind it, and again and again,
 * for longer each time, so that it comes through between two long readers.
 */
export interface LockTimeouts {
  lockMs: number;
  tries: number;
  maxPauseMs: number;
}
const defaultTimeouts: LockTimeouts = { lockMs: 2_000, tries: 30, maxPauseMs: 15_000 };

/** The first line of a migration that an earlier version of the portal can live with (migrations/README.md). */
const expandMark = /^-- expand\b/;

interface Migration {
  name: string;
  text: string;
  expands: boolean;
}

async function readMigrations(folder: URL): Promise<Migration[]> {
  const names = await migrationNames(folder);
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8');
      return { name, text, expands: expandMark.test(text) };
    }),
  );
}

/** Carries something out on a connection of its own that no limit of the role or the database ends. */
async function connected<T>(
  databaseUrl: string,
  action: (pool: pg.Pool, client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: 'clearcall-migrate',
    options: '-c statement_timeout=0 -c lock_timeout=0 -c idle_in_transaction_session_timeout=0',
    max: 3,
  });
  // What was going on is told of the failure; the rest need not end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  try {
    const client = await pool.connect();
    try {
      return await action(pool, client);
    } finally {
      // With it goes the lock of this session.
      client.release(true);
    }
  } finally {
    await pool.end();
  }
}

/**
 * Brings the database to the newest form: plain SQL files in the order of their names, each in a transaction of its
 * own, forward only. Several processes may start at once: one migrates, the others wait. A database that a newer version
 * has changed is taken only when all it did was to expand. `only` these are applied where a restore needs the form that
 * the rows had. Returns what was applied.
 */
export async function migrate(
  databaseUrl: string,
  {
    folder = ourFolder,
    timeouts = defaultTimeouts,
    only,
  }: { folder?: URL; timeouts?: LockTimeouts; only?: readonly string[] } = {},
): Promise<string[]> {
  const ours = await readMigrations(folder);
  return connected(databaseUrl, async (pool, client) => {
    await client.query('select pg_advisory_lock($1)', [locks.migrations]);
    await client.query(`create table if not exists migrations (
      name text primary key, applied_at timestamptz not null default now(), expands boolean not null default false)`);
    // Only where it is missing: it would wait for whoever reads, for a backup too.
    if (!(await isMarked(client)))
      await client.query('alter table migrations add column expands boolean not null default false');
    const noted = await loadApplied(client);
    if (noted.some(isUnfinished) && only === undefined) throw new Error(cutOff);
    const applied = noted.filter((one) => !isUnfinished(one));
    const newer = whyTooNew(applied, ours);
    if (newer !== null) throw new Error(newer);
    const fresh = ours
      .filter(({ name }) => only?.includes(name) ?? true)
      .filter(({ name }) => !applied.some((one) => one.name === name));
    for (const migration of fresh) await apply(client, migration, timeouts);
    const queue = await client.query(`select to_regclass('graphile_worker.migrations') is not null as there`);
    // Asking the worker to look takes longer than looking; it has to when we changed something or it is not there.
    if (fresh.length > 0 || !queue.rows[0]?.there) {
      const { runMigrations } = await import('graphile-worker');
      await runMigrations({ pgPool: pool });
    }
    return fresh.map(({ name }) => name);
  });
}

/**
 * Why a process that does not migrate by itself cannot work on this database yet, in a sentence; null when it can: what
 * it needs is there.
 */
export async function whyNotMigrated(databaseUrl: string): Promise<string | null> {
  const ours = await readMigrations(ourFolder);
  const applied = await connected(databaseUrl, async (_pool, client) => {
    const table = await client.query(`select to_regclass('migrations') is not null as there`);
    return table.rows[0]?.there ? loadApplied(client) : [];
  });
  if (applied.some(isUnfinished)) return `The database cannot be used: ${cutOff}`;
  const missing = ours.find(({ name }) => !applied.some((one) => one.name === name));
  return missing === undefined
    ? whyTooNew(applied, ours)
    : `The database does not have the form that this version needs (${missing.name} is missing). Start an API process of this version first: it brings the database there.`;
}

/** Why this version cannot live with what a newer one did to the database; null when it can. */
function whyTooNew(
  applied: readonly { name: string; expands: boolean }[],
  ours: readonly Migration[],
): string | null {
  const foreign = applied.find(({ name, expands }) => !expands && !ours.some((one) => one.name === name));
  return foreign === undefined
    ? null
    : `The database was changed by a newer version of the portal (${foreign.name}). Start that version, or a newer one.`;
}

/** Whether the table says of each migration if it expands: those of the first versions do not. */
async function isMarked(client: pg.PoolClient): Promise<boolean> {
  const { rows } = await client.query(`select from information_schema.columns
    where table_schema = current_schema() and table_name = 'migrations' and column_name = 'expands'`);
  return rows.length > 0;
}

async function loadApplied(client: pg.PoolClient): Promise<{ name: string; expands: boolean }[]> {
  const expands = (await isMarked(client)) ? 'expands' : 'false as expands';
  const { rows } = await client.query(`select name, ${expands} from migrations`);
  return rows;
}

/** A lock that did not come in time, and two who wait for each other: both pass. */
const codesOfLocks = new Set<unknown>(['55P03', '40P01']);

async function apply(client: pg.PoolClient, migration: Migration, timeouts: LockTimeouts): Promise<void> {
  const { name } = migration;
  for (let turn = 1; ; turn += 1) {
    try {
      await applyOnce(client, migration, timeouts.lockMs);
      return;
    } catch (error) {
      const isInTheWay = error instanceof Error && 'code' in error && codesOfLocks.has(error.code);
      if (!isInTheWay)
        throw new Error(`The migration ${name} failed; nothing of it was kept.`, { cause: error });
      if (turn >= timeouts.tries) {
        throw new Error(
          `The migration ${name} got no turn: somebody has held a table that it needs for a long time. Nothing of it was kept. End what holds it (pg_stat_activity, the oldest xact_start), and start again.`,
          { cause: error },
        );
      }
      await pause(Math.min(timeouts.lockMs * turn, timeouts.maxPauseMs));
    }
  }
}

async function applyOnce(
  client: pg.PoolClient,
  { name, text, expands }: Migration,
  lockMs: number,
): Promise<void> {
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = ${lockMs}`);
    await client.query(text);
    await client.query('insert into migrations (name, expands) values ($1, $2)', [name, expands]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
