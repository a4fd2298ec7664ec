import type { acceptInvitation as endpoint } from '@clearcall/contract/users.ts';
import { hashPassword } from '../../../platform/auth/passwords.ts';
import type { Db } from '../../../platform/db/pool.ts';
import type { Call, Outcome, Platform } from '../../../platform/http/bind.ts';
import { isRefusal } from '../../../platform/http/refuse.ts';
import { agreements } from '../profile/consents.ts';
import { checkPassword } from './check-password.ts';
import { loadMailedToken, openLink } from './load-mailed-token.ts';
import { namesOf } from './normalise-name.ts';
import { refuseWithoutPasswords } from './password-login.ts';
import { voidAccess } from './void-access.ts';

type Endpoint = typeof endpoint;

/**
 * Sets the first password of a locked account with the token of a mailed link, of an invitation or of a registration that
 * somebody else may have made: that proves the address, so whatever was registered for it is forgotten, with its names.
 * The terms are accepted here, because nobody asked this person before.
 */
export async function acceptInvitation(
  { body, ip, now }: Call<Endpoint>,
  platform: Platform,
): Promise<Outcome<Endpoint>> {
  const load = async (db: Db, lock: 'lock' | 'read') =>
    openLink(
      (await loadMailedToken(db, 'invite', body, now, lock)) ??
        (await loadMailedToken(db, 'confirm_account', body, now, lock)),
      now,
    );
  const off = await refuseWithoutPasswords(platform);
  if (off !== null) return off;
  const refusal = checkPassword(body.password, body.email);
  if (refusal !== null) return refusal;
  // Judged before the hash, which is dear, and again with the row locked, when it is used.
  const early = await load(platform.db, 'read');
  if (isRefusal(early)) return early;
  const { legalVersions } = await platform.organisation();
  const passwordHash = await hashPassword(body.password, ip);

  return platform.db.transaction().execute(async (tx) => {
    const token = await load(tx, 'lock');
    if (isRefusal(token)) return token;
    await voidAccess(tx, { userId: token.userId, used: body.token, setsPassword: true }, now);
    await tx
      .with('forgotten', (registrations) =>
        registrations.deleteFrom('registrations').where('user_id', '=', token.userId),
      )
      .with('agreed', (consents) =>
        consents.insertInto('consents').values(agreements(token.userId, legalVersions, now)),
      )
      .updateTable('users')
      .set({ ...namesOf(body), status: 'active', password_hash: passwordHash, accepted_terms_at: now })
      .where('id', '=', token.userId)
      .execute();
    const type = token.registrationId === null ? 'invitation_accepted' : 'account_confirmed';
    await platform.emit(tx, [{ type, occurredAt: now, userId: token.userId }]);
    return { done: true };
  });
}
