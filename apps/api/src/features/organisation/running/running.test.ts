import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type SignedIn, type TestApp } from '../../../testing/build-test-app.ts';
import { createSurroundings } from '../../../testing/factories.ts';

let app: TestApp;
let admin: SignedIn;
let pro: SignedIn;

beforeAll(async () => {
  app = await buildTestApp();
  await createSurroundings(app.db);
  admin = await app.login({ role: 'admin' });
  pro = await app.login({ role: 'pro', app: 'admin_portal' });
});
afterAll(() => app.close());

const ask = async (method: string, path: string, { token }: SignedIn, body?: object) =>
  app.call(method, path, { token, ...(body === undefined ? {} : { body }) });
const running = async () => (await ask('GET', '/admin/running', pro)).body;
const emails = async (body: object) => (await ask('POST', '/admin/emails', admin, body)).body;
const newest = async () => (await ask('POST', '/admin/changes', admin, { pageSize: 1 })).body.data[0];

async function plan(state: string, recipient: string, at: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into deliveries (id, key, kind, recipient, template, state, attempts, message_id, planned_at, error)
    values (gen_random_uuid(), gen_random_uuid()::text, 'mail', ${recipient}, 'password_changed', ${state}, 75,
      gen_random_uuid()::text, ${at}, ${state === 'failed' ? 'no such mailbox' : null}) returning id`.execute(
    app.db,
  );
  return rows[0]?.id ?? '';
}

it('says what of a new installation is done', async () => {
  const { status, body } = await ask('GET', '/admin/first-steps', pro);
  expect(status).toBe(200);
  expect(
    body.filter(({ done }: { done: boolean }) => done).map(({ step }: { step: string }) => step),
  ).toEqual(expect.arrayContaining(['centres', 'partitions', 'staff']));
  expect(body).toContainEqual({ step: 'organisation', done: false });
});

it('counts emails that wait and that failed, and sends a failed one again', async () => {
  const {
    emails: before,
    jobs: { due },
  } = await running();
  const id = await plan('failed', 'gone@mail.example', '2026-01-02T03:04:05.006Z');
  await plan('planned', 'slow@mail.example', '2026-01-01T00:00:00.000Z');
  expect((await running()).emails).toMatchObject({
    planned: before.planned + 1,
    failed: before.failed + 1,
    oldestPlannedAt: '2026-01-01T00:00:00.000Z',
  });
  expect(await emails({ search: 'GONE@', state: 'failed' })).toEqual({
    total: 1,
    data: [
      {
        id,
        recipient: 'gone@mail.example',
        template: 'password_changed',
        state: 'failed',
        attempts: 75,
        plannedAt: '2026-01-02T03:04:05.006Z',
        sentAt: null,
        error: 'no such mailbox',
      },
    ],
  });
  const jobs = sql<{ n: number }>`select count(*)::int as n from graphile_worker._private_jobs
    where payload::jsonb -> 'deliveryIds' ? ${id}`;
  const again = () => ask('POST', `/admin/emails/${id}/again`, admin, { reason: 'Their server is back' });
  expect((await again()).status).toBe(200);
  expect((await emails({ search: 'gone@' })).data).toMatchObject([
    { state: 'planned', attempts: 0, error: null },
  ]);
  expect((await jobs.execute(app.db)).rows).toEqual([{ n: 1 }]);
  // Its job is an email that waits, and no work besides.
  expect((await running()).jobs.due).toBe(due);
  expect(await newest()).toMatchObject({
    action: 'email_sent_again',
    after: { template: 'password_changed' },
    reason: 'Their server is back',
  });
  expect((await again()).body.code).toBe('email_not_failed');
  expect((await jobs.execute(app.db)).rows).toEqual([{ n: 1 }]);
});

it('names jobs that failed, without what they failed with, and runs one again', async () => {
  const { rows } = await sql<{ id: string }>`
    select id::text from graphile_worker.add_job('compare_files', '{}'::json, max_attempts => 3)`.execute(
    app.db,
  );
  const id = rows[0]?.id ?? '';
  const again = () => ask('POST', `/admin/jobs/${id}/again`, admin, { reason: 'The disk has room' });
  // It has not been tried yet.
  expect((await again()).status).toBe(404);
  await sql`update graphile_worker._private_jobs set attempts = 3, last_error = 'ada@mail.example' where id = ${id}::bigint`.execute(
    app.db,
  );
  const failing = { id, task: 'compare_files', attempts: 3, maxAttempts: 3, nextAt: null };
  const told = await running();
  expect(told.jobs.failing).toEqual([failing]);
  expect(JSON.stringify(told)).not.toContain('ada@mail.example');
  expect((await again()).status).toBe(200);
  expect((await running()).jobs.failing).toEqual([]);
  expect(await newest()).toMatchObject({ action: 'job_run_again', after: { task: 'compare_files' } });
});

it('lets officers read the state, but not who is written to', async () => {
  expect((await ask('GET', '/admin/running', pro)).status).toBe(200);
  expect((await ask('POST', '/admin/emails', pro, {})).status).toBe(403);
});
