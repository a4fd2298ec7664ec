import { sql } from 'kysely';
import { tokenHash } from '../../../platform/auth/tokens.ts';
import type { Db } from '../../../platform/db/pool.ts';
import type { Database } from '../../../platform/db/schema.ts';

type Purpose = Database['sign_in_steps']['purpose'];

/** Notes what a login has begun. Under a key that is there already, the new one takes its place. */
export async function beginStep(
  db: Db,
  step: { key: string; purpose: Purpose; userId?: number; detail: object; lifetimeMs: number },
  now: Date,
): Promise<void> {
  const row = {
    key_hash: tokenHash(step.key),
    purpose: step.purpose,
    user_id: step.userId ?? null,
    detail: JSON.stringify(step.detail),
    code_hash: null,
    attempts: 0,
    created_at: now,
    expires_at: new Date(now.getTime() + step.lifetimeMs),
  };
  await db
    .insertInto('sign_in_steps')
    .values(row)
    .onConflict((conflict) => conflict.column('key_hash').doUpdateSet(row))
    .execute();
}

/** Ends a step and gives what it held: once, and only while it is not over. Of two at the same time one gets it. */
export async function takeStep(db: Db, purpose: Purpose, key: string, now: Date) {
  const step = await db
    .deleteFrom('sign_in_steps')
    .where('key_hash', '=', tokenHash(key))
    .where('purpose', '=', purpose)
    .returning(['user_id as userId', 'detail', 'created_at as begunAt', 'expires_at as expiresAt'])
    .executeTakeFirst();
  return step !== undefined && step.expiresAt > now ? step : undefined;
}

/** A step that is not over, as it stands. */
export function openStep(db: Db, purpose: Purpose, key: string, now: Date) {
  return db
    .selectFrom('sign_in_steps')
    .select(['user_id as userId', 'detail'])
    .where('key_hash', '=', tokenHash(key))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** Counts an attempt at the code of a step before it is judged; the row stays locked till the transaction ends. */
export function countAttempt(tx: Db, purpose: Purpose, key: string, now: Date) {
  return tx
    .updateTable('sign_in_steps')
    .set({ attempts: sql`attempts + 1` })
    .where('key_hash', '=', tokenHash(key))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .returning(['user_id as userId', 'detail', 'code_hash as codeHash', 'attempts'])
    .executeTakeFirst();
}
