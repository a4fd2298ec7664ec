import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { startWorker, workOff } from '../../platform/jobs/work.ts';
import { planDeliveries } from '../../platform/outbox/plan-deliveries.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import type { Draft } from '../../testing/factories.ts';
import { startMailServer } from '../../testing/mail-server.ts';
import { compiled } from '../../testing/portal-process.ts';
import { createReviewWorld, partitions, type ReviewWorld } from '../../testing/review-world.ts';
import { allWork } from '../work.ts';

/** Letters by the hundred, and a mail server and a worker that fail. */

const releasedAtOnce = 25;
/** A multiple of what is released at once. */
const letters = Number(process.env.CLEARCALL_LETTERS ?? 400);

const templates = [
  // An address without an account may know no more.
  { id: 'news', subject: 'News', body: 'Something happened in {{call_title}}.' },
];

let app: TestApp;
let world: ReviewWorld;
let mailServer: Awaited<ReturnType<typeof startMailServer>>;
beforeAll(async () => {
  mailServer = await startMailServer();
  app = await buildTestApp({ config: { smtpUrl: mailServer.url }, releasesWait: true });
  world = await createReviewWorld(app, ({ steps, ...flow }) => ({ ...flow, templates, steps }));
});
afterAll(async () => {
  await app.close();
  await mailServer.close();
}, 120_000);
afterEach(() => {
  mailServer.received.length = 0;
  mailServer.refused.clear();
  mailServer.slowDown(0);
});

const work = () => workOff(app.platform, allWork(app.platform));
const hurry = () =>
  sql`update graphile_worker._private_jobs set run_at = now(), locked_at = null, locked_by = null`.execute(
    app.db,
  );
const idOf = (text: string): string => /^Message-ID: (.*)$/m.exec(text)?.[1]?.trim() ?? '';
const times = () => {
  const counts = new Map<string, number>();
  for (const { text } of mailServer.received) counts.set(idOf(text), (counts.get(idOf(text)) ?? 0) + 1);
  return counts;
};
const states = async () => {
  const { rows } = await sql<{ state: string; count: number }>`
    select state, count(*)::int from deliveries where template = 'flow_notice' group by state order by state`.execute(
    app.db,
  );
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
};

/** Notices about one application, each to an address of its own. */
async function planNotices(count: number, application: Draft): Promise<void> {
  await sql`delete from deliveries where template = 'flow_notice'`.execute(app.db);
  const { flow_version_id: flowVersionId } = await app.db
    .selectFrom('applications')
    .select('flow_version_id')
    .where('id', '=', application.id)
    .executeTakeFirstOrThrow();
  const [eventId = 0] = await app.platform.emit(app.db, [
    { type: 'note_added', occurredAt: app.platform.now(), applicationId: application.id },
  ]);
  const facts = {
    applicationId: application.id,
    assignmentId: null,
    templateId: 'news',
    flowVersionId,
    userId: null,
    email: null,
    eventId,
    automationId: 'a',
  };
  const mails = Array.from({ length: count }, (_, at) => ({
    recipient: `reader${at}@example.org`,
    template: 'flow_notice',
    facts,
  }));
  await planDeliveries(app.db, eventId, mails, {
    now: app.platform.now(),
    newId: app.platform.newId,
    host: 'portal.example',
  });
}

it('sends the 400 letters of a release in bulk within a minute', async ({ annotate }) => {
  const applications: Draft[] = [];
  for (let at = 0; at < letters; at += 1) applications.push(await world.submitted());
  for (const { id } of applications)
    await world.as('pro', 'POST', `/v2/applications/${id}/outcome`, {
      rows: partitions.map((partitionId, at) => ({
        partitionId,
        outcome: at === 0 ? 'awarded' : 'rejected',
        amount: at === 0 ? '100' : null,
      })),
    });
  await work();
  mailServer.received.length = 0;
  const releaseId = app.platform.newId();
  const beganAtMs = performance.now();
  for (let at = 0; at < applications.length; at += releasedAtOnce) {
    const { status, body } = await world.as('pro', 'POST', `/v2/calls/${world.callId}/release`, {
      flowElementId: 'FIN',
      applicationIds: applications.slice(at, at + releasedAtOnce).map(({ id }) => id),
      releaseId,
    });
    expect([status, body.done.length]).toEqual([200, releasedAtOnce]);
  }
  const releasedMs = performance.now() - beganAtMs;
  await work();
  expect(mailServer.received).toEqual([]);
  app.clock.advance(600_000);
  const all = allWork(app.platform, { besideAnswers: true });
  // As where one process answers people and works for them.
  const worker = await startWorker(app.platform, all);
  const goesAtMs = performance.now();
  const cpuBefore = process.cpuUsage();
  let sentMs = 0;
  try {
    await all.tasks.let_time_pass?.({}, { id: 1, attempt: 1, isLastAttempt: false });
    await expect.poll(() => mailServer.received.length, { timeout: 300_000, interval: 50 }).toBe(letters);
    sentMs = performance.now() - goesAtMs;
  } finally {
    await worker.stop();
  }
  const { user, system } = process.cpuUsage(cpuBefore);
  await annotate(
    `${letters} applications released in ${(releasedMs / 1000).toFixed(1)} s; their letters left in ${(sentMs / 1000).toFixed(1)} s, ${((user + system) / 1e6).toFixed(1)} s of a processor, at a load of ${loadavg()[0]?.toFixed(0)} on ${availableParallelism()} cores`,
  );
  const { BULK_LETTERS_TIMES: written } = process.env;
  if (written !== undefined) await writeFile(written, JSON.stringify({ letters, sentMs }));
  expect(times().size).toBe(letters);
  expect(sentMs).toBeLessThan(60_000);
});

it('waits for a mail server that is down for an hour, and sends each once under its own Message-ID', async ({
  annotate,
}) => {
  const application = await world.submitted();
  await work();
  mailServer.received.length = 0;
  await planNotices(50, application);
  const away = await startMailServer();
  await away.close();
  const lost = { ...app.platform, config: { ...app.platform.config, smtpUrl: away.url } };
  // The waits of the worker in an hour: 3, 7, 20, 55, 148, 403, 1097 and 2981 seconds.
  for (let tried = 0; tried < 8; tried += 1) {
    await workOff(lost, allWork(lost));
    await hurry();
  }
  expect(await states()).toEqual({ planned: 50 });
  await work();
  expect(await states()).toEqual({ sent: 50 });
  expect([times().size, mailServer.received.length]).toEqual([50, 50]);
  await annotate(`50 mails after 8 attempts each: ${mailServer.received.length} came`);
});

it('sends to all others when one address is refused, and tells staff why', async () => {
  const application = await world.submitted();
  await work();
  mailServer.received.length = 0;
  mailServer.refused.add('reader3@example.org');
  await planNotices(20, application);
  await work();
  expect(await states()).toEqual({ failed: 1, sent: 19 });
  const { body } = await world.as('pro', 'GET', `/v2/applications/${application.id}/mails?limit=200`);
  const failed = body.data.filter(({ state }: { state: string }) => state === 'failed');
  expect(failed).toMatchObject([{ recipient: 'reader3@example.org', error: expect.stringContaining('550') }]);
});

it('saves as before while the mail server is slow', async ({ annotate }) => {
  const application = await world.submitted();
  await work();
  mailServer.received.length = 0;
  await planNotices(40, application);
  mailServer.slowDown(1_000);
  const worker = await startWorker(app.platform, allWork(app.platform));
  const took: number[] = [];
  for (let at = 0; at < 10; at += 1) {
    const beganAtMs = performance.now();
    const { status } = await world.as('pro', 'POST', `/v2/applications/${application.id}/notes`, {
      text: `Note ${at}`,
    });
    expect(status).toBe(200);
    took.push(performance.now() - beganAtMs);
  }
  try {
    await expect.poll(states, { timeout: 120_000, interval: 100 }).toEqual({ sent: 40 });
  } finally {
    await worker.stop();
  }
  const slowest = Math.max(...took);
  await annotate(`40 mails at one second each; the slowest of 10 writes took ${slowest.toFixed(0)} ms`);
  // Not one of them waited for the mails, which take longer together.
  expect(slowest).toBeLessThan(4_000);
  expect([times().size, mailServer.received.length]).toEqual([40, 40]);
});

it('doubles a mail only where the worker was killed between the yes of the server and its own note', async ({
  annotate,
}) => {
  const application = await world.submitted();
  await work();
  mailServer.received.length = 0;
  await planNotices(250, application);
  mailServer.slowDown(5);
  const inDoubt = new Set<string>();
  let kills = 0;
  // Each start of a worker takes seconds on a busy machine; the last one is left to work.
  for (; kills < 25 && (await states()).planned !== undefined; kills += 1) {
    const child: ChildProcess = fork(fileURLToPath(new URL('../../worker.ts', import.meta.url)), {
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: app.platform.config.databaseUrl,
        SMTP_URL: mailServer.url,
        DATA_DIR: app.platform.config.dataDir,
        DATA_KEY_FILE: join(app.platform.config.dataDir, 'data.key'),
        ...compiled,
      },
      silent: true,
    });
    const before = mailServer.received.length;
    for (let waits = 0; waits < 20_000 && mailServer.received.length === before; waits += 1)
      await setTimeout(2);
    expect(mailServer.received.length).toBeGreaterThan(before);
    await setTimeout(Math.random() * 60);
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    // What the server still says yes to was under way.
    await setTimeout(20);
    const { rows } = await sql<{ id: string }>`
      select message_id as id from deliveries where template = 'flow_notice' and state = 'planned' and attempts > 0`.execute(
      app.db,
    );
    for (const { id } of rows) inDoubt.add(id);
    await hurry();
  }
  await hurry();
  await work();
  expect(await states()).toEqual({ sent: 250 });
  const counts = times();
  const doubled = [...counts].filter(([, count]) => count > 1).map(([id]) => id);
  await annotate(
    `250 mails, ${kills} kills: ${inDoubt.size} in doubt, ${doubled.length} doubled, ${mailServer.received.length} came`,
  );
  expect(counts.size).toBe(250);
  expect(doubled.filter((id) => !inDoubt.has(id))).toEqual([]);
  expect(kills).toBeGreaterThan(5);
}, 1_800_000);
