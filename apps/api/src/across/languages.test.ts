import { defaultOrganisation } from '@clearcall/domain/organisation/default-organisation.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { replaceSettings } from '../features/organisation/replace-settings.ts';
import { workOff } from '../platform/jobs/work.ts';
import { createAccount, goodPassword, logInAs } from '../testing/accounts.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { tablesHash } from '../testing/tables-hash.ts';
import { allWork } from './work.ts';

/** In which language whoever asks is answered, and whoever gets a mail is written to. */

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

/** A login that is refused, by somebody whose browser accepts these languages. */
const wrongLogin = async (accepted: string | null) => {
  const { status, body, headers } = await app.call('POST', '/users/login', {
    body: { email: 'nobody@example.org', password: 'x', app: 'user_portal' },
    ...(accepted === null ? {} : { headers: { 'accept-language': accepted } }),
  });
  return [status, body.code, body.message, headers['content-language']];
};

/** The subjects of the mails that came since, to an address. */
async function subjectsTo(email: string): Promise<string[]> {
  await workOff(app.platform, allWork(app.platform));
  const mails = await app.db.deleteFrom('kept_mails').returning(['recipient', 'subject']).execute();
  return mails.filter(({ recipient }) => recipient === email).map(({ subject }) => subject);
}

const forgot = (email: string) => app.call('POST', '/users/forgot', { body: { email } });

it('refuses in the language that is accepted, in English where it is none of ours', async () => {
  const english = [401, 'wrong_credentials', 'Wrong e-mail or password.', 'en'];
  expect([
    await wrongLogin(null),
    await wrongLogin('nl'),
    await wrongLogin('nl, de-AT;q=0.8, en;q=0.5'),
  ]).toEqual([english, english, [401, 'wrong_credentials', 'E-Mail oder Passwort ist falsch.', 'de']]);
  expect(await wrongLogin('fr')).toEqual([
    401,
    'wrong_credentials',
    'E-mail ou mot de passe incorrect.',
    'fr',
  ]);
});

it('says in it what is wrong with an input: in the words of the contract, and of the schema', async () => {
  const { body } = await app.call('PUT', '/users/register', {
    body: { firstName: ' ', lastName: 'x'.repeat(81), email: 'x', password: '', acceptedTerms: false },
    headers: { 'accept-language': 'de' },
  });
  expect(body.message).toEqual([
    'Geben Sie Ihren Vornamen an.',
    'Nachname darf höchstens 80 Zeichen haben.',
    'Ungültige E-Mail-Adresse.',
    'Passwort fehlt.',
    'Etwas in dieser Anfrage konnte nicht gelesen werden. Laden Sie die Seite neu und versuchen Sie es noch einmal.',
    'Akzeptieren Sie die Nutzungsbedingungen und die Datenschutzerklärung.',
  ]);
});

it('speaks to somebody as their account says, whatever the browser accepts, in answers and mails', async () => {
  const email = 'chooser@example.org';
  const userId = await createAccount(app, { email });
  const { token } = await logInAs(app, email);
  const save = (language: string) =>
    app.call('PATCH', `/users/${userId}`, {
      token,
      body: { language },
      headers: { 'accept-language': 'fr' },
    });
  const before = await tablesHash(app.db);
  expect((await save('nl')).status).toBe(400);
  expect(await tablesHash(app.db)).toBe(before);
  expect((await save('de')).body.language).toBe('de');

  const change = { oldPassword: 'not it', newPassword: goodPassword, verifyPassword: goodPassword };
  const refused = await app.call('PATCH', '/users/password', {
    token,
    body: change,
    headers: { 'accept-language': 'fr' },
  });
  expect(refused.body.message).toBe('Ihr aktuelles Passwort stimmt nicht.');
  expect((await logInAs(app, email)).answer.body.user.language).toBe('de');
  await forgot(email);
  expect(await subjectsTo(email)).toEqual(['Clearcall: Wählen Sie ein neues Passwort']);
});

it('begins an account in the language that its form was read in, and its mails with it', async () => {
  const email = 'nouvelle@example.org';
  const headers = { 'accept-language': 'fr-BE' };
  await app.call('POST', '/users/challenge/code', { body: { email }, headers });
  const [subject = ''] = await subjectsTo(email);
  expect(subject).toMatch(/^Clearcall : votre code est \d{6}$/);
  const { challengeId } = await app.db
    .selectFrom('human_challenges')
    .select('id as challengeId')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  const names = { firstName: 'Zoé', lastName: 'Durand', email, password: goodPassword };
  const { status } = await app.call('PUT', '/users/register', {
    body: { ...names, challengeId, answer: subject.slice(-6), acceptedTerms: true },
    headers,
  });
  expect([status, await subjectsTo(email)]).toEqual([200, ['Clearcall : confirmez votre compte']]);
});

it('says what the organisation says otherwise, on pages, in answers and in mails', async () => {
  const email = 'other.words@example.org';
  await createAccount(app, { email });
  const words = {
    en: { 'mails.resetPassword.subject': 'New password for {shortName}' },
    de: { 'refusals.unauthorized': 'Wer sind Sie?', 'frame.menu.login': 'Einloggen' },
  };
  const set = (given: object) => replaceSettings(app.platform, { ...defaultOrganisation, words: given });
  expect(
    await set({ de: { 'frame.menu.gone': 'x' }, en: { 'mails.resetPassword.subject': 'New password' } }),
  ).toEqual({
    ok: false,
    sentences: [
      'words › de › frame.menu.gone: There is no such text. docs/texts.md lists them.',
      'words › en › mails.resetPassword.subject: This text has the placeholders {shortName}.',
    ],
  });
  expect(await set(words)).toEqual({ ok: true });
  const unknown = async (language: string) =>
    (await app.call('GET', '/users/1', { headers: { 'accept-language': language } })).body.message;
  await expect.poll(() => unknown('de'), { timeout: 60_000 }).toBe('Wer sind Sie?');
  expect(await unknown('fr')).toBe('Non connecté');
  await forgot(email);
  expect(await subjectsTo(email)).toEqual(['New password for Clearcall']);
  const theme = await app.app.inject({ method: 'GET', url: '/theme.json' });
  expect(theme.json().words.de).toEqual({
    'refusals.unauthorized': ['Wer sind Sie?'],
    'frame.menu.login': ['Einloggen'],
  });
});

it('signs a mail with the name that the organisation has in its language', async () => {
  const inLanguages = { de: { organization: { name: 'Forschungsministerium', shortName: 'Ministerium' } } };
  const theme = { ...defaultOrganisation.theme, inLanguages };
  expect(await replaceSettings(app.platform, { ...defaultOrganisation, theme })).toEqual({ ok: true });
  const served = async () => (await app.app.inject({ method: 'GET', url: '/theme.json' })).json().inLanguages;
  await expect.poll(served, { timeout: 60_000 }).toEqual(inLanguages);
  const subjects: string[][] = [];
  for (const language of ['de', 'fr'] as const) {
    const userId = await createAccount(app, { email: `${language}.name@example.org` });
    await app.db.updateTable('users').set({ language }).where('id', '=', userId).execute();
    await forgot(`${language}.name@example.org`);
    subjects.push(await subjectsTo(`${language}.name@example.org`));
  }
  expect(subjects).toEqual([
    ['Ministerium: Wählen Sie ein neues Passwort'],
    ['Clearcall : choisissez un nouveau mot de passe'],
  ]);
});
