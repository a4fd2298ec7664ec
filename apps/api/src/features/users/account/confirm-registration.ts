import type { confirmRegistration as endpoint } from '@clearcall/contract/users.ts';
import { sql } from 'kysely';
import { passwordQueue, verifyPassword } from '../../../platform/auth/passwords.ts';
import type { Db } from '../../../platform/db/pool.ts';
import type { Call, Outcome, Platform } from '../../../platform/http/bind.ts';
import { isRefusal, refuse } from '../../../platform/http/refuse.ts';
import { loadMailedToken, openLink } from './load-mailed-token.ts';
import { voidAccess } from './void-access.ts';

type Endpoint = typeof endpoint;

/**
 * Unlocks an account for whoever reads its mail and knows the password of the registration that the mail was about: the
 * two together are the person who registered, so the password and the names count. All others of this address are void.
 */
export async function confirmRegistration(
  { body, ip, now }: Call<Endpoint>,
  { db, emit }: Platform,
): Promise<Outcome<Endpoint>> {
  const load = async (of: Db, lock: 'lock' | 'read') =>
    openLink(await loadMailedToken(of, 'confirm_account', body, now, lock), now);
  const early = await load(db, 'read');
  if (isRefusal(early)) return early;
  if (body.password === undefined) return refuse('password_needed');
  const registration = await db
    .selectFrom('registrations')
    .select('password_hash')
    .where('id', '=', early.registrationId)
    .executeTakeFirst();
  const { password } = body;
  const isRight = await passwordQueue.enqueue(ip, () =>
    verifyPassword(registration?.password_hash ?? null, password),
  );
  if (!isRight) {
    // The same link may have been opened meanwhile: then the password is not what is wrong.
    const meanwhile = await load(db, 'read');
    return isRefusal(meanwhile) ? meanwhile : refuse('not_that_password');
  }

  return db.transaction().execute(async (tx) => {
    const token = await load(tx, 'lock');
    if (isRefusal(token)) return token;
    await voidAccess(tx, { userId: token.userId, used: body.token }, now);
    await tx
      .with('waiting', (registrations) =>
        registrations
          .deleteFrom('registrations')
          .where('user_id', '=', token.userId)
          .returning([
            'id',
            'user_id',
            'first_name',
            'last_name',
            'password_hash',
            'accepted_terms_at',
            'legal_versions',
          ]),
      )
      // What was agreed to then, in the words of then.
      .with('agreed', (consents) =>
        consents
          .insertInto('consents')
          .columns(['user_id', 'subject', 'given', 'wording', 'at'])
          .expression(
            sql`select waiting.user_id, text.key, true, text.value, waiting.accepted_terms_at
              from waiting, jsonb_each_text(waiting.legal_versions) as text
              where waiting.id = ${token.registrationId}`,
          ),
      )
      .updateTable('users')
      .from('waiting')
      .set((row) => ({
        status: 'active',
        first_name: row.ref('waiting.first_name'),
        last_name: row.ref('waiting.last_name'),
        password_hash: row.ref('waiting.password_hash'),
        accepted_terms_at: row.ref('waiting.accepted_terms_at'),
      }))
      .where('users.id', '=', token.userId)
      .where('waiting.id', '=', token.registrationId)
      .execute();
    await emit(tx, [{ type: 'account_confirmed', occurredAt: now, userId: token.userId }]);
    return { done: true };
  });
}
