import { defaultOrganisation } from '@clearcall/domain/organisation/default-organisation.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { tokenHash } from '../../../platform/auth/tokens.ts';
import { goodPassword } from '../../../testing/accounts.ts';
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const { terms, privacy } = defaultOrganisation.legalVersions;

it('records what one agrees to, once, and asks again when the text changes', async () => {
  const me = await app.login();
  const path = `/users/${me.userId}/consents`;
  const open = async () => (await app.call('GET', path, { token: me.token })).body;
  const agree = (...data: { subject: string; wording: string }[]) =>
    app.call('POST', path, { token: me.token, body: { data } });
  const both = [
    { subject: 'terms', wording: terms },
    { subject: 'privacy', wording: privacy },
  ];
  expect(await open()).toEqual({ data: [], due: both });

  expect((await agree(...both)).body).toEqual({ done: true });
  app.clock.advance(60_000);
  expect((await agree(...both)).body).toEqual({ done: true });
  const at = '2026-11-21T12:00:00.000Z';
  const given = [
    { subject: 'privacy', given: true, wording: privacy, at },
    { subject: 'terms', given: true, wording: terms, at },
  ];
  expect(await open()).toEqual({ data: given, due: [] });

  const settings = { ...defaultOrganisation, legalVersions: { terms: '2027-01', privacy } };
  await sql`insert into organisation (settings) values (${JSON.stringify(settings)}::jsonb)`.execute(app.db);
  await vi.waitFor(async () => {
    expect(await open()).toEqual({ data: given, due: [{ subject: 'terms', wording: '2027-01' }] });
  }, 3_000);
  const stale = await agree(...both);
  expect([stale.status, stale.body]).toEqual([
    409,
    {
      statusCode: 409,
      code: 'stale_revision',
      message: 'The text has changed meanwhile. Please read the new one.',
    },
  ]);
  expect((await open()).data).toEqual(given);
  await agree({ subject: 'terms', wording: '2027-01' });
  expect(await open()).toEqual({
    data: [{ subject: 'terms', given: true, wording: '2027-01', at: '2026-11-21T12:01:00.000Z' }, ...given],
    due: [],
  });
  expect((await app.call('GET', '/v2/privacy')).body).toEqual({
    retention: defaultOrganisation.retention,
    legalVersions: { terms: '2027-01', privacy },
    errorReports: false,
  });
});

it('takes over from a registration what its form showed, whatever holds when it is confirmed', async () => {
  const test = await buildTestApp();
  const { body: check } = await test.call('POST', '/users/challenge', { body: {} });
  const { angle } = await test.db.selectFrom('human_challenges').select('angle').executeTakeFirstOrThrow();
  const email = 'anew@example.org';
  const registered = await test.call('PUT', '/users/register', {
    body: {
      firstName: 'Ana',
      lastName: 'Díaz',
      email,
      password: goodPassword,
      challengeId: check.challengeId,
      answer: String(360 - (angle ?? 0)),
      acceptedTerms: true,
    },
  });
  expect(registered.status).toBe(200);
  // Nobody has shown yet that the address is theirs.
  expect(await test.db.selectFrom('consents').selectAll().execute()).toEqual([]);

  const registration = await test.db
    .selectFrom('registrations')
    .select(['id', 'user_id'])
    .executeTakeFirstOrThrow();
  const now = test.platform.now();
  await test.db
    .insertInto('mail_tokens')
    .values({
      token_hash: tokenHash('mailed'),
      purpose: 'confirm_account',
      user_id: registration.user_id,
      registration_id: registration.id,
      email,
      created_at: now,
      expires_at: new Date(now.getTime() + 60_000),
    })
    .execute();
  const settings = { ...defaultOrganisation, legalVersions: { terms: '2027-01', privacy } };
  await sql`insert into organisation (settings) values (${JSON.stringify(settings)}::jsonb)`.execute(test.db);
  test.clock.advance(30_000);
  const confirmed = await test.call('POST', '/users/register/confirmation', {
    body: { email, token: 'mailed' },
  });
  expect(confirmed.status).toBe(200);
  const consents = await test.db
    .selectFrom('consents')
    .select(['user_id', 'subject', 'given', 'wording', 'at'])
    .orderBy('subject')
    .execute();
  const row = { user_id: registration.user_id, given: true, at: now };
  expect(consents).toEqual([
    { ...row, subject: 'privacy', wording: privacy },
    { ...row, subject: 'terms', wording: terms },
  ]);
  await test.close();
});
