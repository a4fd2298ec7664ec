import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import type { TestApp } from './build-test-app.ts';

/**
 * Begins `second` while `first` stands written and not yet committed, and commits once the second one waits for it: two
 * at the same moment, in the order that hurts. `last` is what the first one still does while the second one waits.
 */
export async function whileHeldBack<T>(
  { db }: TestApp,
  first: (tx: TestApp['db']) => Promise<unknown>,
  second: () => Promise<T>,
  last: (tx: TestApp['db']) => Promise<unknown> = async () => {},
): Promise<T> {
  const { answer } = await db.transaction().execute(async (tx) => {
    await first(tx);
    const own = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
    const answer = second();
    // A request that is answered early did not wait; its answer tells why.
    let early: unknown = 'none';
    void Promise.resolve(answer).then(
      (given) => {
        early = given;
      },
      (error: unknown) => {
        early = error;
      },
    );
    await vi.waitFor(
      async () => {
        const { rows } = await sql<{ waits: boolean }>`select exists (select from pg_stat_activity
          where ${own.rows[0]?.pid} = any (pg_blocking_pids(pid))) as waits`.execute(db);
        expect({ ...rows[0], early }).toEqual({ waits: true, early: 'none' });
      },
      { timeout: 60_000, interval: 20 },
    );
    await last(tx);
    return { answer };
  });
  return answer;
}
