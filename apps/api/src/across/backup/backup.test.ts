import { createHash } from 'node:crypto';
import { appendFile, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildApp, buildPlatform } from '../../app.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { workOff } from '../../platform/jobs/work.ts';
import { createLog } from '../../platform/log.ts';
import type { Platform } from '../../platform/platform.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { startProcess } from '../../testing/portal-process.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { loadFirstWorld } from '../load-first-world.ts';
import { hashDatabase } from '../world/hash.ts';
import { makeBackup } from './make-backup.ts';
import { restoreBackup } from './restore-backup.ts';

const demoPassword = 'Demo-portal-2026!';
const bank = { bankName: 'Banque de Luxembourg', iban: 'LU280019400644750000' };

let test: TestApp;
let folder: string;
let applicant: { id: number; token: string };
const backup = (name: string) => join(folder, name);
const options = { version: '1.7.0', keyFile: null };

beforeAll(async () => {
  test = await buildTestApp();
  folder = await mkdtemp(join(tmpdir(), 'clearcall-backup-'));
  expect(await loadFirstWorld(test.platform)).toMatchObject({ ok: true });
  const { body } = await login(test.call, 'applicant@example.org');
  applicant = { id: body.user.id, token: body.token };
  const saved = await test.call('PATCH', `/users/${applicant.id}`, { token: applicant.token, body: bank });
  expect(saved.status).toBe(200);
});
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true });
});

const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

function login(call: TestApp['call'], email: string) {
  return call('POST', '/users/login', { body: { email, password: demoPassword, app: 'user_portal' } });
}

/** An empty database and an empty folder, as a new machine has them. */
async function newMachine() {
  const database = await createTestDatabase('empty');
  const dataDir = await mkdtemp(join(folder, 'machine-'));
  const config = { ...test.platform.config, databaseUrl: database.url, dataDir };
  const platform: Platform = { ...buildPlatform(config, createLog('silent')), now: test.platform.now };
  opened.push(database.drop, () => platform.databases.close());
  const into = {
    db: platform.db,
    databaseUrl: database.url,
    filesFolder: join(dataDir, 'files'),
    keyFile: join(dataDir, 'data.key'),
  };
  return { platform, into };
}

async function serve(platform: Platform): Promise<TestApp['call']> {
  const app = await buildApp(platform);
  opened.push(() => app.close());
  return async (method, path, { token, body } = {}) => {
    const answer = await app.inject({
      method: method as 'GET',
      url: `/api${path}`,
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { payload: body as object }),
    });
    return {
      status: answer.statusCode,
      body: answer.json(),
      bytes: answer.rawPayload,
      headers: answer.headers,
    };
  };
}

/** Uploads, as the portal writes them: first the file, then the row; every third is deleted again, row first. */
async function keepWriting({ db, files, newId, now }: Platform, until: () => boolean): Promise<number> {
  const { id: assignment } = await db
    .selectFrom('assignments')
    .select('id')
    .limit(1)
    .executeTakeFirstOrThrow();
  let count = 0;
  while (!until()) {
    const { key, sha256, sizeBytes } = await files.put(Buffer.from(`document ${count}`));
    const id = newId();
    const names = { original_filename: 'a.pdf', filename: 'a.pdf', storage_key: key };
    const row = { id, assignment_id: assignment, element_id: 'e', size_bytes: sizeBytes, sha256, ...names };
    await db
      .insertInto('documents')
      .values({ ...row, created_at: now() })
      .execute();
    await addJob(db, 'nothing', { count }, 3);
    if (count % 3 === 0) {
      await db.deleteFrom('documents').where('id', '=', id).execute();
      await files.remove(key);
    }
    count += 1;
  }
  return count;
}

async function namedFiles({ db, files }: Platform): Promise<string[]> {
  const rows = await db.selectFrom('documents').select(['storage_key', 'sha256']).execute();
  const wrong: string[] = [];
  for (const { storage_key: key, sha256 } of rows) {
    const hash = createHash('sha256');
    const found = await files.open(key);
    if (found !== null) for await (const chunk of found.stream) hash.update(chunk);
    if (found === null || !hash.digest().equals(sha256)) wrong.push(key);
  }
  return wrong;
}

const jobsOf = async ({ db }: Platform) =>
  (
    await sql<{ task: string; payload: unknown; attempts: number; held: boolean }>`
      select t.identifier as task, j.payload, j.attempts, j.locked_at is not null as held
      from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier in ('held', 'later') order by 1`.execute(db)
  ).rows;

/** What holds the tables together, beside their columns. */
async function formOf({ db }: Platform) {
  const { rows } = await sql`
    select conrelid::regclass::text as owner, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where connamespace = 'public'::regnamespace
    union all select tgrelid::regclass::text, tgname, tgenabled::text from pg_trigger where not tgisinternal
    order by 1, 2`.execute(db);
  return rows;
}

describe('a portal that is backed up while it works, and lost', () => {
  it('comes back on another machine as it was at one moment', async () => {
    await addJob(test.db, 'held', { n: 1 }, 1);
    await sql`select graphile_worker.add_job('later', '{"n":2}', run_at => now() + interval '1 day')`.execute(
      test.db,
    );
    // A process is at its only attempt now, and dies with the machine.
    await sql`update graphile_worker._private_jobs j set locked_at = now(), locked_by = 'worker', attempts = 1
      from graphile_worker._private_tasks t where t.id = j.task_id and t.identifier = 'held'`.execute(
      test.db,
    );
    // Whoever walked through half a year finds it there again.
    const moved = await test.call('POST', '/demo/clock', { body: { to: '2027-05-21T12:00:00Z' } });
    expect(moved.status).toBe(200);
    let isMade = false;
    const writing = keepWriting(test.platform, () => isMade);
    await setTimeout(100);
    const keyFile = join(folder, 'data.key');
    await writeFile(keyFile, 'the key\n', { mode: 0o644 });
    const { manifest, faulty } = await makeBackup(test.platform, backup('at-work'), { ...options, keyFile });
    isMade = true;
    expect(await writing).toBeGreaterThan(10);
    expect(faulty).toEqual([]);
    expect((await readdir(folder)).filter((name) => name.includes('.part-'))).toEqual([]);
    // Open to nobody else.
    expect((await stat(backup('at-work'))).mode & 0o777).toBe(0o700);
    const noted = test.db.selectFrom('configuration_changes').select(['action', 'subject_id', 'actor_id']);
    expect(await noted.execute()).toEqual([{ action: 'backup_made', subject_id: 'backup', actor_id: null }]);
    // It moved on meanwhile: the backup is of one moment before.
    expect(await hashDatabase(test.db)).not.toBe(manifest.worldHash);

    const { platform, into } = await newMachine();
    await restoreBackup(backup('at-work'), into);
    expect(await hashDatabase(platform.db)).toBe(manifest.worldHash);
    expect(await migrate(into.databaseUrl)).toEqual([]);
    expect((await namedFiles(platform)).filter((key) => !manifest.missingFiles.includes(key))).toEqual([]);
    expect(await jobsOf(platform)).toEqual([
      { task: 'held', payload: { n: 1 }, attempts: 0, held: false },
      { task: 'later', payload: { n: 2 }, attempts: 0, held: false },
    ]);
    const done: unknown[] = [];
    await workOff(platform, { tasks: { held: async (payload) => void done.push(payload) }, schedule: [] });
    expect(done).toEqual([{ n: 1 }]);

    expect(await formOf(platform)).toEqual(await formOf(test.platform));
    expect(await readFile(into.keyFile, 'utf8')).toBe('the key\n');
    for (const path of [into.keyFile, join(backup('at-work'), 'data.key')])
      expect((await stat(path)).mode & 0o777).toBe(0o600);

    const call = await serve(platform);
    expect((await call('GET', '/demo/clock')).body).toEqual(moved.body);
    const { status, body } = await login(call, 'applicant@example.org');
    expect(status).toBe(200);
    const own = await call('GET', `/users/${applicant.id}`, { token: body.token });
    expect(own.body).toMatchObject(bank);
    // Counters go on behind what is there.
    const { id } = await platform.db
      .insertInto('events')
      .values({ type: 'x', detail: '{}', occurred_at: platform.now() })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { rows } = await sql<{ most: number }>`select max(id) as most from events where id < ${id}`.execute(
      platform.db,
    );
    expect(id).toBeGreaterThan(rows[0]?.most ?? Number.POSITIVE_INFINITY);
  });
});

describe('a backup', () => {
  it('is not written over what is there', async () => {
    await mkdir(backup('taken'));
    await expect(makeBackup(test.platform, backup('taken'), options)).rejects.toThrow(/exists already/);
    await expect(makeBackup(test.platform, join(folder, 'no', 'where'), options)).rejects.toThrow(
      /does not exist. Make it first/,
    );
  });

  it('that was cut off leaves nothing that could be taken for one', async () => {
    const stopping = new AbortController();
    const slow: Platform = {
      ...test.platform,
      files: {
        ...test.platform.files,
        open: async (key) => {
          stopping.abort();
          return test.platform.files.open(key);
        },
      },
    };
    const { signal } = stopping;
    await expect(makeBackup(slow, backup('cut-off'), { ...options, signal })).rejects.toThrow(/abort/i);
    expect((await readdir(folder)).filter((name) => name.startsWith('cut-off'))).toEqual([]);
  });

  it('says which files the portal itself has lost, and is made all the same', async () => {
    const { storage_key: lost } = await test.db
      .selectFrom('documents')
      .select('storage_key')
      .limit(1)
      .executeTakeFirstOrThrow();
    const holey: Platform = {
      ...test.platform,
      files: {
        ...test.platform.files,
        open: async (key) => (key === lost ? null : test.platform.files.open(key)),
      },
    };
    const { faulty, manifest } = await makeBackup(holey, backup('holey'), options);
    expect([faulty, manifest.missingFiles]).toEqual([[lost], [lost]]);
  });

  it('ends with a sentence when the disk is full', async () => {
    const full: Platform = {
      ...test.platform,
      files: {
        ...test.platform.files,
        open: async () => {
          throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
        },
      },
    };
    await expect(makeBackup(full, backup('full'), options)).rejects.toThrow(
      /^There is no room left for .*full/,
    );
    expect((await readdir(folder)).filter((name) => name.startsWith('full'))).toEqual([]);
  });
});

describe('a restore', () => {
  it.each([
    [true, 'DEMO=on npm start'],
    [false, 'DEMO=off npm start'],
  ])('says how to start what was a demonstration: %s', async (demonstration, command) => {
    const portal = await buildTestApp();
    opened.push(() => portal.close());
    await portal.db.insertInto('organisation').values({ settings: '{}', demonstration }).execute();
    const made = backup(`demonstration-${demonstration}`);
    await makeBackup(portal.platform, made, options);
    const { platform } = await newMachine();
    const { databaseUrl: DATABASE_URL, dataDir: DATA_DIR } = platform.config;
    const env = { DATABASE_URL, DATA_DIR, DATA_KEY_FILE: join(DATA_DIR, 'data.key') };
    const { output, ended } = await startProcess(env, { program: 'restore', args: [made] });
    expect([await ended, output.err]).toEqual([0, '']);
    expect(output.out.trim().split('\n').at(-1)).toBe(`Start it with: ${command}`);
  });

  let made: string;
  let hash: string;
  beforeAll(async () => {
    made = backup('good');
    hash = await hashDatabase(test.db);
    await makeBackup(test.platform, made, options);
  });
  const damagedCopy = async (name: string, damage: (copy: string) => Promise<unknown>) => {
    const copy = backup(name);
    await cp(made, copy, { recursive: true });
    await damage(copy);
    return copy;
  };

  it('goes into an empty database and an empty folder only', async () => {
    const { into } = await newMachine();
    await expect(
      restoreBackup(made, { ...into, databaseUrl: test.platform.config.databaseUrl }),
    ).rejects.toThrow(/^The database is not empty/);
    await mkdir(into.filesFolder);
    await writeFile(join(into.filesFolder, 'a'), '');
    await expect(restoreBackup(made, into)).rejects.toThrow(/files is not empty/);
  });

  it.each<[string, RegExp, (copy: string) => Promise<unknown>]>([
    ['without a manifest', /holds no backup that was completed/, (copy) => rm(join(copy, 'manifest.json'))],
    [
      'with another checksum list',
      /SHA256SUMS is not as it was/,
      (copy) => appendFile(join(copy, 'SHA256SUMS'), 'x'),
    ],
    [
      'with a changed table',
      /tables\/answers\.copy\.gz (is not as it was|cannot be read)/,
      (copy) => appendFile(join(copy, 'tables/answers.copy.gz'), 'x'),
    ],
    [
      'of a later version',
      /made by version 1\.7\.0 of the portal, which knows 9999-later\.sql/,
      async (copy) => {
        const path = join(copy, 'manifest.json');
        const manifest = JSON.parse(await readFile(path, 'utf8'));
        await writeFile(
          path,
          JSON.stringify({ ...manifest, migrations: [...manifest.migrations, '9999-later.sql'] }),
        );
      },
    ],
  ])('of a backup %s is refused, and no portal starts on what it leaves', async (name, sentence, damage) => {
    const copy = await damagedCopy(name.replaceAll(' ', '-'), damage);
    const { into } = await newMachine();
    await expect(restoreBackup(copy, into)).rejects.toThrow(sentence);
    await expect(stat(into.filesFolder)).rejects.toThrow(/ENOENT/);
    if (name !== 'with a changed table') return;
    await expect(migrate(into.databaseUrl)).rejects.toThrow(/restore into it was cut off/);
    // The good one goes in where the damaged one failed.
    await restoreBackup(made, into);
    expect(await hashDatabase(into.db)).toBe(hash);
  });
});
