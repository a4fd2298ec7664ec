import type { Pool, PoolClient } from 'pg';
import type { Logger } from '../log.ts';

/** The clock that counts. */
export interface DatabaseClock {
  now: () => Date;
  /** Sets it by the database; throws when the database does not answer. */
  set: () => Promise<void>;
  /** Sets it again and again as long as the process lives. */
  follow: () => void;
}

const followEveryMs = 10_000;
/** Beyond this an operator should know that the machine's clock is wrong. */
const minReportedMs = 1_000;
/** Looks to set it by; the quickest is the most exact: it is off by half of its way there and back at most. */
const looks = 3;
/** A look that took longer says too little. */
const maxLookMs = 500;

/**
 * The time of the database, which all processes share, so that a deadline ends for all of them at once, however wrong
 * the clock of a machine is. Between two looks it goes on at the process's own pace, which nobody can set: a jump of the
 * machine's clock moves no deadline. Until it was set it is the machine's.
 */
export function databaseClock(pool: Pool, log: Logger): DatabaseClock {
  let aheadOfPaceMs = Date.now() - performance.now();
  let toldMs = 0;

  async function look(client: PoolClient): Promise<{ tookMs: number; aheadMs: number }> {
    const askedAt = performance.now();
    const { rows } = await client.query<{ ms: number }>(
      'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms',
    );
    const answeredAt = performance.now();
    return {
      tookMs: answeredAt - askedAt,
      aheadMs: (rows[0]?.ms ?? Number.NaN) - (askedAt + answeredAt) / 2,
    };
  }

  /** Says once that the machine is wrong, and again when it is wrong otherwise. */
  function tell(offMs: number): void {
    if (Math.abs(offMs) > minReportedMs && Math.abs(offMs - toldMs) > minReportedMs)
      log.warn(`the clock of this machine is ${Math.round(offMs)} ms ahead of the database's, which counts`);
    toldMs = offMs;
  }

  async function set(): Promise<void> {
    // Waiting for a connection is no part of a look.
    const client = await pool.connect();
    try {
      const found: Awaited<ReturnType<typeof look>>[] = [];
      while (found.length < looks) found.push(await look(client));
      const quickest = found.reduce((best, one) => (one.tookMs < best.tookMs ? one : best));
      if (!(quickest.tookMs <= maxLookMs))
        throw new Error('the database answers too slowly to set a clock by');
      aheadOfPaceMs = quickest.aheadMs;
    } finally {
      client.release();
    }
    tell(Date.now() - (performance.now() + aheadOfPaceMs));
  }

  return {
    now: () => new Date(Math.floor(performance.now() + aheadOfPaceMs)),
    set,
    follow: () => {
      const again = () =>
        void set().catch((error: unknown) => log.warn({ err: error }, 'the clock could not be set'));
      setInterval(again, followEveryMs).unref();
    },
  };
}
