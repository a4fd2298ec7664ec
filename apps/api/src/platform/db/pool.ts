import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import pg from 'pg';
import type { Logger } from '../log.ts';
import { dialectOf, type Shared, type StatementListener, statementNames } from './driver.ts';
import { type FairQueue, fairQueue } from './fair-queue.ts';
import type { Database } from './schema.ts';
import { RetryingKysely } from './transaction-retry.ts';

export type Db = Kysely<Database>;

/** Types as the code wants them: ids as numbers (they stay far below 2^53), dates as yyyy-mm-dd, numerics as texts. */
const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === pg.types.builtins.INT8) return Number;
    if (oid === pg.types.builtins.DATE) return String;
    return pg.types.getTypeParser(oid, format);
  }) as typeof pg.types.getTypeParser,
};

/** What the connections of one kind may do. 0: without an end. */
interface Limits {
  /** How many there are at most. */
  connections: number;
  /** How long one statement may take. */
  statementMs: number;
  /** How long it may wait for a lock. */
  lockMs: number;
  /** How long a transaction may rest between two statements. */
  restMs: number;
  /** How long to wait for a connection, or for one's turn. */
  waitMs: number;
}

/**
 * Somebody waits for a request; a job may take its time; what an operator does once (loading a world) has all the time
 * in the world. `heavy` is how many of the requests may be heavy ones at a time: the other connections stay for the quick.
 */
const defaultLimits = {
  requests: { connections: 6, statementMs: 10_000, lockMs: 5_000, restMs: 15_000, waitMs: 8_000 },
  background: { connections: 4, statementMs: 300_000, lockMs: 60_000, restMs: 300_000, waitMs: 30_000 },
  operator: { connections: 2, statementMs: 0, lockMs: 0, restMs: 0, waitMs: 30_000 },
  heavy: 3,
};

export type DatabaseLimits = {
  requests?: Partial<Limits>;
  background?: Partial<Limits>;
  heavy?: number;
};

// The database ends a statement by itself; only one that has stopped answering is given up from here.
const driverGraceMs = 2_000;

export interface Databases {
  /** For requests; what brings its own SQL. */
  pool: pg.Pool;
  /** For requests. */
  db: Db;
  /** For jobs: connections of their own, so that neither waits for the other. */
  background: { pool: pg.Pool; db: Db };
  /** For what an operator does once. */
  operator: Db;
  /** Where requests that may be slow wait for their turn. */
  line: FairQueue;
  /** As which the connections of this process are known to the database; no other process has the same. */
  name: string;
  onStatement: (listener: StatementListener) => () => void;
  close: () => Promise<void>;
}

/** How the names of all our processes begin, as the database knows them, that may be working on jobs. */
export const namesOfProcesses = 'clearcall ';

function openPool(url: string, name: string, limits: Limits, log: Logger): pg.Pool {
  const { connections, statementMs, lockMs, restMs, waitMs } = limits;
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    types,
    // Each takes 5 MB of the database.
    idleTimeoutMillis: 10_000,
    connectionTimeoutMillis: waitMs,
    application_name: name,
    keepAlive: true,
    statement_timeout: statementMs,
    lock_timeout: lockMs,
    idle_in_transaction_session_timeout: restMs,
    // The driver does not send a zero; the role or the database may have limits of its own.
    ...(statementMs === 0
      ? { options: '-c statement_timeout=0 -c lock_timeout=0 -c idle_in_transaction_session_timeout=0' }
      : { query_timeout: statementMs + driverGraceMs }),
  });
  // Without a listener a stopping database would end the process.
  const lost = (error: Error): void => log.warn({ err: error }, 'a database connection was lost');
  pool.on('error', lost);
  // While a connection is lent out the pool does not listen to it.
  pool.on('connect', (client) => client.on('error', lost));
  return pool;
}

const openDb = (pool: pg.Pool, shared: Shared): Db =>
  new RetryingKysely<Database>({ dialect: dialectOf(pool, shared) });

/**
 * Opens the pools of the process: requests and jobs have connections of their own. They are made when they are needed.
 * `works`: whether the process may be working on jobs.
 */
export function openDatabase(
  url: string,
  log: Logger,
  { limits = {}, works = true }: { limits?: DatabaseLimits; works?: boolean } = {},
): Databases {
  const name = works ? `${namesOfProcesses}${randomUUID()}` : `clearcall-api ${randomUUID()}`;
  const requestLimits = { ...defaultLimits.requests, ...limits.requests };
  const listeners = new Set<StatementListener>();
  const shared: Shared = { log, names: statementNames(), listeners };
  const requests = openPool(url, name, requestLimits, log);
  const background = openPool(url, name, { ...defaultLimits.background, ...limits.background }, log);
  const operator = openPool(url, name, defaultLimits.operator, log);
  return {
    pool: requests,
    db: openDb(requests, shared),
    background: { pool: background, db: openDb(background, shared) },
    operator: openDb(operator, shared),
    line: fairQueue(limits.heavy ?? defaultLimits.heavy, requestLimits.waitMs),
    name,
    onStatement: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: async () => {
      await Promise.all([requests, background, operator].map((pool) => pool.end()));
    },
  };
}
