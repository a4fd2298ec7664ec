import type { challengePasskey } from '@clearcall/contract/sign-in.ts';
import type { Portal } from '@clearcall/domain/permissions/portals.ts';
import { passkeyStepMs } from '@clearcall/domain/permissions/sign-in-ways.ts';
import { z } from 'zod';
import { newToken, tokenHash } from '../../../platform/auth/tokens.ts';
import type { Call, Outcome, Platform } from '../../../platform/http/bind.ts';
import { beginStep } from '../sign-in/sign-in-steps.ts';
import { relyingParty, webauthn } from './relying-party.ts';

/** What is kept of a challenge until it is answered. */
export const challengeSchema = z.object({
  challenge: z.string(),
  /** Of a login: for which portal. */
  app: z.enum(['user_portal', 'admin_portal']).optional(),
  /** Of a login: which password was right, as `passwordMark` says it. */
  password: z.string().optional(),
});

/** Tells whether a password is still the same one, and nothing else about it. */
export const passwordMark = (hash: string): string => tokenHash(hash).toString('base64url');

/**
 * What a browser needs to use any passkey of this portal. It names nobody and nothing, so it tells nothing; the
 * authenticator must verify its user, since no password came before.
 */
export async function challengeAnybody(
  { now }: Call<typeof challengePasskey>,
  platform: Platform,
): Promise<Outcome<typeof challengePasskey>> {
  const { rpID } = relyingParty(platform.config);
  const options = await (await webauthn()).generateAuthenticationOptions({
    rpID,
    userVerification: 'required',
    timeout: passkeyStepMs,
  });
  const key = newToken();
  const detail: z.output<typeof challengeSchema> = { challenge: options.challenge };
  await beginStep(platform.db, { key, purpose: 'passkey', detail, lifetimeMs: passkeyStepMs }, now);
  return { key, options: { ...options } };
}

/** In place of a session: the password was right, and its owner wants to be asked for a passkey as well. */
export async function askForPasskey(
  platform: Platform,
  { userId, passwordHash }: { userId: number; passwordHash: string },
  app: Portal,
  now: Date,
) {
  const { rpID } = relyingParty(platform.config);
  const known = await platform.db
    .selectFrom('passkeys')
    .select(['credential_id as id', 'transports'])
    .where('user_id', '=', userId)
    .execute();
  const options = await (await webauthn()).generateAuthenticationOptions({
    rpID,
    allowCredentials: known,
    userVerification: 'preferred',
    timeout: passkeyStepMs,
  });
  const key = newToken();
  const password = passwordMark(passwordHash);
  const detail: z.output<typeof challengeSchema> = { challenge: options.challenge, app, password };
  const step = { key, purpose: 'second_factor', userId, detail, lifetimeMs: passkeyStepMs } as const;
  await beginStep(platform.db, step, now);
  return { secondFactor: { key, options: { ...options } } };
}
