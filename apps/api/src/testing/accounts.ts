import type { Role } from '@clearcall/domain/people/roles.ts';
import { hashPassword } from '../platform/auth/passwords.ts';
import type { Answer, TestApp } from './build-test-app.ts';

export const goodPassword = 'Tidal-Locked-Moon';

let hash: Promise<string> | undefined;

/**
 * A user with the password `goodPassword`, written straight into the database; while locked, the password waits in a
 * registration.
 */
export async function createAccount(
  { db, platform }: TestApp,
  of: { email: string; role?: Role; status?: 'locked' | 'active' | 'closed'; password?: false },
): Promise<number> {
  hash ??= hashPassword(goodPassword);
  const passwordHash = of.password === false ? null : await hash;
  const { id } = await db
    .insertInto('users')
    .values({
      email: of.email,
      first_name: 'Siobhán',
      last_name: 'Ní Chaoimh',
      role: of.role ?? 'user',
      status: of.status ?? 'active',
      password_hash: of.status === 'locked' ? null : passwordHash,
      created_at: platform.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (of.status === 'locked' && passwordHash !== null) {
    await db
      .insertInto('registrations')
      .values({
        id: platform.newId(),
        user_id: id,
        first_name: 'Siobhán',
        last_name: 'Ní Chaoimh',
        password_hash: passwordHash,
        accepted_terms_at: platform.now(),
        created_at: platform.now(),
      })
      .execute();
  }
  return id;
}

/** The cookies that an answer sets, as `name=value; attributes`. */
export function setCookies(answer: Answer): string[] {
  const header = answer.headers['set-cookie'];
  return header === undefined ? [] : [header].flat().map(String);
}

/** What a browser would send back: name=value of every cookie that the answer sets. */
function cookieOf(answer: Answer): string {
  return setCookies(answer)
    .map((cookie) => cookie.split(';')[0] ?? '')
    .join('; ');
}

export interface OpenedSession {
  token: string;
  cookie: string;
  answer: Answer;
}

/** Logs in over HTTP as a browser would. */
export async function logInAs(
  { call }: TestApp,
  email: string,
  more: { password?: string; app?: 'user_portal' | 'admin_portal'; cookie?: string } = {},
): Promise<OpenedSession> {
  const answer = await call('POST', '/users/login', {
    body: { email, password: more.password ?? goodPassword, app: more.app ?? 'user_portal' },
    headers: more.cookie === undefined ? {} : { cookie: more.cookie },
  });
  return { token: answer.body.token, cookie: cookieOf(answer), answer };
}

/** Renews a session with the cookie that a browser holds. */
export async function refreshWith(
  { call }: TestApp,
  cookie: string,
  app: 'user_portal' | 'admin_portal' = 'user_portal',
): Promise<OpenedSession> {
  const answer = await call('POST', '/users/refresh', { body: { app }, headers: { cookie } });
  return { token: answer.body.token, cookie: cookieOf(answer), answer };
}
