import type { deleteAccount as endpoint } from '@clearcall/contract/privacy.ts';
import { judgeOwnPassword } from '../../features/users/judge-own-password.ts';
import { clearSessionCookie } from '../../features/users/session-cookie.ts';
import { isFresh } from '../../features/users/sign-in/freshness.ts';
import type { Db } from '../../platform/db/pool.ts';
import type { Call, Outcome, Platform } from '../../platform/http/bind.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/http/refuse.ts';
import { closeAccount } from './close-account.ts';

type Endpoint = typeof endpoint;

/** Whether a borrowed session is at work: the password is asked for, or where there is none, a login just now. */
async function judgePerson(call: Call<Endpoint>, db: Db): Promise<Refusal | null> {
  const { actor, body, now } = call;
  const user = await db
    .selectFrom('users')
    .select(['password_hash', isFresh(actor.sessionId, now).as('fresh')])
    .where('id', '=', actor.userId)
    .executeTakeFirst();
  if (user?.password_hash == null) return user?.fresh === true ? null : refuse('not_fresh');
  const judged = await judgeOwnPassword(db, body.password ?? '', call);
  return isRefusal(judged) ? judged : null;
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
