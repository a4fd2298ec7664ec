/**
 * busy: the database answers, but not in the time that there is for this (a statement or a lock took too long, no
 * connection came free). away: it does not answer, or not yet.
 */
export type WhyUnavailable = 'busy' | 'away';

/** The database could not do it now, through no fault of whoever asked; the same again may well succeed. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
  readonly why: WhyUnavailable;
  /** What the database or the network calls it. */
  readonly code: string | undefined;
  constructor(why: WhyUnavailable, cause?: unknown) {
    super(`the database is ${why}: ${cause instanceof Error ? cause.message : 'it had no turn to give'}`, {
      cause,
    });
    this.why = why;
    this.code =
      cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined;
  }
}

/** What PostgreSQL says (https://www.postgresql.org/docs/18/errcodes-appendix.html), and what the network does. */
const codes: Partial<Record<string, WhyUnavailable>> = {
  // Cancelled: by statement_timeout, lock_timeout, a deadlock, a conflict between transactions.
  '57014': 'busy',
  '55P03': 'busy',
  '40P01': 'busy',
  '40001': 'busy',
  '53300': 'busy',
  // A statement was prepared for an older form of the database.
  '0A000': 'busy',
  // Stopping, starting, recovering, or a standby that is not the primary yet.
  '57P01': 'away',
  '57P02': 'away',
  '57P03': 'away',
  '25P03': 'away',
  '25006': 'away',
  ECONNREFUSED: 'away',
  ECONNRESET: 'away',
  EPIPE: 'away',
  ETIMEDOUT: 'away',
  EHOSTUNREACH: 'away',
  ENETUNREACH: 'away',
  ENOTFOUND: 'away',
  EAI_AGAIN: 'away',
};

/** What the driver says without a code. */
const sentences: readonly [RegExp, WhyUnavailable][] = [
  [/^timeout exceeded when trying to connect/, 'busy'],
  [/^Query read timeout/, 'away'],
  [/^Connection terminated/, 'away'],
  [/^Client (?:has encountered a connection error|was closed)/, 'away'],
];

const stalePlanMessages = 'cached plan must not change result type';

/** Whether a prepared statement was refused because the database took another form since. It has done nothing then. */
export function isStalePlan(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === '0A000' &&
    error.message.includes(stalePlanMessages)
  );
}

/** Why the database could not do it; null when it is our own mistake, or a rule of the data. */
export function whyUnavailable(error: unknown): WhyUnavailable | null {
  if (!(error instanceof Error)) return null;
  const code = 'code' in error ? String(error.code) : '';
  if (code === '0A000' && !isStalePlan(error)) return null;
  // Class 08: the connection failed.
  if (/^08\w{3}$/.test(code)) return 'away';
  return codes[code] ?? sentences.find(([pattern]) => pattern.test(error.message))?.[1] ?? null;
}
