import type { loginWithPasskey, loginWithSecondFactor } from '@clearcall/contract/sign-in.ts';
import type { Portal } from '@clearcall/domain/permissions/portals.ts';
import { maxCodeAttempts } from '@clearcall/domain/permissions/sign-in-ways.ts';
import { message } from '@clearcall/i18n/message.ts';
import type { Db } from '../../../platform/db/pool.ts';
import type { Call, Outcome, Platform } from '../../../platform/http/bind.ts';
import { refuse } from '../../../platform/http/refuse.ts';
import { sessionUserColumns } from '../sessions/open-session.ts';
import { refuseEntry, startSession } from '../sessions/start-session.ts';
import { signInChanged } from '../sign-in/sign-in-changed.ts';
import { countAttempt, takeStep } from '../sign-in/sign-in-steps.ts';
import { challengeSchema, passwordMark } from './ask-for-passkey.ts';
import { spendRecoveryCode } from './recovery-codes.ts';
import { usePasskey } from './use-passkey.ts';

const userOf = (db: Db, id: number) =>
  db
    .selectFrom('users')
    .select([...sessionUserColumns, 'users.status', 'users.password_hash'])
    .where('id', '=', id)
    .executeTakeFirst();

/** Opens a session with a passkey alone. Unknown, wrong and of a closed account all sound the same. */
export async function logInWithPasskey(
  call: Call<typeof loginWithPasskey>,
  platform: Platform,
): Promise<Outcome<typeof loginWithPasskey>> {
  const { body, now } = call;
  const { db } = platform;
  const step = await takeStep(db, 'passkey', body.key, now);
  if (step === undefined) return refuse('step_expired');
  const { challenge } = challengeSchema.parse(step.detail);
  const userId = await usePasskey(db, platform, { response: body.response, challenge, verified: true }, now);
  const user = userId === null ? undefined : await userOf(db, userId);
  if (user === undefined || user.status === 'closed') return refuse('passkey_refused');
  const refusal = refuseEntry(user, body.app);
  if (refusal !== null) return refusal;
  return (await startSession(db, platform, call, user, body.app)) ?? refuse('passkey_refused');
}

type Begun = { userId: number | null; detail: unknown } | undefined;

/**
 * Whose password was right, for this portal, and is still theirs; null: nobody's. One that was changed since opens
 * nothing, also where the change came a moment before the step was written.
 */
async function shownBefore(db: Db, step: Begun, app: Portal) {
  if (step === undefined || step.userId === null) return null;
  const begun = challengeSchema.parse(step.detail);
  const row = await userOf(db, step.userId);
  if (row === undefined || begun.app !== app) return null;
  const { password_hash: passwordHash, ...user } = row;
  if (passwordHash === null || passwordMark(passwordHash) !== begun.password) return null;
  return { user: { ...user, passwordHash }, challenge: begun.challenge };
}

/**
 * Opens the session of a right password with what is asked for after it: a passkey of the same person, or one of the
 * recovery codes. An attempt with a passkey uses the challenge up; of codes five may be tried.
 */
export async function logInWithSecondFactor(
  call: Call<typeof loginWithSecondFactor>,
  platform: Platform,
): Promise<Outcome<typeof loginWithSecondFactor>> {
  const { body, now } = call;
  const { db } = platform;
  if ((body.response === undefined) === (body.recoveryCode === undefined)) {
    return refuse('invalid_input', { message: [message('refusals.input.sendPasskeyOrCode')] });
  }
  let step: Begun;
  if (body.response !== undefined) {
    step = await takeStep(db, 'second_factor', body.key, now);
  } else {
    const tried = await countAttempt(db, 'second_factor', body.key, now);
    step = tried !== undefined && tried.attempts <= maxCodeAttempts ? tried : undefined;
  }
  const begun = await shownBefore(db, step, body.app);
  if (begun === null) return refuse('step_expired');
  const { user, challenge } = begun;
  if (body.response !== undefined) {
    const used = { response: body.response, challenge, verified: false, userId: user.id };
    if ((await usePasskey(db, platform, used, now)) === null) return refuse('passkey_refused');
  } else {
    const left = await spendRecoveryCode(db, user.id, body.recoveryCode ?? '', now);
    if (left === null) return refuse('code_wrong');
    // A code is spent by now; that the step is used up as well is not worth a transaction.
    await takeStep(db, 'second_factor', body.key, now);
    await platform.emit(db, [signInChanged(user.id, 'recovery_code_used', String(left), now)]);
  }
  const refusal = refuseEntry(user, body.app);
  if (refusal !== null) return refusal;
  return (await startSession(db, platform, call, user, body.app)) ?? refuse('step_expired');
}
