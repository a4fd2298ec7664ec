import { decodeLink } from '@clearcall/domain/mail/link.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccount, goodPassword, logInAs } from '../../../testing/accounts.ts';
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts';
import { tablesHash } from '../../../testing/tables-hash.ts';
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
  ['confirm_account', 'confirm_account', 'locked', 'POST', '/users/register/confirmation', {}],
  ['confirm_email', 'confirm_email', 'active', 'POST', '/users/email/confirmation', {}],
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
    expect((await open(newer)).body.code).toBe('link_used');
    // A password that was set with one closes the other; what else closed it is not told.
    const sets = first === 'reset_password' || first === 'invite';
    expect((await open(older)).body.code).toBe(sets ? 'link_password_changed' : 'link_invalid');
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
  const answer = await app.call('POST', '/users/register/confirmation', { body: mine });
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

describe('the question whether a link opens', () => {
  const purposes = {
    confirm_account: 'confirm_account',
    reset_password: 'reset_password',
    choose_password: 'invite',
    invite: 'invite',
    confirm_email: 'change_email',
  } as const;

  const answerOf = async (body: object) => {
    const answer = await app.call('POST', '/users/links/check', { body });
    return answer.status === 200 ? answer.body : [answer.status, answer.body.code, answer.body.message];
  };
  const check = (template: Template, { email, token }: { email: string; token: string }) =>
    answerOf({ purpose: purposes[template], email, token });
  /** What is kept of the links of a person, the oldest first. */
  const kept = (of: Person) =>
    app.db
      .selectFrom('mail_tokens')
      .select(['purpose', 'used_at', 'closed_by', 'registration_id'])
      .where('user_id', '=', of.userId)
      .orderBy('created_at')
      .execute();

  const open = { done: true };
  const invalid = [410, 'link_invalid', 'This link is no longer valid. It may have been used already.'];
  const used = [410, 'link_used', 'This link has already been used. It works only once.'];
  const passwordChanged = [
    410,
    'link_password_changed',
    'A new password was set for this account after we sent this link, so the link no longer works.',
  ];

  it.each(kinds)('uses nothing up, and says of one that was used that it was: %s, %s', async (...row) => {
    const [, template, status, method, path, more] = row;
    const of = await person(status);
    const link = await mailedLink(template, of);
    const before = await tablesHash(app.db);
    expect([await check(template, link), await check(template, link)]).toEqual([open, open]);
    expect(await tablesHash(app.db)).toBe(before);

    expect((await app.call(method, path, { body: { ...link, ...more } })).body).toEqual(open);
    expect(await check(template, link)).toEqual(used);
    expect(await kept(of)).toEqual([
      { purpose: purposes[template], used_at: app.platform.now(), closed_by: 'used', registration_id: null },
    ]);
    // For as long as the row is there, and whatever the account became.
    app.clock.advance(20 * 86_400_000);
    expect(await check(template, link)).toEqual(used);
    const again = await app.call(method, path, { body: { ...link, ...more } });
    expect([again.status, again.body.code, again.body.message]).toEqual(used);
  });

  it('says that a new password has closed it: one that was changed, and one that was forgotten', async () => {
    const of = await person('active');
    const account = await app.db
      .selectFrom('users')
      .select('email')
      .where('id', '=', of.userId)
      .executeTakeFirstOrThrow();
    const change = await mailedLink('confirm_email', of);
    const reset = await mailedLink('reset_password', of);
    const { token } = await logInAs(app, account.email);
    const changed = await app.call('PATCH', '/users/password', {
      token,
      body: { oldPassword: goodPassword, newPassword: password, verifyPassword: password },
    });
    expect(changed.body).toEqual(open);
    const at = app.platform.now();
    expect([await check('confirm_email', change), await check('reset_password', reset)]).toEqual([
      passwordChanged,
      passwordChanged,
    ]);
    const closed = { used_at: at, closed_by: 'password_changed', registration_id: null };
    expect(await kept(of)).toEqual([
      { purpose: 'change_email', ...closed },
      { purpose: 'reset_password', ...closed },
    ]);

    await app.db
      .updateTable('users')
      .set({ wanted_email: of.email ?? '' })
      .where('id', '=', of.userId)
      .execute();
    const wanted = await mailedLink('confirm_email', of);
    const forgotten = await mailedLink('reset_password', of);
    const body = { ...forgotten, password: 'Third-Moon-Setting' };
    expect((await app.call('PATCH', '/users/reset', { body })).body).toEqual(open);
    expect([await check('confirm_email', wanted), await check('reset_password', forgotten)]).toEqual([
      passwordChanged,
      used,
    ]);
    // What an earlier link was closed by stays as it was.
    expect((await kept(of)).map((row) => [row.purpose, row.closed_by])).toEqual([
      ['change_email', 'password_changed'],
      ['reset_password', 'password_changed'],
      ['change_email', 'password_changed'],
      ['reset_password', 'used'],
    ]);
  });

  it('says so too of a registration whose account got its password by an invitation', async () => {
    const of = await person('locked');
    const confirmation = await mailedLink('confirm_account', of);
    const invitation = await mailedLink('invite', of);
    const body = { ...invitation, ...invited };
    expect((await app.call('PATCH', '/users/invite/password', { body })).body).toEqual(open);
    expect([await check('confirm_account', confirmation), await check('invite', invitation)]).toEqual([
      passwordChanged,
      used,
    ]);
  });

  it('gives no reason for what no new password and no use of its own has closed', async () => {
    const registered = await person('locked');
    const invitation = await mailedLink('invite', registered);
    const confirmation = await mailedLink('confirm_account', registered);
    expect((await app.call('POST', '/users/register/confirmation', { body: confirmation })).body).toEqual(
      open,
    );
    expect(await check('invite', invitation)).toEqual(invalid);

    const moving = await person('active');
    const reset = await mailedLink('reset_password', moving);
    const move = await mailedLink('confirm_email', moving);
    expect((await app.call('POST', '/users/email/confirmation', { body: move })).body).toEqual(open);
    expect(await check('reset_password', reset)).toEqual(invalid);
    // A row of a version that kept no reason.
    await app.db
      .updateTable('mail_tokens')
      .set({ closed_by: null })
      .where('user_id', '=', moving.userId)
      .execute();
    expect(await check('confirm_email', move)).toEqual(invalid);
  });

  it('says that it is over, and of an older one what was always said', async () => {
    const of = await person('active');
    const older = await mailedLink('reset_password', of);
    const newer = await mailedLink('reset_password', of);
    expect([await check('reset_password', older), await check('reset_password', newer)]).toEqual([
      invalid,
      open,
    ]);
    app.clock.advance(3_600_000);
    expect(await check('reset_password', newer)).toEqual([
      410,
      'link_expired',
      'This link has expired. Have a new one sent.',
    ]);
  });

  it('answers who has not the whole token alike, whoever the address belongs to', async () => {
    const of = await person('active');
    const opens = await mailedLink('confirm_email', of);
    const link = await mailedLink('reset_password', of);
    const body = { ...link, password };
    expect((await app.call('PATCH', '/users/reset', { body })).body).toEqual(open);
    const asked = [
      { purpose: 'reset_password', ...link, token: 'A'.repeat(43) },
      { purpose: 'reset_password', ...link, token: link.token.slice(0, -1) },
      { purpose: 'reset_password', ...link, email: 'nobody@example.org' },
      { purpose: 'change_email', ...link },
      { purpose: 'reset_password', ...link, token: opens.token },
      { purpose: 'change_email', email: opens.email, token: 'A'.repeat(43) },
      { purpose: 'reset_password', email: 'nobody@example.org', token: 'A'.repeat(43) },
    ];
    const statements = new Set<string>();
    for (const tried of asked) {
      const texts = await app.sqlOf(async () => {
        expect([tried, await answerOf(tried)]).toEqual([tried, invalid]);
      });
      statements.add(texts.map((text) => text.replace('wanted_email', 'email')).join('\n'));
    }
    expect(statements.size).toBe(1);
    // And all of it once more is told.
    expect(await check('reset_password', link)).toEqual(used);
  });
});
