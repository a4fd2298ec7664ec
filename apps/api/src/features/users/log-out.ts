import type { logout } from '@clearcall/contract/users.ts';
import { tokenHash } from '../../platform/auth/tokens.ts';
import type { Call, Outcome, Platform } from '../../platform/http/bind.ts';
import { clearSessionCookie, readSessionCookie } from './session-cookie.ts';

type Endpoint = typeof logout;

/** Ends the session of this browser for one portal, known by its cookie or by its access token. Always done. */
export async function logOut(
  { actor, body, now, reply, request }: Call<Endpoint>,
  { config, db }: Platform,
): Promise<Outcome<Endpoint>> {
  const token = readSessionCookie(request, body.app);
  const sessionId = actor?.app === body.app ? actor.sessionId : null;
  if (token !== null || sessionId !== null) {
    await db
      .updateTable('sessions')
      .set({ ended_at: now, successor_sealed: null })
      .where('ended_at', 'is', null)
      .where('app', '=', body.app)
      .where('family_id', 'in', (families) =>
        families
          .selectFrom('sessions')
          .select('family_id')
          .where((held) =>
            held.or([
              ...(token === null ? [] : [held('refresh_hash', '=', tokenHash(token))]),
              ...(sessionId === null ? [] : [held('id', '=', sessionId)]),
            ]),
          ),
      )
      .execute();
  }
  clearSessionCookie(reply, config, body.app);
  return { done: true };
}
