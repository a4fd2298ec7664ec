import type { checkMailedLink as endpoint } from '@clearcall/contract/users.ts';
import type { Call, Outcome, Platform } from '../../../platform/http/bind.ts';
import { isRefusal } from '../../../platform/http/refuse.ts';
import { loadMailedToken, openLink } from './load-mailed-token.ts';

type Endpoint = typeof endpoint;

/** Says whether a mailed link still opens, before its page asks for anything. */
export async function checkMailedLink(
  { body, now }: Call<Endpoint>,
  { db }: Platform,
): Promise<Outcome<Endpoint>> {
  const { purpose, email, token } = body;
  const link = openLink(await loadMailedToken(db, purpose, { email, token }, now, 'read'), now);
  return isRefusal(link) ? link : { done: true };
}
