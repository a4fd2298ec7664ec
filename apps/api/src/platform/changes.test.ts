import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildPlatform } from '../app.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { openDatabaseProxy } from '../testing/database-proxy.ts';
import { followChanges, type Topic } from './changes.ts';
import { DatabaseUnavailable } from './db/unavailable.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());

/** What everybody gets is made of these, but for the columns that nobody is shown. */
const watched: readonly [table: string, topic: Topic, unseen: readonly string[]][] = [
  ['organisation', 'organisation', ['id', 'updated_at', 'workflow_ahead_ms']],
  ['option_groups', 'options', []],
  ['options', 'options', []],
  ['calls', 'calls', ['uid_pattern', 'counter', 'allocation_period_id', 'created_at']],
  ['cutoffs', 'calls', []],
  ['cutoff_partitions', 'calls', []],
  ['timeframes', 'calls', []],
  ['flow_versions', 'calls', []],
  ['call_documents', 'calls', []],
  ['partitions', 'calls', []],
  ['centres', 'calls', []],
];

it.each(watched)('counts each change of %s as one of %s', async (table, topic, unseen) => {
  const look = followChanges(test.platform.databases.pool, test.platform.log, { maxAgeMs: 0 });
  const { rows: columns } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_identity = 'NO'`.execute(test.db);
  const counted: string[] = [];
  for (const { name } of columns) {
    const before = await look();
    await sql`update ${sql.table(table)} set ${sql.ref(name)} = ${sql.ref(name)}`.execute(test.db);
    const after = await look();
    if (after[topic] > before[topic]) counted.push(name);
    expect({ ...after, [topic]: 0 }).toEqual({ ...before, [topic]: 0 });
  }
  expect(counted).toEqual(columns.map(({ name }) => name).filter((name) => !unseen.includes(name)));
  const before = await look();
  await sql`delete from ${sql.table(table)}`.execute(test.db);
  await sql`insert into ${sql.table(table)} select from ${sql.table(table)} where false`.execute(test.db);
  expect((await look())[topic]).toBe(before[topic] + 2);
});

it('asks once for all who wait, not again within the allowed age, and ahead of its end without making anybody wait', async () => {
  const { pool } = test.platform.databases;
  let asked = 0;
  const counting = {
    query: (text: string) => {
      asked += 1;
      return pool.query(text);
    },
  } as unknown as typeof pool;
  const look = followChanges(counting, test.platform.log, { maxAgeMs: 400 });
  await Promise.all(Array.from({ length: 20 }, look));
  await look();
  expect(asked).toBe(1);
  await setTimeout(250);
  await look();
  await look();
  expect(asked).toBe(2);
  await setTimeout(450);
  await look();
  expect(asked).toBe(3);
});

it('waits half a second at most for a database that is busy', async () => {
  const answer = { rows: [{ versions: { calls: 7 }, aheadMs: 0 }] };
  let isBusy = false;
  const query = () => (isBusy ? new Promise(() => {}) : Promise.resolve(answer));
  const pool = { query } as unknown as typeof test.platform.databases.pool;
  const look = followChanges(pool, test.platform.log, { maxAgeMs: 0 });
  const known = await look();
  isBusy = true;
  const beganAt = performance.now();
  expect(await look()).toEqual(known);
  expect(performance.now() - beganAt).toBeGreaterThan(400);
});

it('goes on with what it knows while the database is away, and says nothing before it knew anything', async () => {
  const { config, log } = test.platform;
  const proxy = await openDatabaseProxy(config.databaseUrl);
  const other = buildPlatform({ ...config, databaseUrl: proxy.url }, log);
  const { pool } = other.databases;
  const look = followChanges(pool, log, { maxAgeMs: 0 });
  const known = await look();
  await proxy.cut();
  expect(await look()).toEqual(known);
  await expect(followChanges(pool, log)()).rejects.toBeInstanceOf(DatabaseUnavailable);
  await proxy.heal();
  await test.db.insertInto('centres').values({ id: 'south', name: 'South' }).execute();
  expect((await look()).calls).toBeGreaterThan(known.calls);
  await other.databases.close();
  await proxy.close();
});
