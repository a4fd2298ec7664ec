import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { newToken, tokenHash } from '../../../platform/auth/tokens.ts';
import { createAccount, goodPassword, type OpenedSession, refreshWith } from '../../../testing/accounts.ts';
import { type Answer, buildTestApp, type TestApp } from '../../../testing/build-test-app.ts';
import { newSession } from './open-session.ts';

// Hashing would only keep those apart who are to meet.
vi.mock('@node-rs/argon2', () => ({ hash: async () => 'hash', verify: async () => true }));

/** A race that is lost once in ten rounds is found by two runs of three, and by `npm run test:full` in all but one of ten. */
const rounds = process.env.CLEARCALL_FULL === 'yes' ? 25 : 10;

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
  // Connections that are open already, so that the requests really meet.
  await Promise.all(Array.from({ length: 8 }, () => sql`select pg_sleep(0.05)`.execute(app.db)));
});
afterAll(() => app.close());

type Held = Pick<OpenedSession, 'token' | 'cookie'>;
interface Scene {
  userId: number;
  email: string;
  /** The session at which two grasp at once, and another one of the same person. */
  mine: Held;
  other: Held;
}

async function openSession(userId: number): Promise<Held> {
  const id = app.platform.newId();
  const { tokens, row } = newSession(
    { id, familyId: id, userId, app: 'user_portal', device: 'Test' },
    app.platform.now(),
  );
  await app.db.insertInto('sessions').values(row).execute();
  await app.db.insertInto('fresh_sign_ins').values({ family_id: id, at: app.platform.now() }).execute();
  return { token: tokens.access, cookie: `clearcall_user_portal=${tokens.refresh}` };
}

let people = 0;
async function scene(): Promise<Scene> {
  people += 1;
  const email = `racer${people}@example.org`;
  const userId = await createAccount(app, { email });
  return { userId, email, mine: await openSession(userId), other: await openSession(userId) };
}

const logOut = ({ cookie }: Held) =>
  app.call('POST', '/users/logout', { body: { app: 'user_portal' }, headers: { cookie } });
const logOutByToken = ({ token }: Held) =>
  app.call('POST', '/users/logout', { body: { app: 'user_portal' }, token });
const endOthers = ({ token }: Held) => app.call('DELETE', '/users/sessions', { token });
const changePassword = ({ token }: Held) => {
  const newPassword = 'Another-Moon-2027';
  const body = { oldPassword: goodPassword, newPassword, verifyPassword: newPassword };
  return app.call('PATCH', '/users/password', { token, body });
};
const closeAccount = ({ token }: Held, userId: number) =>
  app.call('DELETE', `/users/${userId}`, {
    token,
    body: { password: goodPassword, confirmation: 'DELETE' },
  });

/** The token of a mailed link. */
async function mailed({ userId, email }: Scene, purpose: 'reset_password' | 'change_email') {
  const wanted = purpose === 'change_email' ? `new.${email}` : email;
  await app.db.updateTable('users').set({ wanted_email: wanted }).where('id', '=', userId).execute();
  const token = newToken();
  const times = {
    created_at: app.platform.now(),
    expires_at: new Date(app.platform.now().getTime() + 60_000),
  };
  await app.db
    .insertInto('mail_tokens')
    .values({ token_hash: tokenHash(token), purpose, user_id: userId, email: wanted, ...times })
    .execute();
  return { email: wanted, token };
}
const reset = async (on: Scene) =>
  app.call('PATCH', '/users/reset', {
    body: { ...(await mailed(on, 'reset_password')), password: 'Another-Moon-2027' },
  });
const confirmEmail = async (on: Scene) =>
  app.call('POST', '/users/email/confirmation', {
    body: { id: on.userId, ...(await mailed(on, 'change_email')) },
  });

/** What ends the session `mine`; each runs beside a browser that goes on renewing it. */
const endings: Record<string, (on: Scene) => (() => Promise<Answer>)[]> = {
  'a logout': ({ mine }) => [() => logOut(mine)],
  'a logout by token': ({ mine }) => [() => logOutByToken(mine)],
  'a logout, and one of all others': ({ mine, other }) => [() => logOut(mine), () => endOthers(other)],
  'a logout of all others, twice': ({ other }) => [() => endOthers(other), () => endOthers(other)],
  'a change of password elsewhere': ({ other }) => [() => changePassword(other)],
  'a new password by mail': (on) => [() => reset(on)],
  'a new address by mail': (on) => [() => confirmEmail(on)],
  'a new password by mail, and a change of password': (on) => [
    () => reset(on),
    () => changePassword(on.other),
  ],
  'the account being closed': ({ other, userId }) => [() => closeAccount(other, userId)],
  'a logout, and the account being closed': ({ mine, other, userId }) => [
    () => logOut(mine),
    () => closeAccount(other, userId),
  ],
};

/** Renews with the newest cookie, again and again and each time from two tabs, until `isOver`; gives all that was ever given, and the answers. */
async function renewUntil(
  first: Held,
  isOver: () => boolean,
): Promise<{ given: Held[]; statuses: number[] }> {
  const given = [first];
  const statuses: number[] = [];
  for (let held = first; ; ) {
    const wasOver = isOver();
    const tabs = await Promise.all([refreshWith(app, held.cookie), refreshWith(app, held.cookie)]);
    statuses.push(...tabs.map(({ answer }) => answer.status));
    const renewed = tabs.filter(({ answer }) => answer.status === 200);
    given.push(...renewed);
    held = renewed[0] ?? held;
    if (wasOver || renewed.length < tabs.length) return { given, statuses };
  }
}

it.each(Object.keys(endings))(
  `beside renewals, %s leaves nothing open and nobody without an answer, in ${rounds} rounds`,
  async (name) => {
    const statuses = new Set<number>();
    let survived = 0;
    for (let round = 0; round < rounds; round += 1) {
      const on = await scene();
      let over = false;
      const ending = Promise.all((endings[name]?.(on) ?? []).map((end) => end())).finally(() => {
        over = true;
      });
      const [renewals, ends] = await Promise.all([renewUntil(on.mine, () => over), ending]);
      for (const status of [...renewals.statuses, ...ends.map((end) => end.status)]) statuses.add(status);
      const open = [];
      for (const { token, cookie } of renewals.given) {
        open.push((await app.call('GET', '/users/roles', { token })).status);
        open.push((await refreshWith(app, cookie)).answer.status);
      }
      if (open.some((status) => status !== 401)) survived += 1;
    }
    // A change of password may find another one made a moment before (422), a link that one used up (410).
    const odd = [...statuses].filter((status) => ![200, 401, 410, 422].includes(status));
    expect({ survived, odd }).toEqual({ survived: 0, odd: [] });
  },
);
