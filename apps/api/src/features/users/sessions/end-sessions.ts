import type { endSession as endOne, endOtherSessions as endOthers } from '@clearcall/contract/sessions.ts';
import type { Db } from '../../../platform/db/pool.ts';
import type { Call, Outcome, Platform } from '../../../platform/http/bind.ts';
import { refuse } from '../../../platform/http/refuse.ts';

/** All sessions of a person, those of one family, or those of all families but one. */
interface Which {
  userId: number;
  family?: { is: '=' | '<>'; id: string };
}

/**
 * Whoever opens, renews or ends sessions of a person holds the person's row first, till the transaction ends: one at a
 * time, so that no renewal slips past an end and no two wait for each other. What is read after it is as the last one
 * left it. Its key stays free: rows that refer to the person can be written meanwhile.
 */
export async function lockSessions(tx: Db, userId: number): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
}

/**
 * Ends open sessions, with every token that was given to them, and says which: the one way in which sessions end. Inside
 * a transaction, which holds the person from here on.
 */
export async function endSessions(tx: Db, { userId, family }: Which, now: Date): Promise<Set<string>> {
  await lockSessions(tx, userId);
  const ended = await tx
    .updateTable('sessions')
    .set({ ended_at: now, successor_sealed: null })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .$if(family !== undefined, (query) => query.where('family_id', family?.is ?? '=', family?.id ?? ''))
    .returning('family_id')
    .execute();
  return new Set(ended.map(({ family_id }) => family_id));
}

/** Ends one of the own sessions. Somebody else's, and one that is over, look like none. */
export async function endSession(
  { actor, now, params }: Call<typeof endOne>,
  { db }: Platform,
): Promise<Outcome<typeof endOne>> {
  const which = { userId: actor.userId, family: { is: '=', id: params.id } } as const;
  const ended = await db.transaction().execute((tx) => endSessions(tx, which, now));
  return ended.size === 0 ? refuse('not_found') : { done: true };
}

/** Ends all own sessions but the one that asks. */
export async function endOtherSessions(
  { actor, now }: Call<typeof endOthers>,
  { db }: Platform,
): Promise<Outcome<typeof endOthers>> {
  const which = { userId: actor.userId, family: { is: '<>', id: actor.familyId } } as const;
  const ended = await db.transaction().execute((tx) => endSessions(tx, which, now));
  return { ended: ended.size };
}
