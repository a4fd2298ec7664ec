import type { deleteAccount as endpoint } from '@clearcall/contract/privacy.ts';
import { judgeOwnPassword } from '../../features/users/judge-own-password.ts';
import { clearSessionCookie } from '../../features/users/session-cookie.ts';
import type { Db } from '../../platform/db/pool.ts';
import type { Call, Outcome, Platform } from '../../platform/http/bind.ts';
import { type Refusal, refuse } from '../../platform/http/refuse.ts';
import { closeAccount } from './close-account.ts';

type Endpoint = typeof endpoint;

/** For accounts without a password: how long ago the login may be that stands in its place. */
const freshLoginMs = 10 * 60_000;

/** Whether a borrowed session is at work: the password is asked for, or where there is none, a login just now. */
async function judgePerson(call: Call<Endpoint>, db: Db): Promise<Refusal | null> {
  const { actor, body, now } = call;
  const user = await db
    .selectFrom('users')
    .innerJoin('sessions', 'sessions.user_id', 'users.id')
    .select(['users.password_hash', 'sessions.opened_at'])
    .where('sessions.id', '=', actor.sessionId)
    .executeTakeFirst();
  if (user?.password_hash == null) {
    const fresh = user !== undefined && now.getTime() - user.opened_at.getTime() <= freshLoginMs;
    return fresh ? null : refuse('sign_in_again');
  }
  const judged = await judgeOwnPassword(db, body.password ?? '', call);
  return 'refused' in judged ? judged : null;
}

/** Deletes the own account at once; there is no way back. The last administrator cannot: nobody could appoint another. */
export async function deleteAccount(call: Call<Endpoint>, platform: Platform): Promise<Outcome<Endpoint>> {
  const { actor, params, now, reply } = call;
  if (params.id !== actor.userId) return refuse('not_found');
  const refusal = await judgePerson(call, platform.db);
  if (refusal !== null) return refusal;
  const outcome = await platform.db
    .transaction()
    .execute((tx) => closeAccount(tx, actor.userId, platform, now));
  if (outcome === 'last_administrator') return refuse('last_administrator');
  if (outcome === 'gone') return refuse('not_found');
  clearSessionCookie(reply, platform.config, actor.app);
  return { done: true };
}
