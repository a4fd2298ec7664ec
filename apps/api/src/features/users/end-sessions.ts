import type { endSession as endOne, endOtherSessions as endOthers } from '@clearcall/contract/sessions.ts';
import type { Db } from '../../platform/db/pool.ts';
import type { Call, Outcome, Platform } from '../../platform/http/bind.ts';
import { refuse } from '../../platform/http/refuse.ts';

/** All sessions of a person, those of one family, or those of all families but one. */
interface Which {
  userId: number;
  family?: { is: '=' | '<>'; id: string };
}

/**
 * Ends open sessions and gives their families. The rows are locked first: a refresh that is under way has then put its
 * successor where the second statement finds it, and a later one finds its own token ended.
 */
export async function endSessions(tx: Db, { userId, family }: Which, now: Date): Promise<Set<string>> {
  const open = await tx
    .selectFrom('sessions')
    .select('family_id')
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .$if(family !== undefined, (query) => query.where('family_id', family?.is ?? '=', family?.id ?? ''))
    .orderBy('id')
    .forUpdate()
    .execute();
  const families = new Set(open.map(({ family_id }) => family_id));
  if (families.size === 0) return families;
  await tx
    .updateTable('sessions')
    .set({ ended_at: now, successor_sealed: null })
    .where('family_id', 'in', [...families])
    .where('ended_at', 'is', null)
    .execute();
  return families;
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
