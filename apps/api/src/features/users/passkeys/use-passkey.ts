import type { loginWithPasskey } from '@clearcall/contract/sign-in.ts';
import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { z } from 'zod';
import type { Db } from '../../../platform/db/pool.ts';
import type { Platform } from '../../../platform/platform.ts';
import { relyingParty, webauthn } from './relying-party.ts';

type Used = z.output<(typeof loginWithPasskey)['body']>['response'];

/**
 * Whose passkey answered a challenge; null when none of ours did, or not rightly. A counter that does not grow is that
 * of a copy, and refused; authenticators without one always say 0. `userId`: it must be this person's.
 */
export async function usePasskey(
  db: Db,
  platform: Platform,
  used: { response: Used; challenge: string; verified: boolean; userId?: number },
  now: Date,
): Promise<number | null> {
  const passkey = await db
    .selectFrom('passkeys')
    .select(['id', 'user_id', 'credential_id', 'public_key', 'counter'])
    .where('credential_id', '=', used.response.id)
    .executeTakeFirst();
  if (passkey === undefined || (used.userId !== undefined && passkey.user_id !== used.userId)) return null;
  const { origin, rpID } = relyingParty(platform.config);
  const { verifyAuthenticationResponse } = await webauthn();
  let counter: number;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: used.response as unknown as AuthenticationResponseJSON,
      expectedChallenge: used.challenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      credential: {
        id: passkey.credential_id,
        publicKey: Uint8Array.from(passkey.public_key),
        counter: passkey.counter,
      },
      requireUserVerification: used.verified,
    });
    if (!verified) return null;
    counter = authenticationInfo.newCounter;
  } catch {
    // Another challenge, origin or host, a wrong signature, a counter that went back: the sentence is the same.
    return null;
  }
  const noted = await db
    .updateTable('passkeys')
    .set({ counter, last_used_at: now })
    .where('id', '=', passkey.id)
    .where((row) =>
      row.or([row('counter', '<', counter), row.and([row('counter', '=', 0), row.lit(counter === 0)])]),
    )
    .executeTakeFirst();
  return noted.numUpdatedRows === 1n ? passkey.user_id : null;
}
