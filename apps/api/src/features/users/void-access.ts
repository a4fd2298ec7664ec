import type { Db } from '../../platform/db/pool.ts';
import { endSessions } from './end-sessions.ts';

/**
 * What an account loses when its password or its address changes: the sessions, all but the family `but`, and every
 * mailed link that is still open.
 */
export async function voidAccess(tx: Db, of: { userId: number; but?: string }, now: Date): Promise<void> {
  const { userId, but } = of;
  await endSessions(tx, but === undefined ? { userId } : { userId, family: { is: '<>', id: but } }, now);
  await tx
    .updateTable('mail_tokens')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute();
}
