import { decodeLink } from '@clearcall/domain/mail/link.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAccount, goodPassword } from '../../../testing/accounts.ts';
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts';
import { accountMailFacts } from './mail-facts.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

type Template = 'confirm_account' | 'reset_password' | 'choose_password' | 'invite' | 'confirm_email';

interface Person {
  userId: number;
  registrationId?: string | undefined;
  email?: string | undefined;
}

let people = 0;
async function person(status: 'locked' | 'active'): Promise<Person> {
  people += 1;
  const userId = await createAccount(app, { email: `mailed${people}@example.org`, status });
  const registration = await app.db
    .selectFrom('registrations')
    .select('id')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const email = `wanted${people}@example.org`;
  await app.db.updateTable('users').set({ wanted_email: email }).where('id', '=', userId).execute();
  return { userId, registrationId: registration?.id, email };
}

/** The link of a mail that is written now; each a minute after the one before. */
async function mailedLink(template: Template, of: Person) {
  app.clock.advance(60_000);
  const sending = { db: app.db, now: app.platform.now(), config: app.platform.config };
  const facts = await accountMailFacts(sending, template, { ...of });
  return decodeLink(facts?.link.split('/').at(-1)?.split('?')[0] ?? '') ?? { email: '', token: '' };
}

const password = 'Second-Moon-Rising';
const invited = { password, acceptedTerms: true };
const kinds = [
  ['reset_password', 'reset_password', 'active', 'PATCH', '/users/reset', { password }],
  [
    'confirm_account',
    'confirm_account',
    'locked',
    'POST',
    '/users/register/confirmation',
    { password: goodPassword },
  ],
  [
    'confirm_email',
    'confirm_email',
    'active',
    'POST',
    '/users/email/confirmation',
    { password: goodPassword },
  ],
  ['invite', 'invite', 'locked', 'PATCH', '/users/invite/password', invited],
  ['invite', 'choose_password', 'locked', 'PATCH', '/users/invite/password', invited],
] as const;

it.each(kinds)(
  'of the links of one kind only the newest opens: %s, then %s',
  async (first, second, status, method, path, more) => {
    const of = await person(status);
    const older = await mailedLink(first, of);
    const newer = await mailedLink(second, of);
    const open = (link: object) => app.call(method, path, { body: { ...link, ...more } });
    const refused = await open(older);
    expect([refused.status, refused.body.code]).toEqual([410, 'link_invalid']);
    expect((await open(newer)).body).toEqual({ done: true });
    // And both are used up with it.
    for (const link of [older, newer]) expect((await open(link)).status).toBe(410);
  },
);

it('a link of another kind, of another registration or of another person closes none', async () => {
  const of = await person('locked');
  const mine = await mailedLink('confirm_account', of);
  const strangers = app.platform.newId();
  const { id: _id, ...registration } = await app.db
    .selectFrom('registrations')
    .selectAll()
    .where('user_id', '=', of.userId)
    .executeTakeFirstOrThrow();
  await app.db
    .insertInto('registrations')
    .values({ ...registration, id: strangers, legal_versions: JSON.stringify(registration.legal_versions) })
    .execute();
  await mailedLink('confirm_account', { ...of, registrationId: strangers });
  await mailedLink('choose_password', of);
  await mailedLink('confirm_account', await person('locked'));
  const answer = await app.call('POST', '/users/register/confirmation', {
    body: { ...mine, password: goodPassword },
  });
  expect(answer.body).toEqual({ done: true });
});

it('an invitation of two weeks opens again once the shorter link that anybody may ask for is over', async () => {
  const of = await person('locked');
  const invitation = await mailedLink('invite', of);
  await mailedLink('choose_password', of);
  const accept = () => app.call('PATCH', '/users/invite/password', { body: { ...invitation, ...invited } });
  expect((await accept()).status).toBe(410);
  app.clock.advance(48 * 3_600_000);
  expect((await accept()).body).toEqual({ done: true });
});
