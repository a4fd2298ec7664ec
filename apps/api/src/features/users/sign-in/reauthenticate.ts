import type { reauthenticate as endpoint } from '@clearcall/contract/sign-in.ts';
import { message } from '@clearcall/i18n/message.ts';
import type { Call, Outcome, Platform } from '../../../platform/http/bind.ts';
import { isRefusal, refuse } from '../../../platform/http/refuse.ts';
import { refuseWithoutPasswords } from '../account/password-login.ts';
import { verifyOwnPassword } from '../account/verify-own-password.ts';
import { challengeSchema } from '../passkeys/ask-for-passkey.ts';
import { hasSecondFactor } from '../passkeys/second-factor.ts';
import { usePasskey } from '../passkeys/use-passkey.ts';
import { noteFresh } from './freshness.ts';
import { takeStep } from './sign-in-steps.ts';

type Endpoint = typeof endpoint;

/** Shows once more who one is; for the next minutes the ways to log in may be changed. */
export async function reauthenticate(call: Call<Endpoint>, platform: Platform): Promise<Outcome<Endpoint>> {
  const { actor, body, now } = call;
  if (body.password !== undefined && body.passkey === undefined) {
    const off = await refuseWithoutPasswords(platform);
    if (off !== null) return off;
    const judged = await verifyOwnPassword(platform.db, body.password, call);
    if (isRefusal(judged)) return judged;
    // Else the password alone would switch off the question for a passkey that is asked after it.
    if (await hasSecondFactor(platform.db, actor.userId)) return refuse('passkey_too');
  } else if (body.passkey !== undefined && body.password === undefined) {
    const step = await takeStep(platform.db, 'passkey', body.passkey.key, now);
    if (step === undefined) return refuse('step_expired');
    const { challenge } = challengeSchema.parse(step.detail);
    const { response } = body.passkey;
    const used = { response, challenge, verified: true, userId: actor.userId };
    if ((await usePasskey(platform.db, platform, used, now)) === null) return refuse('passkey_refused');
  } else {
    return refuse('invalid_input', { message: [message('refusals.input.sendPasswordOrPasskey')] });
  }
  await noteFresh(platform.db, actor.familyId, now);
  return { done: true };
}
