import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createGunzip } from 'node:zlib';
import pg from 'pg';
import * as copyStreams from 'pg-copy-streams';
import { locks } from '../../platform/db/locks.ts';
import { migrate, migrationNames, unfinishedRestore } from '../../platform/db/migrate.ts';
import type { Db } from '../../platform/db/pool.ts';
import { hashDatabase } from '../world/hash.ts';
import { sessionSettings } from './make-backup.ts';
import { jobsPart, keyName, type Manifest, readManifest, Stopped, tablePart } from './manifest.ts';
import { megabytes, newFile, progressOf, readPart, stoppedByDisk, syncFolder } from './parts.ts';

const quoted = (name: string): string => `public.${pg.escapeIdentifier(name)}`;

/** Refuses a database that holds anything but what a cut-off restore of the same form left. */
async function refuseFull(client: pg.Client, { migrations }: Manifest): Promise<void> {
  // A second restore into the same database is refused while one is running.
  const lock = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
    locks.restore,
  ]);
  if (lock.rows[0]?.taken !== true) throw new Stopped('Another restore is at work in this database.');
  const { rows } = await client.query<{ name: string }>(`
    select nspname || '.' || relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where relkind in ('r', 'p', 'v', 'm', 'S') and nspname in ('public', 'graphile_worker')
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    order by c.oid = to_regclass('public.migrations') desc nulls last, 1`);
  if (rows.length === 0) return;
  const applied =
    rows[0]?.name === 'public.migrations'
      ? (await client.query<{ name: string }>('select name from public.migrations')).rows.map(
          ({ name }) => name,
        )
      : [];
  if (!applied.includes(unfinishedRestore)) {
    throw new Stopped(
      `The database is not empty (it holds ${rows.at(-1)?.name}). A backup is restored into an empty database only. Nothing was changed.`,
    );
  }
  if (applied.some((name) => name !== unfinishedRestore && !migrations.includes(name))) {
    throw new Stopped(
      'Another backup was being restored into this database, and that was cut off. Empty the database first.',
    );
  }
}

/** Says in the database that it is not whole: until that is taken back no portal starts on it. */
async function mark(client: pg.Client): Promise<void> {
  await client.query(`create table if not exists public.migrations (
    name text primary key, applied_at timestamptz not null default now())`);
  await client.query('insert into public.migrations (name) values ($1) on conflict do nothing', [
    unfinishedRestore,
  ]);
}

interface Constraint {
  table: string;
  name: string;
  definition: string;
}

/** Puts the rows of a backup in place of all rows that are there, in one transaction. */
async function replaceRows(
  client: pg.Client,
  { tables, sequences, jobs }: Manifest,
  copy: (part: string, into: string) => Promise<number>,
): Promise<void> {
  await client.query('begin');
  // References are checked once for all rows when they are put back, whatever the order of the tables.
  const references = await client.query<Constraint>(`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by 1, 2`);
  for (const { table, name } of references.rows)
    await client.query(`alter table ${table} drop constraint ${pg.escapeIdentifier(name)}`);
  await client.query(`truncate ${tables.map(({ name }) => quoted(name)).join(', ')}`);
  for (const { name, columns, rows } of tables) {
    // Rows come as they were: nothing follows from them.
    await client.query(`alter table ${quoted(name)} disable trigger user`);
    const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ');
    const copied = await copy(tablePart(name), `${quoted(name)} (${list})`);
    if (copied !== rows)
      throw new Stopped(`The table ${name} has ${copied} rows, and had ${rows} in the portal.`);
    await client.query(`alter table ${quoted(name)} enable trigger user`);
  }
  for (const { table, name, definition } of references.rows)
    await client.query(`alter table ${table} add constraint ${pg.escapeIdentifier(name)} ${definition}`);
  for (const { name, value } of sequences)
    await client.query('select setval($1::regclass, $2::bigint)', [quoted(name), value]);
  await replaceJobs(client, jobs, copy);
  await client.query('insert into public.migrations (name) values ($1)', [unfinishedRestore]);
  await client.query('commit');
}

/** Jobs are put in again, whatever version of the queue they come from: none is held, each is carried out once. */
async function replaceJobs(
  client: pg.Client,
  wanted: number,
  copy: (part: string, into: string) => Promise<number>,
): Promise<void> {
  await client.query('delete from graphile_worker._private_jobs');
  await client.query(`create temporary table restored_jobs (
    identifier text, payload json, queue_name text, run_at timestamptz, max_attempts integer, key text, priority integer,
    flags text[], attempts integer, last_error text, n bigint generated always as identity) on commit drop`);
  const columns =
    'identifier, payload, queue_name, run_at, max_attempts, key, priority, flags, attempts, last_error';
  const copied = await copy(jobsPart, `pg_temp.restored_jobs (${columns})`);
  if (copied !== wanted) throw new Stopped(`There are ${copied} jobs, and the portal had ${wanted}.`);
  await client.query(`create temporary table added_jobs on commit drop as
    select (graphile_worker.add_job(identifier, payload, queue_name, run_at, max_attempts, key, priority, flags)).id,
      attempts, last_error
    from (select ${columns} from restored_jobs order by n) as jobs`);
  await client.query(`update graphile_worker._private_jobs j set attempts = a.attempts, last_error = a.last_error
    from added_jobs a where a.id = j.id`);
}

/** Refuses a folder that holds anything. */
async function refuseFilesIn(folder: string): Promise<void> {
  if ((await readdir(folder).catch(() => [])).length > 0) {
    throw new Stopped(
      `${folder} is not empty. A backup is restored beside no other files. Nothing was changed.`,
    );
  }
}

/**
 * Puts a backup into an empty database and an empty folder. What is there at the end has the same rows, files, counters
 * and jobs, shown by the checksums of all parts and by the hash of the content; until then no portal starts on it.
 * Throws Stopped with a sentence.
 */
export async function restoreBackup(
  from: string,
  into: { db: Db; databaseUrl: string; filesFolder: string; keyFile: string | null },
  {
    report = () => {},
    signal = new AbortController().signal,
  }: { report?: (line: string) => void; signal?: AbortSignal } = {},
): Promise<Manifest> {
  const { manifest, sums } = await readManifest(from);
  const known = new Set(await migrationNames());
  const unknown = manifest.migrations.find((name) => !known.has(name));
  if (unknown !== undefined) {
    throw new Stopped(
      `The backup was made by version ${manifest.portal} of the portal, which knows ${unknown}; this version does not. Restore it with that version, or a newer one. Nothing was changed.`,
    );
  }
  await refuseFilesIn(into.filesFolder);
  const client = new pg.Client({ connectionString: into.databaseUrl, application_name: 'clearcall-restore' });
  client.on('error', () => {});
  const progress = progressOf(report);
  const draft = `${into.filesFolder}.part-${randomBytes(4).toString('hex')}`;
  try {
    await client.connect();
    await client.query(sessionSettings);
    await refuseFull(client, manifest);
    await mark(client);
    await migrate(into.databaseUrl, { only: manifest.migrations });
    await replaceRows(client, manifest, async (part, table) => {
      const rows = client.query(copyStreams.from(`copy ${table} from stdin`));
      await readPart(from, part, sums, [createGunzip(), rows], signal);
      progress(() => `${part} is in place …`);
      return rows.rowCount;
    });
    await client.query('analyze');
    if ((await hashDatabase(into.db)) !== manifest.worldHash) {
      throw new Stopped(
        'What was restored is not what was backed up: the hashes of the content differ. The database stays closed to the portal; empty it, and tell us.',
      );
    }
    report(`The database is in place: ${manifest.tables.length} tables.`);
    await restoreFiles();
    if (into.keyFile !== null && sums.has(keyName))
      await readPart(from, keyName, sums, [newFile(into.keyFile)], signal);
    await client.query('delete from public.migrations where name = $1', [unfinishedRestore]);
    return manifest;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw stoppedByDisk(error, dirname(into.filesFolder));
  } finally {
    await client.end().catch(() => {});
  }

  /** Beside their place first: there they are whole or not at all. */
  async function restoreFiles(): Promise<void> {
    await mkdir(draft, { recursive: true, mode: 0o700 });
    const copied = { count: 0, bytes: 0 };
    const folders = new Set<string>();
    for (const part of sums.keys()) {
      if (!part.startsWith('files/')) continue;
      const path = join(draft, part.slice('files/'.length));
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      folders.add(dirname(path));
      copied.bytes += await readPart(from, part, sums, [newFile(path)], signal);
      copied.count += 1;
      progress(() => `files: ${copied.count} of ${manifest.files.count}, ${megabytes(copied.bytes)} …`);
    }
    if (copied.count !== manifest.files.count) throw new Stopped(`${from} does not name all of its files.`);
    for (const folder of [...folders, draft]) await syncFolder(folder);
    await rename(draft, into.filesFolder);
    await syncFolder(dirname(into.filesFolder));
  }
}
