import type { AccountStatus } from '@clearcall/domain/people/account-status.ts';
import { deviceOf } from '@clearcall/domain/people/device.ts';
import { administratorRoles, type Role } from '@clearcall/domain/people/roles.ts';
import type { SessionUser } from '@clearcall/domain/people/user.ts';
import { mayUsePortal, type Portal } from '@clearcall/domain/permissions/portals.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { tokenHash } from '../../../platform/auth/tokens.ts';
import type { Db } from '../../../platform/db/pool.ts';
import { within } from '../../../platform/db/within.ts';
import type { Platform } from '../../../platform/http/bind.ts';
import { type Refusal, refuse } from '../../../platform/http/refuse.ts';
import { endSessions } from './end-sessions.ts';
import { accessLifetimeMs, newSession, sessionUser, type UserRow } from './open-session.ts';
import { readSessionCookie, setSessionCookie } from './session-cookie.ts';

/**
 * Why somebody who has shown who they are still gets no session; null: they do. The same for every way to log in.
 * Source: Requirements 1, 6.5 and 10.6.
 */
export function refuseEntry(user: { role: Role; status: AccountStatus }, app: Portal): Refusal | null {
  if (user.status === 'locked') return refuse('account_locked');
  if (user.status === 'suspended') return refuse('account_suspended');
  if (user.status !== 'active') return refuse('no_account');
  if (mayUsePortal(app, user.role)) return null;
  return refuse(administratorRoles.includes(user.role) ? 'use_admin_portal' : 'portal_forbidden');
}

/**
 * Opens the session of somebody who has shown who they are, and ends the one that this browser had before. null: the
 * account was closed meanwhile, or the password that they showed (`passwordHash`) was changed; such a change waits for
 * this statement or this one for it, so no session slips past the end of all. `shownAt`: when they showed who they are,
 * where that was not now; null when nobody knows.
 */
export async function startSession(
  db: Db,
  platform: Platform,
  { now, reply, request }: { now: Date; reply: FastifyReply; request: FastifyRequest },
  user: UserRow & { passwordHash?: string | null; shownAt?: Date | null },
  app: Portal,
): Promise<{ token: string; expiresInS: number; user: SessionUser } | null> {
  const { passwordHash, shownAt = now } = user;
  const { tokens, row } = newSession(
    {
      id: platform.newId(),
      familyId: platform.newId(),
      userId: user.id,
      app,
      device: deviceOf(request.headers['user-agent']),
    },
    now,
  );
  const columns = Object.keys(row) as (keyof typeof row)[];
  const opened = await db
    .with('account', (users) =>
      users
        .updateTable('users')
        .set({ last_login_at: now })
        .where('id', '=', user.id)
        .where('status', '=', 'active')
        .$if(passwordHash !== undefined, (query) => query.where('password_hash', '=', passwordHash ?? null))
        .returning('id'),
    )
    .with('opened', (sessions) =>
      sessions
        .insertInto('sessions')
        .columns(columns)
        .expression((from) =>
          from.selectFrom('account').select((value) => columns.map((name) => value.val(row[name]).as(name))),
        )
        .returning('family_id'),
    )
    .with('shown', (shown) =>
      shown
        .insertInto('fresh_sign_ins')
        .columns(['family_id', 'at'])
        .expression((from) =>
          from
            .selectFrom('opened')
            .select((value) => ['family_id', value.val(shownAt).as('at')])
            .where((value) => value.val(shownAt !== null)),
        ),
    )
    .selectFrom('opened')
    .select('family_id')
    .executeTakeFirst();
  if (opened === undefined) return null;
  const before = readSessionCookie(request, app);
  if (before !== null) {
    // Whoever was logged in here before is logged out: the browser forgets that token now.
    const left = await db
      .selectFrom('sessions')
      .select(['user_id', 'family_id'])
      .where('refresh_hash', '=', tokenHash(before))
      .executeTakeFirst();
    if (left !== undefined) {
      const which = { userId: left.user_id, family: { is: '=', id: left.family_id } } as const;
      await within(db, (tx) => endSessions(tx, which, now));
    }
  }
  setSessionCookie(reply, platform.config, app, tokens.refresh);
  return { token: tokens.access, expiresInS: accessLifetimeMs / 1_000, user: sessionUser(user) };
}
