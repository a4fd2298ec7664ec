import type { logout } from '@clearcall/contract/users.ts';
import { tokenHash } from '../../../platform/auth/tokens.ts';
import type { Call, Outcome, Platform } from '../../../platform/http/bind.ts';
import { endSessions } from './end-sessions.ts';
import { clearSessionCookie, readSessionCookie } from './session-cookie.ts';

type Endpoint = typeof logout;

/**
 * Ends the session of this browser for one portal, known by its cookie or by its access token; or, told late, the one that
 * is named, and nothing of the one that the browser has by now. Always done: once it is answered no token of that session
 * opens anything, also none that a renewal gave meanwhile.
 */
export async function logOut(
  { actor, body, now, reply, request }: Call<Endpoint>,
  { config, db }: Platform,
): Promise<Outcome<Endpoint>> {
  const late = body.of !== undefined;
  const token = late ? null : readSessionCookie(request, body.app);
  const sessionId = !late && actor?.app === body.app ? actor.sessionId : null;
  if (late || token !== null || sessionId !== null) {
    await db.transaction().execute(async (tx) => {
      const known = await tx
        .selectFrom('sessions')
        .select(['user_id', 'family_id'])
        .distinct()
        .where((held) =>
          held.or([
            ...(body.of === undefined
              ? []
              : [held.and({ access_hash: Buffer.from(body.of, 'hex'), app: body.app })]),
            ...(token === null ? [] : [held('refresh_hash', '=', tokenHash(token))]),
            ...(sessionId === null ? [] : [held('id', '=', sessionId)]),
          ]),
        )
        // Cookie and access token may be of two people; of two who log out so, both take them in the same order.
        .orderBy('user_id')
        .execute();
      for (const { user_id: userId, family_id: id } of known) {
        await endSessions(tx, { userId, family: { is: '=', id } }, now);
      }
    });
  }
  // The answer may come after a login that is under way: the cookie could be the new one, and the old one opens nothing.
  if (!late) clearSessionCookie(reply, config, body.app);
  return { done: true };
}
