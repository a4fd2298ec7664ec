import { createHash } from 'node:crypto';
import {
  AbortedTransactionError,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type RawBuilder,
} from 'kysely';
import type pg from 'pg';
import type { Logger } from '../log.ts';
import type { Database } from './schema.ts';
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

/** What goes to the database together with a statement: what comes before it, and whether its transaction ends with it. */
interface Company {
  before?: CompiledQuery;
  commits?: true;
}

const companies = new WeakMap<CompiledQuery, Company>();

function executeWith<T>(
  tx: Kysely<Database>,
  statement: RawBuilder<T>,
  company: Company,
): Promise<QueryResult<T>> {
  const compiled = statement.compile(tx);
  companies.set(compiled, company);
  return tx.executeQuery(compiled);
}

/**
 * Executes the last statement of a transaction: the commit goes out with it, without waiting for what the statement
 * answers, so nothing may hang on that. A statement that fails is taken back with all before it, because a commit behind a
 * failure takes back; it is fulfilled when the database says that everything is committed, and not before.
 */
export const executeLast = <T>(tx: Kysely<Database>, statement: RawBuilder<T>): Promise<QueryResult<T>> =>
  executeWith(tx, statement, { commits: true });

/** Executes two statements of a transaction, the second as soon as the first is done; the answer is that of the second. */
export const executeAfter = <T>(
  tx: Kysely<Database>,
  first: RawBuilder<unknown>,
  second: RawBuilder<T>,
): Promise<QueryResult<T>> => executeWith(tx, second, { before: first.compile(tx) });

/** What fails alone in front of one of these has changed nothing, and nor have they. */
const onlyReads = /^\s*select\b/i;

/** How a statement begins that is planned for its values each time: what is best for others may take long for these. */
export const customPlan = '/* custom plan */';

interface Sent {
  text: string;
  values: readonly unknown[];
}

/**
 * A connection while it is lent out. `begin` waits for the first statement and goes out with it, where that one only reads
 * or locks: should `begin` fail by itself, it has done no harm outside of a transaction.
 */
class Connection implements DatabaseConnection {
  readonly #client: pg.PoolClient;
  readonly #shared: Shared;
  /** How the transaction begins that has sent nothing yet. */
  #beginning: string | null = null;
  #state: 'none' | 'open' | 'committed' = 'none';
  /** Why nothing more can be asked of it. */
  #lost: DatabaseUnavailable | null = null;
  /** The pool must not lend it to anybody else. */
  #spoilt = false;

  constructor(client: pg.PoolClient, shared: Shared) {
    this.#client = client;
    this.#shared = shared;
  }

  begin(text: string): void {
    this.#beginning = text;
    this.#state = 'none';
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#state === 'committed') throw new Error('a statement follows the last one of its transaction');
    const { before, commits = false } = companies.get(query) ?? {};
    const own = [...(before === undefined ? [] : [before]), query].map(
      ({ sql, parameters }): Sent => ({ text: sql, values: parameters }),
    );
    for (const { text } of own) for (const listener of this.#shared.listeners) listener(text);
    const beginning = this.#beginning === null ? [] : [{ text: this.#beginning, values: [] }];
    this.#beginning = null;
    const together = own.every(({ text }) => onlyReads.test(text));
    if (!together) await this.#send(beginning);
    if (beginning.length > 0) this.#state = 'open';
    const ending = commits && this.#state === 'open' ? [{ text: 'commit', values: [] }] : [];
    const answers = await this.#send([...(together ? beginning : []), ...own, ...ending]);
    const answer = answers.at(-1 - ending.length);
    if (answer === undefined) throw new Error('a statement was not answered');
    if (ending.length > 0) this.#committed(answers.at(-1));
    const { command, rowCount, rows } = answer;
    const changes =
      command === 'INSERT' || command === 'UPDATE' || command === 'DELETE' || command === 'MERGE';
    return { rows, ...(changes ? { numAffectedRows: BigInt(rowCount ?? 0) } : {}) };
  }

  async commit(): Promise<void> {
    if (this.#state === 'open') {
      const [answer] = await this.#send([{ text: 'commit', values: [] }]);
      this.#committed(answer);
    }
    this.#over();
  }

  /** Where that cannot be done the connection ends, and the transaction with it. */
  async rollback(): Promise<void> {
    const isOpen = this.#state === 'open';
    this.#over();
    if (!isOpen || this.#lost !== null) return;
    await this.#send([{ text: 'rollback', values: [] }]).catch(() => {
      this.#spoilt = true;
    });
  }

  release(): void {
    const isIdle = this.#client.getTransactionStatus() === 'I';
    this.#client.release(this.#spoilt || this.#lost !== null || !isIdle);
  }

  // biome-ignore lint/correctness/useYield: asked for by Kysely, and used by nobody here.
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('rows are not read as a stream');
  }

  #over(): void {
    this.#beginning = null;
    this.#state = 'none';
  }

  /** PostgreSQL answers the commit of a transaction in which something failed with ROLLBACK. */
  #committed(answer: pg.QueryResult | undefined): void {
    if (answer?.command !== 'COMMIT') throw new AbortedTransactionError();
    this.#state = 'committed';
  }

  /** Sends them at once; throws what the first of them says that failed, when all are answered. */
  async #send(statements: readonly Sent[]): Promise<pg.QueryResult[]> {
    if (this.#lost !== null) throw this.#lost;
    const { stream } = this.#client.connection;
    if (statements.length > 1) stream.cork();
    const asked = statements.map((statement) => this.#ask(statement));
    if (statements.length > 1) stream.uncork();
    const outcomes = await Promise.allSettled(asked);
    const answers: pg.QueryResult[] = [];
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') throw this.#understood(outcome.reason);
      answers.push(outcome.value);
    }
    return answers;
  }

  #ask({ text, values }: Sent): Promise<pg.QueryResult> {
    const isNamed = values.length > 0 && !text.startsWith(customPlan);
    const name = isNamed ? this.#shared.names.of(text) : undefined;
    const query = { text, values: [...values] };
    if (name === undefined) return this.#client.query(query);
    return this.#client.query({ ...query, name }).catch((error: unknown) => {
      if (!isStalePlan(error)) throw error;
      this.#shared.names.renew();
      this.#spoilt = true;
      this.#shared.log.info({ err: error }, 'the database took another form; statements are prepared anew');
      // A transaction is over by then, and done again as a whole by whoever began it.
      if (this.#state === 'open') throw error;
      return this.#client.query(query);
    });
  }

  #understood(error: unknown): unknown {
    const why = whyUnavailable(error);
    if (why === null) return error;
    const unavailable = new DatabaseUnavailable(why, error);
    if (why === 'away') this.#lost = unavailable;
    return unavailable;
  }
}

const known = (connection: DatabaseConnection): Connection => {
  if (!(connection instanceof Connection)) throw new Error('a connection of another driver');
  return connection;
};

function driverOf(pool: pg.Pool, shared: Shared): Driver {
  return {
    init: async () => {},
    acquireConnection: async () => {
      const client = await pool.connect().catch((error: unknown) => {
        const why = whyUnavailable(error);
        throw why === null ? error : new DatabaseUnavailable(why, error);
      });
      return new Connection(client, shared);
    },
    beginTransaction: async (connection, { isolationLevel, accessMode }) => {
      const level = isolationLevel === undefined ? '' : ` isolation level ${isolationLevel}`;
      known(connection).begin(`start transaction${level}${accessMode === undefined ? '' : ` ${accessMode}`}`);
    },
    commitTransaction: (connection) => known(connection).commit(),
    rollbackTransaction: (connection) => known(connection).rollback(),
    releaseConnection: async (connection) => known(connection).release(),
    destroy: () => pool.end(),
  };
}

/** PostgreSQL for Kysely on a pool of ours, whose clients have to be in pipeline mode. */
export const dialectOf = (pool: pg.Pool, shared: Shared): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => driverOf(pool, shared),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
});
