import type { loginWithPasskey, loginWithSecondFactor } from '@clearcall/contract/sign-in.ts';
import { mostCodeAttempts } from '@clearcall/domain/permissions/sign-in-ways.ts';
import type { Db } from '../../../platform/db/pool.ts';
import type { Call, Outcome, Platform } from '../../../platform/http/bind.ts';
import { refuse } from '../../../platform/http/refuse.ts';
import { sessionUserColumns } from '../open-session.ts';
import { countAttempt, takeStep } from '../sign-in/sign-in-steps.ts';
import { changeOfWays } from '../sign-in/tell-change.ts';
import { refuseEntry, startSession } from '../start-session.ts';
import { challengeSchema } from './ask-for-passkey.ts';
import { spendRecoveryCode } from './recovery-codes.ts';
import { usePasskey } from './use-passkey.ts';

const userOf = (db: Db, id: number) =>
  db
    .selectFrom('users')
    .select([...sessionUserColumns, 'users.status'])
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
    return refuse('invalid_input', { message: ['Send a passkey or a recovery code.'] });
  }
  let userId: number | null;
  if (body.response !== undefined) {
    const step = await takeStep(db, 'second_factor', body.key, now);
    if (step === undefined || step.userId === null) return refuse('step_expired');
    const { challenge, app } = challengeSchema.parse(step.detail);
    if (app !== body.app) return refuse('step_expired');
    const used = { response: body.response, challenge, verified: false, userId: step.userId };
    userId = await usePasskey(db, platform, used, now);
    if (userId === null) return refuse('passkey_refused');
  } else {
    const step = await countAttempt(db, 'second_factor', body.key, now);
    if (step === undefined || step.userId === null || step.attempts > mostCodeAttempts) {
      return refuse('step_expired');
    }
    if (challengeSchema.parse(step.detail).app !== body.app) return refuse('step_expired');
    const left = await spendRecoveryCode(db, step.userId, body.recoveryCode ?? '', now);
    if (left === null) return refuse('code_wrong');
    userId = step.userId;
    // A code is spent by now; that the step is used up as well is not worth a transaction.
    await takeStep(db, 'second_factor', body.key, now);
    await platform.emit(db, [changeOfWays(userId, 'recovery_code_used', String(left), now)]);
  }
  const user = await userOf(db, userId);
  if (user === undefined) return refuse('step_expired');
  const refusal = refuseEntry(user, body.app);
  if (refusal !== null) return refusal;
  return (await startSession(db, platform, call, user, body.app)) ?? refuse('step_expired');
}
