import { sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import { workOff } from '../../platform/jobs/work.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { createCall, createSurroundings } from '../../testing/factories.ts';
import { tablesHash } from '../../testing/tables-hash.ts';
import { batchOfList } from '../handle-event.ts';
import { allWork } from '../work.ts';
import { announceCalls } from './announce-calls.ts';
import { leaveToken, secretOfList } from './token.ts';

const open: TestApp[] = [];
afterEach(async () => {
  for (const test of open.splice(0)) await test.close();
});

async function portal() {
  const test = await buildTestApp({ now: '2026-11-21T12:00:00Z' });
  open.push(test);
  await createSurroundings(test.db);
  const work = () => workOff(test.platform, allWork(test.platform));
  return {
    ...test,
    work,
    /** What the clock does every minute, and what comes of it. */
    look: async () => {
      const done = await announceCalls(test.platform);
      await work();
      return done;
    },
    addPerson: async (
      email: string,
      accept: boolean | null,
      status: 'active' | 'locked' | 'closed' = 'active',
    ) => {
      const user = { email, status, first_name: 'Zoë', last_name: 'O’Neil', accept_mailing_list: accept };
      return (await test.db.insertInto('users').values(user).returning('id').executeTakeFirstOrThrow()).id;
    },
    mails: async (): Promise<
      { to: string; subject: string; text: string; headers: Record<string, string> }[]
    > => (await test.call('GET', '/demo/mails')).body,
    deliveries: () =>
      test.db
        .selectFrom('deliveries')
        .select(['recipient', 'state'])
        .orderBy('recipient')
        .orderBy('state')
        .execute(),
    person: (id: number) =>
      test.db
        .selectFrom('users')
        .select('accept_mailing_list as onList')
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
    consents: () =>
      test.db
        .selectFrom('consents')
        .select(['user_id', 'subject', 'given', 'wording', 'at'])
        .orderBy('id')
        .execute(),
  };
}

const from = (start: string, end = '2027-01-01T09:00:00Z') => [{ start, end }];
const nextMinute = '2026-11-21T12:01:00Z';

it('mails those who asked, once for each call, as it opens', async () => {
  const test = await portal();
  await test.addPerson('yes@example.org', true);
  await test.addPerson('no@example.org', false);
  await test.addPerson('unasked@example.org', null);
  await test.addPerson('locked@example.org', true, 'locked');
  await test.addPerson('closed@example.org', true, 'closed');
  const { id } = await createCall(test, {
    title: 'Regular Access',
    cutoffs: [
      { start: nextMinute, end: '2026-12-01T09:00:00Z' },
      { start: '2027-02-01T09:00:00Z', end: '2027-03-01T09:00:00Z' },
    ],
  });
  const hidden = await createCall(test, { title: 'Hidden', published: false, cutoffs: from(nextMinute) });
  await createCall(test, { cutoffs: from('2026-10-01T00:00:00Z', '2026-11-01T00:00:00Z') });
  expect(await test.look()).toEqual({ opened: 0 });
  test.clock.set(nextMinute);
  // Two processes at once.
  const both = await Promise.all([announceCalls(test.platform), announceCalls(test.platform)]);
  expect(both.reduce((sum, { opened = 0 }) => sum + opened, 0)).toBe(1);
  await test.work();
  expect(await test.look()).toEqual({ opened: 0 });
  const [mail, ...others] = await test.mails();
  expect([mail?.to, mail?.subject, others]).toEqual([
    'yes@example.org',
    'Clearcall: Regular Access is open',
    [],
  ]);
  expect(mail?.text).toContain(`http://localhost:3000/calls/${id}`);
  expect(mail?.text).toContain('Cut-off: 01-12-2026 10:00 (Brussels time)');

  // Published late: that is when it opens. A later cut-off of the first call is no opening.
  test.clock.set('2026-11-25T00:00:00Z');
  await test.db.updateTable('calls').set({ published: true }).where('id', '=', hidden.id).execute();
  expect(await test.look()).toEqual({ opened: 1 });
  test.clock.set('2027-02-02T00:00:00Z');
  expect(await test.look()).toEqual({ opened: 0 });
  expect((await test.mails()).map(({ subject }) => subject)).toEqual([
    'Clearcall: Hidden is open',
    'Clearcall: Regular Access is open',
  ]);
});

it('leads off the list by one button, in the mail or in the mail program, and back', async () => {
  const test = await portal();
  const zoe = await test.addPerson('zoe@example.org', true);
  const eve = await test.addPerson('eve@example.org', true);
  await createCall(test, { cutoffs: from('2026-11-20T00:00:00Z') });
  await test.look();
  const mail = (await test.mails()).find(({ to }) => to === 'zoe@example.org');
  const link = /^<(http:\/\/localhost:3000\/mailing-list\/(\S{40}))>$/.exec(
    mail?.headers['List-Unsubscribe'] ?? '',
  );
  const [, address = '', token = ''] = link ?? [];
  expect(mail?.headers).toEqual({
    'Message-ID': expect.stringMatching(/^<.+@localhost>$/),
    'Auto-Submitted': 'auto-generated',
    'List-Unsubscribe': `<${address}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  });
  expect(mail?.text).toContain(`Stop these emails: ${address}`);

  // A program that follows links to look at them changes nothing.
  const before = await tablesHash(test.db);
  for (const method of ['GET', 'HEAD'] as const)
    await test.app.inject({ method, url: new URL(address).pathname });
  expect(await tablesHash(test.db)).toBe(before);

  // What is planned already is not sent any more, and what is planned for others is.
  const planned = {
    template: 'call_opened',
    kind: 'mail',
    planned_at: test.platform.now(),
    message_id: '<x>',
  } as const;
  await test.db
    .insertInto('deliveries')
    .values([
      { ...planned, id: test.platform.newId(), key: 'a', recipient: 'zoe@example.org' },
      { ...planned, id: test.platform.newId(), key: 'b', recipient: 'eve@example.org' },
      {
        ...planned,
        id: test.platform.newId(),
        key: 'c',
        recipient: 'zoe@example.org',
        template: 'reset_password',
      },
    ])
    .execute();
  const oneClick = (body: string, type: string) =>
    test.app.inject({
      method: 'POST',
      url: new URL(address).pathname,
      payload: body,
      headers: { 'content-type': type },
    });
  const posted = await oneClick('List-Unsubscribe=One-Click', 'application/x-www-form-urlencoded');
  expect([posted.statusCode, posted.json()]).toEqual([200, { onList: false }]);
  expect([await test.person(zoe), await test.person(eve)]).toEqual([{ onList: false }, { onList: true }]);
  expect((await test.deliveries()).filter(({ state }) => state !== 'sent')).toEqual([
    { recipient: 'eve@example.org', state: 'planned' },
    { recipient: 'zoe@example.org', state: 'dropped' },
    { recipient: 'zoe@example.org', state: 'planned' },
  ]);

  // The other form that programs may use; saying it twice is noted once.
  const multipart =
    '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';
  expect((await oneClick(multipart, 'multipart/form-data; boundary=x')).statusCode).toBe(200);
  // Back by the page, and off again.
  for (const accept of [true, false]) {
    const headers = { 'accept-language': accept ? 'de' : 'en' };
    const answer = await test.call('PUT', '/mailing-list', { body: { token, accept }, headers });
    expect([answer.status, answer.body]).toEqual([200, { onList: accept }]);
    expect(await test.person(zoe)).toEqual({ onList: accept });
  }
  const noted = { user_id: zoe, subject: 'mailing_list', at: test.platform.now() };
  expect(await test.consents()).toEqual([
    { ...noted, given: false, wording: 'List-Unsubscribe=One-Click' },
    { ...noted, given: true, wording: 'Diese E-Mails wieder erhalten' },
    { ...noted, given: false, wording: 'Stop these emails' },
  ]);
});

it('sends nothing to who left by another way, nor about a call that was taken back', async () => {
  const test = await portal();
  const zoe = await test.addPerson('zoe@example.org', true);
  await test.addPerson('eve@example.org', true);
  const call = await createCall(test, { cutoffs: from('2026-11-20T00:00:00Z') });
  await announceCalls(test.platform);
  const work = allWork(test.platform);
  const plan = async (task: 'handle_event' | 'plan_list') => {
    const { rows } = await sql<{ payload: unknown }>`select j.payload from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = ${task}`.execute(
      test.db,
    );
    await work.tasks[task]?.(rows[0]?.payload, { id: 0, attempt: 1, isLastAttempt: false });
  };
  await plan('handle_event');
  await plan('plan_list');
  await test.db.updateTable('users').set({ accept_mailing_list: false }).where('id', '=', zoe).execute();
  await test.db.updateTable('calls').set({ published: false }).where('id', '=', call.id).execute();
  await test.work();
  expect(await test.deliveries()).toEqual([
    { recipient: 'eve@example.org', state: 'dropped' },
    { recipient: 'zoe@example.org', state: 'dropped' },
  ]);
  expect(await test.mails()).toEqual([]);
});

it('knows its own links alone', async () => {
  const test = await portal();
  const zoe = await test.addPerson('zoe@example.org', true);
  const secret = await secretOfList(test.db);
  const token = leaveToken(secret, zoe);
  const forged = [
    leaveToken(Buffer.alloc(31), zoe),
    // Another person's id before this signature, and every single sign turned.
    leaveToken(secret, zoe + 1).slice(0, 8) + token.slice(8),
    ...Array.from(token, (sign, at) => token.slice(0, at) + (sign === 'A' ? 'B' : 'A') + token.slice(at + 1)),
    `${token}A`,
    token.slice(0, -1),
    '',
  ];
  const before = await tablesHash(test.db);
  for (const attempt of forged) {
    const { status, body } = await test.call('PUT', '/mailing-list', {
      body: { token: attempt, accept: false },
    });
    expect([status, body.code], attempt).toEqual([410, 'link_invalid']);
  }
  expect(await tablesHash(test.db)).toBe(before);
  // Of somebody who is gone it says no more than of anybody.
  const gone = await test.call('PUT', '/mailing-list', {
    body: { token: leaveToken(secret, 99_999), accept: false },
  });
  expect([gone.status, gone.body]).toEqual([200, { onList: false }]);
  expect(await test.consents()).toEqual([]);
});

it('plans many readers in batches, behind what somebody waits for, nobody twice and nobody left out', async () => {
  const test = await portal();
  const readers = batchOfList.size * 2 + 7;
  await sql`insert into users (email, first_name, last_name, status, accept_mailing_list)
    select 'reader' || n || '@example.org', 'R', n::text, 'active', n % 10 <> 0
    from generate_series(1, ${sql.lit(Math.ceil((readers * 10) / 9))}) as n`.execute(test.db);
  const { n: expected } = await test.db
    .selectFrom('users')
    .select((row) => row.fn.countAll<number>().as('n'))
    .where('accept_mailing_list', '=', true)
    .executeTakeFirstOrThrow();
  await createCall(test, { cutoffs: from('2026-11-20T00:00:00Z') });
  await announceCalls(test.platform);
  const jobs = async (task: string) => {
    const { rows } = await sql<{ id: string; payload: unknown; priority: number; late: boolean }>`
      select j.id, j.payload, j.priority, j.run_at > now() + interval '20 seconds' as late
      from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = ${task} order by j.id`.execute(test.db);
    return rows;
  };
  const work = allWork(test.platform);
  const first = { id: 0, attempt: 1, isLastAttempt: false };
  await work.tasks.handle_event?.((await jobs('handle_event'))[0]?.payload, first);
  const statements: number[] = [];
  for (let batch = 0; batch < 4; batch += 1) {
    const job = (await jobs('plan_list'))[batch];
    if (job === undefined) break;
    expect([job.priority, job.late]).toEqual([10, batch > 0]);
    statements.push(await test.sqlCount(async () => work.tasks.plan_list?.(job.payload, first)));
    // A batch that is planned again, after a stop at the worst moment, adds nothing.
    if (batch === 0) await work.tasks.plan_list?.(job.payload, first);
  }
  expect(statements.every((count) => count <= 4)).toBe(true);
  const { rows } = await sql<{ mails: number; people: number }>`
    select count(*) as mails, count(distinct recipient) as people from deliveries`.execute(test.db);
  expect(rows).toEqual([{ mails: expected, people: expected }]);
  const sending = await jobs('send_mail');
  // Ten to a job; the last of each batch may have fewer.
  expect(sending).toHaveLength(Math.ceil(Number(expected) / 10));
  const shared = sending.flatMap(({ payload }) => (payload as { deliveryIds: string[] }).deliveryIds);
  expect([shared.length, new Set(shared).size]).toEqual([expected, expected]);
  expect(new Set(sending.map(({ priority }) => priority))).toEqual(new Set([10]));
});
