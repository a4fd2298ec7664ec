import type { login } from '@clearcall/contract/users.ts';
import { deviceOf } from '@clearcall/domain/model/device.ts';
import { administratorRoles } from '@clearcall/domain/model/roles.ts';
import { mayUsePortal } from '@clearcall/domain/permissions/portals.ts';
import { verifyPassword } from '../../platform/auth/passwords.ts';
import { tokenHash } from '../../platform/auth/tokens.ts';
import type { Call, Outcome, Platform } from '../../platform/http/bind.ts';
import { refuse } from '../../platform/http/refuse.ts';
import { accessLifetimeMs, newSession, sessionUser, sessionUserColumns } from './open-session.ts';
import { readSessionCookie, setSessionCookie } from './session-cookie.ts';
import { forgetAttempts, noteAttempt } from './slow-down.ts';

type Endpoint = typeof login;

/**
 * Opens a session. What is wrong with the account (not confirmed, wrong portal) is told only to who knows its
 * password; an unknown address costs the same time as a wrong password.
 */
export async function logIn(call: Call<Endpoint>, platform: Platform): Promise<Outcome<Endpoint>> {
  const { body, ip, now, reply, request } = call;
  const email = body.email.trim();
  const wait = await noteAttempt(platform.db, { email, ip, now, reply });
  if (wait !== null) return wait;

  const user = await platform.db
    .selectFrom('users')
    .select([...sessionUserColumns, 'users.status'])
    // Who registered knows the newest password of a registration that still waits.
    .select((row) =>
      row.fn
        .coalesce(
          'users.password_hash',
          row
            .selectFrom('registrations')
            .select('registrations.password_hash')
            .whereRef('registrations.user_id', '=', 'users.id')
            .orderBy('created_at', 'desc')
            .limit(1),
        )
        .as('password_hash'),
    )
    .where('users.email', '=', email)
    .executeTakeFirst();
  const right = await verifyPassword(user?.password_hash ?? null, body.password);
  if (user === undefined || !right || user.status === 'closed') return refuse('wrong_credentials');
  await forgetAttempts(platform.db, email, ip);
  if (user.status === 'locked') return refuse('account_locked');
  if (!mayUsePortal(body.app, user.role)) {
    return refuse(administratorRoles.includes(user.role) ? 'use_admin_portal' : 'portal_forbidden');
  }

  const before = readSessionCookie(request, body.app);
  if (before !== null) {
    // Whoever was logged in here before is logged out: the browser forgets that token now.
    await platform.db
      .updateTable('sessions')
      .set({ ended_at: now })
      .where('ended_at', 'is', null)
      .where('family_id', 'in', (families) =>
        families.selectFrom('sessions').select('family_id').where('refresh_hash', '=', tokenHash(before)),
      )
      .execute();
  }
  const { tokens, row } = newSession(
    {
      id: platform.newId(),
      familyId: platform.newId(),
      userId: user.id,
      app: body.app,
      device: deviceOf(request.headers['user-agent']),
    },
    now,
  );
  await platform.db
    .with('opened', (db) => db.insertInto('sessions').values(row))
    .updateTable('users')
    .set({ last_login_at: now })
    .where('id', '=', user.id)
    .execute();
  setSessionCookie(reply, platform.config, body.app, tokens.refresh);
  return { token: tokens.access, expiresInS: accessLifetimeMs / 1_000, user: sessionUser(user) };
}
