import type { Actor } from '../../../platform/auth/authenticate.ts';
import type { Platform } from '../../../platform/http/bind.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/http/refuse.ts';
import { wantsPasskey } from '../passkeys/second-factor.ts';
import { isFresh } from '../sign-in/freshness.ts';
import { passwordsTaken } from './password-login.ts';
import { verifyOwnPassword } from './verify-own-password.ts';

/**
 * Whether a borrowed session is at work: the password is asked for, and where the account has none that opens it, or wants
 * a passkey after it, that its owner showed within the last minutes who they are. null: it is the owner.
 */
export async function verifyPerson(
  platform: Platform,
  password: string | undefined,
  call: Parameters<typeof verifyOwnPassword>[2] & { actor: Actor },
): Promise<Refusal | null> {
  const { actor, now } = call;
  const user = await platform.db
    .selectFrom('users')
    .select(['password_hash', isFresh(actor.sessionId, now).as('fresh')])
    .select(wantsPasskey.as('secondFactor'))
    .where('id', '=', actor.userId)
    .executeTakeFirst();
  const stale = user?.fresh === true ? null : refuse('not_fresh');
  if (user?.password_hash == null || !(await passwordsTaken(platform))) return stale;
  const judged = await verifyOwnPassword(platform.db, password ?? '', call);
  if (isRefusal(judged)) return judged;
  return user.secondFactor ? stale : null;
}
