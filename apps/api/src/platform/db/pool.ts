import { createHash, randomUUID } from 'node:crypto';
import { type Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Logger } from '../log.ts';
import { KyselyAgain } from './again.ts';
import { type FairLine, fairLine } from './fair-line.ts';
import type { Database } from './schema.ts';
import { DatabaseUnavailable, isStalePlan, whyUnavailable } from './unavailable.ts';

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
const usualLimits = {
  requests: { connections: 8, statementMs: 10_000, lockMs: 5_000, restMs: 15_000, waitMs: 8_000 },
  background: { connections: 6, statementMs: 300_000, lockMs: 60_000, restMs: 300_000, waitMs: 30_000 },
  operator: { connections: 2, statementMs: 0, lockMs: 0, restMs: 0, waitMs: 30_000 },
  heavy: 3,
};

export type DatabaseLimits = {
  requests?: Partial<Limits>;
  background?: Partial<Limits>;
  heavy?: number;
};

// The database ends a statement by itself; only one that has stopped answering is given up from here.
const deafAfterMs = 2_000;

// Prepared statements live in every connection. What is built with lists of varying length would pile up there.
const mostNames = 400;

/** Names for prepared statements. The same text gets the same name: a hot one is parsed and planned once a connection. */
interface StatementNames {
  of: (text: string) => string | undefined;
  /** Gives every text a new name: what the connections have prepared is of an older form of the database. */
  renew: () => void;
}

function statementNames(): StatementNames {
  const names = new Map<string, string>();
  let form = 0;
  return {
    of: (text) => {
      const known = names.get(text);
      if (known !== undefined || names.size >= mostNames) return known;
      const name = createHash('sha1').update(`${form}\n${text}`).digest('base64url').slice(0, 20);
      names.set(text, name);
      return name;
    },
    renew: () => {
      form += 1;
      names.clear();
    },
  };
}

const transactionControl = /^(begin|start transaction|commit|rollback to|rollback|savepoint|release)\b/;

/** Hears every statement that Kysely sends, transaction control left out. */
type StatementListener = (text: string) => void;

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
  line: FairLine;
  /** As which the connections of this process are known to the database; no other process has the same. */
  name: string;
  onStatement: (listener: StatementListener) => () => void;
  close: () => Promise<void>;
}

/** How the names of all our processes begin, as the database knows them, that may be working on jobs. */
export const namesOfProcesses = 'clearcall ';

interface Shared {
  log: Logger;
  names: StatementNames;
  listeners: ReadonlySet<StatementListener>;
}

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
      : { query_timeout: statementMs + deafAfterMs }),
  });
  // Without a listener a stopping database would end the process.
  const lost = (error: Error): void => log.warn({ err: error }, 'a database connection was lost');
  pool.on('error', lost);
  // While a connection is lent out the pool does not listen to it.
  pool.on('connect', (client) => client.on('error', lost));
  return pool;
}

interface Statement {
  text: string;
  values: unknown[];
  name?: string;
}

/** A connection as Kysely uses it, while it is lent out. */
function lend(client: pg.PoolClient, { log, names, listeners }: Shared) {
  let inTransaction = false;
  /** Why nothing more can be asked of it. */
  let lost: DatabaseUnavailable | null = null;
  let isStale = false;

  function note(text: string): void {
    const control = transactionControl.exec(text)?.[1];
    if (control === 'begin' || control === 'start transaction') inTransaction = true;
    else if (control === 'commit' || control === 'rollback') inTransaction = false;
  }

  /** The same once more; a transaction is over by then, and done again as a whole by whoever began it. */
  async function again({ text, values }: Statement, error: unknown): Promise<pg.QueryResult> {
    names.renew();
    isStale = true;
    log.info({ err: error }, 'the database took another form; statements are prepared anew');
    if (inTransaction) throw error;
    return client.query({ text, values });
  }

  async function send(statement: Statement): Promise<pg.QueryResult> {
    try {
      const result = await client.query(statement).catch((error: unknown) => {
        if (isStalePlan(error)) return again(statement, error);
        throw error;
      });
      note(statement.text);
      return result;
    } catch (error) {
      const why = whyUnavailable(error);
      if (why === null) throw error;
      const unavailable = new DatabaseUnavailable(why, error);
      if (why === 'away') lost = unavailable;
      throw unavailable;
    }
  }

  return {
    query: async (text: string, values: readonly unknown[]) => {
      if (lost !== null) throw lost;
      if (!transactionControl.test(text)) for (const listener of listeners) listener(text);
      const name = values.length > 0 ? names.of(text) : undefined;
      return send({ text, values: [...values], ...(name === undefined ? {} : { name }) });
    },
    release: (discard?: boolean) => client.release(discard === true || lost !== null || isStale),
  };
}

function openDb(pool: pg.Pool, shared: Shared): Db {
  const lending = {
    options: {},
    connect: async () => {
      const client = await pool.connect().catch((error: unknown) => {
        const why = whyUnavailable(error);
        throw why === null ? error : new DatabaseUnavailable(why, error);
      });
      return lend(client, shared);
    },
    end: () => pool.end(),
  };
  return new KyselyAgain<Database>({
    // Kysely's own type asks for cursors, which we do not use.
    dialect: new PostgresDialect({ pool: lending as unknown as pg.Pool }),
  });
}

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
  const requestLimits = { ...usualLimits.requests, ...limits.requests };
  const listeners = new Set<StatementListener>();
  const shared: Shared = { log, names: statementNames(), listeners };
  const requests = openPool(url, name, requestLimits, log);
  const background = openPool(url, name, { ...usualLimits.background, ...limits.background }, log);
  const operator = openPool(url, name, usualLimits.operator, log);
  return {
    pool: requests,
    db: openDb(requests, shared),
    background: { pool: background, db: openDb(background, shared) },
    operator: openDb(operator, shared),
    line: fairLine(limits.heavy ?? usualLimits.heavy, requestLimits.waitMs),
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
