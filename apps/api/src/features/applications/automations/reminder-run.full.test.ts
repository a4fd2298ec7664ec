import { writeFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts';
import { createReviewWorld, type ReviewWorld } from '../../../testing/review-world.ts';
import { runDueTimers } from './run-due-timers.ts';

const perApplication = 13;
const applications = Number(process.env.CLEARCALL_REMINDED_APPLICATIONS ?? 7_693);
const assignments = perApplication * applications;
const mostMs = 10_000;
/** What a run may hold in memory beside what the process held before, however many assignments there are. */
const mostHeldMb = 150;

let test: TestApp;
let world: ReviewWorld;
beforeAll(async () => {
  test = await buildTestApp({ now: '2026-11-21T12:00:00.000Z' });
  await test.db.insertInto('organisation').values({ settings: '{}', demonstration: true }).execute();
  world = await createReviewWorld(test, (small) => ({
    ...small,
    templates: [{ id: 'words', subject: 'Subject', body: 'Body' }],
    automations: [
      {
        id: 'soon',
        on: { timer: { before: 'deadline', days: 3, step: 'REV' } },
        do: 'notify',
        recipients: ['owner'],
        template: 'words',
      },
    ],
  }));
  const { id } = await world.submitted();
  await sql`insert into users (email, first_name, last_name, role, status)
    select 'reviewer-' || n || '@example.org', 'Reviewer', n::text, 'scientific_reviewer', 'active'
    from generate_series(1, ${perApplication}::int) n`.execute(test.db);
  // Some at a time: a statement of the portal is cut off that takes too long.
  for (let from = 1; from <= applications; from += 400)
    await sql`
      with copied as (
        insert into applications (uid, call_id, flow_version_id, cutoff_id, owner_id, status, submitted_at, partition_ids,
          panel, created_at, updated_at)
        select 'COPY-' || n, call_id, flow_version_id, cutoff_id, owner_id, status, submitted_at, partition_ids, panel,
          created_at, updated_at
        from applications, generate_series(${from}::int, ${Math.min(applications, from + 399)}::int) n where id = ${id}
        returning id)
      insert into assignments (id, application_id, step_id, owner_id, role, status, deadline_at, created_at)
      select gen_random_uuid(), copied.id, 'REV', u.id, 'scientific_reviewer', 'accepted', '2026-12-10T12:00:00Z',
        '2026-11-20T12:00:00Z'
      from copied, users u where u.first_name = 'Reviewer'
    `.execute(test.db);
  await sql`analyze`.execute(test.db);
}, 300_000);
afterAll(() => test.close());

/** How long a look takes, and how far the heap grows over what it held. */
async function look(at: string) {
  test.clock.set(at);
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().heapUsed);
  }, 50);
  const begun = performance.now();
  const done = await runDueTimers(test.platform);
  clearInterval(watch);
  return { done, ms: Math.round(performance.now() - begun), heldMb: Math.round((most - before) / 2 ** 20) };
}

it('reminds of a hundred thousand assignments in under ten seconds, in constant memory', async () => {
  await sql`update workflow_sweeps set until = '2026-12-07T11:00:00Z'`.execute(test.db);
  const nothing = await look('2026-12-07T11:59:00.000Z');
  const all = await look('2026-12-07T12:00:01.000Z');
  process.stdout.write(
    `a look over ${assignments} assignments: ${nothing.ms} ms where none is due; ${all.ms} ms where all are, ` +
      `${all.done.notices} mails planned, the heap grew by ${all.heldMb} MB at most\n`,
  );
  const { REMINDER_RUN_TIMES: written } = process.env;
  if (written !== undefined)
    await writeFile(written, JSON.stringify({ assignments, ms: all.ms, heldMb: all.heldMb }));
  expect(nothing.done).toEqual({ timers: 0, notices: 0 });
  expect(all.done).toEqual({ timers: assignments, notices: assignments });
  expect(nothing.ms).toBeLessThan(1_000);
  expect(all.heldMb).toBeLessThan(mostHeldMb);
  expect(all.ms).toBeLessThan(mostMs);
}, 300_000);
