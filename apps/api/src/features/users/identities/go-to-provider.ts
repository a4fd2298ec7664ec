import type {
  goToProvider as endpoint,
  goProveAtProvider,
  linkProvider,
} from '@clearcall/contract/sign-in.ts';
import { message } from '@clearcall/i18n/message.ts';
import type { OidcProvider } from '../../../platform/config.ts';
import type { Call, Outcome, Platform } from '../../../platform/http/bind.ts';
import { refuse } from '../../../platform/http/refuse.ts';
import { lockAccount } from '../sign-in/freshness.ts';
import { beginRoundTrip, loginPage } from './round-trip.ts';

type Endpoint = typeof endpoint;

const providerOf = ({ config }: Platform, id: string) => config.oidcProviders.find((one) => one.id === id);

/** Sends the browser to a provider. One that does not answer leads back to the login page, which says so. */
export async function goToProvider(call: Call<Endpoint>, platform: Platform): Promise<Outcome<Endpoint>> {
  const { params, query } = call;
  const provider = providerOf(platform, params.provider);
  if (provider === undefined) return refuse('not_found');
  const address = await beginRoundTrip(platform, call, provider, {
    app: query.app,
    return: query.return ?? '',
  });
  return address === null
    ? loginPage(query.app, {
        problem: 'provider_down',
        provider: provider.id,
        ...(query.return === undefined ? {} : { return: query.return }),
      })
    : { location: address };
}

/** Begins to add a login to the own account. By a call with the access token: a foreign page cannot cause it. */
export async function goLinkProvider(
  call: Call<typeof linkProvider>,
  platform: Platform,
): Promise<Outcome<typeof linkProvider>> {
  const { actor, now, params } = call;
  const provider = providerOf(platform, params.provider);
  if (provider === undefined) return refuse('not_found');
  const stale = await platform.db.transaction().execute((tx) => lockAccount(tx, actor, now));
  if (stale !== null) return stale;
  return goAs(call, platform, provider);
}

/** For somebody who is in: the address of the provider, or that there is no way to it. */
async function goAs(
  call: Call<typeof linkProvider | typeof goProveAtProvider>,
  platform: Platform,
  provider: OidcProvider,
  more: { anew?: true } = {},
) {
  const { actor } = call;
  const on = { app: actor.app, return: '', by: actor, ...more };
  const address = await beginRoundTrip(platform, call, provider, on);
  return address === null
    ? refuse('provider_down', {
        message: message('refusals.signIn.providerDown', { provider: provider.label }),
      })
    : { address };
}

/** Begins to show once more who one is, at a provider that opens the own account. */
export async function goProve(
  call: Call<typeof goProveAtProvider>,
  platform: Platform,
): Promise<Outcome<typeof goProveAtProvider>> {
  const { actor, params } = call;
  const provider = providerOf(platform, params.provider);
  const mine = await platform.db
    .selectFrom('identities')
    .select('id')
    .where('user_id', '=', actor.userId)
    .where('provider', '=', params.provider)
    .limit(1)
    .executeTakeFirst();
  if (provider === undefined || mine === undefined) return refuse('not_found');
  return goAs(call, platform, provider, { anew: true });
}
