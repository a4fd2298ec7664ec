import type { listRoles as endpoint } from '@clearcall/contract/users.ts';
import { cacheSeconds } from '@clearcall/domain/organisation/cache-lifetimes.ts';
import { roleCodes, roleMessage, roles } from '@clearcall/domain/people/roles.ts';
import type { Call, Outcome } from '../../../platform/http/bind.ts';

type Endpoint = typeof endpoint;

/** The roles and their labels, in the language of the reader; kept by the browser for a while. */
export async function listRoles({ reply, translator }: Call<Endpoint>): Promise<Outcome<Endpoint>> {
  reply.header('Cache-Control', `private, max-age=${cacheSeconds.roles}`);
  return roleCodes.map((role) => ({
    role,
    label: translator.translate(roleMessage(role)),
    short: roles[role].short,
  }));
}
