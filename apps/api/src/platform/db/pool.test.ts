import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { openDatabaseProxy } from '../../testing/database-proxy.ts';
import {
  createCall,
  createDraft,
  createSurroundings,
  itemOf,
  rowsOfApplications,
} from '../../testing/factories.ts';
import { type DatabaseLimits, openDatabase } from './pool.ts';
import { DatabaseUnavailable } from './unavailable.ts';

let test: TestApp;
let other: pg.Client;
const open = async (limits: DatabaseLimits) => {
  test = await buildTestApp({ limits });
  await createSurroundings(test.db);
  other = new pg.Client({ connectionString: test.platform.config.databaseUrl });
  await other.connect();
};
afterEach(async () => {
  await other.end();
  await test.close();
});

/** Statements that keep two connections until `letGo`. */
async function occupyTwo(of: TestApp['db']): Promise<{ letGo: () => Promise<unknown> }> {
  await other.query('select pg_advisory_lock(1)');
  const waiting = [1, 2].map(() => sql`select pg_advisory_xact_lock_shared(1)`.execute(of));
  // The view also has the locks of other tests, which are in other databases, and those of the workers of this one.
  const held = async () =>
    (
      await other.query(`select from pg_locks l join pg_database d on d.oid = l.database
        where l.locktype = 'advisory' and l.classid = 0 and l.objid = 1 and d.datname = current_database()`)
    ).rowCount;
  await expect.poll(held, { interval: 20 }).toBe(3);
  return {
    letGo: async () => {
      await other.query('select pg_advisory_unlock(1)');
      await Promise.all(waiting);
    },
  };
}

const busy = {
  status: 503,
  body: {
    statusCode: 503,
    code: 'busy',
    message: 'The portal is very busy. Wait a few seconds and try again.',
  },
};
/** How long something took, in milliseconds, beside what came of it. */
async function timed<T>(action: Promise<T>): Promise<{ tookMs: number; result: T }> {
  const beganAt = performance.now();
  const result = await action;
  return { tookMs: performance.now() - beganAt, result };
}

describe('slow lists and quick answers', () => {
  /** Waits until so many lists wait for the table of cut-offs. */
  const untilStuck = (lists: number) =>
    expect
      .poll(
        async () =>
          (await other.query(`select from pg_locks where relation = 'cutoffs'::regclass and not granted`))
            .rowCount,
        { interval: 20 },
      )
      .toBe(lists);

  it('answers an applicant’s count while eight lists are stuck, and gives each list its turn', async () => {
    await open({ requests: { lockMs: 20_000, statementMs: 20_000, waitMs: 20_000 } });
    const call = await createCall(test);
    const draft = await createDraft(test, call.id);
    const staff = await Promise.all([1, 2, 3].map(() => test.login({ role: 'pro' })));
    const count = () => test.call('GET', `/v2/applications/count/${call.id}`, { token: draft.token });
    const own = () => test.call('POST', '/v2/applications/dashboard', { token: draft.token, body: {} });
    await count();
    // The lists read the cut-offs, and cannot; the count does not.
    await other.query('begin; lock table cutoffs in access exclusive mode');
    let answered = 0;
    const lists = Array.from({ length: 8 }, async (_, index) => {
      const answer = await test.call('POST', '/v2/applications/search', {
        token: staff[index % 3]?.token,
        body: { role: 'pro' },
      });
      answered += 1;
      return answer.status;
    });
    // The others wait for their turn.
    await untilStuck(3);
    const counts = [await timed(count()), await timed(count()), await timed(count())];
    expect(answered).toBe(0);
    for (const { result, tookMs } of counts) {
      expect(result).toMatchObject({ status: 200, body: { total: 1 } });
      expect(tookMs).toBeLessThan(2_000);
    }
    await other.query('rollback');
    expect(await Promise.all(lists)).toEqual(Array(8).fill(200));
    expect((await own()).status).toBe(200);
  });

  it('says when a list did not get its turn', async () => {
    // A connection is waited for as long: less than this a busy machine takes to make one.
    await open({ heavy: 1, requests: { lockMs: 20_000, statementMs: 20_000, waitMs: 1_500 } });
    const { token } = await test.login({ role: 'pro' });
    await other.query('begin; lock table cutoffs in access exclusive mode');
    const list = () => test.call('POST', '/v2/applications/search', { token, body: { role: 'pro' } });
    const first = list();
    await untilStuck(1);
    const second = await list();
    expect(second).toMatchObject(busy);
    expect(second.headers['retry-after']).toBe('3');
    await other.query('rollback');
    expect((await first).status).toBe(200);
  });
});

describe('what takes too long', () => {
  it.each([
    ['a statement', { statementMs: 400, lockMs: 20_000 }],
    ['the wait for a lock', { statementMs: 20_000, lockMs: 400 }],
  ])('%s is put off with a sentence, changes nothing, and succeeds later', async (_what, requests) => {
    await open({ requests });
    const call = await createCall(test);
    const draft = await createDraft(test, call.id);
    const save = () =>
      test.call('PUT', `/v2/assignments/${draft.assignmentId}/save`, {
        token: draft.token,
        body: { data: [itemOf('title', ['A title'])] },
      });
    await other.query('begin');
    await other.query('select 1 from answers limit 1');
    await other.query('lock table answers in share row exclusive mode');
    const before = await rowsOfApplications(test);
    const { result, tookMs } = await timed(save());
    expect(result).toMatchObject(busy);
    expect(result.headers['retry-after']).toBe('3');
    expect(tookMs).toBeLessThan(10_000);
    expect(await rowsOfApplications(test)).toEqual(before);
    await other.query('rollback');
    expect((await save()).status).toBe(200);
  });

  it('a request that finds no free connection is put off as well', async () => {
    await open({ requests: { connections: 2, waitMs: 300 } });
    const call = await createCall(test);
    const { token } = await test.login();
    const occupied = await occupyTwo(test.db);
    expect(await test.call('GET', `/v2/applications/count/${call.id}`, { token })).toMatchObject(busy);
    await occupied.letGo();
    expect((await test.call('GET', `/v2/applications/count/${call.id}`, { token })).status).toBe(200);
  });

  it('a transaction that is forgotten is ended by the database, and its connection is not used again', async () => {
    await open({ requests: { connections: 1, restMs: 200 } });
    const forgotten = test.db.transaction().execute(async (tx) => {
      await sql`update centres set city = 'Nowhere'`.execute(tx);
      await setTimeout(600);
      await sql`select 1`.execute(tx);
    });
    await expect(forgotten).rejects.toThrow(DatabaseUnavailable);
    expect(await test.db.selectFrom('centres').select('id').where('city', '=', 'Nowhere').execute()).toEqual(
      [],
    );
  });
});

describe('requests and jobs', () => {
  it('have connections of their own, with limits of their own', async () => {
    await open({ requests: { connections: 2 }, background: { connections: 2 } });
    const { db, databases } = test.platform;
    const one = async (of: TestApp['db']) => (await sql`select 1 as one`.execute(of)).rows;
    const jobs = await occupyTwo(databases.background.db);
    expect(await one(db)).toEqual([{ one: 1 }]);
    await jobs.letGo();
    const requests = await occupyTwo(db);
    expect(await one(databases.background.db)).toEqual([{ one: 1 }]);
    await requests.letGo();
  });

  it('and an operator has no limit, whatever the database says of itself', async () => {
    await open({});
    const { database } = new pg.Client({ connectionString: test.platform.config.databaseUrl });
    await other.query(`alter database ${database} set statement_timeout = '7s'`);
    await other.query(`alter database ${database} set lock_timeout = '7s'`);
    const { db, databases } = test.platform;
    const limits = async (of: typeof db) => {
      const { rows } = await sql<{ statement: string; lock: string; rest: string }>`
        select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
          current_setting('idle_in_transaction_session_timeout') as rest`.execute(of);
      return rows[0];
    };
    expect(await limits(databases.operator)).toEqual({ statement: '0', lock: '0', rest: '0' });
    expect(await limits(databases.background.db)).toEqual({ statement: '5min', lock: '1min', rest: '5min' });
    const fresh = await buildTestApp();
    expect(await limits(fresh.db)).toEqual({ statement: '10s', lock: '5s', rest: '15s' });
    await fresh.close();
  });
});

describe('a database that stops answering', () => {
  it('is given up after a while, and found again', async () => {
    await open({});
    const proxy = await openDatabaseProxy(test.platform.config.databaseUrl);
    const databases = openDatabase(proxy.url, test.platform.log, {
      limits: { requests: { connections: 2, statementMs: 300, waitMs: 5_000 } },
    });
    const ask = () => sql`select 1 as one`.execute(databases.db);
    await ask();
    proxy.freeze();
    const { tookMs, result } = await timed(
      Promise.allSettled([
        ask(),
        ask(),
        ask(),
        databases.db.transaction().execute((tx) => sql`select 1`.execute(tx)),
      ]),
    );
    for (const one of result)
      expect(one).toMatchObject({ status: 'rejected', reason: expect.any(DatabaseUnavailable) });
    expect(tookMs).toBeLessThan(30_000);
    await proxy.cut();
    await expect(ask()).rejects.toThrow(DatabaseUnavailable);
    await proxy.heal();
    expect((await ask()).rows).toEqual([{ one: 1 }]);
    await databases.close();
    await proxy.close();
  });
});

describe('a database that takes another form while its statements are prepared', () => {
  const cityOf = (db: TestApp['db'], id: string) =>
    db.selectFrom('centres').select('city').where('id', '=', id).executeTakeFirst();
  const change = (type: string) => other.query(`alter table centres alter column city type ${type}`);
  beforeEach(async () => {
    await open({ requests: { connections: 1 } });
    await cityOf(test.db, 'x');
  });

  it('has them prepared anew, alone and at the beginning of a transaction', async () => {
    await change('varchar(80)');
    expect(await cityOf(test.db, 'x')).toBe(undefined);
    await change('text');
    await test.db.transaction().execute(async (tx) => {
      expect(await cityOf(tx, 'x')).toBe(undefined);
      await sql`update centres set city = 'Kept'`.execute(tx);
    });
    const { rows } = await other.query(`select distinct city from centres`);
    expect(rows).toEqual([{ city: 'Kept' }]);
  });

  it('does a transaction again that is of another kind than usual', async () => {
    let times = 0;
    await change('varchar(80)');
    const city = await test.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (tx) => {
        times += 1;
        return cityOf(tx, 'x');
      });
    expect([times, city]).toEqual([2, undefined]);
  });

  it('does a transaction again that was further on, as a whole', async () => {
    let times = 0;
    await change('varchar(80)');
    await test.db.transaction().execute(async (tx) => {
      times += 1;
      await sql`update centres set city = city || '+'`.execute(tx);
      await cityOf(tx, 'x');
    });
    const { rows } = await other.query(`select distinct right(city, 2) as city from centres`);
    expect([times, rows.every(({ city }) => /^[^+]?\+$/.test(city))]).toEqual([2, true]);
  });
});
