import { type MailedToken, whyLinkIsClosed } from '@clearcall/domain/permissions/mailed-links.ts';
import { sql } from 'kysely';
import { tokenHash } from '../../../platform/auth/tokens.ts';
import type { Db } from '../../../platform/db/pool.ts';
import { type Refusal, refuse } from '../../../platform/http/refuse.ts';

/**
 * What a mailed token is for: whose address it is bound to (the user's own, or the one that the user asked for), and of
 * which accounts it opens something.
 */
const purposes = {
  confirm_account: { address: 'users.email', status: 'locked' },
  reset_password: { address: 'users.email', status: 'active' },
  invite: { address: 'users.email', status: 'locked' },
  change_email: { address: 'users.wanted_email', status: 'active' },
} as const;

/**
 * Of the links of one kind that were mailed to a user only the newest opens, while it is not over: an older one may lie
 * in a mailbox that others read. Those of the same minute all open: an assignment can bring several emails. Confirmations are of one registration each, because anybody can register an address.
 */
const isNewest = (now: Date) => sql<boolean>`not exists (
  select from mail_tokens as newer
  where newer.user_id = mail_tokens.user_id and newer.purpose = mail_tokens.purpose
    and newer.email = mail_tokens.email
    and newer.registration_id is not distinct from mail_tokens.registration_id
    and newer.created_at >= mail_tokens.created_at + interval '1 minute' and newer.expires_at > ${now})`;

/**
 * A mailed token with its user, or undefined when there is none for this purpose, address and, where one is given, this
 * user. While it is open the address must be the user's still; one that was closed is found so that it can be said why.
 * `lock`: nobody else uses the token or changes the user until the transaction ends.
 */
export async function loadMailedToken(
  db: Db,
  purpose: keyof typeof purposes,
  given: { id?: number; email: string; token: string },
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
  const { address, status } = purposes[purpose];
  const found = db
    .selectFrom('mail_tokens')
    .innerJoin('users', 'users.id', 'mail_tokens.user_id')
    .select([
      'mail_tokens.user_id as userId',
      'mail_tokens.email',
      'mail_tokens.registration_id as registrationId',
      'mail_tokens.expires_at as expiresAt',
      'mail_tokens.used_at as usedAt',
      'mail_tokens.closed_by as closedBy',
      'users.email as userEmail',
    ])
    .where('mail_tokens.token_hash', '=', tokenHash(given.token))
    .where('mail_tokens.purpose', '=', purpose)
    .where('mail_tokens.email', '=', given.email.trim())
    .where('users.status', '!=', 'closed')
    .where((row) =>
      row.or([
        row('mail_tokens.used_at', 'is not', null),
        row.and([
          row(address, '=', row.ref('mail_tokens.email')),
          row('users.status', '=', status),
          isNewest(now),
        ]),
      ]),
    );
  return (given.id === undefined ? found : found.where('users.id', '=', given.id)).executeTakeFirst();
}

/** The token of a link that opens, else the refusal that says why it does not. */
export function openLink<T extends MailedToken>(token: T | undefined, now: Date): T | Refusal {
  const closed = whyLinkIsClosed(token, now);
  return token === undefined || closed !== null ? refuse(closed ?? 'link_invalid') : token;
}
