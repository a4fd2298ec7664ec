import { decodeLink } from '@clearcall/domain/mail/link.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { workOff } from '../platform/jobs/work.ts';
import { goodPassword, logInAs } from '../testing/accounts.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { loadFirstWorld } from './load-first-world.ts';
import { allWork } from './work.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
  const { platform } = app;
  await loadFirstWorld({ ...platform, config: { ...platform.config, demo: false } });
});
afterAll(() => app.close());

const email = 'siobhan@example.org';

/** Works off all jobs and gives the texts of the mails that came of it. */
async function mailsNow(): Promise<{ to: string; text: string; html: string }[]> {
  await workOff(app.platform, allWork(app.platform));
  const mails = await app.db
    .deleteFrom('kept_mails')
    .returning(['recipient as to', 'text_body as text', 'html_body as html'])
    .execute();
  return mails;
}

async function linkOf(kind: 'confirm' | 'reset'): Promise<{ email: string; token: string }> {
  const [mail] = await mailsNow();
  expect(mail?.to).toBe(email);
  const path = new RegExp(`http://localhost:3000/auth/${kind}/([A-Za-z0-9_-]+)`).exec(mail?.text ?? '')?.[1];
  return decodeLink(path ?? '') ?? { email: '', token: '' };
}

async function register() {
  const { body } = await app.call('POST', '/users/challenge/code', { body: { email } });
  const [mail] = await mailsNow();
  const answer = /^ {4}(\d{6})$/m.exec(mail?.text ?? '')?.[1];
  return app.call('PUT', '/users/register', {
    body: {
      firstName: 'Siobhán',
      lastName: 'Ní Chaoimh',
      email,
      password: goodPassword,
      challengeId: body.challengeId,
      answer,
      acceptedTerms: true,
    },
  });
}

it('leads from a mailed code to an account, and from a forgotten password to a new one', async () => {
  expect((await register()).status).toBe(200);
  // The first mail gets lost; the person has the link sent again, and registers once more as well.
  await mailsNow();
  await app.call('POST', '/users/register/resend', { body: { email } });
  const resent = await linkOf('confirm');
  expect((await register()).status).toBe(200);
  const link = await linkOf('confirm');
  expect(link.email).toBe(email);
  expect((await app.call('POST', '/users/register/confirmation', { body: link })).status).toBe(200);
  expect((await app.call('POST', '/users/register/confirmation', { body: resent })).body.code).toBe(
    'link_invalid',
  );
  expect((await logInAs(app, email)).answer.status).toBe(200);

  // Now that the account is confirmed: no more links, but word of an attempt to register.
  await app.call('POST', '/users/register/resend', { body: { email } });
  expect(await mailsNow()).toEqual([]);
  expect((await register()).status).toBe(200);
  const [word] = await mailsNow();
  expect(word?.text).toContain('You already have an account.');
  expect(word?.html).toContain('http://localhost:3000/auth/forgot');

  await app.call('POST', '/users/forgot', { body: { email: 'nobody@example.org' } });
  expect(await mailsNow()).toEqual([]);
  app.clock.advance(3_600_000);
  await app.call('POST', '/users/forgot', { body: { email } });
  const reset = await linkOf('reset');
  const password = 'Second-Moon-Rising';
  expect((await app.call('PATCH', '/users/reset', { body: { ...reset, password } })).status).toBe(200);
  expect((await logInAs(app, email)).answer.status).toBe(401);
  expect((await logInAs(app, email, { password })).answer.status).toBe(200);
});

it('leaves no secret in what is stored of mails', async () => {
  const stored = JSON.stringify([
    await app.db.selectFrom('deliveries').select(['facts', 'template']).execute(),
    await app.db.selectFrom('events').select('detail').execute(),
  ]);
  expect(stored).not.toMatch(/[A-Za-z0-9_-]{43}|"code"|"token"|password_hash/);
});
