import type { removePasskey as endpoint } from '@clearcall/contract/sign-in.ts';
import type { NewEvent } from '@clearcall/domain/applications/event.ts';
import { mayDropOne } from '@clearcall/domain/permissions/sign-in-ways.ts';
import type { Call, Outcome, Platform } from '../../../platform/http/bind.ts';
import { refuse } from '../../../platform/http/refuse.ts';
import { countWays } from '../sign-in/count-ways.ts';
import { lockAccount } from '../sign-in/freshness.ts';
import { signInChanged } from '../sign-in/sign-in-changed.ts';
import { endSecondFactor } from './second-factor.ts';

type Endpoint = typeof endpoint;

/** Removes a passkey. The last way to log in stays; with the last passkey the question for one after the password ends. */
export function removePasskey(
  { actor, params, now }: Call<Endpoint>,
  platform: Platform,
): Promise<Outcome<Endpoint>> {
  return platform.db.transaction().execute(async (tx) => {
    const stale = await lockAccount(tx, actor, now);
    if (stale !== null) return stale;
    const ways = await countWays(tx, platform, actor.userId);
    const mine = await tx
      .selectFrom('passkeys')
      .select('name')
      .where('id', '=', params.id)
      .where('user_id', '=', actor.userId)
      .executeTakeFirst();
    if (mine === undefined) return refuse('not_found');
    if (!mayDropOne(ways)) return refuse('last_way');
    await tx.deleteFrom('passkeys').where('id', '=', params.id).execute();
    const events: NewEvent[] = [signInChanged(actor.userId, 'passkey_removed', mine.name, now)];
    if (ways.passkeys === 1 && (await endSecondFactor(tx, actor.userId))) {
      events.push(signInChanged(actor.userId, 'second_factor_off', '', now));
    }
    await platform.emit(tx, events);
    return { done: true };
  });
}
