import { decodeLink } from '@clearcall/domain/mail/link.ts';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { createAccount, goodPassword, logInAs } from '../../../testing/accounts.ts';
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts';
import { tablesHash } from '../../../testing/tables-hash.ts';
import { appoint } from './appoint.ts';
import { accountMailFacts } from './mail-facts.ts';

const test: TestApp = await buildTestApp();
afterAll(() => test.close());
beforeEach(async () => {
  await test.db.deleteFrom('users').execute();
  await test.db.deleteFrom('events').execute();
});

const tokenOf = (link: string | null | undefined) =>
  decodeLink(String(link).replace('http://localhost:3000/auth/invite/', '')) ?? { email: '', token: '' };
const choose = (link: string | null | undefined) =>
  test.call('PATCH', '/users/invite/password', {
    body: { ...tokenOf(link), password: goodPassword, acceptedTerms: true },
  });
const events = () => test.db.selectFrom('events').select(['type', 'user_id', 'detail']).execute();

it('makes the first administrator of an empty portal, who chooses a password and logs in', async () => {
  const person = { email: 'First@example.org', firstName: 'Ada', lastName: 'Ærø' };
  const appointed = await appoint(test.platform, person, 'admin');
  expect(await events()).toEqual([
    { type: 'role_given', user_id: appointed?.userId, detail: { role: 'admin' } },
  ]);
  expect((await choose(appointed?.link)).status).toBe(200);
  expect((await choose(appointed?.link)).status).toBe(410);
  const { answer, token } = await logInAs(test, 'first@example.org', { app: 'admin_portal' });
  expect([answer.status, answer.body.user]).toMatchObject([200, { role: 'admin' }]);
  // Who may now invite the others.
  const invited = await test.call('POST', '/users/invite', { token, body: { email: 'next@example.org' } });
  expect(invited.status).toBe(200);
});

it('gives an account in use another role, at once and without a link', async () => {
  const userId = await createAccount(test, { email: 'pro@example.org' });
  const { token } = await logInAs(test, 'pro@example.org');
  const invite = () => test.call('POST', '/users/invite', { token, body: { email: 'x@example.org' } });
  expect((await invite()).status).toBe(403);
  expect(await appoint(test.platform, { email: 'PRO@example.org' }, 'pro')).toEqual({ userId, link: null });
  expect((await invite()).status).toBe(200);
});

it('forgets what strangers registered for the address', async () => {
  const userId = await createAccount(test, { email: 'boss@example.org', status: 'locked' });
  const { id } = await test.db.selectFrom('registrations').select('id').executeTakeFirstOrThrow();
  const sending = { db: test.db, now: test.platform.now(), config: test.platform.config };
  const theirs = await accountMailFacts(sending, 'confirm_account', { userId, registrationId: id });
  const appointed = await appoint(test.platform, { email: 'boss@example.org' }, 'super_admin');
  const body = decodeLink(String(theirs?.link).replace('http://localhost:3000/auth/confirm/', ''));
  expect((await test.call('POST', '/users/register/confirmation', { body })).status).toBe(410);
  expect(await test.db.selectFrom('registrations').selectAll().execute()).toEqual([]);
  // A second link takes the place of the first.
  const again = await appoint(test.platform, { email: 'boss@example.org' }, 'admin');
  expect((await choose(appointed?.link)).status).toBe(410);
  expect((await choose(again?.link)).status).toBe(200);
  expect(await test.db.selectFrom('users').select(['id', 'role', 'status']).execute()).toEqual([
    { id: userId, role: 'admin', status: 'active' },
  ]);
});

it('leaves a closed account closed', async () => {
  await createAccount(test, { email: 'gone@example.org', status: 'closed' });
  const before = await tablesHash(test.db);
  expect(await appoint(test.platform, { email: 'gone@example.org' }, 'admin')).toBe(null);
  expect(await tablesHash(test.db)).toEqual(before);
});
