import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { defaultOrganisation } from '@clearcall/domain/organisation/default-organisation.ts';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildApp, buildPlatform } from '../../../app.ts';
import type { Config } from '../../../platform/config.ts';
import { nameOfListener } from '../../../platform/db/notifications.ts';
import type { Platform } from '../../../platform/platform.ts';
import { buildTestApp, type SignedIn, type TestApp } from '../../../testing/build-test-app.ts';
import { type EventStream, openEvents } from '../../../testing/event-stream.ts';
import { createCall, createSurroundings } from '../../../testing/factories.ts';
import { startProcess } from '../../../testing/portal-process.ts';

let test: TestApp;
let ada: SignedIn;
let bo: SignedIn;
let callId: number;

beforeAll(async () => {
  test = await buildTestApp();
  await test.db
    .insertInto('organisation')
    .values({ settings: JSON.stringify(defaultOrganisation) })
    .execute();
  await createSurroundings(test.db);
  ada = await test.login({ role: 'admin', firstName: 'Ada', lastName: 'Zuse' });
  bo = await test.login({ role: 'eurohpc_admin', firstName: 'Bo', lastName: 'Lie' });
});
afterAll(() => test.close());
beforeEach(async () => {
  callId = (await createCall(test)).id;
});

/** Nothing happens by itself in the time of a test: what arrives has been caused. */
const never = { beatMs: 1_000_000, lifeMs: 10_000_000 };
const often = { beatMs: 20, lifeMs: 10_000_000 };

interface Process {
  platform: Platform;
  app: FastifyInstance;
  url: string;
}
const processes: Process[] = [];
const streams: EventStream[] = [];
afterEach(async () => {
  for (const stream of streams.splice(0)) stream.cut();
  for (const { app, platform } of processes.splice(0)) {
    const closed = app.close();
    // A client keeps connections for its next requests.
    app.server.closeAllConnections();
    await closed;
    await platform.databases.close();
  }
});

/** Another process of the portal, on the same database. */
async function start(events: Config['events'] = never): Promise<Process> {
  const { config, log, now } = test.platform;
  const platform = { ...buildPlatform({ ...config, events }, log), now };
  const app = await buildApp(platform);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const started = { platform, app, url: `http://127.0.0.1:${port}/api` };
  processes.push(started);
  return started;
}
async function follow(process: Process, person: SignedIn, id = callId): Promise<EventStream> {
  const stream = await openEvents(`${process.url}/admin/calls/${id}/draft/events`, person.token);
  streams.push(stream);
  return stream;
}
async function change(process: Process, person: SignedIn, base: number, unit: string): Promise<number> {
  const answer = await fetch(`${process.url}/admin/calls/${callId}/changes`, {
    method: 'POST',
    headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ base, changes: [{ do: 'set', at: ['unit'], value: unit }] }),
  });
  return ((await answer.json()) as { revision: number }).revision;
}
const named = (name: string) => (people: { name: string }[]) => people.some((one) => one.name === name);
/** The connections that listen, by the process. */
const listening = async ({ platform }: Process) => {
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
    where application_name = ${nameOfListener(platform.databases.name)}`.execute(test.db);
  return rows.map(({ pid }) => pid);
};

it('tells editors in two processes of each other and of each change at once', async () => {
  const [one, other] = [await start(), await start()];
  const ofAda = await follow(one, ada);
  expect(await ofAda.first('draft')).toEqual({ revision: 0, isDraft: false, isPlanned: false });
  expect(await ofAda.first('people')).toEqual([]);
  const ofBo = await follow(other, bo);
  expect(await ofBo.first('people', named('Ada Zuse'))).toEqual([
    { id: ada.userId, name: 'Ada Zuse', since: test.platform.now().toISOString() },
  ]);
  await ofAda.first('people', named('Bo Lie'));

  const revision = await change(other, bo, 0, 'GPU hours');
  expect(await ofAda.first('draft', (draft) => draft.isDraft)).toMatchObject({ revision });
  expect(await change(one, ada, revision, 'core hours')).toBe(2);
  await ofBo.first('draft', (draft) => draft.revision === 2);
});

it('tells of a draft that is published, planned or discarded', async () => {
  const one = await start();
  const stream = await follow(one, ada);
  await change(one, bo, 0, 'GPU hours');
  await stream.first('draft', ({ isDraft }) => isDraft);
  const ask = (method: string, path: string, body?: object) =>
    test.call(method, `/admin/calls/${callId}${path}`, { token: bo.token, ...(body && { body }) });
  await ask('POST', '/publish', { revision: 1, publishAt: '2199-01-01T09:00:00.000Z' });
  await stream.first('draft', ({ isPlanned }) => isPlanned);
  const before = stream.events.length;
  await ask('DELETE', '/planned-publication');
  await expect
    .poll(() => stream.events.slice(before).map(({ data }) => data))
    .toEqual([{ revision: 1, isDraft: true, isPlanned: false }]);
  await ask('DELETE', '/draft', { revision: 1 });
  await stream.first('draft', ({ revision, isDraft }) => revision === 1 && !isDraft);
});

it('begins with what was missed while the connection was cut', async () => {
  const one = await start();
  const cut = await follow(one, ada);
  await cut.first('draft');
  cut.cut();
  await change(one, bo, 0, 'GPU hours');
  await change(one, bo, 1, 'core hours');
  const again = await follow(one, ada);
  expect(await again.first('draft')).toMatchObject({ revision: 2 });
});

it('tells what changed while the connection to the database was lost', async () => {
  const one = await start();
  const stream = await follow(one, ada);
  await stream.first('draft');
  await expect.poll(() => listening(one)).toHaveLength(1);
  const [pid] = await listening(one);
  await sql`select pg_terminate_backend(${pid})`.execute(test.db);
  await change(one, bo, 0, 'GPU hours');
  await stream.first('draft', ({ revision }) => revision === 1);
  await expect.poll(() => listening(one)).toHaveLength(1);
});

it('tells of a change that no notification told of, at the next beat', async () => {
  const one = await start(often);
  const stream = await follow(one, ada);
  await stream.first('draft');
  await sql`alter table call_changes disable trigger notify_of_draft`.execute(test.db);
  try {
    await change(one, bo, 0, 'GPU hours');
    expect(await stream.first('draft', ({ revision }) => revision === 1)).toBeDefined();
  } finally {
    await sql`alter table call_changes enable trigger notify_of_draft`.execute(test.db);
  }
});

it('shows people until their tabs are closed, however many they have', async () => {
  const one = await start(often);
  const ofAda = await follow(one, ada);
  const tabs = [await follow(one, bo), await follow(one, bo)];
  await ofAda.first('people', named('Bo Lie'));
  tabs[0]?.cut();
  // Ten beats later the other tab is still there.
  for (let nth = 0; nth < 10; nth += 1) await new Promise((done) => setTimeout(done, often.beatMs));
  const seen = ofAda.events.length;
  expect(ofAda.events.filter(({ name }) => name === 'people').at(-1)?.data).not.toEqual([]);
  tabs[1]?.cut();
  await expect.poll(() => ofAda.events.slice(seen).map(({ data }) => data)).toContainEqual([]);
});

it('shows a person without a gap whose stream ends and is opened again', async () => {
  const one = await start();
  const ofAda = await follow(one, ada);
  const first = await follow(one, bo);
  await ofAda.first('people', named('Bo Lie'));
  const seen = ofAda.events.length;
  first.cut();
  await first.over;
  const again = await follow(one, bo);
  await again.first('people', named('Ada Zuse'));
  await change(one, bo, 0, 'GPU hours');
  await ofAda.first('draft', ({ revision }) => revision === 1);
  expect(ofAda.events.slice(seen).filter(({ name }) => name === 'people')).toEqual([]);
});

it('forgets the people of a process that was killed', async () => {
  const one = await start(often);
  const stream = await follow(one, ada);
  await stream.first('people');
  await expect.poll(() => listening(one)).toHaveLength(1);
  const payload = JSON.stringify({ process: 'killed', callId, people: [[bo.userId, 0]] });
  // On a busy machine it can be forgotten before it is looked at.
  await expect
    .poll(async () => {
      await sql`select pg_notify('call_draft_people', ${payload})`.execute(test.db);
      return stream.events.some(({ name, data }) => name === 'people' && named('Bo Lie')(data as []));
    })
    .toBe(true);
  await expect.poll(() => stream.events.filter(({ name }) => name === 'people').at(-1)?.data).toEqual([]);
});

it('survives a notification that it cannot read', async () => {
  const one = await start();
  const stream = await follow(one, ada);
  await expect.poll(() => listening(one)).toHaveLength(1);
  await sql`select pg_notify('call_draft_people', 'no JSON')`.execute(test.db);
  await change(one, bo, 0, 'GPU hours');
  expect(await stream.first('draft', ({ revision }) => revision === 1)).toBeDefined();
});

it('ends the stream of a person who is logged out, or who has lost the right', async () => {
  const one = await start(often);
  const leaving = await test.login({ role: 'admin' });
  const demoted = await test.login({ role: 'admin' });
  const ended = [await follow(one, leaving), await follow(one, demoted)];
  const staying = await follow(one, ada);
  await Promise.all([...ended, staying].map((stream) => stream.first('draft')));
  await test.db
    .updateTable('sessions')
    .set({ ended_at: test.platform.now() })
    .where('user_id', '=', leaving.userId)
    .execute();
  await test.db.updateTable('users').set({ role: 'user' }).where('id', '=', demoted.userId).execute();
  expect(await Promise.all(ended.map(({ over }) => over))).toEqual(['ended', 'ended']);
  await change(one, bo, 0, 'GPU hours');
  await staying.first('draft', ({ revision }) => revision === 1);
  expect((await follow(one, leaving)).status).toBe(401);
  expect((await follow(one, demoted)).status).toBe(403);
});

it('is open to those who may read calls, on calls that exist', async () => {
  const one = await start();
  const pro = await test.login({ role: 'pro', app: 'admin_portal' });
  const user = await test.login();
  expect((await follow(one, pro)).status).toBe(200);
  expect((await follow(one, user)).status).toBe(403);
  expect((await follow(one, ada, 99_999_999)).status).toBe(404);
});

it('takes four streams of a person, and one more when one was closed', async () => {
  const one = await start();
  const open = [];
  for (let nth = 0; nth < 4; nth += 1) open.push(await follow(one, ada));
  expect((await follow(one, ada)).status).toBe(429);
  expect((await follow(one, bo)).status).toBe(200);
  open[0]?.cut();
  await expect.poll(async () => (await follow(one, ada)).status).toBe(200);
});

it('holds one connection of the database, however many streams are open, and none when all are closed', async () => {
  const one = await start({ ...never, beatMs: 2_000 });
  const people = await Promise.all([0, 1, 2, 3].map(() => test.login({ role: 'admin' })));
  const open = await Promise.all(people.flatMap((person) => [follow(one, person), follow(one, person)]));
  await Promise.all(open.map((stream) => stream.first('draft')));
  await expect.poll(() => listening(one)).toHaveLength(1);
  const { pool } = one.platform.databases;
  await expect.poll(() => pool.totalCount - pool.idleCount).toBe(0);
  for (const stream of open) stream.cut();
  await expect.poll(() => listening(one)).toEqual([]);
});

it('ends each stream after a while, so that one whose reader is gone does not stay', async () => {
  const one = await start({ ...never, lifeMs: 50 });
  const stream = await follow(one, ada);
  await stream.first('draft');
  expect(await stream.over).toBe('ended');
});

it('ends all streams when the process stops', async () => {
  const one = await start();
  const open = [await follow(one, ada), await follow(one, bo)];
  await Promise.all(open.map((stream) => stream.first('draft')));
  await one.app.close();
  expect(await Promise.all(open.map(({ over }) => over))).toEqual(['ended', 'ended']);
  // The database notices a moment later.
  await expect.poll(() => listening(one)).toEqual([]);
});

it('is no reason for a portal to stop later than it should', async () => {
  const { dataDir } = test.platform.config;
  const portal = await startProcess({
    DATABASE_URL: test.platform.config.databaseUrl,
    DATA_DIR: dataDir,
    DATA_KEY_FILE: join(dataDir, 'data.key'),
    EMAILS: 'off',
    WORKER: 'off',
  });
  await portal.ready;
  const address = `${portal.url}/api/admin/calls/${callId}/draft/events`;
  const open = [await openEvents(address, ada.token), await openEvents(address, bo.token)];
  await Promise.all(open.map((stream) => stream.first('draft')));
  portal.child.kill('SIGTERM');
  // Another code would say that something had to be cut off.
  expect(await portal.ended).toBe(0);
  expect(await Promise.all(open.map(({ over }) => over))).toEqual(['ended', 'ended']);
});

it('is collected by no proxy and compressed by nobody', async () => {
  const { headers } = await follow(await start(), ada);
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  });
  expect(headers.get('content-encoding')).toBe(null);
});
