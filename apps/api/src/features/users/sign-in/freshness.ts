import { freshForMs } from '@clearcall/domain/permissions/sign-in-ways.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/pool.ts';
import { type Refusal, refuse } from '../../../platform/http/refuse.ts';

/**
 * Whether the person behind a session has shown who they are within the last minutes: at login or once more since. A
 * login at a provider may have shown nothing: it stays open there, and opens an account without a question.
 */
export function isFresh(sessionId: string, now: Date): RawBuilder<boolean> {
  const since = new Date(now.getTime() - freshForMs);
  return sql<boolean>`(
    select exists (select 1 from fresh_sign_ins as shown where shown.family_id = own.family_id and shown.at > ${since})
    from sessions as own where own.id = ${sessionId})`;
}

/**
 * Locks the own account till the transaction ends, so that its ways to log in change one at a time; refuses it to a
 * session that somebody else may have found open.
 */
export async function lockAccount(
  tx: Db,
  { userId, sessionId }: { userId: number; sessionId: string },
  now: Date,
): Promise<Refusal | null> {
  const { rows } = await sql<{ fresh: boolean | null }>`
    select ${isFresh(sessionId, now)} as fresh from users where id = ${userId} for no key update of users`.execute(
    tx,
  );
  return rows[0]?.fresh === true ? null : refuse('not_fresh');
}

/** Notes that the person behind a family of sessions has shown once more who they are. */
export async function noteFresh(db: Db, familyId: string, now: Date): Promise<void> {
  await db
    .insertInto('fresh_sign_ins')
    .values({ family_id: familyId, at: now })
    .onConflict((conflict) => conflict.column('family_id').doUpdateSet({ at: now }))
    .execute();
}
