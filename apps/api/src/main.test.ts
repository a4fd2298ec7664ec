import { type ChildProcess, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { freePort, startProcess } from './testing/portal-process.ts';
import { startS3Server } from './testing/s3-server.ts';
import { createTestDatabase } from './testing/test-database.ts';

// Starting a process takes as long as the machine is busy.

let database: { url: string; drop: () => Promise<void> };
let dataDir: string;
const children: ChildProcess[] = [];
beforeAll(async () => {
  database = await createTestDatabase('empty');
  dataDir = await mkdtemp(join(tmpdir(), 'clearcall-main-'));
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await database.drop();
  await rm(dataDir, { recursive: true });
});

async function start(env: Record<string, string> = {}, program?: Parameters<typeof startProcess>[1]) {
  const portal = await startProcess(
    {
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      DATA_KEY_FILE: join(dataDir, 'data.key'),
      EMAILS: 'off',
      ...env,
    },
    program,
  );
  children.push(portal.child);
  return portal;
}

const childrenOf = (pid: number): number[] =>
  execFileSync('ps', ['-axo', 'pid=,ppid='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([child = 0, parent]) => (parent === pid ? [child] : []));

it('migrates, serves, says where, and stops when it is told', async () => {
  const portal = await start();
  expect(await portal.ready).toEqual({ ready: true, address: `http://localhost:${portal.port}` });
  const health = await fetch(`${portal.url}/api/health`);
  expect(await health.json()).toEqual({
    live: true,
    ready: true,
    version: expect.any(String),
    mails: 'off',
    jobs: 'going',
    settings: 'read',
    readerships: 'right',
  });
  expect(portal.output.out).toContain(`http://localhost:${portal.port}/admin/`);
  expect(portal.output.out).not.toContain('Demo accounts');
  expect(portal.output.out).toContain('  Emails wait: EMAILS is off.');
  // A page that is open, and an upload whose sender has fallen silent: neither may hold the end up.
  const [page, upload] = [connect(portal.port, '127.0.0.1'), connect(portal.port, '127.0.0.1')];
  page.write('GET /api/health HTTP/1.1\r\nHost: a\r\n\r\n');
  await once(page, 'data');
  upload.write('POST /api/users/login HTTP/1.1\r\nHost: a\r\nContent-Length: 99\r\n\r\n{');
  const cut = Promise.all([page, upload].map((socket) => once(socket.resume(), 'close')));
  portal.child.kill('SIGTERM');
  await cut;
  expect(await portal.ended).toBe(0);
  expect(portal.output.err).toBe('');

  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query(
    `select settings -> 'theme' -> 'organization' ->> 'name' as name from organisation`,
  );
  await client.end();
  expect(rows).toEqual([{ name: 'Clearcall' }]);
});

describe('started beside its database', () => {
  const launcherGone = fileURLToPath(new URL('../../start/exit-with-launcher.mjs', import.meta.url));
  const waiting = () => start({ DATABASE_URL: 'told-by-message' }, { options: ['--import', launcherGone] });

  it('waits to be told where that is', async () => {
    const portal = await waiting();
    portal.child.send({ databaseUrl: database.url });
    expect(await portal.ready).toEqual({ ready: true, address: `http://localhost:${portal.port}` });
    portal.child.kill('SIGTERM');
    expect([await portal.ended, portal.output.err]).toEqual([0, '']);
  });

  it('ends when the launcher does before it was told', async () => {
    const portal = await waiting();
    portal.child.disconnect();
    await portal.ended;
    expect([portal.child.signalCode, portal.output]).toEqual(['SIGTERM', { out: '', err: '' }]);
  });

  it('says so when what it is told is no address', async () => {
    const portal = await waiting();
    portal.child.send({ databaseUrl: 'nowhere' });
    expect(await portal.ended).toBe(1);
    expect(portal.output.err).toMatch(/^DATABASE_URL must be an address/);
  });
});

describe('several processes on one port', () => {
  const several = () => start({ PROCESSES: '2' }, { program: 'cluster' });
  const numbers = async () => {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client.query<{ name: string }>(
      `select distinct application_name as name from pg_stat_activity
       where datname = current_database() and application_name like 'clearcall%' order by 1`,
    );
    await client.end();
    return rows.map(({ name }) => name.replace(/ .*/, ''));
  };
  const answers = (portal: Awaited<ReturnType<typeof start>>) =>
    Promise.all(
      // Each by a connection of its own; what is not kept is asked of the database.
      Array.from({ length: 6 }, async () => {
        const headers = { connection: 'close' };
        return (await fetch(`${portal.url}/api/v2/calls/999`, { headers })).status;
      }),
    );

  it('share the answers, and one of them works on jobs; all stop when they are told', async () => {
    const portal = await several();
    expect(await portal.ready).toEqual({ ready: true, address: `http://localhost:${portal.port}` });
    expect(await answers(portal)).toEqual(Array(6).fill(404));
    expect(await numbers()).toEqual(['clearcall', 'clearcall-api']);
    expect(portal.output.out.match(/ {2}Portal /g)).toHaveLength(1);
    const next = await start({ PROCESSES: '2', PORT: String(portal.port) }, { program: 'cluster' });
    expect([await next.ended, next.output.err]).toEqual([
      1,
      expect.stringMatching(/already listens on port/),
    ]);
    const begunAt = performance.now();
    portal.child.kill('SIGTERM');
    expect([await portal.ended, portal.output.err]).toEqual([0, '']);
    expect(performance.now() - begunAt).toBeLessThan(5_000);
    expect(await numbers()).toEqual([]);
  });

  it('end together when one of them is killed', async () => {
    const portal = await several();
    await portal.ready;
    process.kill(childrenOf(portal.child.pid ?? 0).at(-1) ?? 0, 'SIGKILL');
    expect(await portal.ended).toBe(1);
    await vi.waitFor(async () => expect(await numbers()).toEqual([]), { timeout: 60_000, interval: 100 });
  });
});

it('appoints an administrator by command, and says what it did not understand', async () => {
  const run = async (...args: string[]) => {
    const env = { PUBLIC_URL: 'https://portal.example.org' };
    const { ended, output } = await start(env, { program: 'appoint', args });
    return { code: await ended, output: output.out + output.err };
  };
  const first = await run('Ada@example.org', 'admin', 'Ada', 'Lovelace');
  expect(first.code).toBe(0);
  expect(first.output).toMatch(
    /^Ada@example.org is Admin now.\n.*14 days:\nhttps:\/\/portal.example.org\/auth\/invite\/\S+\n/,
  );
  expect(first.output).toContain('https://portal.example.org/admin/');
  for (const args of [[], ['ada@example.org', 'king']])
    expect(await run(...args)).toEqual({ code: 2, output: expect.stringMatching(/^Usage:/) });
});

it('compares files and rows by command', async () => {
  const run = async (...args: string[]) => {
    const { ended, output } = await start({}, { program: 'files', args });
    return { code: await ended, output: output.out + output.err };
  };
  expect(await run('compare')).toEqual({ code: 0, output: '0 files are there; every row has its file.\n' });
  expect(await run()).toEqual({ code: 2, output: expect.stringMatching(/^Usage:/) });
});

it('finishes what it has begun before it stops, and ends with its launcher', async () => {
  const portal = await start({ SMTP_URL: 'smtp://127.0.0.1:9', EMAILS: 'on' });
  await portal.ready;
  // The organisation has no name yet, and its mails no sender.
  expect(portal.output.out).toContain('Mails come from portal@localhost');
  const slow = fetch(`${portal.url}/api/users/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'a@example.org', password: 'x', app: 'user_portal' }),
  });
  // The attempt is counted: now the password is being judged, and that takes a while.
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  while ((await client.query('select from tallies')).rowCount === 0);
  await client.end();
  portal.child.disconnect();
  expect((await slow).status).toBe(401);
  expect(await portal.ended).toBe(0);
});

it('names every wrong setting and does not start', async () => {
  const portal = await start({ PORT: 'x', DEMO: 'maybe', DATABASE_URL: '' });
  expect(await portal.ended).toBe(1);
  expect(portal.output.err.trim().split('\n')).toEqual([
    expect.stringMatching(/^PORT is 'x'/),
    expect.stringMatching(/^DATABASE_URL is not set/),
    expect.stringMatching(/^DEMO is 'maybe'/),
  ]);
});

it('neither a portal nor a worker starts without a mail server that nobody has decided to do without', async () => {
  for (const program of ['main', 'worker'] as const) {
    const portal = await start({ EMAILS: '' }, { program });
    expect(await Promise.race([portal.ended, portal.ready])).toBe(1);
    expect(portal.output.err).toMatch(/^SMTP_URL is not set, so no email would be sent\. /);
  }
});

it('says what is in the way: a taken port, a database that is not there', async () => {
  const taken = createServer();
  await new Promise<void>((done) => taken.listen(0, '127.0.0.1', done));
  const { port } = taken.address() as { port: number };
  const portal = await start({ PORT: String(port) });
  expect(await portal.ended).toBe(1);
  await new Promise((done) => taken.close(done));
  expect(portal.output.err).toBe(
    `Another program already listens on port ${port} of 127.0.0.1. Stop it, or set PORT to another number.\n`,
  );

  const lost = await start({ DATABASE_URL: `postgres://u:secret@127.0.0.1:${await freePort()}/x` });
  expect(await lost.ended).toBe(1);
  expect(lost.output.err).toMatch(/^The database cannot be used: /);
  expect(lost.output.err).not.toContain('secret');
});

it('does not start with a bucket that it may not use, and starts where the bucket does not answer', async () => {
  const server = await startS3Server();
  const refused = await start({ S3_URL: server.urlOf({ secret: 'geheim' }) });
  expect(await refused.ended).toBe(1);
  const output = `S3_URL: the bucket 'calls' at http://127.0.0.1:${server.port} cannot be used: `;
  expect(refused.output.err).toBe(`${output}the secret does not belong to the access key.\n`);

  await server.stop();
  const portal = await start({ S3_URL: server.urlOf() });
  await portal.ready;
  expect(portal.output.out).toContain(
    `  ${output}it does not answer (ECONNREFUSED).\n  Files are neither stored`,
  );
  portal.child.kill('SIGTERM');
  expect(await portal.ended).toBe(0);
  await server.close();
});

const refusals = [
  {
    demonstration: true,
    given: 'off',
    sentence: /^This database holds the demonstration: .* Set DEMO=on to show it\. For a portal of your own/,
  },
  {
    demonstration: false,
    given: 'on',
    sentence: /^This database was not begun as a demonstration: .* Set DEMO=off\. For a demonstration, /,
  },
];
it.each(refusals)(
  'no program takes a database for something else (demonstration: $demonstration, DEMO=$given)',
  async ({ demonstration, given, sentence }) => {
    const other = await createTestDatabase();
    const client = new pg.Client({ connectionString: other.url });
    try {
      await client.connect();
      await client.query(`insert into organisation (settings, demonstration) values ('{}', $1)`, [
        demonstration,
      ]);
      const programs = ['main', 'worker', 'appoint'] as const;
      const refused = await Promise.all(
        programs.map(async (program) => {
          const args = ['ada@example.org', 'admin', 'Ada', 'Lovelace'];
          const env = { DATABASE_URL: other.url, DEMO: given };
          const portal = await start(env, { program, args });
          // A portal or worker that does start would stay.
          const ended = await Promise.race([portal.ended, portal.ready]);
          return [program, ended, portal.output.err];
        }),
      );
      expect(refused).toEqual(programs.map((program) => [program, 1, expect.stringMatching(sentence)]));
      expect((await client.query('select from users')).rowCount).toBe(0);
    } finally {
      await client.end();
      await other.drop();
    }
  },
);

it('no worker begins as a demonstration where nothing says that the database is one', async () => {
  const migrated = await createTestDatabase();
  const worker = await start({ DATABASE_URL: migrated.url, DEMO: 'on' }, { program: 'worker' });
  expect(await Promise.race([worker.ended, worker.ready])).toBe(1);
  expect(worker.output.err).toBe('No portal was started on this database yet. Start one first.\n');
  await migrated.drop();
});
