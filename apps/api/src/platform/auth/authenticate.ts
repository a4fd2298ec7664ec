import type { Role } from '@clearcall/domain/people/roles.ts';
import { CompiledQuery } from 'kysely';
import type { Platform } from '../platform.ts';
import { tokenHash } from './tokens.ts';

/** Who calls, as the database knows them at this request: a changed role counts at once. */
export interface Actor {
  userId: number;
  role: Role;
  /** Has one of the roles that act for the organisation. */
  isStaff: boolean;
  sessionId: string;
  /** The same for all tokens that follow from one login. */
  familyId: string;
  app: 'user_portal' | 'admin_portal';
  email: string;
  firstName: string;
  lastName: string;
  /** As the account has it; null where its owner never chose one. */
  language: string | null;
}

const tokenPattern = /^Bearer ([A-Za-z0-9_-]{43})$/;

/** The bearer token of a header, or null where there is none of our form. */
export function bearerToken(header: string | undefined): string | null {
  return tokenPattern.exec(header ?? '')?.[1] ?? null;
}

// Asked by every request of somebody who is signed in: the text is never built again, so the connection has it prepared.
const holder = `select u.id as "userId", u.role, s.id as "sessionId", s.family_id as "familyId", s.app, u.email,
    u.first_name as "firstName", u.last_name as "lastName", u.language`;
const ofToken = `from sessions s join users u on u.id = s.user_id
  where s.access_hash = $1 and s.access_expires_at > $2 and s.ended_at is null and u.status = 'active'`;
const inProduction = `${holder} ${ofToken}`;
const inDemonstration = `${holder}, (select workflow_ahead_ms from organisation) as "aheadMs" ${ofToken}`;

/**
 * Who holds this access token at `now`; null when it is unknown, over, or its owner may no longer sign in. One statement,
 * which in a demonstration also learns how far it was moved.
 */
export async function authenticate(
  { db, config, ahead, organisation }: Pick<Platform, 'db' | 'config' | 'ahead' | 'organisation'>,
  token: string,
  now: Date,
): Promise<Actor | null> {
  const text = config.demo ? inDemonstration : inProduction;
  const { rows } = await db.executeQuery<Omit<Actor, 'isStaff'> & { aheadMs?: number | null }>(
    CompiledQuery.raw(text, [tokenHash(token), now]),
  );
  if (rows[0] === undefined) return null;
  const { aheadMs, ...actor } = rows[0];
  if (typeof aheadMs === 'number') ahead.advanceTo(aheadMs);
  const { theme } = await organisation();
  return { ...actor, isStaff: theme.staffRoles.includes(actor.role) };
}
