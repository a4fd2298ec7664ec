import type { unlinkProvider as endpoint } from '@clearcall/contract/sign-in.ts';
import { mayDropOne } from '@clearcall/domain/permissions/sign-in-ways.ts';
import type { Call, Outcome, Platform } from '../../../platform/http/bind.ts';
import { refuse } from '../../../platform/http/refuse.ts';
import { countWays } from '../sign-in/count-ways.ts';
import { lockAccount } from '../sign-in/freshness.ts';
import { signInChanged } from '../sign-in/sign-in-changed.ts';

type Endpoint = typeof endpoint;

/** Takes a login at a provider from the own account. The last way to log in stays. */
export function unlinkProvider(
  { actor, params, now }: Call<Endpoint>,
  platform: Platform,
): Promise<Outcome<Endpoint>> {
  return platform.db.transaction().execute(async (tx) => {
    const stale = await lockAccount(tx, actor, now);
    if (stale !== null) return stale;
    const mine = await tx
      .selectFrom('identities')
      .select('provider')
      .where('id', '=', params.id)
      .where('user_id', '=', actor.userId)
      .executeTakeFirst();
    if (mine === undefined) return refuse('not_found');
    const provider = platform.config.oidcProviders.find(({ id }) => id === mine.provider);
    // One of a provider that is no longer set up opens nothing, and may always go.
    if (provider !== undefined && !mayDropOne(await countWays(tx, platform, actor.userId))) {
      return refuse('last_way');
    }
    await tx.deleteFrom('identities').where('id', '=', params.id).execute();
    await platform.emit(tx, [
      signInChanged(actor.userId, 'identity_unlinked', provider?.label ?? mine.provider, now),
    ]);
    return { done: true };
  });
}
