import { setTimeout as pause } from 'node:timers/promises';
import { defaultRetention } from '@clearcall/domain/organisation/retention.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildApp, buildPlatform } from '../../../app.ts';
import { createAccount, goodPassword, logInAs } from '../../../testing/accounts.ts';
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts';
import { purgeExpired } from '../profile/purge.ts';

// Real ones, counted: that an answer did not wait is not for a busy machine's clock to say.
vi.mock('node:timers/promises', { spy: true });
/** Without those of ten seconds, for its turn, and of half of one, for word of what changed: each attempt may wait so. */
const pauses = () =>
  vi.mocked(pause).mock.calls.flatMap(([ms = 0]) => (ms >= 1_000 && ms < 10_000 ? [ms] : []));

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

/** One try at an account from an address; `via` another process. */
async function tryFrom(ip: string, email: string, password: string, via = app.app) {
  const answer = await via.inject({
    method: 'POST',
    url: '/api/users/login',
    headers: { 'x-forwarded-for': ip },
    payload: { email, password, app: 'user_portal' },
  });
  return { status: answer.statusCode, wait: answer.headers['retry-after'], body: answer.json() };
}
const guess = async (ip: string, email: string, via = app.app) =>
  (await tryFrom(ip, email, 'Wrong-password-1', via)).status;
const enter = async (ip: string, email: string) => (await tryFrom(ip, email, goodPassword)).status;

/** The same portal once more, on the same database. */
async function anotherProcess() {
  const platform = { ...buildPlatform(app.platform.config, app.platform.log), now: app.platform.now };
  const server = await buildApp(platform);
  await server.ready();
  return { server, stop: () => server.close().then(() => platform.databases.close()) };
}

/** How many of the answers were judged (401) and how many turned away (429). */
const figures = (statuses: readonly number[]) => ({
  tried: statuses.length,
  judged: statuses.filter((status) => status === 401).length,
  turnedAway: statuses.filter((status) => status === 429).length,
});

describe('guessing a password', () => {
  it('from one address: five are judged at once, then the wait doubles up to a minute', async () => {
    const email = 'target@example.org';
    await createAccount(app, { email });
    const statuses = [];
    for (let attempt = 0; attempt < 6; attempt += 1) statuses.push(await guess('203.0.113.7', email));
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    const slowed = await tryFrom('203.0.113.7', email, goodPassword);
    expect([slowed.status, slowed.body.code, slowed.body.message, slowed.wait]).toEqual([
      429,
      'too_many_requests',
      'Too many attempts. Wait 1 second and try again.',
      '1',
    ]);
    const waits = [];
    for (let round = 0; round < 8; round += 1) {
      const { status, wait } = await tryFrom('203.0.113.7', email, 'Wrong-password-1');
      expect(status).toBe(429);
      waits.push(Number(wait));
      app.clock.advance(Number(wait) * 1_000);
      expect(await guess('203.0.113.7', email)).toBe(401);
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
  });

  it('says the whole seconds after which one may try again, also where a part of one is left', async () => {
    const email = 'parts@example.org';
    await createAccount(app, { email });
    for (let attempt = 0; attempt < 5; attempt += 1) await guess('203.0.113.8', email);
    app.clock.advance(1_000);
    expect(await guess('203.0.113.8', email)).toBe(401);
    // Of two seconds these are left: 2,000, 1,001, 1,000 and 1 ms.
    const replies = [];
    for (const passedMs of [0, 999, 1, 999]) {
      app.clock.advance(passedMs);
      const { status, wait, body } = await tryFrom('203.0.113.8', email, 'Wrong-password-1');
      replies.push([status, wait, body.message]);
    }
    expect(replies).toEqual([
      [429, '2', 'Too many attempts. Wait 2 seconds and try again.'],
      [429, '2', 'Too many attempts. Wait 2 seconds and try again.'],
      [429, '1', 'Too many attempts. Wait 1 second and try again.'],
      [429, '1', 'Too many attempts. Wait 1 second and try again.'],
    ]);
    app.clock.advance(1);
    expect(await guess('203.0.113.8', email)).toBe(401);
  });

  it('from one address, once a second for a quarter of an hour: 24 of 900 tries are judged', async () => {
    const email = 'quarter@example.org';
    await createAccount(app, { email });
    // Every second is tried on paper: only those that could be let through are sent.
    let judged = 0;
    let free = app.platform.now().getTime();
    for (let second = 0; second < 900; second += 1) {
      if (app.platform.now().getTime() >= free) {
        const { status, wait } = await tryFrom('203.0.113.9', email, 'Wrong-password-1');
        if (status === 401) judged += 1;
        else free = app.platform.now().getTime() + Number(wait) * 1_000;
      }
      app.clock.advance(1_000);
    }
    expect(judged).toBe(24);
    // The right person, from elsewhere and after the wait also from here.
    expect(await enter('203.0.113.10', email)).toBe(200);
    app.clock.advance(60_000);
    expect(await enter('203.0.113.9', email)).toBe(200);
    expect(await guess('203.0.113.9', email)).toBe(401);
  });

  it('at many accounts from one address: 100 of 300 are judged, and nobody elsewhere notices', async () => {
    const statuses = [];
    for (let one = 0; one < 300; one += 1)
      statuses.push(await guess('203.0.113.20', `spray${one}@example.org`));
    expect(figures(statuses)).toEqual({ tried: 300, judged: 100, turnedAway: 200 });
    await createAccount(app, { email: 'sprayed@example.org' });
    expect(await enter('203.0.113.21', 'sprayed@example.org')).toBe(200);
    // Whoever sits behind the same address waits, and is in.
    expect(await enter('203.0.113.20', 'sprayed@example.org')).toBe(429);
    app.clock.advance(1_000);
    expect(await enter('203.0.113.20', 'sprayed@example.org')).toBe(200);
  });

  it('from many addresses: five each, each a second slower after the fiftieth, and the right person is in', async () => {
    const email = 'botnet@example.org';
    await createAccount(app, { email });
    const statuses = [];
    for (let one = 0; one < 10; one += 1) {
      for (let attempt = 0; attempt < 7; attempt += 1) {
        statuses.push(await guess(`198.51.100.${one}`, email));
      }
    }
    expect(figures(statuses)).toEqual({ tried: 70, judged: 50, turnedAway: 20 });
    expect(pauses()).toEqual([]);
    const begun = performance.now();
    expect(await guess('198.51.100.99', email)).toBe(401);
    expect(performance.now() - begun).toBeGreaterThan(990);
    expect(pauses()).toEqual([1_000]);
    expect(await enter('198.51.100.100', email)).toBe(200);
  });

  it('does not let many at once slip through: 5 of 12', async () => {
    await createAccount(app, { email: 'parallel@example.org' });
    const statuses = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const { answer } = await logInAs(app, 'parallel@example.org', { password: 'Wrong-password-1' });
        return answer.status;
      }),
    );
    expect(figures(statuses)).toEqual({ tried: 12, judged: 5, turnedAway: 7 });
  });

  it('is counted by all processes together, and by the next one too', async () => {
    const email = 'processes@example.org';
    await createAccount(app, { email });
    const other = await anotherProcess();
    const statuses = [];
    for (let attempt = 0; attempt < 6; attempt += 1) {
      statuses.push(await guess('203.0.113.30', email), await guess('203.0.113.30', email, other.server));
    }
    await other.stop();
    expect(figures(statuses)).toEqual({ tried: 12, judged: 5, turnedAway: 7 });
    const restarted = await anotherProcess();
    expect(await guess('203.0.113.30', email, restarted.server)).toBe(429);
    await restarted.stop();
  });

  it('keeps no address of anybody, and is forgotten when its time is over', async () => {
    await guess('203.0.113.40', 'named@example.org');
    const rows = await app.db.selectFrom('tallies').selectAll().execute();
    const text = rows.map(({ key }) => key.toString('latin1')).join('');
    expect(rows.length).toBeGreaterThan(0);
    expect(text).not.toMatch(/named|203\.0/);
    await purgeExpired(app.db, app.platform.now(), defaultRetention);
    expect(await app.db.selectFrom('tallies').selectAll().execute()).not.toEqual([]);
    app.clock.advance(3_600_001);
    await purgeExpired(app.db, app.platform.now(), defaultRetention);
    expect(await app.db.selectFrom('tallies').selectAll().execute()).toEqual([]);
  });
});

it('counts a /64 of IPv6 as one address however it is written, and an IPv4 address also where it came over IPv6', async () => {
  await createAccount(app, { email: 'six@example.org' });
  const statuses = [];
  for (let turn = 1; turn <= 8; turn += 1) {
    const own =
      turn % 2 === 0 ? `2001:db8:64:1::${turn}` : `2001:DB8:0064:0001:${turn}:${turn}:${turn}:${turn}`;
    statuses.push(await guess(own, 'six@example.org'));
  }
  expect(figures(statuses)).toEqual({ tried: 8, judged: 5, turnedAway: 3 });
  expect(await enter('2001:db8:64:2::1', 'six@example.org')).toBe(200);

  const four = [];
  for (let turn = 0; turn < 8; turn += 1) {
    four.push(await guess(turn % 2 === 0 ? '203.0.113.70' : '::ffff:203.0.113.70', 'six@example.org'));
  }
  expect(figures(four)).toEqual({ tried: 8, judged: 5, turnedAway: 3 });
});

describe('right passwords', () => {
  it('at once do not slow each other down: thirty logins of one account, in two processes', async () => {
    await createAccount(app, { email: 'thirty@example.org' });
    const other = await anotherProcess();
    const from = (via: typeof app.app) => tryFrom('203.0.113.50', 'thirty@example.org', goodPassword, via);
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, one) => from(one % 2 === 0 ? app.app : other.server)),
    );
    await other.stop();
    expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(200));
  });

  it('among wrong ones give no further tries: of twelve wrong ones in two processes five are judged', async () => {
    await createAccount(app, { email: 'mixed@example.org' });
    const other = await anotherProcess();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, one) =>
        guess('203.0.113.51', 'mixed@example.org', one % 2 === 0 ? app.app : other.server),
      ),
    );
    await other.stop();
    expect(figures(answers)).toEqual({ tried: 12, judged: 5, turnedAway: 7 });
  });

  it('do not wait for two hundred wrong ones of another address, which are told at once to come later', async () => {
    await createAccount(app, { email: 'patient@example.org' });
    const order: string[] = [];
    const wrong = Array.from({ length: 200 }, async (_, one) => {
      const answer = await tryFrom('203.0.113.60', `flood${one}@example.org`, 'Wrong-password-1');
      order.push('wrong');
      return answer;
    });
    await vi.waitFor(() => expect(order.length).toBeGreaterThan(100), { interval: 5 });
    const before = order.length;
    expect(await enter('203.0.113.61', 'patient@example.org')).toBe(200);
    // The one at work, one more, and what was being sent meanwhile.
    expect(order.length - before).toBeLessThan(10);
    const answers = await Promise.all(wrong);
    expect(figures(answers.map(({ status }) => status))).toMatchObject({ turnedAway: 159 });
    const turnedAway = answers.find(({ status }) => status === 429);
    expect(turnedAway?.body).toEqual({
      statusCode: 429,
      code: 'too_many_requests',
      message: 'Too many attempts. Wait a moment and try again.',
    });
    expect(Number(turnedAway?.wait)).toBeGreaterThanOrEqual(1);
  });
});

describe('mails that strangers cause', () => {
  it.each([
    ['/users/forgot', 'active', 'password_reset_requested'],
    ['/users/register/resend', 'locked', 'confirmation_requested'],
  ] as const)(
    'by %s: 5 of 20 an hour reach one mailbox, and the answer does not tell',
    async (path, status, type) => {
      const email = `flooded.${status}@example.org`;
      const userId = await createAccount(app, { email, status });
      const ask = async () => (await app.call('POST', path, { body: { email: email.toUpperCase() } })).body;
      const count = async () =>
        (
          await app.db
            .selectFrom('events')
            .select('id')
            .where('type', '=', type)
            .where('user_id', '=', userId)
            .execute()
        ).length;
      for (let turn = 0; turn < 20; turn += 1) expect(await ask()).toEqual({ done: true });
      expect(await count()).toBe(5);
      app.clock.advance(3_599_999);
      await ask();
      expect(await count()).toBe(5);
      app.clock.advance(1);
      await ask();
      expect(await count()).toBe(6);
    },
  );
});
