import { readdir, readFile } from 'node:fs/promises';
import { runMigrations } from 'graphile-worker';
import pg from 'pg';

const folder = new URL('../../../migrations/', import.meta.url);
// Any number that nobody else in this database uses.
const advisoryLock = 7_231_406;

/**
 * Brings the database to the newest form: plain SQL files in the order of their names, each in a transaction of its
 * own, forward only. Several processes may start at once: one migrates, the others wait. Returns what was applied.
 */
export async function migrate(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'clearcall-migrate' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [advisoryLock]);
    await client.query(`create table if not exists migrations (
      name text primary key, applied_at timestamptz not null default now())`);
    const done = await client.query<{ name: string }>('select name from migrations');
    const applied = new Set(done.rows.map((row) => row.name));
    const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
    const unknown = [...applied].find((name) => !files.includes(name));
    if (unknown !== undefined) {
      throw new Error(
        `The database was changed by a newer version of the portal (${unknown}). Start that version, or a newer one.`,
      );
    }
    const fresh = files.filter((name) => !applied.has(name));
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
