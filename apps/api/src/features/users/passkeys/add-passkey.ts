import type { beginPasskey, addPasskey as endpoint } from '@clearcall/contract/sign-in.ts';
import { themeIn } from '@clearcall/domain/organisation/theme-in-language.ts';
import { maxPasskeys, passkeyStepMs } from '@clearcall/domain/permissions/sign-in-ways.ts';
import { message } from '@clearcall/i18n/message.ts';
import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import { newToken } from '../../../platform/auth/tokens.ts';
import type { Call, Outcome, Platform } from '../../../platform/http/bind.ts';
import { refuse } from '../../../platform/http/refuse.ts';
import { normaliseName } from '../account/normalise-name.ts';
import { lockAccount } from '../sign-in/freshness.ts';
import { signInChanged } from '../sign-in/sign-in-changed.ts';
import { beginStep, takeStep } from '../sign-in/sign-in-steps.ts';
import { challengeSchema } from './ask-for-passkey.ts';
import { relyingParty, webauthn } from './relying-party.ts';

/** Of the id of a passkey. Source: WebAuthn, section 4, Credential ID. */
const maxIdBytes = 1_023;

/**
 * What a browser needs to make a passkey: one that its device finds by itself and that asks who is there, so that it
 * can open the account alone.
 */
export function beginAdding(
  { actor, now, translator }: Call<typeof beginPasskey>,
  platform: Platform,
): Promise<Outcome<typeof beginPasskey>> {
  const { rpID } = relyingParty(platform.config);
  return platform.db.transaction().execute(async (tx) => {
    const stale = await lockAccount(tx, actor, now);
    if (stale !== null) return stale;
    const known = await tx
      .selectFrom('passkeys')
      .select(['credential_id as id', 'transports'])
      .where('user_id', '=', actor.userId)
      .execute();
    if (known.length >= maxPasskeys) return refuse('too_many_passkeys');
    const { theme } = await platform.organisation();
    const options = await (await webauthn()).generateRegistrationOptions({
      rpName: themeIn(theme, translator.language).organization.name,
      rpID,
      userName: actor.email,
      userDisplayName: `${actor.firstName} ${actor.lastName}`.trim() || actor.email,
      // A number of ours: whoever finds the key learns nothing of its owner.
      userID: Uint8Array.from(Buffer.from(String(actor.userId))),
      attestationType: 'none',
      excludeCredentials: known,
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      timeout: passkeyStepMs,
    });
    const key = newToken();
    const detail = { challenge: options.challenge };
    const step = {
      key,
      purpose: 'add_passkey',
      userId: actor.userId,
      detail,
      lifetimeMs: passkeyStepMs,
    } as const;
    await beginStep(tx, step, now);
    return { key, options: { ...options } };
  });
}

/** Adds the passkey that the browser made. Its public half is all that is kept. */
export function addPasskey(
  { actor, body, now }: Call<typeof endpoint>,
  platform: Platform,
): Promise<Outcome<typeof endpoint>> {
  const name = normaliseName(body.name);
  return platform.db.transaction().execute(async (tx) => {
    if (name === '') return refuse('invalid_input', { message: [message('refusals.input.passkeyName')] });
    const stale = await lockAccount(tx, actor, now);
    if (stale !== null) return stale;
    const step = await takeStep(tx, 'add_passkey', body.key, now);
    if (step?.userId !== actor.userId) return refuse('step_expired');
    const { origin, rpID } = relyingParty(platform.config);
    const made = await (await webauthn())
      .verifyRegistrationResponse({
        response: body.response as unknown as RegistrationResponseJSON,
        expectedChallenge: challengeSchema.parse(step.detail).challenge,
        expectedOrigin: origin,
        expectedRPID: rpID,
        requireUserVerification: true,
      })
      .catch(() => null);
    const idBytes = Buffer.from(made?.registrationInfo?.credential.id ?? '', 'base64url').length;
    if (made?.registrationInfo === undefined || idBytes > maxIdBytes) {
      return refuse('passkey_refused', { message: message('refusals.signIn.passkeyNotAdded') });
    }
    const { credential } = made.registrationInfo;
    // Judged once more, with the account held: several may have begun while there was room for one.
    const { count } = await tx
      .selectFrom('passkeys')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('user_id', '=', actor.userId)
      .executeTakeFirstOrThrow();
    if (Number(count) >= maxPasskeys) return refuse('too_many_passkeys');
    const added = await tx
      .insertInto('passkeys')
      .values({
        id: platform.newId(),
        user_id: actor.userId,
        credential_id: credential.id,
        public_key: Buffer.from(credential.publicKey),
        counter: credential.counter,
        transports: (credential.transports ?? []).map(String),
        name,
        created_at: now,
      })
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .executeTakeFirst();
    if (added.numInsertedOrUpdatedRows !== 1n) return refuse('passkey_known');
    await platform.emit(tx, [signInChanged(actor.userId, 'passkey_added', name, now)]);
    return { done: true };
  });
}
