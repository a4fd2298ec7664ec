import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runDueTimers } from '../../features/applications/automations/run-due-timers.ts';
import { runDueCommands } from '../../features/applications/workflow/run-due-commands.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { loadWorldFile } from './load.ts';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await buildTestApp();
  const path = fileURLToPath(new URL('../../../demo/world.json', import.meta.url));
  await loadWorldFile(app.platform, path, app.platform.now());
  const signedIn = await app.call('POST', '/users/login', {
    body: { email: 'applicant@example.org', password: 'Demo-portal-2026!', app: 'user_portal' },
  });
  token = signedIn.body.token;
});
afterAll(() => app.close());

it('is marked, because everybody can read its passwords', async () => {
  const marks = await app.db.selectFrom('organisation').select('demonstration').execute();
  expect(marks).toEqual([{ demonstration: true }]);
});

it('every published call can be opened', async () => {
  const list = await app.call('GET', '/v2/calls/published');
  const calls: { id: number; code: string; state: string }[] = list.body.data;
  const opened = await Promise.all(calls.map(({ id }) => app.call('GET', `/v2/calls/${id}`)));
  expect(opened.map(({ status }) => status)).toEqual(calls.map(() => 200));
  expect(
    Object.groupBy(
      calls.map(({ code, state }) => ({ code, state })),
      ({ state }) => state,
    ),
  ).toEqual({
    open: expect.any(Array),
    opening_soon: [{ code: 'EXT', state: 'opening_soon' }],
    closed: [
      { code: 'REG', state: 'closed' },
      { code: 'AI', state: 'closed' },
    ],
  });
  expect(calls.length).toBe(13);
});

it('every application of the applicant can be opened', async () => {
  const found: { uid: string }[] = [];
  for (const offset of [0, 10]) {
    const page = await app.call('POST', `/v2/applications/search?limit=10&offset=${offset}`, {
      body: {},
      token,
    });
    expect([page.status, page.body.total]).toEqual([200, 13]);
    found.push(...page.body.data);
  }
  const opened = await Promise.all(
    found.map(({ uid }) => app.call('GET', `/v2/applications/${uid}`, { token })),
  );
  expect(opened.map(({ status }) => status)).toEqual(found.map(() => 200));
});

it('an application that is filled in comes with its data alone, and opened again costs two statements', async () => {
  const open = () => app.call('GET', '/v2/applications/ESAO-REG-2026R02-009', { token });
  const { bytes, body } = await open();
  expect(Object.keys(body.assignments[0].answers).length).toBeGreaterThan(100);
  expect(bytes.length).toBeLessThan(13_500);
  expect(await app.sqlCount(open)).toBeLessThanOrEqual(2);
  const parts = await Promise.all(
    (body.parts as string[]).map((hash) => app.call('GET', `/v2/parts/${hash}`, { token })),
  );
  const form = parts.flatMap((part) => part.body.steps ?? []).map((step: { id: string }) => step.id);
  expect(form).toEqual(['REG.S1']);
});

it('starts nothing by what lies in its past: no automation, no timer', async () => {
  const counted = () =>
    sql<{
      actions: string;
      events: string;
      mails: string;
    }>`select (select count(*) from planned_actions) as actions,
    (select count(*) from automation_events) as events, (select count(*) from deliveries) as mails`.execute(
      app.db,
    );
  const followed = await sql`select from flow_automations where event = 'cutoff_passed'`.execute(app.db);
  expect(followed.rows.length).toBeGreaterThan(0);
  await runDueCommands(app.platform);
  await runDueTimers(app.platform);
  expect((await counted()).rows).toEqual([{ actions: 0, events: 0, mails: 0 }]);
});

const pendingOf = async (email: string) => {
  const { body } = await app.call('POST', '/users/login', {
    body: { email, password: 'Demo-portal-2026!', app: 'user_portal' },
  });
  const { body: found } = await app.call('POST', '/v2/applications/dashboard', {
    token: body.token,
    body: {},
  });
  return found.data.map(({ uid }: { uid: string }) => uid);
};

it('asks a member of the committee for the decision that is open alone, also in a database of before', async () => {
  const open = ['ESAO-REG-2025R02-017'];
  expect(await pendingOf('ac-member@example.org')).toEqual(open);
  // Releases before this version left the assignments of other members open.
  await sql`update assignments a set status = 'assigned' from applications ap
    where ap.id = a.application_id and ap.status = 'approved' and a.step_id = 'ALL' and a.status = 'revoked'`.execute(
    app.db,
  );
  expect((await pendingOf('ac-member@example.org')).length).toBeGreaterThan(open.length);
  const migration = new URL('../../../migrations/0166-decisions-that-are-over.sql', import.meta.url);
  await sql.raw(await readFile(migration, 'utf8')).execute(app.db);
  expect(await pendingOf('ac-member@example.org')).toEqual(open);
});

it('has no payment that was due before the demonstration began', async () => {
  const late = await sql`select from assignments where step_id = 'FIN' and status in ('assigned', 'accepted')
    and deadline_at < ${app.platform.now()}`.execute(app.db);
  expect(late.rows).toEqual([]);
});

it('the draft that is ready can be submitted as it is', async () => {
  const { body } = await app.call('GET', '/v2/applications/ESAO-REG-2026R02-009', { token });
  const submitted = await app.call('PUT', `/v2/assignments/${body.assignments[0].id}/submit`, {
    body: { data: [] },
    token,
  });
  expect([submitted.status, submitted.body.status]).toEqual([200, 'submitted']);
});
