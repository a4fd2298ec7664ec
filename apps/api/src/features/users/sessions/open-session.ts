import type { Role } from '@clearcall/domain/people/roles.ts';
import type { SessionUser } from '@clearcall/domain/people/user.ts';
import type { Portal } from '@clearcall/domain/permissions/portals.ts';
import { isLanguage } from '@clearcall/i18n/language.ts';
import { newToken, tokenHash } from '../../../platform/auth/tokens.ts';

/** Access tokens are short-lived. Source: Requirements 1, 10.7. */
export const accessLifetimeMs = 15 * 60_000;

/** A session that is not used for two weeks is over: people come back to their form every few days. */
export const refreshLifetimeMs = 14 * 24 * 3_600_000;

export interface SessionTokens {
  access: string;
  refresh: string;
}

/** A login, or a later link in its family: then it began earlier. */
interface SessionToOpen {
  id: string;
  familyId: string;
  userId: number;
  app: Portal;
  /** As `deviceOf` says it. */
  device: string;
  openedAt?: Date;
}

/** New tokens, and the row that keeps their hashes. */
export function newSession(of: SessionToOpen, now: Date) {
  const tokens: SessionTokens = { access: newToken(), refresh: newToken() };
  const row = {
    id: of.id,
    family_id: of.familyId,
    user_id: of.userId,
    app: of.app,
    refresh_hash: tokenHash(tokens.refresh),
    access_hash: tokenHash(tokens.access),
    access_expires_at: new Date(now.getTime() + accessLifetimeMs),
    created_at: now,
    expires_at: new Date(now.getTime() + refreshLifetimeMs),
    device: of.device,
    opened_at: of.openedAt ?? now,
  };
  return { tokens, row };
}

export interface UserRow {
  id: number;
  email: string;
  first_name: string;
  last_name: string;
  role: Role;
  accept_mailing_list: boolean | null;
  language: string | null;
}

/** The columns of `users` that a session answers with. */
export const sessionUserColumns = [
  'users.id',
  'users.email',
  'users.first_name',
  'users.last_name',
  'users.role',
  'users.accept_mailing_list',
  'users.language',
] as const;

export function sessionUser(row: UserRow): SessionUser {
  return {
    id: row.id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    role: row.role,
    acceptMailingList: row.accept_mailing_list,
    language: isLanguage(row.language) ? row.language : null,
  };
}
