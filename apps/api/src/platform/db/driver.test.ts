import { setTimeout } from 'node:timers/promises';
import { Kysely, sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { type DatabaseProxy, openDatabaseProxy } from '../../testing/database-proxy.ts';
import {
  createCall,
  createDraft,
  createSurroundings,
  type Draft,
  itemOf,
  rowsOfApplications,
} from '../../testing/factories.ts';
import { dialectOf, statementNames } from './driver.ts';
import { openDatabase } from './pool.ts';
import type { Database } from './schema.ts';
import { DatabaseUnavailable } from './unavailable.ts';

const busy = { status: 503, body: { code: 'busy' } };
const away = { status: 503, body: { code: 'out_of_reach' } };

describe('a transaction', () => {
  let app: TestApp;
  let other: pg.Client;
  beforeEach(async () => {
    app = await buildTestApp({ limits: { requests: { connections: 1, lockMs: 300 } } });
    other = new pg.Client({ connectionString: app.platform.config.databaseUrl });
    await other.connect();
    await sql`create table kept (id int primary key, times int not null default 0)`.execute(app.db);
    await sql`insert into kept values (1), (2)`.execute(app.db);
  });
  afterEach(async () => {
    await other.end();
    await app.close();
  });
  const kept = async () =>
    (await other.query<{ id: number; times: number }>('select id, times from kept order by id')).rows;
  const add = (id: number) => sql`update kept set times = times + 1 where id = ${id}`;
  const untouched = [
    { id: 1, times: 0 },
    { id: 2, times: 0 },
  ];
  /** Of the only connection, as the database sees it. */
  const state = async () =>
    (
      await other.query(
        `select state from pg_stat_activity
        where application_name = $1 and backend_type = 'client backend'`,
        [app.platform.databases.name],
      )
    ).rows.map((row) => row.state);

  it('is committed at its end, and not before', async () => {
    await app.db.transaction().execute(async (tx) => {
      await sql`select id from kept for update`.execute(tx);
      await add(1).execute(tx);
      await add(2).execute(tx);
      expect(await kept()).toEqual(untouched);
    });
    expect(await kept()).toEqual(untouched.map(({ id }) => ({ id, times: 1 })));
    expect(await state()).toEqual(['idle']);
  });

  /** Runs a transaction and counts the answers of the database for which its connection waited. */
  async function waits(work: (tx: TestApp['db']) => Promise<unknown>): Promise<number> {
    // The connection prepares its begin.
    await app.db.transaction().execute((tx) => sql`select 1`.execute(tx));
    let count = 0;
    const client = await app.platform.databases.pool.connect();
    const counts = () => {
      count += 1;
    };
    client.connection.on('readyForQuery', counts);
    client.release();
    await app.db
      .transaction()
      .execute(work)
      .finally(() => client.connection.off('readyForQuery', counts));
    return count;
  }

  it('begins with its first statement, without waiting for the begin', async () => {
    expect(await waits(() => Promise.resolve())).toBe(0);
    expect(await waits((tx) => add(1).execute(tx))).toBe(2);
    // Without values too.
    expect(await waits((tx) => sql`update kept set times = times + 1 where id = 2`.execute(tx))).toBe(2);
    expect(
      await waits(async (tx) => {
        const { rows } =
          await sql`select id, times from kept where id >= ${1} order by id for update`.execute(tx);
        expect(rows).toEqual(untouched.map(({ id }) => ({ id, times: 1 })));
        await add(2).execute(tx);
        expect(await kept()).toEqual(untouched.map(({ id }) => ({ id, times: 1 })));
      }),
    ).toBe(3);
    expect([await kept(), await state()]).toEqual([
      [
        { id: 1, times: 1 },
        { id: 2, times: 2 },
      ],
      ['idle'],
    ]);
  });

  it('is taken back where its first statement fails, and the connection serves the next one', async () => {
    const failing = () => waits((tx) => sql`insert into kept values (3), (${1})`.execute(tx));
    for (let time = 0; time < 2; time += 1) await expect(failing()).rejects.toMatchObject({ code: '23505' });
    await expect(waits((tx) => sql`select ${1} / 0`.execute(tx))).rejects.toMatchObject({ code: '22012' });
    expect([await kept(), await state()]).toEqual([untouched, ['idle']]);
    await waits((tx) => add(1).execute(tx));
    expect(await kept()).toContainEqual({ id: 1, times: 1 });
  });

  it('does nothing where its begin is refused', async () => {
    // The next transactions need not prepare it.
    await waits((tx) => add(1).execute(tx));
    const client = await app.platform.databases.pool.connect();
    await client.query('deallocate begin');
    client.release();
    const work = app.db.transaction().execute((tx) => add(2).execute(tx));
    await expect(work).rejects.toMatchObject({ code: '26000' });
    expect(await kept()).toContainEqual({ id: 2, times: 0 });
  });

  it('does nothing where its connection is lost before the first statement', async () => {
    const pid = async () =>
      (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(app.db)).rows[0]?.pid;
    const lost = await pid();
    const work = waits(async (tx) => {
      await other.query('select pg_terminate_backend($1, 60000)', [lost]);
      await add(1).execute(tx);
    });
    await expect(work).rejects.toMatchObject({ name: 'DatabaseUnavailable', why: 'away' });
    expect(await kept()).toEqual(untouched);
    expect(await pid()).not.toBe(lost);
  });

  it('is taken back where a statement fails, with its words', async () => {
    const work = app.db.transaction().execute(async (tx) => {
      await add(1).execute(tx);
      await sql`insert into kept values (3), (1)`.execute(tx);
    });
    await expect(work).rejects.toMatchObject({ code: '23505' });
    expect([await kept(), await state()]).toEqual([untouched, ['idle']]);
  });

  it('is taken back where the commit itself is refused', async () => {
    await sql`create table hangs (id int references kept deferrable initially deferred)`.execute(app.db);
    const work = app.db.transaction().execute(async (tx) => {
      await add(1).execute(tx);
      await sql`insert into hangs values (7)`.execute(tx);
    });
    await expect(work).rejects.toMatchObject({ code: '23503' });
    expect([await kept(), await state()]).toEqual([untouched, ['idle']]);
  });

  it('is not told as committed where a failure before its end was passed over', async () => {
    const work = app.db.transaction().execute(async (tx) => {
      await add(1).execute(tx);
      await sql`select 1 / 0`.execute(tx).catch(() => {});
    });
    await expect(work).rejects.toThrow();
    expect([await kept(), await state()]).toEqual([untouched, ['idle']]);
  });

  it('that waits too long for a lock is put off, and its connection serves the next one', async () => {
    await other.query('begin');
    await other.query('select from kept where id = 1 for update');
    const work = app.db.transaction().execute((tx) => add(1).execute(tx));
    await expect(work).rejects.toMatchObject({ name: 'DatabaseUnavailable', why: 'busy', code: '55P03' });
    await other.query('rollback');
    expect(await state()).toEqual(['idle']);
  });

  it('tells its listeners each statement, and nothing of the transaction itself', async () => {
    const seen: string[] = [];
    const stop = app.platform.databases.onStatement((text) => seen.push(text));
    await app.db.transaction().execute((tx) => sql`select 1`.execute(tx));
    await expect(app.db.transaction().execute(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    stop();
    expect(seen).toEqual(['select 1']);
  });
});

/** A client of the pool that refuses one text; what it was asked. */
function scripted(refuses: string) {
  const asked: string[] = [];
  let left: unknown = null;
  const query = async ({ text }: { text: string }) => {
    asked.push(text);
    if (text === refuses) throw Object.assign(new Error('cancelled'), { code: '57014' });
    return { command: text.split(' ')[0]?.toUpperCase(), rowCount: 0, rows: [] };
  };
  const release = (spoilt: boolean) => {
    left = spoilt;
  };
  const client = { getTransactionStatus: () => 'I', query, release };
  const pool = { connect: async () => client, end: async () => {}, options: {} } as unknown as pg.Pool;
  const listeners = new Set<never>();
  const db = new Kysely<Database>({
    dialect: dialectOf(pool, { log: { info: () => {} } as never, names: statementNames(), listeners }),
  });
  return { db, asked, left: () => left };
}

describe('what is sent', () => {
  const work = (tx: Kysely<Database>) => sql`update`.execute(tx);

  it.each([
    ['', ['begin', 'update', 'commit']],
    ['begin', ['begin']],
    ['update', ['begin', 'update', 'rollback']],
    ['commit', ['begin', 'update', 'commit', 'rollback']],
  ])('with “%s” refused', async (refuses, asked) => {
    const script = scripted(refuses);
    const done = script.db.transaction().execute(work);
    if (refuses === '') await done;
    else await expect(done).rejects.toThrow(DatabaseUnavailable);
    expect(script.asked).toEqual(asked);
    expect(script.left()).toBe(false);
  });

  it('a connection that cannot be taken back is given up, and what failed is told', async () => {
    const script = scripted('rollback');
    const failing = script.db.transaction().execute(async (tx) => {
      await work(tx);
      throw new Error('ours');
    });
    await expect(failing).rejects.toThrow('ours');
    expect(script.left()).toBe(true);
  });
});

describe('a save', () => {
  let app: TestApp;
  let other: pg.Client;
  let proxy: DatabaseProxy;
  let far: TestApp['platform'];
  let draft: Draft;
  beforeEach(async () => {
    app = await buildTestApp();
    await createSurroundings(app.db);
    other = new pg.Client({ connectionString: app.platform.config.databaseUrl });
    await other.connect();
    draft = await createDraft(app, (await createCall(app)).id);
    proxy = await openDatabaseProxy(app.platform.config.databaseUrl);
    // The requests of the portal go by way of the proxy.
    const databases = openDatabase(proxy.url, app.platform.log, {
      limits: { requests: { connections: 2, statementMs: 2_000, waitMs: 500 } },
    });
    far = { ...app.platform };
    Object.assign(app.platform, { db: databases.db });
  });
  afterEach(async () => {
    const { db } = app.platform;
    Object.assign(app.platform, far);
    await db.destroy();
    await proxy.close();
    await other.end();
    await app.close();
  });
  const save = (title: string, revision = 0) =>
    app.call('PUT', `/v2/assignments/${draft.assignmentId}/save`, {
      token: draft.token,
      body: { data: [itemOf('title', [title], { revision })] },
    });
  /** A save that has read what it needs, and waits to write. */
  async function writing(title: string) {
    await other.query('begin');
    await other.query('lock table answers in share row exclusive mode');
    const answer = save(title);
    return { answer, pid: await untilOneWaits() };
  }
  async function untilOneWaits(): Promise<number> {
    for (;;) {
      const { rows } = await other.query(`select pid from pg_locks
        where not granted and database = (select oid from pg_database where datname = current_database())`);
      if (rows.length > 0) return rows[0].pid;
      await setTimeout(5);
    }
  }

  it('whose connection is killed in the middle is not acknowledged, changes nothing, and succeeds later', async () => {
    const before = await rowsOfApplications(app);
    const { answer, pid } = await writing('Lost');
    await other.query('select pg_terminate_backend($1)', [pid]);
    expect(await answer).toMatchObject(away);
    await other.query('rollback');
    expect(await rowsOfApplications(app)).toEqual(before);
    expect(await save('Kept')).toMatchObject({ status: 200 });
  });

  it('that is cancelled in the middle is put off, changes nothing, and succeeds later', async () => {
    const before = await rowsOfApplications(app);
    const { answer, pid } = await writing('Lost');
    await other.query('select pg_cancel_backend($1)', [pid]);
    expect(await answer).toMatchObject(busy);
    await other.query('rollback');
    expect(await rowsOfApplications(app)).toEqual(before);
    expect(await save('Kept')).toMatchObject({ status: 200 });
  });

  it('whose answer of the commit is lost is not acknowledged; sent again it finds itself', async () => {
    // The commit itself waits for this lock.
    await other.query(`create function wait_at_commit() returns trigger language plpgsql as
      'begin perform pg_advisory_xact_lock(4711); return null; end'`);
    await other.query(`create constraint trigger waits after insert or update on answers
      deferrable initially deferred for each row execute function wait_at_commit()`);
    await other.query('begin');
    await other.query('select pg_advisory_xact_lock(4711)');
    const answer = save('Kept');
    await untilOneWaits();
    proxy.freeze();
    await other.query('rollback');
    // The database has it now; nobody learns that.
    for (;;) {
      const { rows } = await other.query(`select from answers where 'Kept' = any(values)`);
      if (rows.length > 0) break;
      await setTimeout(5);
    }
    await proxy.cut();
    expect(await answer).toMatchObject(away);
    await proxy.heal();
    expect(await save('Kept')).toMatchObject({ status: 200, body: { data: [{ revision: 1 }] } });
    expect(await save('Another', 1)).toMatchObject({ status: 200, body: { data: [{ revision: 2 }] } });
  });
});
