import type { listRoles as endpoint } from '@clearcall/contract/users.ts';
import { cacheSeconds } from '@clearcall/domain/model/cache-lifetimes.ts';
import { roleCodes, roles } from '@clearcall/domain/model/roles.ts';
import type { Call, Outcome } from '../../platform/http/bind.ts';

type Endpoint = typeof endpoint;

const answer = roleCodes.map((role) => ({ role, ...roles[role] }));

/** The roles and their labels; kept by the browser for a while. */
export async function listRoles({ reply }: Call<Endpoint>): Promise<Outcome<Endpoint>> {
  reply.header('Cache-Control', `private, max-age=${cacheSeconds.roles}`);
  return answer;
}
