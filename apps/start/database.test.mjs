import { spawn } from 'node:child_process';
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
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findRunningDatabase, startDatabase } from './database.mjs';
import { serversIn, signal, waitUntil } from './processes.mjs';

let dataDir;
let running;
const cluster = () => join(dataDir, 'postgres');
const pidFile = () => join(cluster(), 'postmaster.pid');
const postmaster = () => Number(readFileSync(pidFile(), 'utf8').split('\n')[0]);

async function start(options = {}) {
  running = await startDatabase({ dataDir, durable: false, ...options });
  return running;
}

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

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'clearcall-database-'));
  chmodSync(dataDir, 0o711);
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
    for (const alsoDelete of [false, true]) {
      const { child, url } = await startElsewhere();
      await query(url, 'create table if not exists kept as select 7 as n');
      await killed(child);
      const orphan = postmaster();
      expect(serversIn(cluster())).toContain(orphan);
      if (alsoDelete) rmSync(pidFile());
      const said = [];
      const { url: now, stop } = await start({ log: (line) => said.push(line) });
      expect(said).toEqual(['Stopping a database server that an earlier start left behind …']);
      expect(serversIn(cluster())).not.toContain(orphan);
      expect(await query(now, 'select n from kept')).toEqual([{ n: 7 }]);
      await stop();
    }
  });

  it('is not deceived by a number in postmaster.pid that another program has now', async () => {
    await (await start()).stop();
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

  it('an empty folder is taken', async () => {
    fill({});
    const { url } = await start();
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});
