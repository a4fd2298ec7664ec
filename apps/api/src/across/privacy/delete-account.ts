import type { deleteAccount as endpoint } from '@clearcall/contract/privacy.ts';
import { verifyPerson } from '../../features/users/account/verify-person.ts';
import { clearSessionCookie } from '../../features/users/sessions/session-cookie.ts';
import type { Call, Outcome, Platform } from '../../platform/http/bind.ts';
import { refuse } from '../../platform/http/refuse.ts';
import { closeAccount } from './close-account.ts';

type Endpoint = typeof endpoint;

/** Deletes the own account at once; there is no way back. The last administrator cannot: nobody could appoint another. */
export async function deleteAccount(call: Call<Endpoint>, platform: Platform): Promise<Outcome<Endpoint>> {
  const { actor, params, body, now, reply } = call;
  if (params.id !== actor.userId) return refuse('not_found');
  const refusal = await verifyPerson(platform, body.password, call);
  if (refusal !== null) return refusal;
  const outcome = await platform.db
    .transaction()
    .execute((tx) => closeAccount(tx, actor.userId, platform, now));
  if (outcome === 'last_administrator') return refuse('last_administrator');
  if (outcome === 'gone') return refuse('not_found');
  clearSessionCookie(reply, platform.config, actor.app);
  return { done: true };
}
