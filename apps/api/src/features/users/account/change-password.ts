import type { changePassword as endpoint } from '@clearcall/contract/users.ts';
import { hashPassword } from '../../../platform/auth/passwords.ts';
import type { Call, Outcome, Platform } from '../../../platform/http/bind.ts';
import { refuse } from '../../../platform/http/refuse.ts';
import { checkPassword } from './check-password.ts';
import { refuseWithoutPasswords } from './password-login.ts';
import { verifyOwnPassword } from './verify-own-password.ts';
import { voidAccess } from './void-access.ts';

type Endpoint = typeof endpoint;

/** Changes the own password. The session that asks stays, all others end, and so does a wish for another address. */
export async function changePassword(call: Call<Endpoint>, platform: Platform): Promise<Outcome<Endpoint>> {
  const { actor, body, now } = call;
  const off = await refuseWithoutPasswords(platform);
  if (off !== null) return off;
  const refusal = checkPassword(body.newPassword, actor.email);
  if (refusal !== null) return refusal;
  const judged = await verifyOwnPassword(platform.db, body.oldPassword, call);
  if ('refused' in judged) return judged;
  const passwordHash = await hashPassword(body.newPassword, call.ip);
  return platform.db.transaction().execute(async (tx) => {
    // Of two changes at once the second one no longer knows the password.
    const still = await tx
      .selectFrom('users')
      .select('id')
      .where('id', '=', actor.userId)
      .where('password_hash', '=', judged.hash)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (still === undefined) return refuse('wrong_password');
    await voidAccess(tx, { userId: actor.userId, but: actor.familyId, setsPassword: true }, now);
    await tx
      .updateTable('users')
      .set({ password_hash: passwordHash, wanted_email: null })
      .where('id', '=', actor.userId)
      .execute();
    await platform.emit(tx, [{ type: 'password_changed', occurredAt: now, userId: actor.userId }]);
    return { done: true };
  });
}
