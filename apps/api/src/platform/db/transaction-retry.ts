import { setTimeout as pause } from 'node:timers/promises';
import { Kysely, type TransactionBuilder } from 'kysely';

/**
 * PostgreSQL's words for: of two transactions that stood in each other's way this one was taken back, or a statement in it
 * was prepared for an older form of the database. Nothing is wrong with it.
 */
const retryableCodes: readonly unknown[] = ['40P01', '40001', '0A000'];
const maxTimes = 5;

/**
 * As Kysely. A transaction that PostgreSQL takes back because another one stood in its way (a deadlock, a failed
 * serialisation), or a change of the database's form, is done again as a whole, five times at most; so what a transaction does beside its statements must
 * bear being done twice.
 */
export class RetryingKysely<DB> extends Kysely<DB> {
  override transaction(): TransactionBuilder<DB> {
    return withRetry(super.transaction());
  }
}

/** Whether PostgreSQL says so, itself or as the cause of what the connection says. */
function isRetryable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && retryableCodes.includes(error.code)) || isRetryable(error.cause);
}

function withRetry<DB>(builder: TransactionBuilder<DB>): TransactionBuilder<DB> {
  const once = builder.execute.bind(builder);
  builder.execute = async (work) => {
    for (let time = 1; ; time += 1) {
      try {
        return await once(work);
      } catch (error) {
        if (time >= maxTimes || !isRetryable(error)) throw error;
        // Of two that meet again and again one comes first.
        await pause(Math.random() * 20 * time);
      }
    }
  };
  const { setIsolationLevel, setAccessMode } = builder;
  builder.setIsolationLevel = (level) => withRetry(setIsolationLevel.call(builder, level));
  builder.setAccessMode = (mode) => withRetry(setAccessMode.call(builder, mode));
  return builder;
}
