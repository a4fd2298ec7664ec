import type { SignInWays } from '@clearcall/domain/permissions/sign-in-ways.ts';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/pool.ts';
import type { Platform } from '../../../platform/platform.ts';
import { passwordsTaken } from '../account/password-login.ts';

/** How many ways to log in an account has. Ask once the account is held: others may be changing them. */
export async function countWays(tx: Db, platform: Platform, userId: number): Promise<SignInWays> {
  const providers = platform.config.oidcProviders.map(({ id }) => id);
  const { rows } = await sql<SignInWays>`
    select password_hash is not null as password,
      (select count(*)::int from passkeys where user_id = users.id) as passkeys,
      (select count(*)::int from identities where user_id = users.id and provider = any(${providers}::text[])) as identities
    from users where id = ${userId}`.execute(tx);
  const held = rows[0] ?? { password: false, passkeys: 0, identities: 0 };
  return { ...held, password: held.password && (await passwordsTaken(platform)) };
}
