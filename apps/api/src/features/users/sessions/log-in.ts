import type { login } from '@clearcall/contract/users.ts';
import type { Call, Outcome, Platform } from '../../../platform/http/bind.ts';
import { isRefusal, refuse } from '../../../platform/http/refuse.ts';
import { refuseWithoutPasswords } from '../account/password-login.ts';
import { checkAttempt } from '../account/throttling.ts';
import { askForPasskey } from '../passkeys/ask-for-passkey.ts';
import { wantsPasskey } from '../passkeys/second-factor.ts';
import { sessionUserColumns } from './open-session.ts';
import { refuseEntry, startSession } from './start-session.ts';

type Endpoint = typeof login;

/**
 * Opens a session. What is wrong with the account (not confirmed, wrong portal) is told only to who knows its
 * password; an unknown address costs the same time as a wrong password.
 */
export async function logIn(call: Call<Endpoint>, platform: Platform): Promise<Outcome<Endpoint>> {
  const { body, ip, now, reply } = call;
  const email = body.email.trim();
  const off = await refuseWithoutPasswords(platform);
  if (off !== null) return off;
  const judged = await checkAttempt(platform.db, body.password, { email, ip, now, reply }, () =>
    platform.db
      .selectFrom('users')
      .select([...sessionUserColumns, 'users.status'])
      // Who registered knows the newest password of a registration that still waits.
      .select((row) =>
        row.fn
          .coalesce(
            'users.password_hash',
            row
              .selectFrom('registrations')
              .select('registrations.password_hash')
              .whereRef('registrations.user_id', '=', 'users.id')
              .orderBy('created_at', 'desc')
              .limit(1),
          )
          .as('password_hash'),
      )
      .select(wantsPasskey.as('secondFactor'))
      .where('users.email', '=', email)
      .where('users.status', '!=', 'closed')
      .executeTakeFirst(),
  );
  if (judged === null) return refuse('wrong_credentials');
  if (isRefusal(judged)) return judged;
  const { owner: user, hash: passwordHash } = judged;
  const refusal = refuseEntry(user, body.app);
  if (refusal !== null) return refusal;
  if (user.secondFactor) return askForPasskey(platform, { userId: user.id, passwordHash }, body.app, now);
  const shown = { ...user, passwordHash };
  return (await startSession(platform.db, platform, call, shown, body.app)) ?? refuse('wrong_credentials');
}
