/** A running embedded PostgreSQL. */
export interface Database {
  /** For the role clearcall, owner of the database clearcall, who may create further databases. */
  readonly url: string;
  /** Fast shutdown; may be called twice. */
  stop(): Promise<void>;
  /** Resolved when the server has ended, by whatever cause. */
  readonly exited: Promise<void>;
}

/**
 * Starts the embedded PostgreSQL of a data folder; makes its cluster on the first start. `durable: false` is
 * for throw-away clusters in tests: faster, and up to 100 connections.
 */
export function startDatabase(options: {
  readonly dataDir: string;
  readonly log?: (line: string) => void;
  readonly durable?: boolean;
}): Promise<Database>;

/** The address of the database of a portal that runs on this data folder now. */
export function findRunningDatabase(dataDir: string): string | undefined;
