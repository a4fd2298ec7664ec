import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { NewEvent } from '@clearcall/domain/applications/event.ts';
import { defaultOrganisation } from '@clearcall/domain/organisation/default-organisation.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { Config } from '../platform/config.ts';
import { namesOfProcesses, openDatabase } from '../platform/db/pool.ts';
import { freeJobsOfTheDead, freeStuckJobs, startWorker, workOff } from '../platform/jobs/work.ts';
import { readOrganisation } from '../platform/settings.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { createCall, createDraft, createSurroundings, itemOf, smallFlow } from '../testing/factories.ts';
import { startMailServer } from '../testing/mail-server.ts';
import { compiled } from '../testing/portal-process.ts';
import { allWork } from './work.ts';

let mailServer: Awaited<ReturnType<typeof startMailServer>>;
const open: TestApp[] = [];
const workers: { stop: () => Promise<void> }[] = [];
const children: ChildProcess[] = [];
beforeAll(async () => {
  mailServer = await startMailServer();
});
afterEach(async () => {
  mailServer.received.length = 0;
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const worker of workers.splice(0)) await worker.stop();
  for (const test of open.splice(0)) await test.close();
});
afterAll(() => mailServer.close());

async function portal(config: Partial<Config> = {}) {
  const test = await buildTestApp({ config });
  open.push(test);
  const addUser = async (email: string, status: 'locked' | 'active') => {
    const user = { email, status, first_name: 'Zoë', last_name: 'O’Neil' };
    const { id } = await test.db.insertInto('users').values(user).returning('id').executeTakeFirstOrThrow();
    if (status === 'active') return id;
    const { email: _email, status: _status, ...names } = user;
    const at = test.platform.now();
    const registration = { id: test.platform.newId(), user_id: id, password_hash: 'x', created_at: at };
    await test.db
      .insertInto('registrations')
      .values({ ...registration, ...names, accepted_terms_at: at })
      .execute();
    return id;
  };
  return {
    ...test,
    addUser,
    happen: (...events: Omit<NewEvent, 'occurredAt'>[]) =>
      test.platform.emit(
        test.db,
        events.map((event) => ({ ...event, occurredAt: test.platform.now() })),
      ),
    startWorker: async () => workers.push(await startWorker(test.platform, allWork(test.platform))),
    work: () => workOff(test.platform, allWork(test.platform)),
    // A job that failed waits longer each time; tests do not.
    hurry: () => sql`update graphile_worker._private_jobs set run_at = now()`.execute(test.db),
    /** Until the database has noticed that all other processes are gone. */
    alone: () =>
      vi.waitFor(async () => {
        const { rows } = await sql`select from pg_stat_activity where datname = current_database()
          and starts_with(application_name, ${namesOfProcesses}) and application_name <> ${test.platform.databases.name}`.execute(
          test.db,
        );
        expect(rows).toEqual([]);
      }, 20_000),
    newestEvent: async () =>
      (await test.db.selectFrom('events').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()).id,
    jobs: async () => {
      const { rows } = await sql<{ task: string; attempts: number }>`
        select tasks.identifier as task, jobs.attempts from graphile_worker._private_jobs as jobs
        join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id order by jobs.id`.execute(
        test.db,
      );
      return rows;
    },
    deliveries: () =>
      test.db
        .selectFrom('deliveries')
        .select(['recipient', 'template', 'facts', 'state', 'attempts', 'error'])
        .orderBy('planned_at')
        .orderBy('id')
        .execute(),
    kept: async () =>
      (await test.call('GET', '/demo/mails')).body as { to: string; subject: string; text: string }[],
  };
}

it('goes on at once with what a worker had begun when it was killed', async () => {
  const test = await portal();
  const userId = await test.addUser('zoe@example.org', 'locked');
  await test.happen({ type: 'account_registered', userId });
  await sql`update graphile_worker._private_jobs set locked_at = now() - interval '3 seconds', locked_by = 'killed'`.execute(
    test.db,
  );
  // It may as well be alive, in another process.
  const other = openDatabase(test.platform.config.databaseUrl, test.platform.log);
  await sql`select 1`.execute(other.db);
  await freeJobsOfTheDead(test.platform);
  const held = await sql`select locked_by from graphile_worker._private_jobs`.execute(test.db);
  expect(held.rows).toEqual([{ locked_by: 'killed' }]);
  await other.close();
  await test.alone();

  await test.startWorker();
  await vi.waitFor(async () => expect(await test.kept()).toHaveLength(1), { timeout: 8_000, interval: 100 });
});

it('lets go what has been held for longer than any job takes, while other processes live', async () => {
  const test = await portal();
  await test.happen({ type: 'account_registered' }, { type: 'account_registered' });
  await sql`update graphile_worker._private_jobs set locked_by = 'worker-' || id,
    locked_at = now() - case id when (select min(id) from graphile_worker._private_jobs) then interval '16 minutes'
      else interval '14 minutes' end`.execute(test.db);
  expect(await freeStuckJobs(test.platform)).toEqual({ freed: 1 });
  const held = await sql<{ held: boolean }>`
    select locked_by is not null as held from graphile_worker._private_jobs order by id`.execute(test.db);
  expect(held.rows).toEqual([{ held: false }, { held: true }]);
});

/** A worker of its own that is killed when the server has the whole of so many mails and is about to say so. */
async function killedAtMail(test: TestApp, count: number): Promise<unknown> {
  const { databaseUrl, smtpUrl, dataDir } = test.platform.config;
  const child = fork(fileURLToPath(new URL('../worker.ts', import.meta.url)), {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: databaseUrl,
      SMTP_URL: smtpUrl ?? '',
      DATA_DIR: dataDir,
      DATA_KEY_FILE: join(dataDir, 'data.key'),
      ...compiled,
    },
    silent: true,
  });
  children.push(child);
  const wait = (left: number): void =>
    mailServer.onNextMail(() => (left === 1 ? child.kill('SIGKILL') : wait(left - 1)));
  wait(count);
  return once(child, 'exit');
}

it('sends twice at most when it is killed between the server’s yes and its own note, with one Message-ID', async () => {
  const test = await portal({ smtpUrl: mailServer.url });
  const userId = await test.addUser('zoe@example.org', 'active');
  const dead = killedAtMail(test, 1);
  await test.happen({ type: 'password_reset_requested', userId });
  expect(await dead).toEqual([null, 'SIGKILL']);
  expect(await test.deliveries()).toMatchObject([{ state: 'planned', attempts: 1 }]);
  await test.alone();

  await test.startWorker();
  const { message_id: id } = await test.db
    .selectFrom('deliveries')
    .select('message_id')
    .executeTakeFirstOrThrow();
  await vi.waitFor(
    async () => expect(await test.deliveries()).toMatchObject([{ state: 'sent', attempts: 2 }]),
    {
      timeout: 8_000,
      interval: 100,
    },
  );
  expect(
    mailServer.received.map(({ to, text }) => [to, /^Message-ID: (.*)$/m.exec(text)?.[1]?.trim()]),
  ).toEqual([
    [['zoe@example.org'], id],
    [['zoe@example.org'], id],
  ]);
  // The job goes a moment after what it did.
  await expect.poll(() => test.jobs()).toEqual([]);
});

/** Five readers of the mailing list whose mails share one job. */
async function withReaders() {
  const test = await portal({ smtpUrl: mailServer.url });
  await createSurroundings(test.db);
  for (const name of ['a', 'b', 'c', 'd', 'e']) await test.addUser(`${name}@example.org`, 'active');
  await test.db.updateTable('users').set({ accept_mailing_list: true }).execute();
  const { id: callId } = await createCall(test, { cutoffs: [{ start: '2026-11-20T00:00:00Z', end: null }] });
  // As it is noted where calls are looked through, or a worker that is there at the full minute would announce it too.
  await test.db.insertInto('call_openings').values({ call_id: callId, noted_at: new Date() }).execute();
  await test.happen({ type: 'call_opened', detail: { callId } });
  const { tasks } = allWork(test.platform);
  const first = { id: 0, attempt: 1, isLastAttempt: false };
  const eventId = await test.newestEvent();
  await tasks.plan_list?.({ eventId, template: 'call_opened', after: 0 }, first);
  await sql`delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
    where t.id = j.task_id and t.identifier <> 'send_mail'`.execute(test.db);
  return {
    ...test,
    callId,
    received: () => mailServer.received.map(({ to }) => to[0]).sort(),
    states: async () =>
      (await test.deliveries())
        .map(({ recipient, state, attempts }) => `${recipient[0]} ${state} ${attempts}`)
        .sort(),
  };
}

it('sends the mails of a list by one job, with two statements for each of them', async () => {
  const test = await withReaders();
  expect(await test.jobs()).toEqual([{ task: 'send_mail', attempts: 0 }]);
  // One to claim them; the facts and the note of each; one the settings, which are read once a second.
  expect(await test.sqlCount(() => test.work())).toBeLessThanOrEqual(12);
  expect(await test.states()).toEqual(['a sent 1', 'b sent 1', 'c sent 1', 'd sent 1', 'e sent 1']);
  expect(await test.jobs()).toEqual([]);
});

it('sends to the others of a list when one is told to wait, one is refused and one has left meanwhile', async () => {
  const test = await withReaders();
  mailServer.answers.push(250, 451, 550);
  await test.db
    .updateTable('users')
    .set({ accept_mailing_list: false })
    .where('email', '=', 'e@example.org')
    .execute();
  await test.work();
  const after = await test.states();
  expect(after.map((text) => text.slice(2)).sort()).toEqual([
    'dropped 1',
    'failed 1',
    'planned 1',
    'sent 1',
    'sent 1',
  ]);
  expect(after).toContain('e dropped 1');
  await test.hurry();
  await test.work();
  expect((await test.states()).map((text) => text.slice(2)).sort()).toEqual([
    'dropped 1',
    'failed 1',
    'sent 1',
    'sent 1',
    'sent 2',
  ]);
  expect([test.received().length, new Set(test.received()).size]).toEqual([3, 3]);
  expect(await test.jobs()).toEqual([]);
});

it('tries one of a list while the mail server is away, and each by itself at the last attempt', async () => {
  const test = await withReaders();
  const away = await startMailServer();
  await away.close();
  const lost = { ...test.platform, config: { ...test.platform.config, smtpUrl: away.url } };
  for (const tried of [1, 2]) {
    await workOff(lost, allWork(lost));
    await test.hurry();
    const attempts = (await test.states()).map((text) => Number(text.at(-1))).sort();
    // Another one each time: a mail on which the server breaks off stands in nobody's way.
    expect(attempts).toEqual(tried === 1 ? [0, 0, 0, 0, 1] : [0, 0, 0, 1, 1]);
  }
  await sql`update graphile_worker._private_jobs set max_attempts = attempts + 1`.execute(test.db);
  await workOff(lost, allWork(lost));
  expect((await test.states()).map((text) => text.slice(2, 8))).toEqual(Array(5).fill('failed'));
  const failures = test.db.selectFrom('events').select('user_id').where('type', '=', 'mail_failed');
  expect(await failures.execute()).toHaveLength(5);
});

it('has one of a list in doubt at most when it is killed, and sends it with the same Message-ID', async () => {
  const test = await withReaders();
  const dead = await killedAtMail(test, 3);
  expect(dead).toEqual([null, 'SIGKILL']);
  expect((await test.states()).map((text) => text.slice(2)).sort()).toEqual([
    'planned 1',
    'planned 1',
    'planned 1',
    'sent 1',
    'sent 1',
  ]);
  await test.alone();
  await test.startWorker();
  await vi.waitFor(
    async () => expect((await test.states()).map((text) => text.slice(2, 6))).toEqual(Array(5).fill('sent')),
    { timeout: 8_000, interval: 100 },
  );
  const twice = test.received().filter((to, at, all) => all.indexOf(to) !== at);
  expect([test.received().length, new Set(test.received()).size, twice.length]).toEqual([6, 5, 1]);
  const messageIds = mailServer.received.map(({ text }) => /^Message-ID: (.*)$/m.exec(text)?.[1]?.trim());
  expect(new Set(messageIds).size).toBe(5);
});

it('sends what an earlier version planned', async () => {
  const test = await withReaders();
  await sql`delete from graphile_worker._private_jobs`.execute(test.db);
  await sql`select graphile_worker.add_job('send_mail', json_build_object('deliveryId', id)) from deliveries`.execute(
    test.db,
  );
  await test.work();
  expect(test.received()).toHaveLength(5);
});

it('writes event and job together, or neither, in one statement', async () => {
  const test = await portal();
  const userId = await test.addUser('zoe@example.org', 'locked');
  await expect(
    test.db.transaction().execute(async (tx) => {
      await test.platform.emit(tx, [{ type: 'account_registered', userId, occurredAt: test.platform.now() }]);
      throw new Error('the change failed after all');
    }),
  ).rejects.toThrow('the change failed after all');
  expect(await test.db.selectFrom('events').selectAll().execute()).toEqual([]);
  expect(await test.jobs()).toEqual([]);

  const statements = await test.sqlOf(() =>
    test.happen({ type: 'account_registered', userId }, { type: 'assignment_saved', actorId: userId }),
  );
  expect(statements).toHaveLength(1);
  expect(
    await test.db.selectFrom('events').select(['type', 'user_id', 'actor_id', 'detail']).execute(),
  ).toEqual([
    { type: 'account_registered', user_id: userId, actor_id: null, detail: {} },
    { type: 'assignment_saved', user_id: null, actor_id: userId, detail: {} },
  ]);
  // Nobody follows a save, so it costs no job.
  expect(await test.jobs()).toEqual([{ task: 'handle_event', attempts: 0 }]);
});

it('keeps mails for the mailbox where there is no mail server; tokens stand in the mail alone', async () => {
  const test = await portal();
  const locked = await test.addUser('locked@example.org', 'locked');
  const active = await test.addUser('active@example.org', 'active');
  await test.happen(
    { type: 'account_registered', userId: locked },
    { type: 'registration_repeated', userId: locked },
    { type: 'registration_repeated', userId: active },
    { type: 'password_reset_requested', userId: active },
    { type: 'password_reset_requested' },
    // Confirmed meanwhile: nothing to confirm.
    { type: 'confirmation_requested', userId: active },
  );
  await test.work();

  const sent = { state: 'sent', attempts: 1, error: null };
  const waiting = { userId: locked, registrationId: expect.any(String) };
  const planned = await test.deliveries();
  expect(planned.toSorted((a, b) => `${a.template}`.localeCompare(b.template))).toEqual([
    { recipient: 'active@example.org', template: 'already_registered', facts: { userId: active }, ...sent },
    { recipient: 'locked@example.org', template: 'confirm_account', facts: waiting, ...sent },
    { recipient: 'locked@example.org', template: 'confirm_account', facts: waiting, ...sent },
    { recipient: 'active@example.org', template: 'reset_password', facts: { userId: active }, ...sent },
  ]);
  const kept = await test.kept();
  expect(kept.map(({ to }) => to).sort()).toEqual([
    'active@example.org',
    'active@example.org',
    'locked@example.org',
    'locked@example.org',
  ]);
  expect(kept.filter(({ text }) => text.includes('http://localhost:3000/auth/confirm/'))).toHaveLength(2);
  expect(kept.filter(({ text }) => text.includes('http://localhost:3000/auth/reset/'))).toHaveLength(1);
  expect(await test.jobs()).toEqual([]);
});

it('plans once what is handled twice', async () => {
  const test = await portal();
  const userId = await test.addUser('zoe@example.org', 'locked');
  await test.happen({ type: 'account_registered', userId });
  const { id } = await test.db.selectFrom('events').select('id').executeTakeFirstOrThrow();
  await sql`select graphile_worker.add_job('handle_event', json_build_object('eventId', ${id}::bigint))`.execute(
    test.db,
  );
  await test.work();
  expect(await test.deliveries()).toHaveLength(1);
  expect(await test.kept()).toHaveLength(1);
});

it('goes out over SMTP, once, from the organisation, with a Message-ID that stays', async () => {
  const test = await portal({ smtpUrl: mailServer.url, publicUrl: 'https://portal.example.org' });
  const userId = await test.addUser('zoe@example.org', 'locked');
  await test.happen({ type: 'account_registered', userId });
  await test.work();
  await test.work();
  const { message_id } = await test.db
    .selectFrom('deliveries')
    .select('message_id')
    .executeTakeFirstOrThrow();
  expect(message_id).toMatch(/^<[0-9a-f-]{36}@portal\.example\.org>$/);
  expect(mailServer.received).toEqual([
    {
      from: 'portal@localhost',
      to: ['zoe@example.org'],
      text: expect.stringContaining(`Message-ID: ${message_id}`),
    },
  ]);
  expect(mailServer.received[0]?.text).toContain('text/html');
  expect(await test.kept()).toEqual([]);
});

it('waits while the mail server is away, and loses nothing', async () => {
  const away = await startMailServer();
  await away.close();
  const test = await portal({ smtpUrl: away.url });
  const userId = await test.addUser('zoe@example.org', 'locked');
  await test.happen({ type: 'account_registered', userId });
  await test.work();
  expect(await test.deliveries()).toMatchObject([
    { state: 'planned', attempts: 1, error: expect.any(String) },
  ]);
  expect(await test.jobs()).toEqual([{ task: 'send_mail', attempts: 1 }]);

  const back = { ...test.platform, config: { ...test.platform.config, smtpUrl: mailServer.url } };
  await test.hurry();
  await workOff(back, allWork(back));
  expect(await test.deliveries()).toMatchObject([{ state: 'sent', attempts: 2, error: null }]);
  expect(mailServer.received).toHaveLength(1);
  expect(await test.jobs()).toEqual([]);
});

it('sends nothing without a mail server, and everything once there is one', async () => {
  const test = await portal({ demo: false, emailsOff: true });
  const userId = await test.addUser('zoe@example.org', 'active');
  await test.happen({ type: 'password_reset_requested', userId });
  await test.work();
  expect(await test.deliveries()).toMatchObject([{ state: 'planned', attempts: 0 }]);
  expect(await test.jobs()).toEqual([{ task: 'send_mail', attempts: 0 }]);
  expect(await test.db.selectFrom('kept_mails').select('id').execute()).toEqual([]);
  await sql`update graphile_worker._private_jobs set run_at = now() - interval '1 day'`.execute(test.db);
  test.clock.advance(11 * 60_000);
  expect((await test.call('GET', '/health')).body).toMatchObject({ mails: 'off', jobs: 'going' });

  const back = {
    ...test.platform,
    config: { ...test.platform.config, emailsOff: false, smtpUrl: mailServer.url },
  };
  await workOff(back, allWork(back));
  expect(await test.deliveries()).toMatchObject([{ state: 'sent', attempts: 1 }]);
  expect(mailServer.received).toHaveLength(1);
});

it('the first email that leaves after an outage takes those along that waited for the mail server', async () => {
  const away = await startMailServer();
  await away.close();
  const test = await portal({ smtpUrl: mailServer.url });
  const ask = async (email: string) => {
    await test.happen({ type: 'password_reset_requested', userId: await test.addUser(email, 'active') });
  };
  // One that the server answered with "later" has its own pace.
  mailServer.answers.push(451);
  // The next attempts are hours away, however slow the machine is.
  const delayRetries = () =>
    sql`update graphile_worker._private_jobs set run_at = now() + interval '6 hours'`.execute(test.db);
  await ask('later@example.org');
  await test.work();
  await delayRetries();
  const lost = { ...test.platform, config: { ...test.platform.config, smtpUrl: away.url } };
  const waiting = Array.from({ length: 25 }, (_, at) => `person${at}@example.org`);
  for (const email of waiting) await ask(email);
  await workOff(lost, allWork(lost));
  expect((await test.deliveries()).map(({ state }) => state)).toEqual(Array(26).fill('planned'));
  await delayRetries();
  test.clock.advance(3 * 3_600_000);
  await ask('first@example.org');
  await test.work();
  const sent = mailServer.received.map(({ to }) => String(to));
  expect(sent[0]).toBe('first@example.org');
  expect(sent.toSorted()).toEqual(['first@example.org', ...waiting].toSorted());
  const [stays, ...left] = (await test.deliveries()).filter(({ state }) => state === 'planned');
  expect([stays?.recipient, left]).toEqual(['later@example.org', []]);
});

it.each(['reset_password', 'confirm_account', 'invite'] as const)(
  'a link of %s that waited for the mail server has its whole life from when it was sent',
  async (template) => {
    const test = await portal({ smtpUrl: mailServer.url });
    const isActive = template === 'reset_password';
    const userId = await test.addUser('zoe@example.org', isActive ? 'active' : 'locked');
    const types = {
      reset_password: 'password_reset_requested',
      confirm_account: 'account_registered',
      invite: 'user_invited',
    } as const;
    await test.happen({ type: types[template], userId });
    mailServer.answers.push(451);
    await test.work();
    test.clock.advance(13 * 24 * 3_600_000);
    await test.hurry();
    await test.work();
    expect(mailServer.received).toHaveLength(1);
    const sentAt = test.platform.now();
    const hours = { reset_password: 1, confirm_account: 48, invite: 14 * 24 }[template];
    const { expires_at } = await test.db
      .selectFrom('mail_tokens')
      .select('expires_at')
      .orderBy('expires_at', 'desc')
      .executeTakeFirstOrThrow();
    expect(expires_at.getTime() - sentAt.getTime()).toBe(hours * 3_600_000);
  },
);

it('a registration is kept for as long as the link works that was sent late', async () => {
  const test = await portal({ smtpUrl: mailServer.url });
  const userId = await test.addUser('zoe@example.org', 'locked');
  await test.happen({ type: 'account_registered', userId });
  mailServer.answers.push(451);
  await test.work();
  test.clock.advance(29.5 * 24 * 3_600_000);
  await test.hurry();
  await test.work();
  test.clock.advance(24 * 3_600_000);
  const { tasks } = allWork(test.platform);
  const kept = async () => {
    for (const task of ['purge_expired', 'keep_only_as_long'])
      await tasks[task]?.({}, { id: 0, attempt: 1, isLastAttempt: false });
    return (await test.db.selectFrom('registrations').select('user_id').execute()).length;
  };
  expect(await kept()).toBe(1);
  test.clock.advance(24 * 3_600_000 + 1);
  expect(await kept()).toBe(0);
});

it('tries again when the server says later, and not when it says never', async () => {
  const test = await portal({ smtpUrl: mailServer.url });
  const first = await test.addUser('later@example.org', 'locked');
  mailServer.answers.push(451);
  await test.happen({ type: 'account_registered', userId: first });
  await test.work();
  await test.hurry();
  await test.work();
  expect(await test.deliveries()).toMatchObject([
    { recipient: 'later@example.org', state: 'sent', attempts: 2 },
  ]);

  const second = await test.addUser('never@example.org', 'locked');
  mailServer.answers.push(550);
  await test.happen({ type: 'account_registered', userId: second });
  await test.work();
  expect(await test.deliveries()).toMatchObject([
    { recipient: 'later@example.org', state: 'sent' },
    {
      recipient: 'never@example.org',
      state: 'failed',
      attempts: 1,
      error: expect.stringContaining('not now'),
    },
  ]);
  expect(await test.jobs()).toEqual([]);
  expect(mailServer.received.map(({ to }) => to)).toEqual([['later@example.org']]);
  // Staff find it in the log of events; the words of the server stay with the delivery.
  const { id } = await test.db
    .selectFrom('deliveries')
    .select('id')
    .where('state', '=', 'failed')
    .executeTakeFirstOrThrow();
  const failed = (userId: number, deliveryId: string, template: string) => ({
    type: 'mail_failed',
    user_id: userId,
    detail: { template, deliveryId },
  });
  const log = () =>
    test.db
      .selectFrom('events')
      .select(['type', 'user_id', 'detail'])
      .where('type', '=', 'mail_failed')
      .orderBy('id')
      .execute();
  expect(await log()).toEqual([failed(second, id, 'confirm_account')]);

  // The last of all attempts, two weeks later.
  mailServer.answers.push(451);
  await test.happen({
    type: 'password_reset_requested',
    userId: await test.addUser('gone@example.org', 'active'),
  });
  await sql`update graphile_worker._private_jobs set max_attempts = 1`.execute(test.db);
  await allWork(test.platform).tasks.handle_event?.(
    { eventId: await test.newestEvent() },
    { id: 0, attempt: 1, isLastAttempt: true },
  );
  await sql`update graphile_worker._private_jobs set max_attempts = 1`.execute(test.db);
  await test.work();
  expect(await log()).toHaveLength(2);
  expect((await test.deliveries()).at(-1)).toMatchObject({ state: 'failed', attempts: 1 });
});

it('says so in its health while mails wait', async () => {
  const test = await portal({ smtpUrl: mailServer.url });
  const mails = async () => (await test.call('GET', '/health')).body.mails;
  mailServer.answers.push(451);
  await test.happen({
    type: 'password_reset_requested',
    userId: await test.addUser('zoe@example.org', 'active'),
  });
  await test.work();
  expect(await mails()).toBe('flowing');
  test.clock.advance(11 * 60_000);
  expect(await mails()).toBe('waiting');
  await test.hurry();
  await test.work();
  expect(await mails()).toBe('flowing');
});

it('has the colours and the name that the organisation has when it is sent', async () => {
  const test = await portal();
  const userId = await test.addUser('zoe@example.org', 'active');
  const { theme } = defaultOrganisation;
  const palette = theme.palette.map((colour, at) => (at === 7 ? '#7a1fa2' : colour));
  const settings = {
    ...defaultOrganisation,
    theme: { ...theme, palette, organization: { ...theme.organization, shortName: 'ESAO' } },
    mailSender: 'ESAO <portal@example.org>',
  };
  await test.happen({ type: 'password_reset_requested', userId });
  await test.work();
  await test.db
    .insertInto('organisation')
    .values({ settings: JSON.stringify(settings) })
    .execute();
  // What was read before is known for a second.
  const fresh = {
    ...test.platform,
    organisation: readOrganisation(test.platform.databases.pool, test.platform.log),
  };
  await test.happen({ type: 'password_reset_requested', userId });
  await workOff(fresh, allWork(fresh));
  const { body } = await test.call('GET', '/demo/mails');
  const seen = body.map(({ subject, from, html }: Record<string, string>) => [
    subject,
    from,
    html?.includes('background:#7a1fa2'),
  ]);
  expect(seen.toSorted()).toEqual([
    ['Clearcall: choose a new password', 'portal@localhost', false],
    ['ESAO: choose a new password', 'ESAO <portal@example.org>', true],
  ]);
});

it('tells the applicant that the application has come in', async () => {
  const test = await portal();
  const owner = await test.addUser('zoe@example.org', 'active');
  const call = await test.db
    .insertInto('calls')
    .values({ code: 'REG', year: 2026, number: 1, title: 'Regular Access', uid_pattern: 'REG-{SEQ3}' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const flow = await test.db
    .insertInto('flow_versions')
    .values({ call_id: call.id, version: 1, document: '{}' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const at = test.platform.now();
  const application = await test.db
    .insertInto('applications')
    .values({
      uid: 'REG-001',
      call_id: call.id,
      flow_version_id: flow.id,
      owner_id: owner,
      title: 'Ice & <water>',
      created_at: at,
      updated_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const submitted = { type: 'assignment_submitted', applicationId: application.id } as const;
  // What others submit is no news for the applicant.
  await test.happen({ ...submitted, userId: await test.addUser('eve@example.org', 'active') });
  await test.work();
  expect(await test.kept()).toEqual([]);
  await test.happen({ ...submitted, userId: owner });
  await test.work();
  const [mail] = await test.kept();
  expect(mail).toMatchObject({ to: 'zoe@example.org', subject: expect.stringContaining('REG-001') });
  for (const part of [
    'Zoë O’Neil',
    'Regular Access',
    'Ice & <water>',
    'http://localhost:3000/applications/REG-001',
  ]) {
    expect(mail?.text).toContain(part);
  }
});

it('tells the applicant what happens next until the decision, the same in the mail and on the page', async () => {
  const test = await portal();
  await createSurroundings(test.db);
  const later = { type: 'later', ownerRole: 'pro', forms: [] };
  const steps = [
    ...smallFlow.steps,
    { ...later, id: 'PAY', title: 'Payment', order: 9 },
    { ...later, id: 'ALL', title: 'Decision', order: 8, final: true },
  ];
  const automations = [
    { id: 'review', on: { event: 'cutoff_passed' }, do: 'assign', step: 'REV', to: { role: 'pro' } },
    {
      id: 'decision',
      on: { event: 'all_at_step', step: 'REV' },
      do: 'assign',
      step: 'ALL',
      to: { role: 'pro' },
    },
  ];
  const call = await createCall(test, { flow: { ...smallFlow, steps, automations } });
  const [cutoff = 0] = call.cutoffIds;
  const review = { start: '2026-12-01T10:00:00.000Z', end: '2026-12-20T17:00:00.000Z' };
  await test.db
    .insertInto('timeframes')
    .values({
      call_id: call.id,
      step_id: 'REV',
      cutoff_id: cutoff,
      starts_at: review.start,
      ends_at: review.end,
    })
    .execute();
  const draft = await createDraft(test, call.id);
  const page = async () =>
    (await test.call('GET', `/v2/applications/${draft.uid}`, { token: draft.token })).body.comingSteps;
  expect(await page()).toEqual([]);
  const submitted = await test.call('PUT', `/v2/assignments/${draft.assignmentId}/submit`, {
    token: draft.token,
    body: { data: [itemOf('title', ['Waves'])] },
  });
  expect(submitted.status).toBe(200);
  await test.work();

  const comingSteps = [
    {
      title: 'Review',
      ownerRole: 'scientific_reviewer',
      yours: false,
      ...review,
      late: false,
      begins: review.start,
    },
    { title: 'Reply', ownerRole: 'applicant', yours: true, start: null, end: null, late: false },
    {
      title: 'Decision',
      ownerRole: 'pro',
      yours: false,
      start: null,
      end: null,
      late: false,
      waitsFor: { what: 'all', step: 'Review', isConditional: false },
    },
  ];
  expect(await page()).toEqual(comingSteps);
  expect((await test.deliveries()).map(({ facts }) => facts.comingSteps)).toEqual([comingSteps]);
  const [mail] = await test.kept();
  expect(mail?.text).toContain(
    'What happens next:\nReview: begins on 01-12-2026 11:00\nReply: date not known yet (your part)\nDecision: begins when all applications have passed ‘Review’\n\nYou do not have to do anything before ‘Reply’, unless we request changes.',
  );
  expect(mail?.text).toMatch(
    /You can take your submission back and change it until\s\d\d-\d\d-\d{4}\s\d\d:\d\d\s\(/,
  );
});

it('removes abandoned files, and none that a document still names', async () => {
  const test = await portal();
  const gone = await test.platform.files.put(Buffer.from('gone'));
  await test.db
    .insertInto('abandoned_files')
    .values({ storage_key: gone.key, abandoned_at: test.platform.now() })
    .execute();
  const work = allWork(test.platform);
  await work.tasks.remove_abandoned_files?.({}, { id: 0, attempt: 1, isLastAttempt: false });
  expect(await test.platform.files.open(gone.key)).toBeNull();
  expect(await test.db.selectFrom('abandoned_files').selectAll().execute()).toEqual([]);
});

it('keeps the newest of the kept mails', async () => {
  const test = await portal();
  await sql`insert into kept_mails (id, recipient, sender, subject, text_body, html_body, message_id, kept_at)
    select gen_random_uuid(), 'a@example.org', 'b', n::text, '', '', n::text, now() - n * interval '1 minute'
    from generate_series(1, 2010) as n`.execute(test.db);
  await allWork(test.platform).tasks.remove_leftovers?.({}, { id: 0, attempt: 1, isLastAttempt: false });
  const left = await test.db.selectFrom('kept_mails').select('subject').orderBy('kept_at').execute();
  expect([left.length, left[0]?.subject]).toEqual([2000, '2000']);
});
