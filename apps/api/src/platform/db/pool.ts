import { createHash, randomUUID } from 'node:crypto';
import { type Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Logger } from '../log.ts';
import { KyselyAgain } from './again.ts';
import type { Database } from './schema.ts';

export type Db = Kysely<Database>;

/** Types as the code wants them: ids as numbers (they stay far below 2^53), dates as yyyy-mm-dd, numerics as texts. */
const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === pg.types.builtins.INT8) return Number;
    if (oid === pg.types.builtins.DATE) return String;
    return pg.types.getTypeParser(oid, format);
  }) as typeof pg.types.getTypeParser,
};

// Prepared statements live in every connection. What is built with lists of varying length would pile up there.
const mostNames = 400;

/** The same text gets the same name: PostgreSQL then parses and plans a hot statement once per connection. */
function statementNames(): (text: string) => string | undefined {
  const names = new Map<string, string>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined || names.size >= mostNames) return known;
    const name = createHash('sha1').update(text).digest('base64url').slice(0, 20);
    names.set(text, name);
    return name;
  };
}

const transactionControl = /^(begin|start transaction|commit|rollback|savepoint|release)\b/;

/** Hears every statement that Kysely sends, transaction control left out. */
type StatementListener = (text: string) => void;

export interface Databases {
  /** For the worker, which brings its own SQL. */
  pool: pg.Pool;
  db: Db;
  /** As which the connections of this process are known to the database; no other process has the same. */
  name: string;
  onStatement: (listener: StatementListener) => () => void;
}

/** How the names of all our processes begin, as the database knows them. */
export const namesOfProcesses = 'clearcall ';

/** Opens the one pool of the process. Connections are made when they are needed. */
export function openDatabase(url: string, log: Logger, max = 8): Databases {
  const name = `${namesOfProcesses}${randomUUID()}`;
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 10_000,
    application_name: name,
  });
  // Without a listener a stopping database would end the process.
  const lost = (error: Error): void => log.warn({ err: error }, 'a database connection was lost');
  pool.on('error', lost);
  // While a connection is lent out the pool does not listen to it.
  pool.on('connect', (client) => client.on('error', lost));

  const nameOf = statementNames();
  const listeners = new Set<StatementListener>();
  const named = {
    options: {},
    connect: async () => {
      const client = await pool.connect();
      return {
        query: (text: string, values: readonly unknown[]) => {
          if (!transactionControl.test(text)) for (const listener of listeners) listener(text);
          const name = values.length > 0 ? nameOf(text) : undefined;
          return client.query({ text, values: [...values], ...(name === undefined ? {} : { name }) });
        },
        release: (discard?: boolean) => client.release(discard),
      };
    },
    end: () => pool.end(),
  };
  const db = new KyselyAgain<Database>({
    // Kysely's own type asks for cursors, which we do not use.
    dialect: new PostgresDialect({ pool: named as unknown as pg.Pool }),
  });
  return {
    pool,
    db,
    name,
    onStatement: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
