import { readdir, readFile } from 'node:fs/promises';
import { runMigrations } from 'graphile-worker';
import pg from 'pg';

const folder = new URL('../../../migrations/', import.meta.url);
// Any number that nobody else in this database uses.
export const migrationsLock = 7_231_406;

/** Stands among the applied migrations as long as a restore has not come to its end: nothing starts on such a database. */
export const unfinishedRestore = 'a restore that has not ended';

/** The names of all migrations of this version, in their order. */
export async function migrationNames(): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
}

/**
 * Brings the database to the newest form: plain SQL files in the order of their names, each in a transaction of its
 * own, forward only. Several processes may start at once: one migrates, the others wait. Returns what was applied.
 * `only` these, where a restore needs the form that the rows had.
 */
export async function migrate(databaseUrl: string, only?: readonly string[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'clearcall-migrate' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [migrationsLock]);
    await client.query(`create table if not exists migrations (
      name text primary key, applied_at timestamptz not null default now())`);
    const done = await client.query<{ name: string }>('select name from migrations');
    const applied = new Set(done.rows.map((row) => row.name));
    if (applied.has(unfinishedRestore) && only === undefined) {
      throw new Error('a restore into it was cut off. Restore the backup once more.');
    }
    applied.delete(unfinishedRestore);
    const files = await migrationNames();
    const unknown = [...applied].find((name) => !files.includes(name));
    if (unknown !== undefined) {
      throw new Error(
        `The database was changed by a newer version of the portal (${unknown}). Start that version, or a newer one.`,
      );
    }
    const fresh = (only ?? files).filter((name) => !applied.has(name));
    for (const name of fresh) await apply(client, name);
    const queue = await client.query(`select to_regclass('graphile_worker.migrations') is not null as there`);
    // Asking the worker to look takes longer than looking; it has to when we changed something or it is not there.
    if (fresh.length > 0 || !queue.rows[0]?.there) await runMigrations({ connectionString: databaseUrl });
    return fresh;
  } finally {
    await client.end();
  }
}

async function apply(client: pg.Client, name: string): Promise<void> {
  const text = await readFile(new URL(name, folder), 'utf8');
  await client.query('begin');
  try {
    await client.query(text);
    await client.query('insert into migrations (name) values ($1)', [name]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`The migration ${name} failed; nothing of it was kept.`, { cause: error });
  }
}
