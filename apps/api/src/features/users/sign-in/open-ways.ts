import type { openSignInWays as endpoint } from '@clearcall/contract/sign-in.ts';
import { sql } from 'kysely';
import type { Call, Outcome, Platform } from '../../../platform/http/bind.ts';
import { passwordsTaken } from '../account/password-login.ts';
import { isFresh } from './freshness.ts';

type Endpoint = typeof endpoint;

interface Row {
  password: boolean;
  fresh: boolean;
  secondFactor: boolean;
  recoveryCodesLeft: number;
  passkeys: { id: string; name: string; created_at: string; last_used_at: string | null }[];
  identities: {
    id: string;
    provider: string;
    label: string;
    created_at: string;
    last_used_at: string | null;
  }[];
}

const iso = (written: string) => new Date(written).toISOString();

/** The ways to log in to the own account. */
export async function openWays(
  { actor, now }: Call<Endpoint>,
  platform: Platform,
): Promise<Outcome<Endpoint>> {
  const { userId } = actor;
  const { rows } = await sql<Row>`
    select password_hash is not null as password,
      ${isFresh(actor.sessionId, now)} as fresh,
      exists (select 1 from second_factors where user_id = ${userId}) as "secondFactor",
      (select count(*)::int from recovery_codes where user_id = ${userId} and used_at is null) as "recoveryCodesLeft",
      (select coalesce(json_agg(mine order by mine.created_at, mine.id), '[]') from (
        select id, name, created_at, last_used_at from passkeys where user_id = ${userId}) as mine) as passkeys,
      (select coalesce(json_agg(mine order by mine.created_at, mine.id), '[]') from (
        select id, provider, label, created_at, last_used_at from identities where user_id = ${userId}) as mine)
        as identities
    from users where id = ${userId}`.execute(platform.db);
  const row = rows[0];
  const labels = new Map(platform.config.oidcProviders.map(({ id, label }) => [id, label]));
  const dated = (one: { created_at: string; last_used_at: string | null }) => ({
    createdAt: iso(one.created_at),
    lastUsedAt: one.last_used_at === null ? null : iso(one.last_used_at),
  });
  return {
    password: row?.password === true && (await passwordsTaken(platform)),
    fresh: row?.fresh === true,
    secondFactor: row?.secondFactor === true,
    recoveryCodesLeft: row?.recoveryCodesLeft ?? 0,
    passkeys: (row?.passkeys ?? []).map((one) => ({ id: one.id, name: one.name, ...dated(one) })),
    identities: (row?.identities ?? []).map((one) => ({
      id: one.id,
      provider: labels.get(one.provider) ?? one.provider,
      providerId: labels.has(one.provider) ? one.provider : null,
      label: one.label,
      ...dated(one),
    })),
  };
}
