import type { confirmRegistration as endpoint } from '@clearcall/contract/users.ts';
import { whyLinkIsClosed } from '@clearcall/domain/permissions/mailed-links.ts';
import type { Call, Outcome, Platform } from '../../platform/http/bind.ts';
import { refuse } from '../../platform/http/refuse.ts';
import { loadMailedToken } from './load-mailed-token.ts';

type Endpoint = typeof endpoint;

/** Unlocks an account with the token of the mailed link. */
export function confirmRegistration(
  { body, now }: Call<Endpoint>,
  { db, emit }: Platform,
): Promise<Outcome<Endpoint>> {
  return db.transaction().execute(async (tx) => {
    const token = await loadMailedToken(tx, 'confirm_account', body, 'lock');
    const closed = whyLinkIsClosed(token, now);
    if (token === undefined || closed !== null) return refuse(closed ?? 'link_invalid');
    await tx
      .with('used', (links) =>
        links
          .updateTable('mail_tokens')
          .set({ used_at: now })
          .where('user_id', '=', token.userId)
          .where('purpose', '=', 'confirm_account')
          .where('used_at', 'is', null),
      )
      .updateTable('users')
      .set({ status: 'active' })
      .where('id', '=', token.userId)
      .where('status', '=', 'locked')
      .execute();
    await emit(tx, [{ type: 'account_confirmed', occurredAt: now, userId: token.userId }]);
    return { done: true };
  });
}
