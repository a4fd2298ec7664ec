import { decodeLink } from '@clearcall/domain/mail/link.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAccount, goodPassword, logInAs, refreshWith } from '../../../testing/accounts.ts';
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts';
import { accountMailFacts } from './mail-facts.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());
beforeEach(() => app.db.deleteFrom('events').execute());

const newPassword = 'Second-Moon-Rising';
const events = () => app.db.selectFrom('events').select(['type', 'user_id']).orderBy('id').execute();
const reset = (body: unknown) => app.call('PATCH', '/users/reset', { body });

async function resetLink(userId: number) {
  const sending = { db: app.db, now: app.platform.now(), config: app.platform.config };
  const facts = await accountMailFacts(sending, 'reset_password', { userId });
  const path = facts?.link.replace('http://localhost:3000/auth/reset/', '') ?? '';
  return decodeLink(path) ?? { email: '', token: '' };
}

describe('a forgotten password', () => {
  it('is asked for with the same answer and statements, whoever the address belongs to', async () => {
    const active = await createAccount(app, { email: 'active@example.org' });
    const locked = await createAccount(app, { email: 'locked@example.org', status: 'locked' });
    await createAccount(app, { email: 'closed@example.org', status: 'closed' });
    const seen: { answer: unknown; statements: string[] }[] = [];
    for (const email of [
      'active@example.org',
      'locked@example.org',
      'closed@example.org',
      'nobody@example.org',
    ]) {
      let answer: unknown;
      const statements = await app.sqlOf(async () => {
        const { status, body } = await app.call('POST', '/users/forgot', { body: { email } });
        answer = { status, body };
      });
      seen.push({ answer, statements });
    }
    expect(seen).toEqual(seen.map(() => seen[0]));
    expect(seen[0]?.answer).toEqual({ status: 200, body: { done: true } });
    const type = 'password_reset_requested';
    expect(await events()).toEqual([
      { type, user_id: active },
      { type, user_id: locked },
      { type, user_id: null },
      { type, user_id: null },
    ]);
  });

  it('is replaced with the mailed link, which ends every session and works once', async () => {
    const email = 'forgetful@example.org';
    const userId = await createAccount(app, { email, role: 'pro' });
    const one = await logInAs(app, email);
    const two = await logInAs(app, email, { app: 'admin_portal' });
    const [link, other] = [await resetLink(userId), await resetLink(userId)];
    const answer = await reset({ ...link, password: newPassword });
    expect([answer.status, answer.body]).toEqual([200, { done: true }]);
    const open = async (token: string) => (await app.call('GET', '/users/roles', { token })).status;
    expect([await open(one.token), await open(two.token)]).toEqual([401, 401]);
    expect((await refreshWith(app, one.cookie)).answer.status).toBe(401);
    expect((await logInAs(app, email)).answer.status).toBe(401);
    expect((await logInAs(app, email, { password: newPassword })).answer.status).toBe(200);
    for (const [closed, code] of [
      [link, 'link_used'],
      [other, 'link_password_changed'],
    ] as const) {
      const again = await reset({ ...closed, password: goodPassword });
      expect([again.status, again.body.code]).toEqual([410, code]);
    }
    expect(await events()).toEqual([{ type: 'password_reset', user_id: userId }]);
  });

  it('refuses a weak or common password without using the link up', async () => {
    const userId = await createAccount(app, { email: 'choosy.person@example.org' });
    const link = await resetLink(userId);
    const codes = [];
    for (const password of ['weak', 'Password1234!', 'Choosy.Person@Example.org', newPassword]) {
      codes.push((await reset({ ...link, password })).body.code);
    }
    expect(codes).toEqual(['weak_password', 'common_password', 'common_password', undefined]);
  });

  it('refuses wrong, foreign and expired links', async () => {
    const userId = await createAccount(app, { email: 'links@example.org' });
    const link = await resetLink(userId);
    const tries = [
      { ...link, token: 'A'.repeat(43) },
      { ...link, email: 'active@example.org' },
      { ...link, email: '' },
    ];
    for (const tried of tries) {
      const { status, body } = await reset({ ...tried, password: newPassword });
      expect([status, body.code]).toEqual([410, 'link_invalid']);
    }
    app.clock.advance(60 * 60_000);
    const late = await reset({ ...link, password: newPassword });
    expect([late.status, late.body.code]).toEqual([410, 'link_expired']);
    expect((await logInAs(app, 'links@example.org')).answer.status).toBe(200);
  });

  it('lets one of two resets at once through', async () => {
    const userId = await createAccount(app, { email: 'race@example.org' });
    const link = await resetLink(userId);
    const answers = await Promise.all([
      reset({ ...link, password: newPassword }),
      reset({ ...link, password: 'Third-Moon-Setting' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410]);
  });
});
