import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildApp, buildPlatform } from '../app.ts';
import { startWorker, workOff } from '../platform/jobs/work.ts';
import { inBackground } from '../platform/platform.ts';
import { createAccount, logInAs, refreshWith } from '../testing/accounts.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import {
  createCall,
  createDraft,
  createSurroundings,
  itemOf,
  rowsOfApplications,
} from '../testing/factories.ts';
import { tablesHash } from '../testing/tables-hash.ts';
import { allWork } from './work.ts';

const realNow = '2026-11-21T12:00:00.000Z';
const daySeconds = 86_400;

let test: TestApp;
const opened: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  test = await buildTestApp({ now: realNow });
  await test.db.insertInto('organisation').values({ settings: '{}', demonstration: true }).execute();
});
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
  await test.close();
});

const show = () => test.call('GET', '/demo/clock');
const move = (to: string) => test.call('POST', '/demo/clock', { body: { to } });
/** The clock at a moment that it was moved to, as an answer. */
const at = (now: string) => ({
  status: 200,
  body: { now, realNow, offsetSeconds: (Date.parse(now) - Date.parse(realNow)) / 1_000 },
});
const jobs = async () => {
  const { rows } = await test.platform.databases.background.pool.query(
    'select task_identifier from graphile_worker.jobs',
  );
  return rows;
};

/** Another process of the same portal. */
async function another() {
  const { config, log } = test.platform;
  const platform = { ...buildPlatform(config, log), now: test.platform.now };
  const app = await buildApp(platform);
  opened.push(async () => {
    await app.close();
    await platform.databases.close();
  });
  return { app, platform };
}

describe('the clock of the demonstration', () => {
  it('shows the real time until it is moved, and then that from there on', async () => {
    expect(await show()).toMatchObject(at(realNow));
    expect(await move('2027-03-01T10:30:00+01:00')).toMatchObject(at('2027-03-01T09:30:00.000Z'));
    expect(await show()).toMatchObject(at('2027-03-01T09:30:00.000Z'));
    test.clock.advance(5_000);
    expect((await show()).body).toEqual({
      now: '2027-03-01T09:30:05.000Z',
      realNow: '2026-11-21T12:00:05.000Z',
      offsetSeconds: 99 * daySeconds + 77_400,
    });
  });

  it('never goes back, nor further than ten years, and a refusal changes nothing', async () => {
    await move('2027-03-01T09:30:00Z');
    const before = await tablesHash(test.db);
    const tried: unknown[] = [];
    for (const to of [realNow, '2027-03-01T09:29:59.999Z', '2036-11-21T12:00:00.001Z']) {
      const { status, body } = await move(to);
      tried.push([status, body.code, body.message]);
    }
    const back = 'The demonstration clock only moves forward. Choose a later time.';
    const far = 'The demonstration clock can be at most ten years ahead. Choose an earlier time.';
    expect(tried).toEqual([
      [409, 'clock_goes_forward', back],
      [409, 'clock_goes_forward', back],
      [422, 'clock_too_far', far],
    ]);
    expect(await tablesHash(test.db)).toBe(before);
    expect(await show()).toMatchObject(at('2027-03-01T09:30:00.000Z'));
    expect(await move('2036-11-21T12:00:00Z')).toMatchObject(at('2036-11-21T12:00:00.000Z'));
  });

  it('of several who move it at once the furthest counts', async () => {
    const days = [5, 2, 9, 1, 7, 3, 8, 4, 6].map((day) => `2027-01-0${day}T00:00:00.000Z`);
    const answers = await Promise.all(days.map(move));
    expect(answers.map(({ status }) => status).every((status) => status === 200 || status === 409)).toBe(
      true,
    );
    expect(await show()).toMatchObject(at('2027-01-09T00:00:00.000Z'));
  });

  it('stands only where the demonstration was loaded', async () => {
    await test.db.updateTable('organisation').set({ demonstration: false }).execute();
    const before = await tablesHash(test.db);
    const gone = { status: 404, body: { statusCode: 404, code: 'not_found', message: 'Not found' } };
    expect(await show()).toMatchObject(gone);
    expect(await move('2027-01-01T00:00:00Z')).toMatchObject(gone);
    expect([await tablesHash(test.db), await jobs()]).toEqual([before, []]);
    // Whoever writes it by hand is refused as well.
    await expect(test.db.updateTable('organisation').set({ workflow_ahead_ms: 1 }).execute()).rejects.toThrow(
      /check constraint/,
    );
  });

  it('is the same in every process, from the next request on', async () => {
    await createSurroundings(test.db);
    const { id } = await createCall(test);
    const other = await another();
    const state = async () => {
      const answer = await other.app.inject(`/api/v2/calls/${id}`);
      return [answer.json().state, answer.headers['clearcall-ahead-ms'], answer.headers['cache-control']];
    };
    expect(await state()).toEqual(['open', undefined, 'no-store']);
    await move('2026-12-01T12:00:00Z');
    expect(await state()).toEqual(['closed', String(10 * daySeconds * 1_000), 'no-store']);
    // What does not live in the time of the workflow says it too, as far as the process knows it.
    expect((await other.app.inject('/api/demo/mails')).headers['clearcall-ahead-ms']).toBe('864000000');
  });
});

it('a deadline is taken up to its last millisecond, and refused after it without a change', async () => {
  await createSurroundings(test.db);
  const call = await createCall(test);
  const { token, assignmentId, id } = await createDraft(test, call.id);
  const save = async (text: string) => {
    const body = { data: [itemOf('home', [text])] };
    const answer = await test.call('PUT', `/v2/assignments/${assignmentId}/save`, { token, body });
    return [answer.status, answer.body.code ?? answer.body.savedAt];
  };
  // The real clock stands still: it is the moved one that comes to the deadline.
  await move('2026-12-01T08:59:59.999Z');
  expect(await save('London')).toEqual([200, '2026-12-01T08:59:59.999Z']);
  test.clock.advance(1);
  expect((await test.call('POST', '/v2/applications', { token, body: { callId: call.id } })).status).toBe(
    200,
  );
  const before = await rowsOfApplications(test);
  test.clock.advance(1);
  expect(await save('Paris')).toEqual([409, 'deadline_passed']);
  const { status, body } = await test.call('POST', '/v2/applications', { token, body: { callId: call.id } });
  expect([status, body.code]).toEqual([409, 'call_closed']);
  expect(await rowsOfApplications(test)).toEqual(before);
  const events = await test.db
    .selectFrom('events')
    .select('occurred_at')
    .where('application_id', '>', id)
    .execute();
  expect(events).toEqual([{ occurred_at: new Date('2026-12-01T09:00:00.000Z') }]);
});

it('sessions, and what is counted against those who guess, keep the real time', async () => {
  await createAccount(test, { email: 'ada@example.org' });
  const { token, cookie } = await logInAs(test, 'ada@example.org');
  await move('2036-01-01T00:00:00Z');
  const profile = async (by: string) =>
    (await test.call('POST', '/v2/applications/dashboard', { token: by, body: {} })).status;
  expect(await profile(token)).toBe(200);
  expect((await refreshWith(test, cookie)).answer.status).toBe(200);
  const { token: later } = await logInAs(test, 'ada@example.org');
  expect(await profile(later)).toBe(200);
  const at = await test.db.selectFrom('sessions').select('created_at').distinct().execute();
  expect(at).toEqual([{ created_at: new Date(realNow) }]);
  expect((await show()).headers.date).toBe(new Date(realNow).toUTCString());
});

describe('what waits for the time of the workflow', () => {
  const moveAndWork = async (to: string) => {
    expect((await move(to)).status).toBe(200);
    await workOff(test.platform, allWork(test.platform));
  };
  const mails = async () =>
    (await test.call('GET', '/demo/mails')).body.map(({ subject, sentAt }: Record<string, string>) => [
      sentAt,
      subject,
    ]);

  it('happens when it is moved there: a draft lives its whole year in five steps', async () => {
    await createSurroundings(test.db);
    const call = await createCall(test, {
      title: 'Waves',
      cutoffs: [{ start: '2026-11-01T09:00:00Z', end: null }],
    });
    const draft = await createDraft(test, call.id);
    const reported: Record<string, unknown> = {};
    const steps = ['08-21T11', '08-21T12', '11-15T12', '11-21T12', '11-22T12'].map(
      (day) => `2027-${day}:00:00Z`,
    );
    for (const to of steps) {
      await moveAndWork(to);
      const page = await test.call('GET', `/v2/applications/${draft.uid}`, { token: draft.token });
      reported[to] = page.body.draftExpiresAt ?? page.status;
    }
    expect(reported).toEqual({
      '2027-08-21T11:00:00Z': 200,
      '2027-08-21T12:00:00Z': '2027-11-21T12:00:00.000Z',
      // A week from its last mail on, which is a day late.
      '2027-11-15T12:00:00Z': '2027-11-22T12:00:00.000Z',
      '2027-11-21T12:00:00Z': '2027-11-22T12:00:00.000Z',
      '2027-11-22T12:00:00Z': 404,
    });
    expect(await mails()).toEqual([
      ['2027-11-15T12:00:00.000Z', expect.stringMatching(/deleted/)],
      ['2027-08-21T12:00:00.000Z', expect.stringMatching(/draft/i)],
    ]);
  });

  it('happens when it is moved there: a call opens and its readers are told', async () => {
    await createSurroundings(test.db);
    await createCall(test, {
      title: 'Waves',
      cutoffs: [{ start: '2027-01-10T09:00:00Z', end: '2027-02-10T09:00:00Z' }],
    });
    await test.db
      .insertInto('users')
      .values({
        email: 'ada@example.org',
        status: 'active',
        first_name: 'Ada',
        last_name: 'L',
        accept_mailing_list: true,
      })
      .execute();
    await moveAndWork('2027-01-10T08:59:59Z');
    expect(await mails()).toEqual([]);
    await moveAndWork('2027-01-10T09:00:00Z');
    expect(await mails()).toEqual([['2027-01-10T09:00:00.000Z', expect.stringContaining('Waves')]]);
  });

  it('is done within seconds by a worker that runs elsewhere, and knew the clock as it was', async () => {
    await createSurroundings(test.db);
    await createCall(test, {
      title: 'Waves',
      cutoffs: [{ start: '2027-01-10T09:00:00Z', end: '2027-02-10T09:00:00Z' }],
    });
    const behind = inBackground((await another()).platform);
    const worker = await startWorker(behind, allWork(behind));
    opened.push(() => worker.stop());
    await move('2027-01-10T09:00:00Z');
    const openings = () => test.db.selectFrom('call_openings').select('noted_at').execute();
    await vi.waitFor(async () => expect(await openings()).toHaveLength(1), {
      timeout: 60_000,
      interval: 100,
    });
    expect(await openings()).toEqual([{ noted_at: new Date('2027-01-10T09:00:00Z') }]);
  });

  it('is asked for once, however often it is moved before a worker comes', async () => {
    for (const day of [1, 2, 3]) await move(`2027-01-0${day}T00:00:00Z`);
    expect(await jobs()).toEqual([{ task_identifier: 'clock_moved' }]);
  });
});
