import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findRunningDatabase, startDatabase } from './database.mjs';
import { serversIn, signal, waitUntil } from './processes.mjs';

let made;
let dataDir;
let running;
const cluster = () => join(dataDir, 'postgres');
const pidFile = () => join(cluster(), 'postmaster.pid');
const postmaster = () => Number(readFileSync(pidFile(), 'utf8').split('\n')[0]);

async function start(options = {}) {
  running = await startDatabase({ dataDir, durable: false, ...options });
  return running;
}

/** Puts a database in place that was made before and rests: making one takes a second each time. */
const putInPlace = () => execFileSync('cp', ['-a', `${made}/.`, dataDir]);

async function query(url, text) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** Starts the database in a process of its own, as a launcher would, and gives { child, url }. */
async function startElsewhere() {
  const script = `import { startDatabase } from ${JSON.stringify(new URL('database.mjs', import.meta.url).href)};
    const database = await startDatabase({ dataDir: ${JSON.stringify(dataDir)}, durable: false });
    console.log(database.url);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise((done) => child.stdout.once('data', (text) => done(String(text).trim())));
  return { child, url };
}

async function killed(child) {
  const gone = new Promise((done) => child.once('exit', done));
  child.kill('SIGKILL');
  await gone;
}

/** Writes a file as the account that owns the cluster would. */
function writeAsOwner(path, text) {
  writeFileSync(path, text, { mode: 0o600 });
  const { uid, gid } = statSync(cluster());
  chownSync(path, uid, gid);
}

function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'clearcall-database-'));
  chmodSync(folder, 0o711);
  return folder;
}

beforeAll(async () => {
  made = newFolder();
  const { stop } = await startDatabase({ dataDir: made, durable: false });
  await stop();
});
afterAll(() => rmSync(made, { recursive: true, force: true }));

beforeEach(() => {
  dataDir = newFolder();
  running = undefined;
});

afterEach(async () => {
  await running?.stop();
  for (const pid of existsSync(cluster()) ? serversIn(cluster()) : []) signal(pid, 'SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

describe('a database of its own', () => {
  it('is made once, closed to other accounts, and keeps what was written', async () => {
    const first = await start();
    await query(first.url, 'create table kept as select 7 as n');
    expect(statSync(cluster()).mode & 0o777).toBe(0o700);
    expect(
      await query(first.url, 'select rolsuper, rolcreatedb from pg_roles where rolname = current_user'),
    ).toEqual([{ rolsuper: false, rolcreatedb: true }]);
    const wrong = first.url.replace(/:[^:@]+@/, ':guess@');
    await expect(query(wrong, 'select 1')).rejects.toThrow(/password authentication failed/);
    await first.stop();
    await first.stop();
    const second = await start();
    expect(await query(second.url, 'select n from kept')).toEqual([{ n: 7 }]);
  });

  it('is found by others while it runs, and refuses a second user of the same folder', async () => {
    putInPlace();
    expect(findRunningDatabase(dataDir)).toBeUndefined();
    const { url, stop } = await start();
    expect(findRunningDatabase(dataDir)).toBe(url);
    await expect(startDatabase({ dataDir })).rejects.toThrow(
      `in use by another start (process ${process.pid})`,
    );
    await stop();
    expect(findRunningDatabase(dataDir)).toBeUndefined();
  });
});

describe('after a kill', () => {
  it('loses nothing acknowledged when the server is killed while it writes', async () => {
    putInPlace();
    const { url, exited } = await start({ durable: true });
    await query(url, 'create table written (n int primary key)');
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {});
    await client.connect();
    let acknowledged = 0;
    const writing = (async () => {
      for (let n = 1; ; n += 1) {
        await client.query('insert into written values ($1)', [n]);
        acknowledged = n;
      }
    })().catch(() => {});
    await waitUntil(() => acknowledged >= 200, 5000, 1);
    for (const pid of serversIn(cluster())) signal(pid, 'SIGKILL');
    await writing;
    await exited;
    const again = await start({ durable: true });
    const [{ count }] = await query(again.url, 'select count(*)::int as count from written');
    expect(count).toBeGreaterThanOrEqual(acknowledged);
    expect(count).toBeLessThanOrEqual(acknowledged + 1);
  });

  it('stops the server that a killed launcher left behind, its postmaster.pid deleted or not', async () => {
    putInPlace();
    for (const alsoDelete of [false, true]) {
      const { child, url } = await startElsewhere();
      await query(url, 'create table if not exists kept as select 7 as n');
      await killed(child);
      const orphan = postmaster();
      expect(serversIn(cluster())).toContain(orphan);
      if (alsoDelete) rmSync(pidFile());
      const output = [];
      const { url: now, stop } = await start({ log: (line) => output.push(line) });
      expect(output).toEqual(['Stopping a database server that an earlier start left behind …']);
      expect(serversIn(cluster())).not.toContain(orphan);
      expect(await query(now, 'select n from kept')).toEqual([{ n: 7 }]);
      await stop();
    }
  });

  it('of its launcher alone, ends by itself in a moment', async () => {
    putInPlace();
    const { child } = await startElsewhere();
    const orphans = serversIn(cluster());
    expect(orphans.length).toBeGreaterThan(0);
    await killed(child);
    expect(await waitUntil(() => serversIn(cluster()).length === 0, 30_000)).toBe(true);
    expect(existsSync(pidFile())).toBe(false); // in order, not by a crash
  });

  it('is not deceived by a number in postmaster.pid that another program has now', async () => {
    putInPlace();
    const { uid, gid } = statSync(cluster());
    const other = spawn('sleep', ['60'], { uid, gid, stdio: 'ignore' });
    writeAsOwner(
      pidFile(),
      `${other.pid}\n${cluster()}\n1\n5432\n\n127.0.0.1\n        1         1\nready   \n`,
    );
    const { url } = await start();
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(other.exitCode).toBeNull();
    await killed(other);
  });

  it('begins again when making the database was cut off', async () => {
    const half = join(dataDir, 'postgres.new-12345678');
    mkdirSync(join(half, 'base'), { recursive: true });
    writeFileSync(join(half, 'PG_VERSION'), '18\n');
    const { url } = await start();
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(readdirSync(dataDir).filter((name) => name.includes('.new-'))).toEqual([]);
  });
});

describe('what is not ours stays untouched', () => {
  const before = () =>
    readdirSync(cluster()).map((name) => [name, readFileSync(join(cluster(), name), 'utf8')]);

  /** Fills the cluster's place, owned by the account that would run the server. */
  function fill(files) {
    mkdirSync(cluster(), { mode: 0o700 });
    for (const [name, text] of Object.entries(files)) writeFileSync(join(cluster(), name), text);
  }

  it.each([
    ['a folder without PG_VERSION', { 'holiday.jpg': 'x' }, /holds no PostgreSQL database/],
    ['a database of another major version', { PG_VERSION: '17\n' }, /made by PostgreSQL 17/],
    ['a database that somebody else made', { PG_VERSION: '18\n' }, /Clearcall has not made/],
  ])('%s', async (_what, files, sentence) => {
    fill(files);
    const found = before();
    await expect(startDatabase({ dataDir })).rejects.toThrow(sentence);
    expect(before()).toEqual(found);
    expect(existsSync(join(dataDir, 'postgres.lock'))).toBe(false);
  });

  it.each([
    [
      'uploaded files',
      ['files/ab', 'files/ab/x'],
      /holds uploaded files \(files\) of a portal, but not its database/,
    ],
    [
      'the key',
      ['data.key'],
      /holds the key of bank details \(data\.key\) of a portal, but not its database/,
    ],
    ['a half restore', ['restore.new-1'], /A restore into .* was cut off/],
  ])('%s without a database', async (_what, entries, sentence) => {
    for (const entry of entries) {
      if (/[xy]$/.test(entry)) writeFileSync(join(dataDir, entry), 'x');
      else mkdirSync(join(dataDir, entry), { recursive: true });
    }
    await expect(startDatabase({ dataDir })).rejects.toThrow(sentence);
    expect(readdirSync(dataDir).sort()).toEqual(
      [...new Set(entries.map((entry) => entry.split('/')[0]))].sort(),
    );
  });

  it('a note that leads to a database elsewhere, which is not there', async () => {
    writeFileSync(join(dataDir, 'postgres-is-in'), `${join(dataDir, 'gone')}\n`);
    await expect(startDatabase({ dataDir })).rejects.toThrow(
      /as the file postgres-is-in says, and it is not there/,
    );
    expect(readdirSync(dataDir)).toEqual(['postgres-is-in']);
  });

  it('a copied note, which leads to the database of the first', async () => {
    putInPlace();
    const [owner, copy] = [join(dataDir, 'owner'), join(dataDir, 'copy')];
    for (const folder of [owner, copy]) {
      mkdirSync(folder);
      writeFileSync(join(folder, 'postgres-is-in'), `${dataDir}\n`);
    }
    writeFileSync(join(dataDir, 'belongs-to'), owner);
    await expect(startDatabase({ dataDir: copy })).rejects.toThrow(`that is the database of ${owner}`);
    // A folder that was moved takes its database along.
    rmSync(owner, { recursive: true });
    running = await startDatabase({ dataDir: copy, durable: false });
    expect(await query(running.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('a database on which another container works, by its lock or by its postmaster.pid', async () => {
    putInPlace();
    const lock = join(dataDir, 'postgres.lock');
    writeFileSync(
      lock,
      JSON.stringify({ pid: process.pid, startedAt: '1', where: 'elsewhere', children: [] }),
    );
    writeAsOwner(
      pidFile(),
      `${process.pid}\n${cluster()}\n1\n5432\n\n127.0.0.1\n        1         1\nready   \n`,
    );
    await expect(start()).rejects.toThrow(
      /in use by another start \(in another container or on another machine\)/,
    );
    expect(() => findRunningDatabase(dataDir)).toThrow(/Give this command there/);
    rmSync(lock);
    writeFileSync(join(cluster(), 'clearcall-where'), 'elsewhere');
    await expect(start()).rejects.toThrow(/A database server of another container .* may still work/);
    expect(postmaster()).toBe(process.pid);
    // A lock that fell silent is of one that has ended with all that it had started.
    writeFileSync(
      lock,
      JSON.stringify({ pid: process.pid, startedAt: '1', where: 'elsewhere', children: [] }),
    );
    utimesSync(lock, new Date(0), new Date(0));
    const { url } = await start();
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it.each(['/proc/clearcall/data', '/dev/null'])('a data folder that cannot be made: %s', async (place) => {
    await expect(startDatabase({ dataDir: place })).rejects.toThrow(
      /^DATA_DIR is .*, and that cannot be used: /,
    );
  });

  it('an empty folder is taken', async () => {
    fill({});
    const { url } = await start();
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});
