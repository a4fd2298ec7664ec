import { defaultOrganisation } from '@clearcall/domain/model/default-organisation.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';

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
