import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { defaultOrganisation } from '@clearcall/domain/organisation/default-organisation.ts';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { newToken, tokenHash } from './platform/auth/tokens.ts';
import { newId } from './platform/new-id.ts';
import { type DatabaseProxy, openDatabaseProxy } from './testing/database-proxy.ts';
import { type PortalProcess, startProcess } from './testing/portal-process.ts';
import { createTestDatabase } from './testing/test-database.ts';

// Starting a process takes as long as the machine is busy.

let database: { url: string; drop: () => Promise<void> };
let proxy: DatabaseProxy;
let client: pg.Client;
let dataDir: string;
const portals: PortalProcess[] = [];
beforeAll(async () => {
  database = await createTestDatabase('empty');
  proxy = await openDatabaseProxy(database.url);
  dataDir = await mkdtemp(join(tmpdir(), 'clearcall-processes-'));
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
async function stopAll(): Promise<void> {
  for (const { child } of portals) child.kill('SIGKILL');
  await Promise.all(portals.splice(0).map(({ ended }) => ended));
}
afterEach(stopAll);
afterAll(async () => {
  await stopAll();
  await client.end();
  await proxy.close();
  await database.drop();
  await rm(dataDir, { recursive: true });
});

async function start(
  env: Record<string, string> = {},
  how: Parameters<typeof startProcess>[1] = {},
): Promise<PortalProcess> {
  const portal = await startProcess(
    {
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      DATA_KEY_FILE: join(dataDir, 'data.key'),
      EMAILS: 'off',
      ...env,
    },
    how,
  );
  portals.push(portal);
  return portal;
}
const setSettings = (settings: unknown) =>
  client.query('update organisation set settings = $1', [JSON.stringify(settings)]);
const done = async (task: string) => {
  await client.query('select graphile_worker.add_job($1)', [task]);
  await vi.waitFor(
    async () => {
      const { rows } = await client.query(
        `select from graphile_worker._private_jobs where task_id =
          (select id from graphile_worker._private_tasks where identifier = $1)`,
        [task],
      );
      expect(rows).toEqual([]);
    },
    { timeout: 60_000, interval: 100 },
  );
};

it('two that start at once on an empty database bring it to its form once, and serve what the other changes', async () => {
  const [one, other] = await Promise.all([start({ WORKER: 'off' }), start({ WORKER: 'off' })]);
  await Promise.all([one.ready, other.ready]);
  expect([one.output.err, other.output.err]).toEqual(['', '']);
  const { rows } = await client.query(
    'select count(*)::int as migrations, count(distinct name)::int as names, (select count(*)::int from organisation) as organisations from migrations',
  );
  expect(rows[0]).toMatchObject({ migrations: rows[0].names, organisations: 1 });

  /** What both keep in memory, each for itself. */
  const reported = () =>
    Promise.all(
      [one, other].map(async ({ url }) => {
        const theme = (await (await fetch(`${url}/theme.json`)).json()) as { timeZone: string };
        const lists = (await (await fetch(`${url}/api/v2/options?limit=1`)).json()) as {
          data: { title: string }[];
        };
        return [theme.timeZone, lists.data[0]?.title];
      }),
    );
  const before = await reported();
  expect(before[0]).toEqual(before[1]);
  const theme = { ...defaultOrganisation.theme, timeZone: 'Europe/Helsinki' };
  await setSettings({ ...defaultOrganisation, theme });
  await client.query("update option_groups set title = 'Another title'");
  await setTimeout(1_100);
  const after = ['Europe/Helsinki', 'Another title'];
  expect(await reported()).toEqual([after, after]);

  // A worker without a mail server leaves the emails to one that has it, however long they wait.
  await client.query(`select graphile_worker.add_job('send_mail', '{"deliveryIds": ["x"]}')`);
  // Neither works on jobs; whoever starts to does them, and is not taken for one that they may belong to.
  await client.query(`select graphile_worker.add_job('purge_reports')`);
  await setTimeout(500);
  expect((await client.query('select from graphile_worker._private_jobs')).rowCount).toBe(2);
  expect(
    (
      await client.query(`select from pg_stat_activity where datname = current_database()
      and starts_with(application_name, 'clearcall ')`)
    ).rowCount,
  ).toBe(0);
  await client.query(`update graphile_worker._private_jobs set run_at = now() - interval '11 minutes'`);
  expect(await (await fetch(`${one.url}/api/health`)).json()).toMatchObject({ jobs: 'waiting' });
  const worker = await start({}, { program: 'worker' });
  expect(await worker.ready).toEqual({ ready: true });
  await done('purge_reports');
  expect(await (await fetch(`${one.url}/api/health`)).json()).toMatchObject({ mails: 'off', jobs: 'going' });
  const left = await client.query('select attempts from graphile_worker._private_jobs');
  expect(left.rows).toEqual([{ attempts: 0 }]);
});

it('a worker does not begin on a database that lacks what it needs, nor a portal on settings that it cannot read', async () => {
  const { rows } = await client.query(
    'delete from migrations where name = (select max(name) from migrations) returning name, expands',
  );
  const worker = await start({}, { program: 'worker' });
  expect(await worker.ended).toBe(1);
  expect(worker.output.err).toContain(`(${rows[0].name} is missing)`);
  await client.query('insert into migrations (name, expands) values ($1, $2)', [
    rows[0].name,
    rows[0].expands,
  ]);

  await setSettings({
    ...defaultOrganisation,
    retention: { ...defaultOrganisation.retention, draftMonths: 'sixty' },
  });
  for (const program of ['main', 'worker'] as const) {
    const refused = await start({}, { program });
    expect(await refused.ended).toBe(1);
    expect(refused.output.err).toMatch(/retention › draftMonths: .*\n.*npm run organisation -- show/);
  }
  await setSettings(defaultOrganisation);
});

it('counts time by the clock of the database, on a machine that is an hour ahead', async () => {
  const ahead = 'const now = Date.now; Date.now = () => now() + 3600000;';
  const portal = await start(
    { WORKER: 'off' },
    { options: ['--import', `data:text/javascript,${encodeURIComponent(ahead)}`] },
  );
  await portal.ready;
  expect(portal.output.out).toMatch(/the clock of this machine is 3(599|600)\d{3} ms ahead/);
  const token = newToken();
  const id = newId();
  const { rows } = await client.query(
    `insert into users (email, first_name, last_name, status) values ('a@example.org', 'A', 'B', 'active') returning id`,
  );
  await client.query(
    `insert into sessions (id, family_id, user_id, app, refresh_hash, access_hash, access_expires_at, created_at, opened_at, expires_at)
    values ($1, $1, $2, 'user_portal', $3, $4, now() + interval '1 minute', now(), now(), now() + interval '1 hour')`,
    [id, rows[0].id, tokenHash(newToken()), tokenHash(token)],
  );
  const answer = await fetch(`${portal.url}/api/users/sessions`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.status).toBe(200);
  // What pages count down by.
  expect(Math.abs(Date.parse(answer.headers.get('date') ?? '') - Date.now())).toBeLessThan(5_000);
});

it('outlives a database that goes away under load: every request is answered, and all goes on when it is back', async () => {
  const portal = await start({ DATABASE_URL: proxy.url });
  await portal.ready;
  await done('purge_reports');
  const answers: { at: 'there' | 'away' | 'back'; status: number; tookMs: number }[] = [];
  let phase: (typeof answers)[number]['at'] = 'there';
  let isOver = false;
  const visitors = Array.from({ length: 6 }, async () => {
    while (!isOver) {
      const at = phase;
      const beganAt = performance.now();
      // What is not there is kept by nobody: it is asked for each time.
      const answer = await fetch(`${portal.url}/api/v2/calls/999`);
      const body = await answer.json();
      answers.push({ at, status: answer.status, tookMs: performance.now() - beganAt });
      if (answer.status === 503) {
        expect(body).toMatchObject({ code: 'out_of_reach', message: expect.stringContaining('try again') });
        expect(answer.headers.get('retry-after')).toBe('10');
      }
      await setTimeout(20);
    }
  });
  const calls = async () => (await fetch(`${portal.url}/api/v2/calls/published`)).status;
  expect(await calls()).toBe(200);
  await setTimeout(300);
  phase = 'away';
  await proxy.cut();
  await setTimeout(500);
  // What everybody gets was made before.
  expect(await calls()).toBe(200);
  const health = await fetch(`${portal.url}/api/health`);
  expect([health.status, await health.json()]).toMatchObject([503, { live: true, ready: false }]);
  await setTimeout(2_500);
  await proxy.heal();
  const isReady = async () => (await fetch(`${portal.url}/api/health`)).status;
  await expect.poll(isReady, { timeout: 60_000 }).toBe(200);
  phase = 'back';
  await setTimeout(500);
  isOver = true;
  await Promise.all(visitors);

  const of = (at: string) => answers.filter((answer) => answer.at === at);
  expect(new Set(of('there').map(({ status }) => status))).toContain(404);
  // A request that began just before the cut, or after it healed, still finds the database.
  expect(of('away').map(({ status }) => status)).toContain(503);
  expect(of('away').filter(({ status }) => status !== 503 && status !== 404)).toEqual([]);
  expect(new Set(of('back').map(({ status }) => status))).toEqual(new Set([404]));
  expect(Math.max(...answers.map(({ tookMs }) => tookMs))).toBeLessThan(10_000);
  await done('purge_reports');
  expect(portal.child.exitCode).toBe(null);
});
