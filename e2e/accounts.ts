import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { codeIn, linkIn, mailTo } from './mails.ts';

/** The password of all demonstration accounts. */
export const demoPassword = 'Demo-portal-2026!';
export const firstPassword = 'Marram grass, 9 dunes';

let made = 0;
/** An address that nobody has used yet, also not in an earlier run on the same data. */
export function newAddress(name: string): string {
  made += 1;
  return `${name}.${Date.now().toString(36)}.${process.pid}.${made}@lakeside.example.eu`;
}

/** Waits until so many mails of a subject came to an address. */
export async function expectMails(
  request: APIRequestContext,
  email: string,
  subject: RegExp,
  count: number,
): Promise<void> {
  const came = async () => {
    const answer = await request.get('/api/demo/mails', { params: { to: email } });
    const mails = (await answer.json()) as { subject: string }[];
    return mails.filter((mail) => subject.test(mail.subject)).length;
  };
  await expect.poll(came).toBe(count);
}

/** An account that is registered and confirmed, made through the API alone. */
export async function newAccount(request: APIRequestContext, name: string): Promise<string> {
  const email = newAddress(name);
  const asked = await request.post('/api/users/challenge/code', { data: { email } });
  const { challengeId } = (await asked.json()) as { challengeId: string };
  const answer = codeIn(await mailTo(request, email, /your code is/));
  const registered = await request.put('/api/users/register', {
    data: {
      firstName: 'Siobhán',
      lastName: 'Ní Chaoimh',
      email,
      password: firstPassword,
      challengeId,
      answer,
      acceptedTerms: true,
    },
  });
  expect(registered.status()).toBe(200);
  const link = linkIn(await mailTo(request, email, /confirm your account/), '/auth/confirm/');
  const content = JSON.parse(Buffer.from(link.replace('/auth/confirm/', ''), 'base64url').toString());
  const confirmed = await request.post('/api/users/register/confirmation', { data: content });
  expect(confirmed.status()).toBe(200);
  await answerMailingList(request, email);
  return email;
}

/** Answers what everybody is asked after the first login, so that no dialog stands in the way of a journey. */
async function answerMailingList(request: APIRequestContext, email: string): Promise<void> {
  const data = { email, password: firstPassword, app: 'user_portal' };
  const { token, user } = await (await request.post('/api/users/login', { data })).json();
  const answered = await request.patch(`/api/users/${user.id}`, {
    data: { acceptMailingList: false },
    headers: { Authorization: `Bearer ${token}` },
  });
  expect(answered.status()).toBe(200);
}

/** Fills the registration form that is open. */
export async function fillRegistration(page: Page, email: string): Promise<void> {
  await page.getByLabel('First name').fill('Siobhán');
  await page.getByLabel('Last name').fill('Ní Chaoimh');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('textbox', { name: /^Password/ }).fill(firstPassword);
  await page.getByLabel('Confirm password').fill(firstPassword);
  await page.getByLabel('I accept the').check();
}

/** Only the server knows the angle, so it is played here: anything above 40 degrees is right. Gives what was answered. */
export async function playHumanCheck(page: Page): Promise<string[]> {
  const answers: string[] = [];
  await page.route('**/api/users/register', async (route) => {
    const { answer } = route.request().postDataJSON() as { answer: string };
    answers.push(answer);
    await route.fulfill(
      Number(answer) > 40
        ? { json: { done: true } }
        : {
            status: 422,
            json: { code: 'human_check_failed', message: 'The picture is not upright yet. Try again.' },
          },
    );
  });
  return answers;
}

/** Has every mailed link open its form, also a made-up one: for what is looked at there before anything is sent. */
export async function playOpenLinks(page: Page): Promise<void> {
  await page.route('**/api/users/links/check', (route) => route.fulfill({ json: { done: true } }));
}

/** Fills the login form that is open and sends it. */
export async function fillLogin(page: Page, email: string, password: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
}

/** Logs in on the login page and waits until the page is there with which one begins. */
export async function logIn(page: Page, email: string, password = demoPassword): Promise<void> {
  await page.goto('/auth/login');
  await fillLogin(page, email, password);
  await expect(page).toHaveURL(/\/(?:applications|dashboard)$/);
}

/** Opens a session in the browser without its login page; gives the token for calls of the test itself. */
export async function signIn(
  page: Page,
  email: string,
  password = demoPassword,
  app: 'user_portal' | 'admin_portal' = 'user_portal',
): Promise<string> {
  const answer = await page.request.post('/api/users/login', { data: { email, password, app } });
  expect(answer.status(), `login of ${email}`).toBe(200);
  // By this the pages know that there is a session to be resumed. Set once: who logs out takes it away.
  const mark = app === 'user_portal' ? 'clearcall.signed-in' : 'clearcall.signed-in.admin';
  await page.context().addInitScript((key) => {
    if (sessionStorage.getItem(key) !== null) return;
    sessionStorage.setItem(key, 'marked');
    localStorage.setItem(key, '1');
  }, mark);
  return ((await answer.json()) as { token: string }).token;
}

/** Logs out by the menu of the user, or on a narrow screen by the menu of the whole page. */
export async function logOut(page: Page, shownName: string): Promise<void> {
  await pressLogout(page, shownName);
  await expect(page).toHaveURL(/\/auth\/login$/);
}

/** The same without its end: who has words that are not saved is asked. */
export async function pressLogout(page: Page, shownName: string): Promise<void> {
  const narrow = (page.viewportSize()?.width ?? 0) < 768;
  const header = page.getByRole('banner');
  await header.getByRole('button', { name: narrow ? 'Open menu' : shownName }).click();
  await page.getByRole(narrow ? 'button' : 'menuitem', { name: 'Logout' }).click();
}
