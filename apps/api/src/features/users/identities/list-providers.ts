import type { listProviders as endpoint } from '@clearcall/contract/sign-in.ts';
import type { Call, Outcome, Platform } from '../../../platform/http/bind.ts';
import { passwordsTaken } from '../account/password-login.ts';

type Endpoint = typeof endpoint;

/** How one may log in here. Asks no provider: one that is down must not slow the login page. */
export async function listProviders(
  { reply }: Call<Endpoint>,
  platform: Platform,
): Promise<Outcome<Endpoint>> {
  reply.header('Cache-Control', 'public, max-age=60');
  return {
    passwordLogin: await passwordsTaken(platform),
    providers: platform.config.oidcProviders.map(({ id, label }) => ({ id, label })),
  };
}
