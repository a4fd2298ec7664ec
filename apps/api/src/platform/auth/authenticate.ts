import type { Role } from '@clearcall/domain/model/roles.ts';
import type { Db } from '../db/pool.ts';
import { tokenHash } from './tokens.ts';

/** Who calls, as the database knows them at this request: a changed role counts at once. */
export interface Actor {
  userId: number;
  role: Role;
  sessionId: string;
  /** The same for all tokens that follow from one login. */
  familyId: string;
  app: 'user_portal' | 'admin_portal';
  email: string;
  firstName: string;
  lastName: string;
}

const tokenPattern = /^Bearer ([A-Za-z0-9_-]{43})$/;

/** The bearer token of a header, or null where there is none of our form. */
export function bearerToken(header: string | undefined): string | null {
  return tokenPattern.exec(header ?? '')?.[1] ?? null;
}

/** Who holds this access token at `now`; null when it is unknown, over, or its owner may no longer sign in. One statement. */
export async function authenticate(db: Db, token: string, now: Date): Promise<Actor | null> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'users.id as userId',
      'users.role as role',
      'sessions.id as sessionId',
      'sessions.family_id as familyId',
      'sessions.app as app',
      'users.email as email',
      'users.first_name as firstName',
      'users.last_name as lastName',
    ])
    .where('sessions.access_hash', '=', tokenHash(token))
    .where('sessions.access_expires_at', '>', now)
    .where('sessions.ended_at', 'is', null)
    .where('users.status', '=', 'active')
    .executeTakeFirst();
  return row ?? null;
}
