import { createHash } from 'node:crypto';
import { type Dialect, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import type { Logger } from '../log.ts';
import { DatabaseUnavailable, isStalePlan, whyUnavailable } from './unavailable.ts';

// Prepared statements live in every connection. What is built with lists of varying length would pile up there.
const maxNames = 400;

/** Names for prepared statements. The same text gets the same name: a hot one is parsed and planned once a connection. */
interface StatementNames {
  of: (text: string) => string | undefined;
  /** Gives every text a new name: what the connections have prepared is of an older form of the database. */
  renew: () => void;
}

export function statementNames(): StatementNames {
  const names = new Map<string, string>();
  let form = 0;
  return {
    of: (text) => {
      const known = names.get(text);
      if (known !== undefined || names.size >= maxNames) return known;
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

/** Hears every statement that Kysely sends, transaction control left out. */
export type StatementListener = (text: string) => void;

/** What all connections of a process have in common. */
export interface Shared {
  log: Logger;
  names: StatementNames;
  listeners: ReadonlySet<StatementListener>;
}

const controlsTransaction = /^(?:begin|start transaction|commit|rollback)\b/;

/** The error of PostgreSQL or the network as features know it: the database is busy or away, or it is our own mistake. */
function understood(error: unknown): unknown {
  const why = whyUnavailable(error);
  return why === null ? error : new DatabaseUnavailable(why, error);
}

type Answer = Pick<pg.QueryResult, 'command' | 'rowCount' | 'rows'>;

const controlled = (command: string): Answer => ({ command, rowCount: null, rows: [] });

/** Connections that have prepared `begin`. */
const canBegin = new WeakSet<pg.PoolClient>();

/** A connection while it is lent out: it names statements, prepares stale ones again, and is given up once it is lost. */
class LentClient {
  readonly #client: pg.PoolClient;
  readonly #shared: Shared;
  /** Why nothing more can be asked of it. */
  #lost: DatabaseUnavailable | null = null;
  /** A transaction that begins with its first statement. */
  #begins = false;
  /** The pool must not lend it to anybody else. */
  #spoilt = false;

  constructor(client: pg.PoolClient, shared: Shared) {
    this.#client = client;
    this.#shared = shared;
  }

  async query(text: string, values: readonly unknown[]): Promise<Answer> {
    if (!controlsTransaction.test(text)) for (const listener of this.#shared.listeners) listener(text);
    if (this.#begins && (text === 'commit' || text === 'rollback')) {
      this.#begins = false;
      return controlled(text.toUpperCase());
    }
    if (text === 'rollback') return this.#rollback();
    if (this.#lost !== null) throw this.#lost;
    if (text === 'begin' && canBegin.has(this.#client)) {
      this.#begins = true;
      return controlled('BEGIN');
    }
    try {
      return await this.#ask(text, [...values]);
    } catch (error) {
      const known = understood(error);
      if (known instanceof DatabaseUnavailable && known.why === 'away') this.#lost = known;
      throw known;
    }
  }

  release(discard = false): void {
    const isIdle = this.#client.getTransactionStatus() === 'I';
    this.#client.release(discard || this.#spoilt || this.#lost !== null || !isIdle);
  }

  /** Where that cannot be done the connection ends, and the transaction with it: what failed before it is what is said. */
  async #rollback(): Promise<Answer> {
    if (this.#lost === null) await this.#client.query({ text: 'rollback' }).catch(() => this.#spoil());
    return controlled('ROLLBACK');
  }

  #spoil(): void {
    this.#spoilt = true;
  }

  /**
   * Sends a statement, the first one of a transaction together with its `begin`: one round trip. There is one sync behind
   * both, so the database skips the statement if `begin` fails.
   */
  async #send(query: pg.QueryConfig): Promise<pg.QueryResult> {
    if (!this.#begins) return this.#client.query(query);
    this.#begins = false;
    const { connection } = this.#client;
    connection.stream.cork();
    connection.bind({ statement: 'begin' }, true);
    connection.execute({}, true);
    const extended = { ...query, queryMode: 'extended' };
    const answers = this.#client.query<never, unknown[]>(extended);
    connection.stream.uncork();
    // The driver gives the answers of both, as it does for several statements in one text.
    return [await answers].flat().at(-1) as pg.QueryResult;
  }

  async #ask(text: string, values: unknown[]): Promise<pg.QueryResult> {
    const name = values.length > 0 ? this.#shared.names.of(text) : undefined;
    if (text === 'begin') {
      const begun = await this.#client.query({ name: text, text });
      canBegin.add(this.#client);
      return begun;
    }
    const isAlone = !this.#begins && this.#client.getTransactionStatus() === 'I';
    if (name === undefined) return this.#send({ text, values });
    try {
      return await this.#send({ name, text, values });
    } catch (error) {
      if (!isStalePlan(error)) throw error;
      this.#shared.names.renew();
      this.#spoil();
      this.#shared.log.info({ err: error }, 'the database took another form; statements are prepared anew');
      // A transaction is over by then, and done again as a whole by the code that began it.
      if (!isAlone) throw error;
      return this.#client.query({ text, values });
    }
  }
}

/** PostgreSQL for Kysely on a pool of ours. */
export function dialectOf(pool: pg.Pool, shared: Shared): Dialect {
  const lending: PostgresPool = {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      try {
        // The interface of Kysely has cursors besides, for rows that are read as a stream; nothing here does.
        return new LentClient(await pool.connect(), shared) as unknown as PostgresPoolClient;
      } catch (error) {
        throw understood(error);
      }
    },
  };
  return new PostgresDialect({ pool: lending });
}
