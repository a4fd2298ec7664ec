import { decodeLink, type MailedLink } from '@clearcall/domain/mail/link.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { workOff } from '../platform/jobs/work.ts';
import { createAccount, goodPassword, logInAs, refreshWith } from '../testing/accounts.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { createCall, createDraft, createSurroundings } from '../testing/factories.ts';
import { whileHeldBack } from '../testing/held-back.ts';
import { tablesHash } from '../testing/tables-hash.ts';
import { allWork } from './work.ts';

/** Everything around an account that travels by mail, through HTTP and the worker. */

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
  await createSurroundings(app.db);
});
afterAll(() => app.close());
// No mail of one test is read by the next.
afterEach(() => mailsNow());

const attackerPassword = 'Attackers-Moon-1';
const otherPassword = 'Second-Moon-Rising';

let heard: ((mails: { to: string; subject: string; text: string }[]) => void) | undefined;

/** Works off all jobs and gives the mails that came of it, in the order of their planning. */
async function mailsNow(): Promise<{ to: string; subject: string; text: string }[]> {
  await workOff(app.platform, allWork(app.platform));
  const mails = await app.db
    .deleteFrom('kept_mails')
    .returning(['recipient as to', 'subject', 'text_body as text'])
    .execute();
  heard?.(mails);
  return mails;
}

function linkIn(mail: { text: string } | undefined, kind: string): Required<MailedLink> {
  const path = new RegExp(`http://localhost:3000/auth/${kind}/([A-Za-z0-9_-]+)`).exec(mail?.text ?? '')?.[1];
  return { id: 0, email: '', token: '', ...decodeLink(path ?? '') };
}

const emailAndToken = ({ email, token }: MailedLink) => ({ email, token });

async function register(email: string, password: string, firstName: string, more: object = {}) {
  const { body } = await app.call('POST', '/users/challenge', { body: {} });
  const { angle } = await app.db
    .selectFrom('human_challenges')
    .select('angle')
    .where('id', '=', body.challengeId)
    .executeTakeFirstOrThrow();
  const answer = await app.call('PUT', '/users/register', {
    body: {
      firstName,
      lastName: 'Ní Chaoimh',
      email,
      password,
      challengeId: body.challengeId,
      answer: String(360 - (angle ?? 0)),
      acceptedTerms: true,
      ...more,
    },
  });
  expect([answer.status, answer.body]).toEqual([200, { done: true }]);
  const mails = await mailsNow();
  return linkIn(
    mails.find(({ to }) => to === email),
    'confirm',
  );
}

/** `register` reads its mail; what was sent is looked up where it stands for good. */
async function lastMailOf(action: () => Promise<unknown>, email: string) {
  const seen: { subject: string; text: string }[] = [];
  heard = (mails) => seen.push(...mails.filter(({ to }) => to === email));
  await action();
  heard = undefined;
  const last = seen.at(-1);
  if (last === undefined) throw new Error(`No mail to ${email}.`);
  return last;
}

const confirm = async (link: MailedLink) => {
  const { status, body } = await app.call('POST', '/users/register/confirmation', {
    body: emailAndToken(link),
  });
  return [status, body.code];
};
const canLogIn = async (email: string, password: string) => {
  const { answer } = await logInAs(app, email, { password });
  return answer.status === 200 ? 'in' : answer.body.code;
};
const userOf = (email: string) =>
  app.db
    .selectFrom('users')
    .select(['id', 'email', 'first_name', 'status', 'wanted_email', 'accepted_terms_at'])
    .where('email', '=', email)
    .executeTakeFirst();

describe('a registration of somebody else’s address', () => {
  it.each([
    ['the attacker first', true],
    ['the attacker second', false],
  ])('gives a stranger nothing, %s', async (_order, attackerFirst) => {
    const email = `victim${attackerFirst ? 1 : 2}@example.org`;
    const links = new Map<string, MailedLink>();
    const attack = async () => links.set('attack', await register(email, attackerPassword, 'Mallory'));
    const own = async () => links.set('own', await register(email, goodPassword, 'Siobhán'));
    for (const step of attackerFirst ? [attack, own] : [own, attack]) await step();
    const [mine, theirs] = [links.get('own'), links.get('attack')];
    if (!mine || !theirs) throw new Error('A mail is missing.');

    // Nobody is in before a link was used, whatever password.
    expect(
      await app.db.selectFrom('users').select('password_hash').where('email', '=', email).execute(),
    ).toEqual([{ password_hash: null }]);
    const newest = attackerFirst ? goodPassword : attackerPassword;
    expect([await canLogIn(email, newest), await canLogIn(email, 'Wrong-password-1')]).toEqual([
      'account_locked',
      'wrong_credentials',
    ]);

    expect(await confirm(mine)).toEqual([200, undefined]);
    expect(await userOf(email)).toMatchObject({ status: 'active', first_name: 'Siobhán' });
    expect([await canLogIn(email, goodPassword), await canLogIn(email, attackerPassword)]).toEqual([
      'in',
      'wrong_credentials',
    ]);
    // The other mail opens nothing any more, and nothing of it is kept.
    expect(await confirm(theirs)).toEqual([410, 'link_invalid']);
    expect([await canLogIn(email, goodPassword), await canLogIn(email, attackerPassword)]).toEqual([
      'in',
      'wrong_credentials',
    ]);
    const user = await userOf(email);
    expect(
      await app.db
        .selectFrom('registrations')
        .select('id')
        .where('user_id', '=', user?.id ?? 0)
        .execute(),
    ).toEqual([]);
  });

  it('says in the mail that there were several, and a new link lets the reader choose the password', async () => {
    const email = 'several@example.org';
    await register(email, attackerPassword, 'Mallory');
    const { subject, text } = await lastMailOf(() => register(email, goodPassword, 'Siobhán'), email);
    expect([subject, text.includes('in the register form more than once')]).toEqual([
      'Clearcall: confirm your account',
      true,
    ]);
    // Which of the two the link should confirm nobody can say.
    await app.call('POST', '/users/register/resend', { body: { email } });
    const [mail] = await mailsNow();
    expect(mail?.subject).toBe('Clearcall: choose a password');
    const link = linkIn(mail, 'invite');
    const body = { ...emailAndToken(link), password: otherPassword, acceptedTerms: true };
    expect((await app.call('PATCH', '/users/invite/password', { body })).status).toBe(200);
    const tried = [];
    for (const password of [attackerPassword, goodPassword, otherPassword])
      tried.push(await canLogIn(email, password));
    expect(tried).toEqual(['wrong_credentials', 'wrong_credentials', 'in']);
  });

  it('is sent again with the same password where it is the only one', async () => {
    const email = 'lost.mail@example.org';
    await register(email, goodPassword, 'Siobhán');
    await app.call('POST', '/users/register/resend', { body: { email } });
    const [mail] = await mailsNow();
    expect(mail?.text).not.toContain('more than once');
    expect(await confirm(linkIn(mail, 'confirm'))).toEqual([200, undefined]);
    expect(await canLogIn(email, goodPassword)).toBe('in');
  });

  it('does not come to life by a forgotten password: a locked account gets a link to choose one', async () => {
    const email = 'forgot.locked@example.org';
    await register(email, attackerPassword, 'Mallory');
    await app.call('POST', '/users/forgot', { body: { email } });
    const [mail] = await mailsNow();
    expect(mail?.subject).toBe('Clearcall: choose a password');
    expect(mail?.text).not.toContain('Mallory');
    const link = linkIn(mail, 'invite');
    const reset = await app.call('PATCH', '/users/reset', {
      body: { ...emailAndToken(link), password: otherPassword },
    });
    expect([reset.status, reset.body.code]).toEqual([410, 'link_invalid']);
    const body = { ...emailAndToken(link), password: otherPassword, acceptedTerms: true };
    expect((await app.call('PATCH', '/users/invite/password', { body })).status).toBe(200);
    expect([await canLogIn(email, attackerPassword), await canLogIn(email, otherPassword)]).toEqual([
      'wrong_credentials',
      'in',
    ]);
  });
});

describe('the link of a registration that somebody else made', () => {
  const choose = async (link: MailedLink, more: object = {}) => {
    const { status, body } = await app.call('PATCH', '/users/invite/password', {
      body: { ...emailAndToken(link), password: otherPassword, acceptedTerms: true, ...more },
    });
    return [status, body.code];
  };

  it('opens with email and token alone, as a new password then puts the stranger out', async () => {
    const email = 'unaware@example.org';
    const link = await register(email, attackerPassword, 'Mallory');
    const before = await tablesHash(app.db);
    expect(await confirm({ ...link, token: 'A'.repeat(43) })).toEqual([410, 'link_invalid']);
    expect(await tablesHash(app.db)).toBe(before);
    expect(await canLogIn(email, attackerPassword)).toBe('account_locked');

    expect(await confirm(link)).toEqual([200, undefined]);
    const stranger = await logInAs(app, email, { password: attackerPassword });
    await app.call('POST', '/users/forgot', { body: { email } });
    const reset = linkIn((await mailsNow()).at(-1), 'reset');
    const body = { ...emailAndToken(reset), password: otherPassword };
    expect((await app.call('PATCH', '/users/reset', { body })).status).toBe(200);
    expect((await app.call('GET', '/users/roles', { token: stranger.token })).status).toBe(401);
    expect([await canLogIn(email, attackerPassword), await canLogIn(email, otherPassword)]).toEqual([
      'wrong_credentials',
      'in',
    ]);
  });

  it('lets the reader choose a password, and keeps nothing of the stranger’s', async () => {
    const email = 'chooses@example.org';
    const link = await register(email, attackerPassword, 'Mallory');
    const locked = await userOf(email);
    expect(locked).toMatchObject({ first_name: '', status: 'locked' });
    expect(await choose(link, { firstName: ' Siobhán', lastName: 'Ní  Chaoimh' })).toEqual([200, undefined]);
    const tried = [];
    for (const password of [attackerPassword, otherPassword]) tried.push(await canLogIn(email, password));
    expect(tried).toEqual(['wrong_credentials', 'in']);
    expect(
      await app.db
        .selectFrom('users')
        .select(['first_name', 'last_name', 'status', 'accepted_terms_at'])
        .where('id', '=', locked?.id ?? 0)
        .execute(),
    ).toEqual([
      {
        first_name: 'Siobhán',
        last_name: 'Ní Chaoimh',
        status: 'active',
        accepted_terms_at: app.platform.now(),
      },
    ]);
    const left = await Promise.all(
      (['registrations', 'passkeys', 'identities'] as const).map((table) =>
        app.db
          .selectFrom(table)
          .select('id')
          .where('user_id', '=', locked?.id ?? 0)
          .execute(),
      ),
    );
    expect(left).toEqual([[], [], []]);
    expect(
      await app.db
        .selectFrom('consents')
        .select('at')
        .where('user_id', '=', locked?.id ?? 0)
        .execute(),
    ).toEqual([{ at: app.platform.now() }, { at: app.platform.now() }]);
    expect(
      await app.db
        .selectFrom('events')
        .select('type')
        .where('user_id', '=', locked?.id ?? 0)
        .orderBy('id')
        .execute(),
    ).toEqual([{ type: 'account_registered' }, { type: 'account_confirmed' }]);
    // Once, whichever way.
    expect([await choose(link), await confirm(link)]).toEqual([
      [410, 'link_used'],
      [410, 'link_used'],
    ]);
  });

  it('leaves no name of a stranger where staff invite the address', async () => {
    const email = 'asked.for@example.org';
    await register(email, attackerPassword, 'Mallory');
    const { token } = await app.login({ role: 'pro' });
    const [plain, named] = [{ email }, { email, firstName: 'Anna', lastName: 'de Vries' }];
    await app.call('POST', '/users/invite', { token, body: plain });
    const [mail] = await mailsNow();
    expect(mail?.text).not.toContain('Mallory');
    await app.call('POST', '/users/invite', { token, body: named });
    expect(await userOf(email)).toMatchObject({ first_name: 'Anna', status: 'locked' });
    await app.call('POST', '/users/invite', { token, body: { ...named, firstName: 'Other' } });
    expect(await userOf(email)).toMatchObject({ first_name: 'Anna' });
    await mailsNow();
  });
});

describe('the page that somebody came from', () => {
  /** The links into the portal that a mail holds, without their tokens. */
  const linksIn = (mail: { text: string } | undefined) =>
    [...(mail?.text ?? '').matchAll(/http:\/\/localhost:3000(\/auth\/\S+)/g)].map(([, link = '']) =>
      link.replace(/[A-Za-z0-9_-]{40,}/, '…'),
    );
  const mailAfter = async (method: 'POST', path: string, body: object) => {
    expect((await app.call(method, path, { body })).status).toBe(200);
    return (await mailsNow()).at(-1);
  };

  it('stands behind the link of every mail on the way into an account', async () => {
    const email = 'from.a.call@example.org';
    const from = (page: string) => () => register(email, goodPassword, 'Siobhán', { return: page });
    const first = await lastMailOf(from('/calls/5'), email);
    expect(linksIn(first)).toEqual(['/auth/confirm/…?return=%2Fcalls%2F5']);
    // Sent again, also from a device that knows nothing of the call.
    expect(linksIn(await mailAfter('POST', '/users/register/resend', { email }))).toEqual([
      '/auth/confirm/…?return=%2Fcalls%2F5',
    ]);
    app.clock.advance(1_000);
    const second = await lastMailOf(from('/calls/6?x=1&y=2'), email);
    expect(linksIn(second)).toEqual(['/auth/confirm/…?return=%2Fcalls%2F6%3Fx%3D1%26y%3D2']);
    expect(linksIn(await mailAfter('POST', '/users/register/resend', { email }))).toEqual([
      '/auth/invite/…?return=%2Fcalls%2F6%3Fx%3D1%26y%3D2',
    ]);
    expect(await confirm(linkIn(first, 'confirm'))).toEqual([200, undefined]);

    app.clock.advance(3_600_000);
    // Who has an account already comes back as well, and so does who forgot the password on the way.
    expect(linksIn(await lastMailOf(from('/calls/7'), email))).toEqual([
      '/auth/forgot?return=%2Fcalls%2F7',
      '/auth/login?return=%2Fcalls%2F7',
    ]);
    expect(linksIn(await mailAfter('POST', '/users/forgot', { email, return: '/calls/8' }))).toEqual([
      '/auth/reset/…?return=%2Fcalls%2F8',
    ]);
    expect(linksIn(await mailAfter('POST', '/users/forgot', { email }))).toEqual(['/auth/reset/…']);
  });

  it('stays behind a new link for a person whose invitation no longer opens', async () => {
    const email = 'invited.to.work@example.org';
    const { token } = await app.login({ role: 'pro' });
    await app.call('POST', '/users/invite', { token, body: { email } });
    await mailsNow();
    const work = { email, return: '/applications/ESAO-REG-1?assignment=1' };
    expect(linksIn(await mailAfter('POST', '/users/register/resend', work))).toEqual([
      '/auth/invite/…?return=%2Fapplications%2FESAO-REG-1%3Fassignment%3D1',
    ]);
  });

  it('leads administrators to the portal that takes them', async () => {
    const { email, userId } = await app.login({ role: 'admin' });
    await app.platform.emit(app.db, [
      { type: 'registration_repeated', userId, occurredAt: app.platform.now() },
      {
        type: 'sign_in_changed',
        userId,
        occurredAt: app.platform.now(),
        detail: { change: 'second_factor_on', what: '' },
      },
    ]);
    const mails = await mailsNow();
    expect(mails.map(({ to }) => to)).toEqual([email, email]);
    const links = mails.flatMap(({ text }) => text.match(/http:\/\/localhost:3000\/\S+/g) ?? []);
    expect(new Set(links)).toEqual(
      new Set([
        'http://localhost:3000/admin/',
        'http://localhost:3000/auth/forgot',
        'http://localhost:3000/contact',
      ]),
    );
  });

  it('is one of this portal', async () => {
    for (const page of ['//evil.example', 'https://evil.example', '/\\evil.example', '/auth/login', '/a b']) {
      const answer = await app.call('POST', '/users/forgot', {
        body: { email: 'nobody@example.org', return: page },
      });
      expect([answer.status, answer.body.message]).toEqual([400, ['This is not a page of the portal.']]);
    }
  });
});

describe('a change of e-mail', () => {
  const change = (token: string, email: string, password = goodPassword) =>
    app.call('PATCH', '/users/email', { token, body: { email, password } });
  const confirmEmail = async (link: MailedLink) => {
    const answer = await app.call('POST', '/users/email/confirmation', { body: link });
    return [answer.status, answer.body.code];
  };

  it('is confirmed by a link to the new address, told to the old one before and after, and ends all sessions', async () => {
    const [before, after] = ['before@example.org', 'After@example.org'];
    const id = await createAccount(app, { email: before, role: 'pro' });
    const one = await logInAs(app, before);
    const two = await logInAs(app, before, { app: 'admin_portal' });
    const answer = await change(one.token, ` ${after} `);
    expect([answer.status, answer.body]).toEqual([200, { done: true }]);
    const mails = await mailsNow();
    expect(mails.map(({ to, subject }) => [to, subject]).toSorted()).toEqual([
      [after, 'Clearcall: confirm your new email address'],
      [before, 'Clearcall: your email address is about to change'],
    ]);
    expect(mails.find(({ to }) => to === before)?.text).toContain('New address: After@example.org');
    const link = linkIn(
      mails.find(({ to }) => to === after),
      'confirm/email',
    );
    expect(link).toEqual({ id, email: after, token: expect.any(String) });

    // Nothing has changed before the button is pressed.
    expect([await canLogIn(after, goodPassword), await canLogIn(before, goodPassword)]).toEqual([
      'wrong_credentials',
      'in',
    ]);
    expect(await confirmEmail(link)).toEqual([200, undefined]);
    expect(await userOf(after)).toMatchObject({ id, email: after, wanted_email: null });
    const open = async (token: string) => (await app.call('GET', '/users/roles', { token })).status;
    expect([await open(one.token), await open(two.token)]).toEqual([401, 401]);
    expect((await refreshWith(app, one.cookie)).answer.status).toBe(401);
    expect([await canLogIn(after, goodPassword), await canLogIn(before, goodPassword)]).toEqual([
      'in',
      'wrong_credentials',
    ]);
    expect((await mailsNow()).map(({ to, subject }) => [to, subject])).toEqual([
      [before, 'Clearcall: your email address was changed'],
    ]);
    expect(await confirmEmail(link)).toEqual([410, 'link_used']);
  });

  it('answers the same for an address that has an account, and mails its owner', async () => {
    await createAccount(app, { email: 'taken@example.org' });
    await createAccount(app, { email: 'taken.locked@example.org', status: 'locked' });
    await createAccount(app, { email: 'taken.closed@example.org', status: 'closed' });
    await createAccount(app, { email: 'asker@example.org' });
    const { token } = await logInAs(app, 'asker@example.org');
    const seen: { answer: unknown; statements: string[] }[] = [];
    for (const name of ['free', 'taken', 'taken.locked', 'taken.closed']) {
      let answer: unknown;
      const statements = await app.sqlOf(async () => {
        const { status, body, headers } = await change(token, `${name}@example.org`);
        answer = { status, body, headers: Object.keys(headers).filter((header) => header !== 'date') };
      });
      seen.push({ answer, statements });
    }
    expect(seen).toEqual(seen.map(() => seen[0]));
    expect(seen[0]?.answer).toMatchObject({ status: 200, body: { done: true } });
    const mails = (await mailsNow()).filter(({ to }) => to !== 'asker@example.org');
    // The wishes for the free one and for the one that nobody confirmed were overtaken by the later ones.
    expect(mails.map(({ to, subject }) => [to, subject]).toSorted()).toEqual([
      ['taken@example.org', 'Clearcall: you already have an account'],
    ]);
    for (const { text } of mails) expect(text).not.toMatch(/asker|confirm\/email/);
  });

  /** Asks for another address and gives what came to it: the link, or the subject of another mail. */
  async function askFor(token: string, email: string) {
    expect((await change(token, email)).body).toEqual({ done: true });
    const mail = (await mailsNow()).find(({ to }) => to.toLowerCase() === email.toLowerCase());
    return { link: linkIn(mail, 'confirm/email'), subject: mail?.subject };
  }

  it('to the address of somebody else is confirmed by its reader alone, and says what that does', async () => {
    await createAccount(app, { email: 'wants.yours@example.org' });
    const wanting = await logInAs(app, 'wants.yours@example.org');
    expect((await change(wanting.token, 'readers.other@example.org')).body).toEqual({ done: true });
    const mail = (await mailsNow()).find(({ to }) => to === 'readers.other@example.org');
    expect(mail?.text).toContain('If it was not you, do not confirm');
    const link = linkIn(mail, 'confirm/email');
    expect(await confirmEmail({ ...link, token: 'A'.repeat(43) })).toEqual([410, 'link_invalid']);
    expect(await userOf('readers.other@example.org')).toBeUndefined();
    expect(await confirmEmail(link)).toEqual([200, undefined]);
    expect((await app.call('GET', '/users/roles', { token: wanting.token })).status).toBe(401);
  });

  it('wins over a registration that nobody confirmed: whoever proves the address gets it', async () => {
    const id = await createAccount(app, { email: 'rightful@example.org' });
    const { token } = await logInAs(app, 'rightful@example.org');
    const theirs = await register('Blocked@example.org', attackerPassword, 'Mallory');
    const blocking = await userOf('blocked@example.org');
    const { link, subject } = await askFor(token, 'blocked@example.org');
    expect(subject).toBe('Clearcall: confirm your new email address');
    // Nothing has changed before the button is pressed.
    expect(await userOf('blocked@example.org')).toEqual(blocking);

    expect(await confirmEmail(link)).toEqual([200, undefined]);
    expect(await userOf('blocked@example.org')).toMatchObject({ id, email: 'blocked@example.org' });
    expect(await confirm(theirs)).toEqual([410, 'link_invalid']);
    expect([
      await canLogIn('blocked@example.org', attackerPassword),
      await canLogIn('blocked@example.org', goodPassword),
    ]).toEqual(['wrong_credentials', 'in']);
    const left = app.db
      .selectFrom('users')
      .select('id')
      .where('id', '=', blocking?.id ?? 0);
    expect(await left.execute()).toEqual([]);
    const events = await app.db
      .selectFrom('events')
      .select(['type', 'user_id', 'actor_id', 'detail'])
      .orderBy('id', 'desc')
      .limit(2)
      .execute();
    expect(events).toEqual([
      { type: 'email_changed', user_id: id, actor_id: null, detail: { before: 'rightful@example.org' } },
      { type: 'unconfirmed_account_removed', user_id: blocking?.id, actor_id: id, detail: {} },
    ]);
  });

  it('wins over a registration that came after its link was sent', async () => {
    const id = await createAccount(app, { email: 'earlier@example.org' });
    const { token } = await logInAs(app, 'earlier@example.org');
    const { link } = await askFor(token, 'overtaken@example.org');
    await register('overtaken@example.org', attackerPassword, 'Mallory');
    expect(await confirmEmail(link)).toEqual([200, undefined]);
    expect(await userOf('overtaken@example.org')).toMatchObject({ id });
  });

  it.each<[string, (id: number) => Promise<unknown>]>([
    [
      'somebody confirmed',
      (id) => app.db.updateTable('users').set({ status: 'active' }).where('id', '=', id).execute(),
    ],
    [
      'was confirmed once and locked since',
      (id) =>
        app.db
          .updateTable('users')
          .set({ accepted_terms_at: app.platform.now() })
          .where('id', '=', id)
          .execute(),
    ],
    [
      'staff gave a part to',
      (id) => app.db.updateTable('users').set({ role: 'rapporteur' }).where('id', '=', id).execute(),
    ],
    [
      'staff made a member',
      (id) =>
        app.db
          .insertInto('memberships')
          .values({ user_id: id, centre_id: null, panel: 'PE1', part: 'chair' })
          .execute(),
    ],
    [
      'has work waiting',
      async (id) => {
        const call = await createCall(app);
        const draft = await createDraft(app, call.id, await app.login());
        await app.db
          .updateTable('assignments')
          .set({ assigner_id: id })
          .where('id', '=', draft.assignmentId)
          .execute();
      },
    ],
  ])('never takes the address of an account that %s', async (what, make) => {
    const [own, wanted] = [`asks ${what}`, `holds ${what}`].map(
      (name) => `${name.replaceAll(' ', '.')}@example.org`,
    );
    await createAccount(app, { email: own ?? '' });
    const { token } = await logInAs(app, own ?? '');
    const { link } = await askFor(token, wanted ?? '');
    const holder = await createAccount(app, { email: wanted ?? '', status: 'locked' });
    await make(holder);
    expect(await confirmEmail(link)).toEqual([410, 'link_invalid']);
    expect(await userOf(wanted ?? '')).toMatchObject({ id: holder });
    expect((await askFor(token, wanted ?? '')).subject).toBe('Clearcall: you already have an account');
  });

  it('leaves an account that something refers to of which it knows nothing', async () => {
    await createAccount(app, { email: 'asks.referred@example.org' });
    const { token } = await logInAs(app, 'asks.referred@example.org');
    const { link } = await askFor(token, 'referred@example.org');
    const holder = await createAccount(app, { email: 'referred@example.org', status: 'locked' });
    await sql`create table referring (user_id bigint references users)`.execute(app.db);
    await sql`insert into referring values (${holder})`.execute(app.db);
    expect(await confirmEmail(link)).toEqual([410, 'link_invalid']);
    await sql`drop table referring`.execute(app.db);
    expect(await userOf('referred@example.org')).toMatchObject({ id: holder });
  });

  it.each([
    ['the registration first', true],
    ['the change first', false],
  ])(
    'of a registration and a change that are confirmed at once lets one through: %s',
    async (_order, registration) => {
      const name = registration ? 'first' : 'second';
      const id = await createAccount(app, { email: `${name}.changes@example.org` });
      const { token } = await logInAs(app, `${name}.changes@example.org`);
      const email = `${name}.both@example.org`;
      const theirs = await register(email, goodPassword, 'Siobhán');
      const { link } = await askFor(token, email);
      const holder = (await userOf(email))?.id ?? 0;
      if (registration) {
        const late = await whileHeldBack(
          app,
          (tx) => tx.updateTable('users').set({ status: 'active' }).where('id', '=', holder).execute(),
          () => confirmEmail(link),
        );
        expect(late).toEqual([410, 'link_invalid']);
        expect(await userOf(email)).toMatchObject({ id: holder });
      } else {
        const late = await whileHeldBack(
          app,
          (tx) => tx.deleteFrom('users').where('id', '=', holder).execute(),
          () => confirm(theirs),
        );
        expect(late).toEqual([410, 'link_invalid']);
        expect(await confirmEmail(link)).toEqual([200, undefined]);
        expect(await userOf(email)).toMatchObject({ id });
      }
    },
  );

  it('counts the newest wish alone: a link to a mistyped address opens nothing', async () => {
    const id = await createAccount(app, { email: 'typo@example.org' });
    const { token } = await logInAs(app, 'typo@example.org');
    await change(token, 'tpyo.new@example.org');
    const mistyped = linkIn(
      (await mailsNow()).find(({ to }) => to === 'tpyo.new@example.org'),
      'confirm/email',
    );
    await change(token, 'typo.new@example.org');
    const right = linkIn(
      (await mailsNow()).find(({ to }) => to === 'typo.new@example.org'),
      'confirm/email',
    );
    expect(await confirmEmail(mistyped)).toEqual([410, 'link_invalid']);
    // Bound to person, address and purpose.
    const stranger = await createAccount(app, { email: 'stranger@example.org' });
    for (const tried of [
      { ...right, id: stranger },
      { ...right, email: 'tpyo.new@example.org' },
      { ...right, email: 'typo@example.org' },
      { ...right, token: mistyped.token },
    ]) {
      expect(await confirmEmail(tried)).toEqual([410, 'link_invalid']);
    }
    expect(await confirmEmail(right)).toEqual([200, undefined]);
    expect(await userOf('typo.new@example.org')).toMatchObject({ id });
  });

  it('is invalid when somebody took the address in between, and when the password was changed since', async () => {
    await createAccount(app, { email: 'slow@example.org' });
    const { token } = await logInAs(app, 'slow@example.org');
    await change(token, 'contested@example.org');
    const link = linkIn(
      (await mailsNow()).find(({ to }) => to === 'contested@example.org'),
      'confirm/email',
    );
    const winner = await createAccount(app, { email: 'contested@example.org' });
    expect(await confirmEmail(link)).toEqual([410, 'link_invalid']);
    expect(await userOf('contested@example.org')).toMatchObject({ id: winner });
    expect(await canLogIn('slow@example.org', goodPassword)).toBe('in');
    expect((await app.call('GET', '/users/roles', { token })).status).toBe(200);

    await change(token, 'uncontested@example.org');
    const stopped = linkIn(
      (await mailsNow()).find(({ to }) => to === 'uncontested@example.org'),
      'confirm/email',
    );
    const body = { oldPassword: goodPassword, newPassword: otherPassword, verifyPassword: otherPassword };
    expect((await app.call('PATCH', '/users/password', { token, body })).status).toBe(200);
    expect(await confirmEmail(stopped)).toEqual([410, 'link_password_changed']);
  });

  it('expires after 48 hours, and lets one of two presses at once through', async () => {
    await createAccount(app, { email: 'late.change@example.org' });
    const { token } = await logInAs(app, 'late.change@example.org');
    const linkTo = async (to: string) => {
      await change(token, to);
      return linkIn(
        (await mailsNow()).find((mail) => mail.to === to),
        'confirm/email',
      );
    };
    const link = await linkTo('late.new@example.org');
    const both = await Promise.all([confirmEmail(link), confirmEmail(link)]);
    expect(both.map(([status]) => status).toSorted()).toEqual([200, 410]);

    await createAccount(app, { email: 'later.change@example.org' });
    const later = await logInAs(app, 'later.change@example.org');
    await change(later.token, 'later.new@example.org');
    const old = linkIn(
      (await mailsNow()).find(({ to }) => to === 'later.new@example.org'),
      'confirm/email',
    );
    app.clock.advance(48 * 3_600_000);
    expect(await confirmEmail(old)).toEqual([410, 'link_expired']);
  });

  it('asks for the password, and refuses the own address and what is none', async () => {
    await createAccount(app, { email: 'asks@example.org' });
    const { token } = await logInAs(app, 'asks@example.org');
    const seen = [];
    for (const [email, password] of [
      ['new@example.org', 'Wrong-password-1'],
      ['new@example.org', ''],
      ['ASKS@example.org', goodPassword],
      ['new@example', goodPassword],
    ] as const) {
      const { status, body } = await change(token, email, password);
      seen.push([status, body.code, [body.message].flat()]);
    }
    const wrong = [422, 'wrong_password', ['Your current password is not right.']];
    expect(seen).toEqual([
      wrong,
      wrong,
      [400, 'invalid_input', ['This is your e-mail address already.']],
      [400, 'invalid_input', ['Invalid e-mail']],
    ]);
    expect(await mailsNow()).toEqual([]);
    expect(await userOf('asks@example.org')).toMatchObject({ wanted_email: null });
  });
});

describe('a change of password', () => {
  const change = (token: string, oldPassword: string, newPassword: string, verifyPassword = newPassword) =>
    app.call('PATCH', '/users/password', { token, body: { oldPassword, newPassword, verifyPassword } });

  it('ends all other sessions, voids mailed links, and tells the person', async () => {
    const email = 'password@example.org';
    const userId = await createAccount(app, { email, role: 'pro' });
    const own = await logInAs(app, email);
    const elsewhere = await logInAs(app, email);
    const admin = await logInAs(app, email, { app: 'admin_portal' });
    await app.call('POST', '/users/forgot', { body: { email } });
    const reset = linkIn((await mailsNow())[0], 'reset');
    const answer = await change(own.token, goodPassword, otherPassword);
    expect([answer.status, answer.body]).toEqual([200, { done: true }]);
    const open = async (token: string) => (await app.call('GET', '/users/roles', { token })).status;
    expect([await open(own.token), await open(elsewhere.token), await open(admin.token)]).toEqual([
      200, 401, 401,
    ]);
    expect((await refreshWith(app, own.cookie)).answer.status).toBe(200);
    expect([await canLogIn(email, goodPassword), await canLogIn(email, otherPassword)]).toEqual([
      'wrong_credentials',
      'in',
    ]);
    const used = await app.call('PATCH', '/users/reset', {
      body: { ...emailAndToken(reset), password: attackerPassword },
    });
    expect([used.status, used.body.code]).toEqual([410, 'link_password_changed']);
    expect((await mailsNow()).map(({ to, subject }) => [to, subject])).toEqual([
      [email, 'Clearcall: your password was changed'],
    ]);
    expect(
      await app.db
        .selectFrom('events')
        .select(['type', 'detail'])
        .where('user_id', '=', userId)
        .orderBy('id', 'desc')
        .executeTakeFirst(),
    ).toEqual({ type: 'password_changed', detail: {} });
  });

  it('refuses in words, and slows guessing down together with the login', async () => {
    const email = 'guessed@example.org';
    await createAccount(app, { email });
    const { token } = await logInAs(app, email);
    const seen = [];
    for (const given of [
      [goodPassword, otherPassword, 'Another-one-11'],
      [goodPassword, 'short'],
      [goodPassword, 'Password1234!'],
      [goodPassword, 'Guessed@example.org'],
      ['Wrong-password-1', otherPassword],
    ] as const) {
      const { status, body } = await change(token, given[0], given[1], given[2]);
      seen.push([status, [body.message].flat()]);
    }
    expect(seen).toEqual([
      [400, ['Please input the new password again.']],
      [
        422,
        ['Password must have one lowercase, one uppercase, one symbol and be at least 12 characters long.'],
      ],
      [422, ['This password is too easy to guess. Choose another one.']],
      [422, ['This password is too easy to guess. Choose another one.']],
      [422, ['Your current password is not right.']],
    ]);
    for (let attempt = 0; attempt < 4; attempt += 1) await change(token, 'Wrong-password-1', otherPassword);
    const slowed = await change(token, goodPassword, otherPassword);
    expect([slowed.status, slowed.body.message, slowed.headers['retry-after']]).toEqual([
      429,
      'Too many attempts. Wait 1 second and try again.',
      '1',
    ]);
    expect((await logInAs(app, email)).answer.status).toBe(429);
    app.clock.advance(1_000);
    expect((await change(token, goodPassword, otherPassword)).status).toBe(200);
  });

  it('lets one of two changes at once through', async () => {
    await createAccount(app, { email: 'twice.changed@example.org' });
    const { token } = await logInAs(app, 'twice.changed@example.org');
    const answers = await Promise.all([
      change(token, goodPassword, otherPassword),
      change(token, goodPassword, attackerPassword),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  });
});

describe('an invitation', () => {
  const invite = async (email: string, as: { role: 'pro' | 'admin' } = { role: 'pro' }) => {
    const { token } = await app.login(as);
    return app.call('POST', '/users/invite', {
      token,
      body: { email, firstName: ' Anna\n', lastName: 'de Vries' },
    });
  };
  const choose = async (link: MailedLink, password = otherPassword) => {
    const { status, body } = await app.call('PATCH', '/users/invite/password', {
      body: { ...emailAndToken(link), password, acceptedTerms: true },
    });
    return [status, body.code];
  };

  it('makes a locked account whose owner chooses the password with the mailed link, once, within 14 days', async () => {
    const email = 'Invited@example.org';
    const answer = await invite(email);
    expect([answer.status, answer.body]).toEqual([200, { id: expect.any(Number) }]);
    expect(await userOf(email)).toEqual({
      id: answer.body.id,
      email,
      first_name: 'Anna',
      status: 'locked',
      wanted_email: null,
      accepted_terms_at: null,
    });
    const [mail] = await mailsNow();
    expect([mail?.to, mail?.subject]).toEqual([email, 'Clearcall: you are invited']);
    const link = linkIn(mail, 'invite');
    expect(await canLogIn(email, otherPassword)).toBe('wrong_credentials');
    for (const [password, code] of [
      ['weak', 'weak_password'],
      ['Password1234!', 'common_password'],
      ['INVITED@example.org', 'common_password'],
    ] as const)
      expect(await choose(link, password)).toEqual([422, code]);
    const refused = await app.call('PATCH', '/users/invite/password', {
      body: { ...emailAndToken(link), password: otherPassword, acceptedTerms: false },
    });
    expect([refused.status, refused.body.message]).toEqual([
      400,
      ['Accept the terms of use and the privacy policy.'],
    ]);
    app.clock.advance(14 * 86_400_000 - 1);
    expect(await choose(link)).toEqual([200, undefined]);
    expect(await userOf(email)).toMatchObject({ status: 'active', accepted_terms_at: app.platform.now() });
    expect(await canLogIn(email, otherPassword)).toBe('in');
    expect(await choose(link, goodPassword)).toEqual([410, 'link_used']);
  });

  it('reminds whoever waits, leaves an account in peace, and answers alike', async () => {
    const first = await invite('reminded@example.org');
    await mailsNow();
    const second = await invite('reminded@example.org', { role: 'admin' });
    expect(second.body).toEqual(first.body);
    expect((await mailsNow()).map(({ to }) => to)).toEqual(['reminded@example.org']);
    const id = await createAccount(app, { email: 'in.use@example.org' });
    expect((await invite('in.use@example.org')).body).toEqual({ id });
    expect(await mailsNow()).toEqual([]);
    expect(await canLogIn('in.use@example.org', goodPassword)).toBe('in');
  });

  it('says that it expired, and an address that a stranger registered meanwhile stays its owner’s', async () => {
    const email = 'raced@example.org';
    await invite(email);
    const link = linkIn((await mailsNow())[0], 'invite');
    const stranger = await register(email, attackerPassword, 'Mallory');
    app.clock.advance(47 * 3_600_000);
    expect(await choose(link)).toEqual([200, undefined]);
    expect(await confirm(stranger)).toEqual([410, 'link_password_changed']);
    expect([await canLogIn(email, attackerPassword), await canLogIn(email, otherPassword)]).toEqual([
      'wrong_credentials',
      'in',
    ]);

    await invite('too.late@example.org');
    const late = linkIn((await mailsNow())[0], 'invite');
    app.clock.advance(14 * 86_400_000);
    expect(await choose(late)).toEqual([410, 'link_expired']);
  });
});

describe('the links of mails', () => {
  /** One open link of every purpose, each of an account of its own. */
  async function everyLink() {
    const name = `walk${app.platform.newId()}`;
    const [locked, active, changing, invited] = ['locked', 'active', 'changing', 'invited'].map(
      (kind) => `${kind}.${name}@example.org`,
    ) as [string, string, string, string];
    const confirmation = await register(locked, goodPassword, 'Siobhán');
    await createAccount(app, { email: active });
    await app.call('POST', '/users/forgot', { body: { email: active } });
    const reset = linkIn((await mailsNow())[0], 'reset');
    await createAccount(app, { email: changing });
    const { token } = await logInAs(app, changing);
    await app.call('PATCH', '/users/email', {
      token,
      body: { email: `new.${changing}`, password: goodPassword },
    });
    const change = linkIn(
      (await mailsNow()).find(({ to }) => to === `new.${changing}`),
      'confirm/email',
    );
    const pro = await app.login({ role: 'pro' });
    await app.call('POST', '/users/invite', { token: pro.token, body: { email: invited } });
    const invitation = linkIn((await mailsNow())[0], 'invite');
    return { confirmation, reset, change, invitation };
  }

  /** Each operation that takes a mailed token. */
  const uses = {
    confirmation: (link: MailedLink) =>
      app.call('POST', '/users/register/confirmation', { body: emailAndToken(link) }),
    reset: (link: MailedLink) =>
      app.call('PATCH', '/users/reset', { body: { ...emailAndToken(link), password: otherPassword } }),
    change: (link: MailedLink) =>
      app.call('POST', '/users/email/confirmation', { body: { ...link, id: link.id || 1 } }),
    invitation: (link: MailedLink) =>
      app.call('PATCH', '/users/invite/password', {
        body: { ...emailAndToken(link), password: otherPassword, acceptedTerms: true },
      }),
  };

  it('open their own purpose for their own person, once: 4 of 76 attempts go through', async () => {
    const links = await everyLink();
    const others = await everyLink();
    let tried = 0;
    const through: string[] = [];
    const attempt = async (
      purpose: keyof typeof uses,
      link: MailedLink,
      what: string,
      code = 'link_invalid',
    ) => {
      tried += 1;
      const { status, body } = await uses[purpose](link);
      if (status === 200) through.push(what);
      else expect([what, status, body.code]).toEqual([what, 410, code]);
    };
    const kinds = Object.keys(uses) as (keyof typeof uses)[];
    for (const purpose of kinds) {
      for (const kind of kinds) {
        // With the link of a registration a password can be chosen as well: that has a test of its own.
        if (kind !== purpose && !(kind === 'confirmation' && purpose === 'invitation')) {
          // Another purpose, also with the ids and addresses that this purpose expects.
          await attempt(purpose, links[kind], `${kind} for ${purpose}`);
          await attempt(
            purpose,
            { ...links[purpose], token: links[kind].token },
            `token of ${kind} for ${purpose}`,
          );
        }
        // Somebody else's token, address and id.
        await attempt(purpose, { ...links[purpose], token: others[kind].token }, 'another person’s token');
        await attempt(purpose, { ...links[purpose], email: others[kind].email }, 'another person’s address');
      }
      await attempt(purpose, { ...links[purpose], token: 'A'.repeat(43) }, 'a made-up token');
      await attempt(
        purpose,
        { ...links[purpose], token: links[purpose].token.slice(0, -1) },
        'a short token',
      );
      if (purpose === 'change') {
        await attempt(purpose, { ...links.change, id: others.change.id }, 'another person’s id');
        await attempt(purpose, { ...links.change, id: links.change.id + 1_000_000 }, 'nobody’s id');
      }
      await attempt(purpose, links[purpose], purpose);
      await attempt(purpose, links[purpose], `${purpose} again`, 'link_used');
      await attempt(
        purpose,
        { ...links[purpose], email: links[purpose].email.toUpperCase() },
        'again, in capitals',
        'link_used',
      );
    }
    expect(through).toEqual(kinds);
    expect(tried).toBe(76);
  });

  it('change nothing when a scanner opens them, and no token stands in any table', async () => {
    const links = await everyLink();
    const { rows: tables } = await sql<{ name: string }>`
      select table_schema || '.' || table_name as name from information_schema.tables
      where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`.execute(
      app.db,
    );
    let stored = '';
    for (const { name } of tables) {
      const { rows } = await sql<{ text: string | null }>`
        select string_agg(t::text, e'\n') as text from ${sql.table(name)} as t`.execute(app.db);
      stored += rows[0]?.text ?? '';
    }
    expect(stored.length).toBeGreaterThan(1_000);
    for (const { token } of Object.values(links)) {
      expect(stored).not.toContain(token);
      expect(stored).not.toContain(Buffer.from(token).toString('hex'));
    }

    const before = await tablesHash(app.db);
    const pages = { confirmation: 'confirm', reset: 'reset', change: 'confirm/email', invitation: 'invite' };
    const asked: [string, string, number][] = [];
    for (const [kind, link] of Object.entries(links)) {
      const code = Buffer.from(JSON.stringify(link)).toString('base64url');
      for (const page of Object.values(pages)) {
        for (const method of ['GET', 'HEAD'] as const) {
          const { statusCode } = await app.app.inject({ method, url: `/auth/${page}/${code}` });
          asked.push([kind, `${method} ${page}`, statusCode]);
        }
      }
      for (const path of ['register/confirmation', 'reset', 'email/confirmation', 'invite/password']) {
        const query = new URLSearchParams({ email: link.email, token: link.token }).toString();
        for (const method of ['GET', 'HEAD'] as const) {
          await app.app.inject({ method, url: `/api/users/${path}?${query}` });
        }
      }
    }
    expect(asked).toHaveLength(4 * 4 * 2);
    // The question of the page that opens uses nothing up either.
    const purposes = {
      confirmation: 'confirm_account',
      reset: 'reset_password',
      change: 'change_email',
      invitation: 'invite',
    };
    for (const [kind, link] of Object.entries(links))
      for (const [of, purpose] of Object.entries(purposes)) {
        const body = { ...emailAndToken(link), purpose };
        const { status } = await app.call('POST', '/users/links/check', { body });
        expect([kind, of, status]).toEqual([kind, of, kind === of ? 200 : 410]);
      }
    expect(await tablesHash(app.db)).toBe(before);
    // And they still work.
    for (const kind of Object.keys(uses) as (keyof typeof uses)[]) {
      expect([kind, (await uses[kind](links[kind])).status]).toEqual([kind, 200]);
    }
  });
});
