import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import type { Database } from './schema.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const failing = (code: string) => Object.assign(new Error('made up'), { code });

it('does a transaction again that PostgreSQL took back for another one, as a whole', async () => {
  await sql`create table crossed (id int primary key, times int not null default 0)`.execute(app.db);
  await sql`insert into crossed (id) values (1), (2)`.execute(app.db);
  const add = (tx: Kysely<Database>, id: number) =>
    sql`update crossed set times = times + 1 where id = ${id}`.execute(tx);
  // Each holds one row and then wants the other's: PostgreSQL ends one of the two.
  let met = 0;
  const both = (first: number, second: number) =>
    app.db.transaction().execute(async (tx) => {
      await add(tx, first);
      met += 1;
      while (met < 2) await new Promise((resolve) => setTimeout(resolve, 5));
      await add(tx, second);
    });
  await Promise.all([both(1, 2), both(2, 1)]);
  const { rows } = await sql`select id, times from crossed order by id`.execute(app.db);
  expect(rows).toEqual([
    { id: 1, times: 2 },
    { id: 2, times: 2 },
  ]);
  // Both of them, where both waited for as long.
  expect(met).toBeGreaterThanOrEqual(3);
});

it.each([
  ['40P01', 5],
  ['40001', 5],
  ['23505', 1],
])('tries one that fails with %s %i times, and then says so', async (code, times) => {
  let tried = 0;
  const work = app.db.transaction().execute(async () => {
    tried += 1;
    throw failing(code);
  });
  await expect(work).rejects.toMatchObject({ code });
  expect(tried).toBe(times);
});
