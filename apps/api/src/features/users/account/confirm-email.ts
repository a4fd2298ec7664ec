import type { confirmEmail as endpoint } from '@clearcall/contract/users.ts';
import type { Db } from '../../../platform/db/pool.ts';
import type { Call, Outcome, Platform } from '../../../platform/http/bind.ts';
import { isRefusal, refuse } from '../../../platform/http/refuse.ts';
import { loadMailedToken, openLink } from './load-mailed-token.ts';
import { isUnclaimed } from './unclaimed.ts';
import { voidAccess } from './void-access.ts';

type Endpoint = typeof endpoint;

/**
 * An account of the address that nobody ever came into goes: a stranger may have registered it, and this person has shown
 * that the address is theirs. First the lock, so that nothing comes to refer to it meanwhile. The one that went, if any.
 */
async function removeUnclaimed(tx: Db, email: string): Promise<number | undefined> {
  await tx
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .where('status', '=', 'locked')
    .forUpdate()
    .execute();
  const gone = await tx
    .deleteFrom('users')
    .where('email', '=', email)
    .where(isUnclaimed)
    .returning('id')
    .executeTakeFirst();
  return gone?.id;
}

/** PostgreSQL's codes for a value that another row has already, and for a row that others refer to. */
const taken = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === '23505' || error.code === '23503');

/**
 * Gives the account its new address with the token of the mailed link, and ends all sessions (decision 0041). An address
 * that somebody else took and confirmed in between makes the link invalid.
 */
export async function confirmEmail(
  { body, now }: Call<Endpoint>,
  platform: Platform,
): Promise<Outcome<Endpoint>> {
  try {
    return await platform.db.transaction().execute(async (tx) => {
      const token = openLink(await loadMailedToken(tx, 'change_email', body, now, 'lock'), now);
      if (isRefusal(token)) return token;
      const { userId } = token;
      const gone = await removeUnclaimed(tx, token.email);
      await voidAccess(tx, { userId, used: body.token }, now);
      await tx
        .updateTable('users')
        .set((row) => ({ email: row.ref('wanted_email').$notNull(), wanted_email: null }))
        .where('id', '=', userId)
        .execute();
      const removed = {
        type: 'unconfirmed_account_removed',
        occurredAt: now,
        userId: gone,
        actorId: userId,
      } as const;
      const event = { type: 'email_changed', occurredAt: now, userId } as const;
      await platform.emit(tx, [
        ...(gone === undefined ? [] : [removed]),
        { ...event, detail: { before: token.userEmail } },
      ]);
      return { done: true };
    });
  } catch (error) {
    if (taken(error)) return refuse('link_invalid');
    throw error;
  }
}
