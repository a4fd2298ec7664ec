import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { Transform } from 'node:stream';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { recordChange } from '../../platform/audit/record-change.ts';
import { locks } from '../../platform/db/locks.ts';
import { unfinishedRestore } from '../../platform/db/migrate.ts';
import type { Platform } from '../../platform/platform.ts';
import { hashDatabase } from '../world/hash.ts';
import {
  jobsPart,
  keyName,
  type Manifest,
  manifestName,
  newManifest,
  Stopped,
  sumsName,
  tablePart,
} from './manifest.ts';
import { megabytes, progressOf, stoppedByDisk, syncFolder, writePart } from './parts.ts';

interface Table {
  name: string;
  columns: string[];
}

/** Files copied at a time: each waits for the disk, not for us. */
const filesAtOnce = 4;
/** A good half of the size for a fifth of the time that the last percents cost. */
const compression = { level: 4 };

const quoted = (name: string): string => pg.escapeIdentifier(name);

/** How values are written does not depend on the settings of the server. */
export const sessionSettings = `
  set client_encoding = 'UTF8'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set timezone = 'UTC';
  set bytea_output = 'hex'; set extra_float_digits = 1; set statement_timeout = 0; set lock_timeout = 0;
  set idle_in_transaction_session_timeout = 0`;

async function tablesOf(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    group by c.relname order by c.relname collate "C"`);
  return rows;
}

/** Begins the transaction that all of the backup sees, with every table held against a migration. */
async function beginSnapshot(client: pg.Client): Promise<{ tables: Table[]; snapshot: string }> {
  // Only while the tables are taken hold of: a start that has nothing to migrate must not wait for a whole backup.
  await client.query('select pg_advisory_lock_shared($1)', [locks.migrations]);
  const tables = await tablesOf(client);
  if (!tables.some(({ name }) => name === 'migrations'))
    throw new Stopped('The database holds no portal: there is nothing to back up.');
  await client.query('begin isolation level repeatable read, read only');
  const names = tables.map(({ name }) => `public.${quoted(name)}`).join(', ');
  await client.query(`lock table ${names} in access share mode`);
  const exported = await client.query<{ id: string }>('select pg_export_snapshot() as id');
  await client.query('select pg_advisory_unlock_shared($1)', [locks.migrations]);
  return { tables, snapshot: exported.rows[0]?.id ?? '' };
}

/**
 * The keys of all files that rows name, one a line with the checksum that the row has of it. What is abandoned is
 * named by no row and stays behind.
 */
const filesOf = (tables: readonly Table[]): string => {
  const selects = tables
    .filter(({ name, columns }) => columns.includes('storage_key') && name !== 'abandoned_files')
    .map(
      ({ name, columns }) =>
        `select storage_key as key, ${columns.includes('sha256') ? `encode(sha256, 'hex')` : 'null'} as sha256
        from public.${quoted(name)} where storage_key is not null`,
    );
  return `select key, max(sha256) from (${selects.join(' union all ')}) as named group by key`;
};

/** What a job is, apart from who works on it now: an attempt that is under way does not count. */
const jobsQuery = `select t.identifier, j.payload, q.queue_name, j.run_at, j.max_attempts, j.key, j.priority,
    (select array_agg(flag) from jsonb_object_keys(j.flags) as flag),
    case when j.locked_at is null then j.attempts else greatest(j.attempts - 1, 0) end, j.last_error
  from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
  left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
  order by j.id`;

export interface Backed {
  manifest: Manifest;
  sizeBytes: number;
  /** Keys of files that rows name now and that are missing or changed: a fault of the storage, not of the backup. */
  faulty: string[];
}

/**
 * Copies a portal that may be at work: database, files and, with `keyFile`, the key of its secrets, as they were at one
 * moment. `to` must not exist; it is there once everything is, and not before. Throws Stopped with a sentence.
 */
export async function makeBackup(
  { config, db, files, now, vault }: Pick<Platform, 'config' | 'db' | 'files' | 'now' | 'vault'>,
  to: string,
  options: { version: string; keyFile: string | null; report?: (line: string) => void; signal?: AbortSignal },
): Promise<Backed> {
  const { report = () => {}, keyFile } = options;
  const failed = new AbortController();
  const signal =
    options.signal === undefined ? failed.signal : AbortSignal.any([options.signal, failed.signal]);
  if (existsSync(to)) throw new Stopped(`${to} exists already. Name a folder that is not there yet.`);
  if (!existsSync(dirname(to))) throw new Stopped(`The folder ${dirname(to)} does not exist. Make it first.`);
  const draft = `${to}.part-${randomBytes(4).toString('hex')}`;
  const client = new pg.Client({
    connectionString: config.databaseUrl,
    application_name: 'clearcall-backup',
    keepAlive: true,
  });
  // Whoever waits for an answer hears of a lost connection from the answer.
  client.on('error', () => {});
  const progress = progressOf(report);
  const sums: string[] = [];
  let sizeBytes = 0;
  const note = (part: string, written: { sha256: string; sizeBytes: number }) => {
    sums.push(`${written.sha256}  ${part}\n`);
    sizeBytes += written.sizeBytes;
  };

  async function copyTable(part: string, query: string): Promise<number> {
    const rows = client.query(copyTo(`copy ${query} to stdout`));
    let readBytes = 0;
    const watched = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        readBytes += chunk.length;
        progress(() => `${part}: ${megabytes(readBytes)} read …`);
        done(null, chunk);
      },
    });
    note(
      part,
      await writePart(join(draft, part), rows, { through: [watched, createGzip(compression)], signal }),
    );
    return rows.rowCount;
  }

  try {
    await mkdir(draft, { mode: 0o700 });
    await client.connect();
    await client.query(sessionSettings);
    const { tables, snapshot } = await beginSnapshot(client);
    const migrations = await client.query<{ name: string }>(
      'select name from public.migrations order by name',
    );
    if (migrations.rows.some(({ name }) => name === unfinishedRestore)) {
      throw new Stopped(
        'A restore into this database has not come to its end. Restore it anew, then back it up.',
      );
    }
    const worldHash = hashDatabase(db, snapshot);
    worldHash.catch(() => {}); // it is awaited below, after what fails before it
    const counts: Manifest['tables'] = [];
    for (const table of tables) {
      const columns = table.columns.map(quoted).join(', ');
      const rows = await copyTable(tablePart(table.name), `public.${quoted(table.name)} (${columns})`);
      counts.push({ ...table, rows });
    }
    const sequences = await client.query<{ name: string; value: string }>(`
      select sequencename as name, last_value::text as value from pg_sequences
      where schemaname = 'public' and last_value is not null order by 1`);
    const jobs = await copyTable(jobsPart, `(${jobsQuery})`);
    const list = join(draft, 'files.list');
    await writePart(list, client.query(copyTo(`copy (${filesOf(tables)}) to stdout`)), { signal });
    const server = await client.query<{ server_version: string }>('show server_version');
    const hash = await worldHash;
    await client.query('commit');
    report(`The database is copied: ${tables.length} tables, ${megabytes(sizeBytes)}.`);

    const copied = { count: 0, bytes: 0 };
    const faulty: string[] = [];
    const lines = createInterface({ input: createReadStream(list), crlfDelay: Number.POSITIVE_INFINITY })[
      Symbol.asyncIterator
    ]();
    const copyFiles = async () => {
      for (let next = await lines.next(); next.done !== true; next = await lines.next()) {
        const [key = '', wanted = ''] = next.value.split('\t');
        const found = await files.open(key);
        if (found === null) {
          faulty.push(key);
          continue;
        }
        const written = await writePart(join(draft, 'files', key), found.stream, { signal });
        note(`files/${key}`, written);
        copied.count += 1;
        copied.bytes += written.sizeBytes;
        if (wanted !== '\\N' && wanted !== written.sha256) faulty.push(key);
        progress(() => `files: ${copied.count} copied, ${megabytes(copied.bytes)} …`);
      }
    };
    const copies = Array.from({ length: filesAtOnce }, () =>
      copyFiles().catch((error: unknown) => failed.abort(error)),
    );
    await Promise.all(copies);
    signal.throwIfAborted();
    await rm(list);
    // What was deleted since the snapshot is no fault; it is missing in the backup all the same.
    const stillNamed = await client.query<{ key: string }>(
      `select key from (${filesOf(tables)}) as named (key, sha256) where key = any($1)`,
      [faulty],
    );
    if (keyFile !== null) {
      const path = join(draft, keyName);
      await copyFile(keyFile, path);
      await chmod(path, 0o600);
      const content = await readFile(path);
      note(keyName, {
        sha256: createHash('sha256').update(content).digest('hex'),
        sizeBytes: content.length,
      });
    }
    await writeFile(join(draft, sumsName), sums.join(''), { mode: 0o600, flush: true });
    const manifest = newManifest({
      portal: options.version,
      madeAt: now().toISOString(),
      postgresql: server.rows[0]?.server_version ?? '',
      migrations: migrations.rows.map(({ name }) => name),
      tables: counts,
      sequences: sequences.rows,
      jobs,
      files: copied,
      missingFiles: faulty,
      worldHash: hash,
      sums: createHash('sha256').update(sums.join('')).digest('hex'),
    });
    await writeFile(join(draft, manifestName), `${JSON.stringify(manifest, null, 2)}\n`, {
      mode: 0o600,
      flush: true,
    });
    await syncFolder(draft);
    signal?.throwIfAborted();
    if (existsSync(to)) throw new Stopped(`${to} exists by now. Name a folder that is not there yet.`);
    await rename(draft, to);
    await syncFolder(dirname(to));
    // The administration portal shows when the last one was made.
    await db.transaction().execute((tx) =>
      recordChange(
        tx,
        { vault },
        {
          action: 'backup_made',
          at: now(),
          actorId: null,
          subject: { kind: 'portal', id: 'backup' },
        },
      ),
    );
    return { manifest, sizeBytes, faulty: stillNamed.rows.map(({ key }) => key) };
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw stoppedByDisk(error, to);
  } finally {
    await client.end().catch(() => {});
  }
}
