import { decodeLink } from '@clearcall/domain/mail/link.ts';
import { defaultRetention } from '@clearcall/domain/organisation/retention.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAccount, goodPassword, logInAs } from '../../../testing/accounts.ts';
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts';
import { askedCosts } from '../../../testing/quick-argon2.ts';
import { purgeExpired } from '../profile/purge.ts';
import { accountMailFacts } from './mail-facts.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());
beforeEach(() => app.db.deleteFrom('events').execute());

async function solvedChallenge(): Promise<{ challengeId: string; answer: string }> {
  const { body } = await app.call('POST', '/users/challenge', { body: {} });
  const row = await app.db
    .selectFrom('human_challenges')
    .select('angle')
    .where('id', '=', body.challengeId)
    .executeTakeFirstOrThrow();
  return { challengeId: body.challengeId, answer: String(360 - (row.angle ?? 0)) };
}

function form(email: string, more: Record<string, unknown> = {}) {
  return {
    firstName: 'Zoë',
    lastName: 'Ångström',
    email,
    password: goodPassword,
    acceptedTerms: true,
    ...more,
  };
}

const register = async (email: string, more: Record<string, unknown> = {}) =>
  app.call('PUT', '/users/register', { body: form(email, { ...(await solvedChallenge()), ...more }) });

const events = () =>
  app.db.selectFrom('events').select(['type', 'user_id', 'detail']).orderBy('id').execute();
const userOf = (email: string) =>
  app.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();
const sending = () => ({ db: app.db, now: app.platform.now(), config: app.platform.config });

/** The link as it stands in the mail that would be sent now. */
async function confirmLink(userId: number) {
  const registration = await app.db
    .selectFrom('registrations')
    .select('id')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const facts = await accountMailFacts(sending(), 'confirm_account', {
    userId,
    registrationId: registration?.id,
  });
  const path = facts?.link.replace('http://localhost:3000/auth/confirm/', '') ?? '';
  return decodeLink(path) ?? { email: '', token: '' };
}
const confirm = (link: object | null) =>
  app.call('POST', '/users/register/confirmation', { body: { ...link } });

describe('registering', () => {
  it('creates a locked user whom the mailed link unlocks', async () => {
    const answer = await register('New.Person@example.org');
    expect([answer.status, answer.body]).toEqual([200, { done: true }]);
    const user = await userOf('new.person@example.org');
    if (!user) throw new Error('Nobody was created.');
    expect(user).toMatchObject({
      email: 'New.Person@example.org',
      // The names wait with the password: whose words they are shows with the link.
      first_name: '',
      last_name: '',
      role: 'user',
      status: 'locked',
      accepted_terms_at: null,
      password_hash: null,
    });
    const detail = { registrationId: expect.any(String) };
    expect(await events()).toEqual([{ type: 'account_registered', user_id: user.id, detail }]);

    const locked = await logInAs(app, 'new.person@example.org');
    expect(locked.answer.body.code).toBe('account_locked');
    const link = await confirmLink(user.id);
    expect(link.email).toBe('New.Person@example.org');
    const confirmed = await confirm(link);
    expect([confirmed.status, confirmed.body]).toEqual([200, { done: true }]);
    expect((await logInAs(app, 'new.person@example.org')).answer.status).toBe(200);
    expect(await userOf('new.person@example.org')).toMatchObject({
      first_name: 'Zoë',
      last_name: 'Ångström',
      status: 'active',
      accepted_terms_at: app.platform.now(),
      password_hash: expect.stringMatching(/^\$argon2id\$v=19\$/),
    });
    expect(askedCosts.at(-1)).toEqual({ memoryCost: 19_456, timeCost: 2, parallelism: 1 });
    expect((await events()).at(-1)).toEqual({ type: 'account_confirmed', user_id: user.id, detail: {} });
  });

  it('takes one name from a person who says that it is the only one, and their profile keeps it', async () => {
    const email = 'one.name@example.org';
    const missing = await register(email, { lastName: ' ' });
    expect([missing.status, missing.body.message]).toEqual([400, ['Last Name is required.']]);
    expect((await register(email, { firstName: 'Suharto', lastName: '', oneName: true })).status).toBe(200);
    const { id = 0 } = (await userOf(email)) ?? {};
    await confirm(await confirmLink(id));
    expect(await userOf(email)).toMatchObject({ first_name: 'Suharto', last_name: '' });

    const { token } = await logInAs(app, email);
    const save = async (body: object) => {
      const answer = await app.call('PATCH', `/users/${id}`, { token, body });
      return [answer.status, answer.body.lastName ?? answer.body.message];
    };
    expect(await save({ firstName: 'Soeharto', lastName: null })).toEqual([200, '']);
    expect(await save({ lastName: 'Two' })).toEqual([200, 'Two']);
    expect(await save({ lastName: null })).toEqual([400, ['This field is required']]);
    expect(await save({ lastName: null, oneName: true })).toEqual([200, '']);
  });

  it('answers the same for a known address, with the same statements, and changes nothing', async () => {
    await createAccount(app, { email: 'known@example.org' });
    await createAccount(app, { email: 'locked@example.org', status: 'locked' });
    await createAccount(app, { email: 'closed@example.org', status: 'closed' });
    const before = await app.db.selectFrom('users').selectAll().orderBy('id').execute();
    const seen: { answer: unknown; statements: string[] }[] = [];
    for (const email of [
      'fresh@example.org',
      'known@example.org',
      'locked@example.org',
      'closed@example.org',
    ]) {
      const challenge = await solvedChallenge();
      let answer: unknown;
      const statements = await app.sqlOf(async () => {
        const { status, body, headers } = await app.call('PUT', '/users/register', {
          body: form(email, challenge),
        });
        answer = { status, body, headers: Object.keys(headers).filter((name) => name !== 'date') };
      });
      seen.push({ answer, statements });
    }
    expect(seen).toEqual(seen.map(() => seen[0]));
    expect(seen[0]?.answer).toMatchObject({ status: 200, body: { done: true } });
    const fresh = await userOf('fresh@example.org');
    expect(
      await app.db
        .selectFrom('users')
        .selectAll()
        .where('id', '!=', fresh?.id ?? 0)
        .orderBy('id')
        .execute(),
    ).toEqual(before);
    const known = await userOf('known@example.org');
    const locked = await userOf('locked@example.org');
    const detail = { registrationId: expect.any(String) };
    expect(await events()).toEqual([
      { type: 'account_registered', user_id: fresh?.id, detail },
      { type: 'registration_repeated', user_id: known?.id, detail },
      { type: 'registration_repeated', user_id: locked?.id, detail },
      { type: 'registration_repeated', user_id: null, detail },
    ]);
  });

  it('makes one account of two registrations at once', async () => {
    const answers = await Promise.all([register('twice@example.org'), register('twice@example.org')]);
    expect(answers.map(({ status, body }) => [status, body])).toEqual([
      [200, { done: true }],
      [200, { done: true }],
    ]);
    expect(
      await app.db.selectFrom('users').select('id').where('email', '=', 'twice@example.org').execute(),
    ).toHaveLength(1);
  });

  it('refuses weak and common passwords before it looks at the challenge', async () => {
    const weak =
      'Password must have one lowercase, one uppercase, one symbol and be at least 12 characters long.';
    const common = 'This password is too easy to guess. Choose another one.';
    const seen = [];
    for (const password of ['short!A', 'alllowercase!', 'Password1234!', 'Weak@example.org']) {
      const answer = await app.call('PUT', '/users/register', {
        body: form('weak@example.org', { password, challengeId: app.platform.newId(), answer: '1' }),
      });
      seen.push([answer.status, answer.body.message]);
    }
    expect(seen).toEqual([
      [422, weak],
      [422, weak],
      [422, common],
      [422, common],
    ]);
    expect(await events()).toEqual([]);
  });

  it.each([
    [{ firstName: ' ' }, 'First Name is required.'],
    [{ lastName: '' }, 'Last Name is required.'],
    [{ firstName: '\u0001' }, 'First Name is required.'],
    [{ email: 'nobody' }, 'Invalid E-mail Address.'],
    [{ acceptedTerms: false }, 'Accept the terms of use and the privacy policy.'],
    [{ return: 'https://evil.example/calls/5' }, 'This is not a page of the portal.'],
    [{ return: '//evil.example' }, 'This is not a page of the portal.'],
  ])('says what is missing: %j', async (more, sentence) => {
    const answer = await register('missing@example.org', more);
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_input']);
    expect(answer.body.message.join(' ')).toContain(sentence);
    expect(await userOf('missing@example.org')).toBeUndefined();
  });

  it('keeps names on one line', async () => {
    await register('lines@example.org', { firstName: 'Anna\r\nBcc: x', lastName: 'de\u0001  Vries' });
    const user = await userOf('lines@example.org');
    await confirm(await confirmLink(user?.id ?? 0));
    expect(await userOf('lines@example.org')).toMatchObject({
      first_name: 'Anna Bcc: x',
      last_name: 'de Vries',
    });
  });
});

describe('the human check', () => {
  it('shows a small picture without metadata, and nothing that tells the angle', async () => {
    const { status, body } = await app.call('POST', '/users/challenge', { body: {} });
    expect([status, Object.keys(body)]).toEqual([
      200,
      ['challengeId', 'image', 'toleranceDegrees', 'expiresInS'],
    ]);
    const bytes = Buffer.from(body.image.replace('data:image/webp;base64,', ''), 'base64');
    expect(bytes.subarray(8, 12).toString()).toBe('WEBP');
    expect(bytes.length).toBeLessThan(40_000);
    expect(bytes.includes('EXIF') || bytes.includes('XMP ') || bytes.includes('ICCP')).toBe(false);
  });

  it('never shows the same bytes twice', async () => {
    const images = await Promise.all(
      Array.from(
        { length: 8 },
        async () => (await app.call('POST', '/users/challenge', { body: {} })).body.image,
      ),
    );
    expect(new Set(images).size).toBe(8);
  });

  it('takes ten degrees either way, not eleven', async () => {
    const off = async (degrees: number) => {
      const { challengeId, answer } = await solvedChallenge();
      const turned = String(Number(answer) + degrees);
      const result = await register(`off${degrees}@example.org`, { challengeId, answer: turned });
      return [result.status, result.body.code];
    };
    expect([await off(10), await off(-10), await off(370), await off(11), await off(-11)]).toEqual([
      [200, undefined],
      [200, undefined],
      [200, undefined],
      [422, 'human_check_failed'],
      [422, 'human_check_failed'],
    ]);
  });

  it('takes as many as the organisation says', async () => {
    const { themeHash: _hash, logo: _logo, ...settings } = await app.platform.organisation();
    const row = { id: 1, settings: JSON.stringify({ ...settings, humanToleranceDegrees: 5 }) };
    await app.db
      .insertInto('organisation')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute();
    const tolerance = async () =>
      (await app.call('POST', '/users/challenge', { body: {} })).body.toleranceDegrees;
    // The settings are read again after a second.
    await vi.waitFor(async () => expect(await tolerance()).toBe(5), 5_000);
    const codes = [];
    for (const off of [5, 6]) {
      const { challengeId, answer } = await solvedChallenge();
      const turned = String(Number(answer) + off);
      codes.push((await register(`narrower${off}@example.org`, { challengeId, answer: turned })).body.code);
    }
    expect(codes).toEqual([undefined, 'human_check_failed']);
    await app.db.deleteFrom('organisation').execute();
    await app.db
      .insertInto('organisation')
      .values({ ...row, settings: JSON.stringify(settings) })
      .execute();
    await vi.waitFor(async () => expect(await tolerance()).toBe(10), 5_000);
  });

  it('gives three attempts, five minutes, and a single use', async () => {
    const { challengeId, answer } = await solvedChallenge();
    const wrong = String(Number(answer) + 90);
    const codes = [];
    for (const given of [wrong, 'upright', wrong, answer]) {
      codes.push((await register('attempts@example.org', { challengeId, answer: given })).body.code);
    }
    expect(codes).toEqual([
      'human_check_failed',
      'human_check_failed',
      'human_check_expired',
      'human_check_expired',
    ]);

    const late = await solvedChallenge();
    app.clock.advance(5 * 60_000);
    expect((await register('late@example.org', late)).body.code).toBe('human_check_expired');

    const once = await solvedChallenge();
    expect((await register('once@example.org', once)).status).toBe(200);
    expect((await register('again@example.org', once)).body.code).toBe('human_check_expired');
    expect((await register('unknown@example.org', { challengeId: app.platform.newId() })).body.code).toBe(
      'human_check_expired',
    );
    expect(await userOf('again@example.org')).toBeUndefined();
  });

  it('lets one of two right answers at once through', async () => {
    const challenge = await solvedChallenge();
    const answers = await Promise.all([
      register('one@example.org', challenge),
      register('two@example.org', challenge),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  it('can be passed with a mailed code instead', async () => {
    const email = 'code@example.org';
    const { status, body } = await app.call('POST', '/users/challenge/code', { body: { email } });
    expect([status, body]).toEqual([200, { challengeId: expect.any(String), expiresInS: 600 }]);
    expect(await events()).toEqual([
      {
        type: 'human_code_requested',
        user_id: null,
        detail: { challengeId: body.challengeId, email, language: 'en' },
      },
    ]);
    const { challengeId } = body;
    const early = await register(email, { challengeId, answer: '000000' });
    expect([early.body.code, early.body.message]).toEqual([
      'human_check_failed',
      'This code is not right. Check the mail and try again.',
    ]);
    const facts = await accountMailFacts(sending(), 'human_code', { challengeId });
    const code = facts?.code ?? '';
    expect(code).toMatch(/^\d{6}$/);
    const row = await app.db
      .selectFrom('human_challenges')
      .selectAll()
      .where('id', '=', challengeId)
      .executeTakeFirst();
    expect(JSON.stringify(row)).not.toContain(code);
    expect((await register('other@example.org', { challengeId, answer: code })).status).toBe(422);
    const spaced = `${code.slice(0, 3)} ${code.slice(3)}`;
    expect((await register('CODE@example.org', { challengeId, answer: spaced })).status).toBe(200);
    expect((await register(email, { challengeId, answer: code })).body.code).toBe('human_check_expired');
  });

  it('gives a mailed code five attempts and ten minutes', async () => {
    const codeFor = async (email: string) => {
      const { body } = await app.call('POST', '/users/challenge/code', { body: { email } });
      const facts = await accountMailFacts(sending(), 'human_code', { challengeId: body.challengeId });
      return { challengeId: String(body.challengeId), code: facts?.code ?? '' };
    };
    const first = await codeFor('five@example.org');
    const wrong = first.code === '111111' ? '222222' : '111111';
    const codes = [];
    for (const answer of [wrong, wrong, wrong, wrong, wrong, first.code]) {
      codes.push((await register('five@example.org', { challengeId: first.challengeId, answer })).body.code);
    }
    expect(codes).toEqual([
      ...Array.from({ length: 4 }, () => 'human_check_failed'),
      'human_check_expired',
      'human_check_expired',
    ]);
    const second = await codeFor('ten@example.org');
    app.clock.advance(10 * 60_000);
    const late = await register('ten@example.org', { challengeId: second.challengeId, answer: second.code });
    expect(late.body.code).toBe('human_check_expired');
  });
});

describe('the confirmation link', () => {
  it('opens once, for 48 hours, for its address alone', async () => {
    const userId = await createAccount(app, { email: 'link@example.org', status: 'locked' });
    const link = await confirmLink(userId);
    const invalid = [410, 'link_invalid', 'This link is no longer valid. It may have been used already.'];
    const tries = [
      { ...link, token: 'A'.repeat(43) },
      { ...link, token: `${link.token}x` },
      { ...link, email: 'other@example.org' },
      { ...link, email: '' },
    ];
    for (const tried of tries) {
      const { status, body } = await confirm(tried);
      expect([status, body.code, body.message]).toEqual(invalid);
    }
    app.clock.advance(48 * 3_600_000);
    const late = await confirm(link);
    expect([late.status, late.body.code, late.body.message]).toEqual([
      410,
      'link_expired',
      'This link has expired. Have a new one sent.',
    ]);
    expect((await userOf('link@example.org'))?.status).toBe('locked');
    const [again, other] = [await confirmLink(userId), await confirmLink(userId)];
    const both = await Promise.all([confirm(again), confirm(again)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 410]);
    const { status, body } = await confirm(other);
    expect([status, body.code, body.message]).toEqual(invalid);
    expect((await userOf('link@example.org'))?.status).toBe('active');
  });

  it('does not open another purpose, nor an account that was closed', async () => {
    const userId = await createAccount(app, { email: 'purpose@example.org', status: 'locked' });
    const facts = await accountMailFacts(sending(), 'choose_password', { userId });
    const reset = decodeLink(facts?.link.split('/').at(-1) ?? '');
    expect((await confirm(reset)).body.code).toBe('link_invalid');
    const link = await confirmLink(userId);
    await app.db.updateTable('users').set({ status: 'closed' }).where('id', '=', userId).execute();
    expect((await confirm(link)).body.code).toBe('link_invalid');
    expect(await confirmLink(userId)).toEqual({ email: '', token: '' });
  });

  it('is sent again to a waiting account alone, and the answer never tells', async () => {
    const locked = await createAccount(app, { email: 'waiting@example.org', status: 'locked' });
    await createAccount(app, { email: 'active@example.org' });
    const seen: { answer: unknown; statements: string[] }[] = [];
    for (const email of ['waiting@example.org', 'active@example.org', 'nobody@example.org']) {
      let answer: unknown;
      const statements = await app.sqlOf(async () => {
        const { status, body } = await app.call('POST', '/users/register/resend', { body: { email } });
        answer = { status, body };
      });
      seen.push({ answer, statements });
    }
    expect(seen).toEqual(seen.map(() => seen[0]));
    expect(seen[0]?.answer).toEqual({ status: 200, body: { done: true } });
    expect((await events()).map((event) => [event.type, event.user_id])).toEqual([
      ['confirmation_requested', locked],
      ['confirmation_requested', null],
      ['confirmation_requested', null],
    ]);
  });
});

it('removes what was over a week ago, and nothing else', async () => {
  const userId = await createAccount(app, { email: 'purge@example.org', status: 'locked' });
  await confirmLink(userId);
  await solvedChallenge();
  await createAccount(app, { email: 'purge2@example.org' });
  await logInAs(app, 'purge2@example.org');
  const counts = async () => {
    const of = (table: 'sessions' | 'mail_tokens' | 'human_challenges') =>
      app.db
        .selectFrom(table)
        .select((row) => row.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
    return [
      (await of('sessions')).count,
      (await of('mail_tokens')).count,
      (await of('human_challenges')).count,
    ];
  };
  const before = await counts();
  await purgeExpired(app.db, app.platform.now(), defaultRetention);
  expect(await counts()).toEqual(before);
  app.clock.advance(22 * 24 * 3_600_000);
  await purgeExpired(app.db, app.platform.now(), defaultRetention);
  expect(await counts()).toEqual([0, 0, 0]);
});
