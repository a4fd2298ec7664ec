import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts';
import { type PortalProcess, startProcess } from '../../../testing/portal-process.ts';
import { createReviewWorld, type ReviewWorld } from '../../../testing/review-world.ts';

/** Five changes of state and six events for each application, a notice for each of three. */
const byItself = {
  templates: [{ id: 'words', subject: 'About {{project_id}}', body: 'There is work.' }],
  automations: [
    { id: 'check', on: { event: 'cutoff_passed' }, do: 'assign', step: 'CHECK', to: { role: 'pro' } },
    { id: 'tech', on: { event: 'cutoff_passed' }, do: 'assign', step: 'TECH', to: 'centres' },
    { id: 'unlock', on: { event: 'assigned', step: 'CHECK' }, do: 'unlock', step: 'REPLY' },
    { id: 'reply', on: { event: 'unlocked' }, do: 'assign', step: 'REPLY', to: 'application_owner' },
    {
      id: 'tell',
      on: { event: 'draft', step: 'REPLY' },
      do: 'notify',
      recipients: ['application_owner', 'admins'],
      template: 'words',
    },
  ],
};
const kills = Number(process.env.CLEARCALL_KILLS ?? 100);
const applications = Number(process.env.CLEARCALL_KILLED_APPLICATIONS ?? 850);

let test: TestApp;
let world: ReviewWorld;
const running = new Set<PortalProcess>();
beforeEach(async () => {
  test = await buildTestApp({ now: '2026-11-21T12:00:00.000Z' });
  await test.db.insertInto('organisation').values({ settings: '{}', demonstration: true }).execute();
  world = await createReviewWorld(test, (small) => ({ ...small, ...byItself }));
});
afterEach(async () => {
  for (const worker of running) worker.child.kill('SIGKILL');
  await Promise.all([...running].map(({ ended }) => ended));
  await test.close();
});

async function startWorker(): Promise<PortalProcess> {
  const { databaseUrl, dataDir } = test.platform.config;
  const worker = await startProcess(
    {
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      DATA_KEY_FILE: join(dataDir, 'data.key'),
      DEMO: 'on',
      NODE_COMPILE_CACHE: join(dataDir, 'compiled'),
    },
    { program: 'worker' },
  );
  running.add(worker);
  const begun = await Promise.race([worker.ready, worker.ended]);
  if (typeof begun === 'number') throw new Error(`a worker ended with ${begun}: ${worker.output.err}`);
  return worker;
}

async function kill(worker: PortalProcess): Promise<void> {
  worker.child.kill('SIGKILL');
  running.delete(worker);
  await worker.ended;
}

/** What is killed leaves no compiled code to whoever starts next: to compile is half of a start, and there are many. */
async function leaveCompiledCode(): Promise<void> {
  const worker = await startWorker();
  worker.child.kill('SIGTERM');
  running.delete(worker);
  await worker.ended;
}

/** Copies of one submitted application, with their first assignment. */
async function copies(of: number, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with copied as (
      insert into applications (uid, call_id, flow_version_id, cutoff_id, owner_id, status, submitted_at, partition_ids, panel,
        created_at, updated_at)
      select 'COPY-' || n, call_id, flow_version_id, cutoff_id, owner_id, status, submitted_at, partition_ids, panel,
        created_at, updated_at
      from applications, generate_series(1, ${count}::int) n where id = ${of} returning id),
    begun as (
      insert into assignments (id, application_id, step_id, owner_id, role, status, submitted_at, created_at)
      select gen_random_uuid(), copied.id, a.step_id, a.owner_id, a.role, a.status, a.submitted_at, a.created_at
      from copied, assignments a where a.application_id = ${of})
    select id from copied order by id
  `.execute(test.db);
  return rows.map(({ id }) => id);
}

/** What a start does when no other process lives: jobs that killed ones held are let go. */
const letGo = () =>
  sql`select graphile_worker.force_unlock_workers(array_agg(distinct locked_by)) from graphile_worker._private_jobs
    where locked_by is not null`.execute(test.db);

const waiting = async () =>
  (
    await sql<{ count: number }>`select (select count(*) from automation_events)::int
      + (select count(*) from planned_actions where state = 'planned')::int
      + (select count(*) from deliveries where state = 'planned')::int as count`.execute(test.db)
  ).rows[0]?.count ?? 0;

it('makes every change once although workers are killed', async () => {
  const { id } = await world.submitted();
  const all = await copies(id, applications);
  await leaveCompiledCode();
  const begun = performance.now();
  const startTwo = () => Promise.all([startWorker(), startWorker()]);
  let workers: PortalProcess[] = await startTwo();
  let killed = 0;
  const left = [...all];
  const come = (count: number) =>
    test.platform.emit(
      test.db,
      left.splice(0, count).map((applicationId) => ({
        type: 'cutoff_passed' as const,
        occurredAt: test.platform.now(),
        applicationId,
        userId: world.people.owner.userId,
      })),
    );
  const perKill = Math.floor(all.length / Math.max(1, kills));
  while (killed < kills) {
    // One of two that work, or both, each at a moment of its own in the middle of what has just come.
    const victims = (Math.random() < 0.5 ? workers : workers.toReversed()).slice(
      0,
      Math.min(kills - killed, Math.random() < 0.5 ? 1 : 2),
    );
    await come(perKill * victims.length);
    for (const victim of victims) {
      await setTimeout(Math.random() * 400);
      await kill(victim);
      killed += 1;
    }
    const started = await Promise.all(victims.map(startWorker));
    workers = [...workers.filter((one) => !victims.includes(one)), ...started];
  }
  await come(left.length);
  const killedInS = Math.round((performance.now() - begun) / 1_000);
  const stillWaiting = await waiting();
  for (const worker of workers) await kill(worker);
  await letGo();
  workers = await startTwo();
  await expect.poll(waiting, { timeout: 600_000, interval: 1_000 }).toBe(0);

  const { rows: made } = await sql<{ step: string; count: number; places: number }>`
    select step_id as step, count(*)::int as count,
      count(distinct (application_id, coalesce(partition_id, '')))::int as places
    from assignments where application_id = any(${all}::bigint[]) and step_id <> 'APP' group by 1 order by 1
  `.execute(test.db);
  const { rows: told } = await sql<{ type: string; count: number; places: number }>`
    select type, count(*)::int as count, count(distinct (application_id, assignment_id))::int as places
    from events where application_id = any(${all}::bigint[]) and type in ('assigned', 'unlocked', 'draft', 'cutoff_passed')
    group by 1 order by 1
  `.execute(test.db);
  const { rows: orders } = await sql<{ order: string; count: number }>`
    select "order", count(*)::int as count from (
      select string_agg(concat_ws(' ', type, detail ->> 'step'), ', ' order by id) as "order" from events
      where application_id = any(${all}::bigint[]) and type in ('assigned', 'unlocked', 'draft', 'cutoff_passed')
      group by application_id) one
    group by 1 order by 1
  `.execute(test.db);
  const { rows: actions } = await sql<{
    automation: string;
    state: string;
    result: string | null;
    count: number;
  }>`
    select automation_id as automation, state, result, count(*)::int as count from planned_actions
    where application_id = any(${all}::bigint[]) group by 1, 2, 3 order by 1
  `.execute(test.db);
  const { rows: mails } = await sql<{ planned: number; sent: number; kept: number }>`
    select (select count(*)::int from deliveries where template = 'flow_notice') as planned,
      (select count(*)::int from deliveries where template = 'flow_notice' and state = 'sent') as sent,
      (select count(*)::int from kept_mails where message_id in (select message_id from deliveries where template = 'flow_notice')) as kept
  `.execute(test.db);
  const events = told.reduce((sum, { count }) => sum + count, 0);
  const changes = made.reduce((sum, { count }) => sum + count, 0) + all.length;
  const doubled = [...made, ...told].reduce((sum, { count, places }) => sum + count - places, 0);
  process.stdout.write(
    `${killed} kills in ${killedInS} s, ${stillWaiting} waited then, all done after ${Math.round((performance.now() - begun) / 1_000)} s, 2 workers: ${events} events, ${changes} changes of state, ` +
      `${doubled} made twice, ${orders.length} order; ${mails[0]?.planned} mails planned, ${mails[0]?.sent} sent, ${mails[0]?.kept} kept\n`,
  );
  const n = all.length;
  expect(made).toEqual([
    { step: 'CHECK', count: n, places: n },
    { step: 'REPLY', count: n, places: n },
    { step: 'TECH', count: 2 * n, places: 2 * n },
  ]);
  expect(told).toEqual([
    { type: 'assigned', count: 3 * n, places: 3 * n },
    { type: 'cutoff_passed', count: n, places: n },
    { type: 'draft', count: n, places: n },
    { type: 'unlocked', count: n, places: n },
  ]);
  // Of each application in the order in which one follows from the other.
  expect(orders).toEqual([
    {
      order: 'cutoff_passed, assigned CHECK, assigned TECH, assigned TECH, unlocked REPLY, draft REPLY',
      count: n,
    },
  ]);
  expect(actions).toEqual(
    ['check', 'reply', 'tech', 'tell', 'unlock'].map((automation) => ({
      automation,
      state: 'done',
      result: null,
      count: n,
    })),
  );
  // The owner, and two of the staff.
  expect(mails).toEqual([{ planned: 3 * n, sent: 3 * n, kept: 3 * n }]);
  expect(killed).toBe(kills);
}, 1_800_000);
