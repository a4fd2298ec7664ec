import { sql } from 'kysely';
import { tokenHash } from '../../../platform/auth/tokens.ts';
import type { Db } from '../../../platform/db/pool.ts';

/** What a mailed token is for, and whose address it is bound to: the user's own, or the one that the user asked for. */
const addressOf = {
  confirm_account: 'users.email',
  reset_password: 'users.email',
  invite: 'users.email',
  change_email: 'users.wanted_email',
} as const;

/**
 * Of the links of one kind that were mailed to a user only the newest opens, while it is not over: an older one may lie
 * in a mailbox that others read. Confirmations are of one registration each, because anybody can register an address.
 */
const isNewest = (now: Date) => sql<boolean>`not exists (
  select from mail_tokens as newer
  where newer.user_id = mail_tokens.user_id and newer.purpose = mail_tokens.purpose
    and newer.email = mail_tokens.email
    and newer.registration_id is not distinct from mail_tokens.registration_id
    and newer.created_at > mail_tokens.created_at and newer.expires_at > ${now})`;

/**
 * A mailed token with its user, or undefined when there is none for this purpose and address. The address must be
 * the user's still. `lock`: nobody else uses the token or changes the user until the transaction ends.
 */
export async function loadMailedToken(
  db: Db,
  purpose: keyof typeof addressOf,
  given: { email: string; token: string },
  now: Date,
  lock: 'lock' | 'read',
) {
  // First the user, as all do who change what opens an account; the token is read as the last one left it.
  if (lock === 'lock') {
    await db
      .selectFrom('users')
      .select('id')
      .where('id', '=', (of) =>
        of.selectFrom('mail_tokens').select('user_id').where('token_hash', '=', tokenHash(given.token)),
      )
      .forNoKeyUpdate()
      .execute();
  }
  return db
    .selectFrom('mail_tokens')
    .innerJoin('users', (join) =>
      join.onRef('users.id', '=', 'mail_tokens.user_id').onRef(addressOf[purpose], '=', 'mail_tokens.email'),
    )
    .select([
      'mail_tokens.user_id as userId',
      'mail_tokens.email',
      'mail_tokens.registration_id as registrationId',
      'mail_tokens.expires_at as expiresAt',
      'mail_tokens.used_at as usedAt',
      'users.status',
      'users.email as userEmail',
    ])
    .where('mail_tokens.token_hash', '=', tokenHash(given.token))
    .where('mail_tokens.purpose', '=', purpose)
    .where('mail_tokens.email', '=', given.email.trim())
    .where('users.status', '!=', 'closed')
    .where(isNewest(now))
    .executeTakeFirst();
}
