import type {
  makeRecoveryCodes as codesEndpoint,
  setSecondFactor as endpoint,
} from '@clearcall/contract/sign-in.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/pool.ts';
import type { Call, Outcome, Platform } from '../../../platform/http/bind.ts';
import { refuse } from '../../../platform/http/refuse.ts';
import { lockAccount } from '../sign-in/freshness.ts';
import { signInChanged } from '../sign-in/sign-in-changed.ts';
import { makeRecoveryCodes } from './recovery-codes.ts';

/** Ends the question for a passkey after the password, and its recovery codes. Whether there was one. */
export async function endSecondFactor(tx: Db, userId: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .with('codes', (codes) => codes.deleteFrom('recovery_codes').where('user_id', '=', userId))
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Whether the owner of a row of `users` is to be asked for a passkey after the password. */
export const wantsPasskey: RawBuilder<boolean> = sql<boolean>`exists (
  select from second_factors where second_factors.user_id = users.id)`;

export async function hasSecondFactor(db: Db, userId: number): Promise<boolean> {
  const factor = await db
    .selectFrom('second_factors')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return factor !== undefined;
}

/** Switches it on, where there are a password and a passkey; whether it was off before is the same. */
async function beginSecondFactor(tx: Db, userId: number, now: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into second_factors (user_id, since)
    select id, ${now} from users where id = ${userId} and password_hash is not null
      and exists (select 1 from passkeys where user_id = users.id)
    on conflict (user_id) do update set since = excluded.since
    returning user_id`.execute(tx);
  return rows.length === 1;
}

/** Whether a passkey is asked for after the password. Nobody is locked out: switching it on gives recovery codes. */
export function setSecondFactor(
  { actor, body, now }: Call<typeof endpoint>,
  platform: Platform,
): Promise<Outcome<typeof endpoint>> {
  const { userId } = actor;
  return platform.db.transaction().execute(async (tx) => {
    const stale = await lockAccount(tx, actor, now);
    if (stale !== null) return stale;
    if (!body.on) {
      const wasOn = await endSecondFactor(tx, userId);
      if (wasOn) await platform.emit(tx, [signInChanged(userId, 'second_factor_off', '', now)]);
      return { recoveryCodes: [] };
    }
    if (!(await beginSecondFactor(tx, userId, now))) return refuse('second_factor_needs');
    const recoveryCodes = await makeRecoveryCodes(tx, userId, now);
    await platform.emit(tx, [signInChanged(userId, 'second_factor_on', '', now)]);
    return { recoveryCodes };
  });
}

/** New recovery codes, for who has used some or lost the list. */
export function renewRecoveryCodes(
  { actor, now }: Call<typeof codesEndpoint>,
  platform: Platform,
): Promise<Outcome<typeof codesEndpoint>> {
  const { userId } = actor;
  return platform.db.transaction().execute(async (tx) => {
    const stale = await lockAccount(tx, actor, now);
    if (stale !== null) return stale;
    if (!(await hasSecondFactor(tx, userId))) return refuse('second_factor_needs');
    const recoveryCodes = await makeRecoveryCodes(tx, userId, now);
    await platform.emit(tx, [signInChanged(userId, 'recovery_codes_made', '', now)]);
    return { recoveryCodes };
  });
}
