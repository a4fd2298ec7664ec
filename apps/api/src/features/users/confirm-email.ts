import type { confirmEmail as endpoint } from '@clearcall/contract/users.ts';
import { whyLinkIsClosed } from '@clearcall/domain/permissions/mailed-links.ts';
import type { Call, Outcome, Platform } from '../../platform/http/bind.ts';
import { refuse } from '../../platform/http/refuse.ts';
import { loadMailedToken } from './load-mailed-token.ts';
import { voidAccess } from './void-access.ts';

type Endpoint = typeof endpoint;

/** PostgreSQL's code for a value that another row has already. */
const taken = (error: unknown) => error instanceof Error && 'code' in error && error.code === '23505';

/**
 * Gives the account its new address with the token of the mailed link, and ends all sessions. An address that somebody
 * else took in between makes the link invalid.
 */
export async function confirmEmail(
  { body, now }: Call<Endpoint>,
  platform: Platform,
): Promise<Outcome<Endpoint>> {
  try {
    return await platform.db.transaction().execute(async (tx) => {
      const token = await loadMailedToken(tx, 'change_email', body, 'lock');
      const closed = token?.userId === body.id ? whyLinkIsClosed(token, now) : 'link_invalid';
      if (token === undefined || closed !== null) return refuse(closed ?? 'link_invalid');
      await voidAccess(tx, { userId: token.userId }, now);
      await tx
        .updateTable('users')
        .set((row) => ({ email: row.ref('wanted_email').$notNull(), wanted_email: null }))
        .where('id', '=', token.userId)
        .execute();
      const event = { type: 'email_changed', occurredAt: now, userId: token.userId } as const;
      await platform.emit(tx, [{ ...event, detail: { before: token.userEmail } }]);
      return { done: true };
    });
  } catch (error) {
    if (taken(error)) return refuse('link_invalid');
    throw error;
  }
}
