import type { resetPassword as endpoint } from '@clearcall/contract/users.ts';
import { hashPassword } from '../../../platform/auth/passwords.ts';
import type { Call, Outcome, Platform } from '../../../platform/http/bind.ts';
import { isRefusal } from '../../../platform/http/refuse.ts';
import { checkPassword } from './check-password.ts';
import { loadMailedToken, openLink } from './load-mailed-token.ts';
import { refuseWithoutPasswords } from './password-login.ts';
import { forgetAttempts } from './throttling.ts';
import { voidAccess } from './void-access.ts';

type Endpoint = typeof endpoint;

/** Sets a new password with the token of the mailed link, and ends all sessions. */
export async function resetPassword(
  { body, ip, now }: Call<Endpoint>,
  platform: Platform,
): Promise<Outcome<Endpoint>> {
  const off = await refuseWithoutPasswords(platform);
  if (off !== null) return off;
  const refusal = checkPassword(body.password, body.email);
  if (refusal !== null) return refusal;
  // Judged before the hash, which is dear, and again with the row locked, when it is used.
  const early = openLink(await loadMailedToken(platform.db, 'reset_password', body, now, 'read'), now);
  if (isRefusal(early)) return early;
  const passwordHash = await hashPassword(body.password, ip);

  return platform.db.transaction().execute(async (tx) => {
    const token = openLink(await loadMailedToken(tx, 'reset_password', body, now, 'lock'), now);
    if (isRefusal(token)) return token;
    await voidAccess(tx, { userId: token.userId, used: body.token, setsPassword: true }, now);
    await tx
      .updateTable('users')
      .set({ password_hash: passwordHash, wanted_email: null })
      .where('id', '=', token.userId)
      .execute();
    await platform.emit(tx, [{ type: 'password_reset', occurredAt: now, userId: token.userId }]);
    await forgetAttempts(tx, body.email, ip);
    return { done: true };
  });
}
