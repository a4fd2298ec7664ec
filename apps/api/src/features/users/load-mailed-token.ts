import { tokenHash } from '../../platform/auth/tokens.ts';
import type { Db } from '../../platform/db/pool.ts';

/**
 * A mailed token with its user, or undefined when there is none for this purpose and address. The address must be
 * the user's still. `lock`: nobody else uses it until the transaction ends.
 */
export async function loadMailedToken(
  db: Db,
  purpose: 'confirm_account' | 'reset_password',
  given: { email: string; token: string },
  lock: 'lock' | 'read',
) {
  const query = db
    .selectFrom('mail_tokens')
    .innerJoin('users', (join) =>
      join.onRef('users.id', '=', 'mail_tokens.user_id').onRef('users.email', '=', 'mail_tokens.email'),
    )
    .select([
      'mail_tokens.user_id as userId',
      'mail_tokens.expires_at as expiresAt',
      'mail_tokens.used_at as usedAt',
    ])
    .where('mail_tokens.token_hash', '=', tokenHash(given.token))
    .where('mail_tokens.purpose', '=', purpose)
    .where('mail_tokens.email', '=', given.email.trim())
    .where('users.status', '!=', 'closed');
  return (lock === 'lock' ? query.forUpdate('mail_tokens') : query).executeTakeFirst();
}
