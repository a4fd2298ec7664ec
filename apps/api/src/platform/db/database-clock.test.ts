import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { createTestDatabase } from '../../testing/test-database.ts';
import type { Logger } from '../log.ts';
import { databaseClock } from './database-clock.ts';

let database: { url: string; drop: () => Promise<void> };
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase('empty');
  pool = new pg.Pool({ connectionString: database.url, max: 1, connectionTimeoutMillis: 1_500 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
afterEach(() => vi.restoreAllMocks());

const warnings: string[] = [];
const log = { warn: (...args: unknown[]) => warnings.push(String(args.at(-1))) } as unknown as Logger;
const databaseMs = async () => {
  const { rows } = await pool.query<{ ms: number }>(
    'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms',
  );
  return rows[0]?.ms ?? 0;
};
/** How far a clock is from the database's, whatever the way there took. */
async function offMs(now: () => Date): Promise<number> {
  const before = now().getTime();
  const there = await databaseMs();
  const after = now().getTime();
  return there < before ? there - before : there > after + 1 ? there - after : 0;
}
const hourMs = 3_600_000;

it('tells the time of the database, however wrong the machine is, and says that it is', async () => {
  const real = Date.now;
  vi.spyOn(Date, 'now').mockImplementation(() => real() + hourMs);
  const clock = databaseClock(pool, log);
  expect(Math.round((await offMs(clock.now)) / hourMs)).toBe(-1);
  await clock.set();
  expect(Math.abs(await offMs(clock.now))).toBeLessThan(100);
  expect(warnings).toEqual([expect.stringMatching(/^the clock of this machine is 3(599|600)\d{3} ms ahead/)]);
  // Said once.
  await clock.set();
  expect(warnings).toHaveLength(1);
});

it('does not move when the machine’s clock jumps', async () => {
  const clock = databaseClock(pool, log);
  await clock.set();
  const real = Date.now;
  vi.spyOn(Date, 'now').mockImplementation(() => real() - hourMs);
  expect(Math.abs(await offMs(clock.now))).toBeLessThan(100);
});

it('keeps its time when the database does not answer, and does not count the wait for a connection', async () => {
  const clock = databaseClock(pool, log);
  await clock.set();
  const held = await pool.connect();
  await expect(clock.set()).rejects.toThrow();
  const soon = setTimeout(() => held.release(), 200);
  await clock.set();
  clearTimeout(soon);
  expect(Math.abs(await offMs(clock.now))).toBeLessThan(100);
});
