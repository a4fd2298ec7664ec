import type { Db } from '../../../platform/db/pool.ts';
import { endSessions } from '../sessions/end-sessions.ts';

/**
 * What an account loses when its password or its address changes: the sessions, all but the family `but`, every mailed
 * link that is still open, and every login that was begun and not ended.
 */
export async function voidAccess(tx: Db, of: { userId: number; but?: string }, now: Date): Promise<void> {
  const { userId, but } = of;
  await endSessions(tx, but === undefined ? { userId } : { userId, family: { is: '<>', id: but } }, now);
  await tx
    .with('begun', (steps) => steps.deleteFrom('sign_in_steps').where('user_id', '=', userId))
    .updateTable('mail_tokens')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute();
}
