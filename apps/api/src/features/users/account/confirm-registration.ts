import type { confirmRegistration as endpoint } from '@clearcall/contract/users.ts';
import { sql } from 'kysely';
import type { Call, Outcome, Platform } from '../../../platform/http/bind.ts';
import { isRefusal } from '../../../platform/http/refuse.ts';
import { loadMailedToken, openLink } from './load-mailed-token.ts';
import { voidAccess } from './void-access.ts';

type Endpoint = typeof endpoint;

/**
 * Unlocks an account with the mailed link of one registration: names, password and consent of that registration count,
 * and all other registrations of the address are deleted. The password is asked at the login. Decision 0041.
 */
export async function confirmRegistration(
  { body, now }: Call<Endpoint>,
  { db, emit }: Platform,
): Promise<Outcome<Endpoint>> {
  return db.transaction().execute(async (tx) => {
    const token = openLink(await loadMailedToken(tx, 'confirm_account', body, now, 'lock'), now);
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
