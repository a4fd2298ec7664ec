import type { resetPassword as endpoint } from '@clearcall/contract/users.ts';
import { whyLinkIsClosed } from '@clearcall/domain/permissions/mailed-links.ts';
import { hashPassword } from '../../platform/auth/passwords.ts';
import type { Call, Outcome, Platform } from '../../platform/http/bind.ts';
import { refuse } from '../../platform/http/refuse.ts';
import { judgePassword } from './judge-password.ts';
import { loadMailedToken } from './load-mailed-token.ts';
import { forgetLoginAttempts } from './slow-down.ts';

type Endpoint = typeof endpoint;

/**
 * Sets a new password with the token of the mailed link, and ends all sessions. The link also proves the address, so
 * an account that was not confirmed yet is unlocked: whoever registered it with somebody else's address is out.
 */
export async function resetPassword(
  { body, ip, now }: Call<Endpoint>,
  platform: Platform,
): Promise<Outcome<Endpoint>> {
  const refusal = judgePassword(body.password, body.email);
  if (refusal !== null) return refusal;
  // Judged before the hash, which is dear, and again with the row locked, when it is used.
  const early = whyLinkIsClosed(await loadMailedToken(platform.db, 'reset_password', body, 'read'), now);
  if (early !== null) return refuse(early);
  const passwordHash = await hashPassword(body.password);

  return platform.db.transaction().execute(async (tx) => {
    const token = await loadMailedToken(tx, 'reset_password', body, 'lock');
    const closed = whyLinkIsClosed(token, now);
    if (token === undefined || closed !== null) return refuse(closed ?? 'link_invalid');
    await tx
      .with('used', (links) =>
        links
          .updateTable('mail_tokens')
          .set({ used_at: now })
          .where('user_id', '=', token.userId)
          .where('purpose', 'in', ['reset_password', 'confirm_account'])
          .where('used_at', 'is', null),
      )
      .with('ended', (sessions) =>
        sessions
          .updateTable('sessions')
          .set({ ended_at: now, successor_sealed: null })
          .where('user_id', '=', token.userId)
          .where('ended_at', 'is', null),
      )
      .updateTable('users')
      .set({ password_hash: passwordHash, status: 'active' })
      .where('id', '=', token.userId)
      .execute();
    await platform.emit(tx, [{ type: 'password_reset', occurredAt: now, userId: token.userId }]);
    forgetLoginAttempts(platform, body.email, ip);
    return { done: true };
  });
}
