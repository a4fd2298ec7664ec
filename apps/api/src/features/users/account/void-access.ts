import type { MailedToken } from '@clearcall/domain/permissions/mailed-links.ts';
import { sql } from 'kysely';
import { tokenHash } from '../../../platform/auth/tokens.ts';
import type { Db } from '../../../platform/db/pool.ts';
import { endSessions } from '../sessions/end-sessions.ts';

type Reason = MailedToken['closedBy'];

interface Voided {
  userId: number;
  /** The family of sessions that stays. */
  but?: string;
  /** The token of the mailed link that is used for it. */
  used?: string;
  /** A password is set: it closes all other links. */
  setsPassword?: true;
}

/**
 * What an account loses when its password or its address changes: the sessions, all but the family `but`, every mailed
 * link that is still open, and every login that was begun and not ended. Each link keeps what closed it.
 */
export async function voidAccess(tx: Db, of: Voided, now: Date): Promise<void> {
  const { userId, but, used, setsPassword } = of;
  await endSessions(tx, but === undefined ? { userId } : { userId, family: { is: '<>', id: but } }, now);
  const others: Reason = setsPassword ? 'password_changed' : null;
  await tx
    .with('begun', (steps) => steps.deleteFrom('sign_in_steps').where('user_id', '=', userId))
    .updateTable('mail_tokens')
    .set({
      used_at: now,
      closed_by:
        used === undefined
          ? others
          : sql<Reason>`case when token_hash = ${tokenHash(used)} then 'used' else ${others} end`,
      // The registration goes when its account is confirmed; what became of its links is still to be told.
      registration_id: null,
    })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute();
}
