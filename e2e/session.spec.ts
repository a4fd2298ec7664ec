import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { demoPassword, fillLogin, firstPassword, logIn, newAccount } from './accounts.ts';
import { expectAccessible } from './axe.ts';

const mark = (page: Page) => page.evaluate(() => localStorage.getItem('clearcall.signed-in'));
const h1 = (page: Page) => page.getByRole('heading', { level: 1 });
const isNarrow = (page: Page) => (page.viewportSize()?.width ?? 0) < 768;

/** Opens a page of the portal from within, as a reader does: nothing is loaded again. */
async function goTo(page: Page, name: 'Calls' | 'Applications' | 'Profile'): Promise<void> {
  const header = page.getByRole('banner');
  if (isNarrow(page)) {
    await header.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name }).click();
  } else if (name === 'Profile') {
    await header.locator('[aria-haspopup=menu]').click();
    await page.getByRole('menuitem', { name }).click();
  } else {
    await header.getByRole('link', { name, exact: true }).click();
  }
}

/** The API as another browser of the same person uses it. */
async function elsewhere(page: Page, email: string, password: string) {
  const answer = await page.request.fetch('/api/users/login', {
    method: 'POST',
    data: { email, password, app: 'user_portal' },
    headers: { cookie: '' },
  });
  expect(answer.status()).toBe(200);
  const { token } = (await answer.json()) as { token: string };
  return (method: string, path: string) =>
    page.request.fetch(`/api${path}`, { method, headers: { authorization: `Bearer ${token}` } });
}

/** Every request that carries a token is refused until a new one was asked for; gives how often that was. */
async function expireTokens(context: BrowserContext): Promise<() => number> {
  let asked = 0;
  const old = new Set<string>();
  let renewed = false;
  await context.route('**/api/**', async (route) => {
    const request = route.request();
    if (request.url().endsWith('/api/users/refresh')) {
      asked += 1;
      // Slow enough for the other tab to want one too.
      await new Promise((resolve) => setTimeout(resolve, 300));
      renewed = true;
      return route.continue();
    }
    const token = request.headers().authorization;
    if (token === undefined) return route.continue();
    if (!renewed) old.add(token);
    if (!old.has(token)) return route.continue();
    return route.fulfill({
      status: 401,
      contentType: 'application/json',
      body: JSON.stringify({ statusCode: 401, code: 'unauthorized', message: 'Unauthorized' }),
    });
  });
  return () => asked;
}

test('two tabs whose token expired ask once for a new one, and nobody notices', async ({ page, context }) => {
  await logIn(page, 'applicant@example.org');
  expect(await mark(page)).toBe('1');
  const second = await context.newPage();
  await second.goto('/calls');
  await expect(h1(second)).toBeVisible();
  await second.waitForLoadState('networkidle');

  const asked = await expireTokens(context);
  await Promise.all([goTo(page, 'Profile'), goTo(second, 'Profile')]);
  for (const tab of [page, second]) {
    await expect(h1(tab)).toHaveText(/Ilse/);
    await expect(tab.getByText(/Last login/)).toBeVisible();
    await expect(tab.getByText('Unauthorized')).toHaveCount(0);
  }
  expect(asked()).toBe(1);
});

test('a session that was ended elsewhere: the dialog on a page of one’s own, silence on the calls', async ({
  page,
  context,
  request,
}) => {
  const email = await newAccount(request, 'sessions');
  await logIn(page, email, firstPassword);
  const onCalls = await context.newPage();
  await onCalls.goto('/');
  await expect(h1(onCalls)).toBeVisible();
  const api = await elsewhere(page, email, firstPassword);
  expect(await (await api('DELETE', '/users/sessions')).json()).toEqual({ ended: 1 });

  // The next request of the page is refused; what stands on the page stays.
  await goTo(page, 'Profile');
  const dialog = page.getByRole('dialog', { name: 'Your session has expired' });
  await expect(dialog.getByText('Please Login Again')).toBeVisible();
  await expect(page.getByText('Unauthorized')).toHaveCount(0);
  await expect(dialog.getByRole('button')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  expect(await mark(page)).toBeNull();
  // The other tab stands on the calls: it only becomes a visitor's.
  if (isNarrow(onCalls)) await onCalls.getByRole('button', { name: 'Open menu' }).click();
  await expect(onCalls.getByRole('link', { name: 'Login', exact: true })).toBeVisible();
  await expect(onCalls.getByRole('dialog', { name: 'Your session has expired' })).toHaveCount(0);

  await dialog.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(/\/auth\/login\?return=/);
  await fillLogin(page, email, firstPassword);
  await expect(page).toHaveURL(/\/profile/);
  expect(await mark(page)).toBe('1');
});

test('the list of own sessions signs others out', async ({ page, request }) => {
  const email = await newAccount(request, 'devices');
  await logIn(page, email, firstPassword);
  const one = await elsewhere(page, email, firstPassword);
  const another = await elsewhere(page, email, firstPassword);
  await page.goto('/profile/pwd');
  const section = page.getByRole('region', { name: 'Where you are signed in' });
  const rows = section.getByRole('listitem');
  await expect(rows).toHaveCount(3);
  await expect(rows.filter({ hasText: 'This one' })).toContainText('Chrome on');
  await expect(rows.filter({ hasText: 'This one' }).getByRole('button')).toHaveCount(0);
  await expectAccessible(page);

  await rows.filter({ hasNotText: 'This one' }).first().getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByText('Signed out on that device')).toBeVisible();
  await expect(rows).toHaveCount(2);
  const open = async () => [await one('GET', '/users/sessions'), await another('GET', '/users/sessions')];
  expect((await open()).map((answer) => answer.status()).sort()).toEqual([200, 401]);
  await section.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect(rows).toHaveCount(1);
  expect((await open()).map((answer) => answer.status())).toEqual([401, 401]);
  await expect(section.getByRole('button', { name: 'Sign out everywhere else' })).toBeDisabled();

  // The notices of the last minutes: a list at the right that gives the focus back.
  const bell = page.getByRole('button', { name: 'Recent notices, 2' });
  await bell.click();
  const recent = page.getByRole('dialog', { name: 'Recent notices' });
  await expect(recent.getByRole('listitem')).toHaveCount(2);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(recent).toBeHidden();
  await expect(bell).toBeFocused();
});

test('a role that changes during a session counts at the next request', async ({ page, context }) => {
  // What the server answers after such a change is proved with the database; here is what the page makes of it.
  await logIn(page, 'applicant@example.org');
  let role = 'pro';
  await context.route('**/api/users/**', async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    if (role === 'pro') {
      const answer = await route.fetch();
      return route.fulfill({ response: answer, headers: { ...answer.headers(), 'clearcall-role': role } });
    }
    return route.fulfill({
      status: 403,
      contentType: 'application/json',
      body: JSON.stringify({
        statusCode: 403,
        code: 'portal_forbidden',
        message: 'You dont have permission to access this portal.',
      }),
    });
  });
  await goTo(page, 'Profile');
  if (isNarrow(page)) {
    await page.getByRole('button', { name: 'Open menu' }).click();
    await expect(page.getByText('Signed in as PRO')).toBeVisible();
    await expect(page.getByRole('dialog').getByRole('link', { name: 'Profile' })).toHaveCount(0);
    await page.keyboard.press('Escape');
  } else {
    const menu = page.getByRole('banner').getByRole('button', { name: 'PRO' });
    await menu.click();
    await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Profile' })).toHaveCount(0);
    await page.keyboard.press('Escape');
  }
  // The logo leads those who are not plain users to the applications.
  const logo = page.getByRole('banner').getByRole('link', { name: /home$/ });
  await expect(logo).toHaveAttribute('href', '/applications');

  role = 'admin';
  await page.reload();
  await expect(page).toHaveURL(/\/auth\/login$/);
  await expect(page.getByText('You dont have permission to access this portal.')).toBeVisible();
  expect(await mark(page)).toBeNull();
  const cookies = await context.cookies();
  expect(cookies.filter(({ name }) => name.startsWith('clearcall_'))).toEqual([]);

  // At the login form an administrator reads where to go, and no mark is left.
  await fillLogin(page, 'admin@example.org', demoPassword);
  await expect(page.getByText('Please use ADMIN Portal')).toBeVisible();
  expect(await mark(page)).toBeNull();
});

test('the shell: skip link, footer, menu, side drawer, the way back, the page for errors', async ({
  page,
}) => {
  await page.goto('/documentation');
  await expect(page).toHaveTitle(/ - User Portal$/);
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to the content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();

  // Deep links, from the list of contents too.
  const submit = page.getByRole('heading', { name: 'Submit', exact: true });
  if (isNarrow(page)) {
    await page.getByRole('button', { name: 'On this page' }).click();
    const contents = page.getByRole('dialog', { name: 'On this page' });
    await expect(contents).toBeVisible();
    await expectAccessible(page);
    const { width = 0 } = (await contents.boundingBox()) ?? {};
    expect(width).toBeLessThanOrEqual(450);
    await contents.getByRole('link', { name: 'Submit', exact: true }).click();
    await expect(contents).toBeHidden();
  } else {
    await page.getByRole('button', { name: 'Hide: On this page' }).click();
    await expect(page.getByRole('link', { name: 'Submit', exact: true })).toBeHidden();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Show: On this page' }).click();
    await page.getByRole('link', { name: 'Submit', exact: true }).click();
  }
  await expect(page).toHaveURL(/\/documentation#submit$/);
  await expect(submit).toBeInViewport();

  // The foot of the page: its links open without loading the portal again, at the top; the way back finds the place.
  const foot = page.getByRole('contentinfo');
  await expect(foot.getByText(`© ${new Date().getUTCFullYear()}`)).toBeVisible();
  await expect(foot.getByText('Version 1.7.0', { exact: true })).toBeVisible();
  await page.evaluate(() => Object.assign(window, { stillHere: true }));
  await foot.getByRole('link', { name: 'Contact' }).scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => window.scrollY);
  expect(before).toBeGreaterThan(500);
  await foot.getByRole('link', { name: 'Contact' }).click();
  await expect(h1(page)).toHaveText('Contact');
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  expect(await page.evaluate(() => 'stillHere' in window)).toBe(true);
  await page.goBack();
  await expect(h1(page)).toHaveText('Guide for applicants and reviewers');
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(before - 100);

  if (isNarrow(page)) {
    const address = page.url();
    await page.getByRole('button', { name: 'Open menu' }).click();
    const menu = page.getByRole('dialog', { name: 'Menu' });
    await expect(menu).toBeVisible();
    for (let stop = 0; stop < 12; stop += 1) {
      await page.keyboard.press('Tab');
      const outside = await page.evaluate(() => {
        const at = document.activeElement;
        return at !== null && at !== document.body && at.closest('dialog') === null;
      });
      expect(outside, 'focus behind the menu').toBe(false);
    }
    await page.goBack();
    await expect(menu).toBeHidden();
    expect(page.url()).toBe(address);
  }

  // A page that cannot be drawn: the specified words, no details, and the way on.
  await page.route('**/api/v2/calls/published', (route) =>
    route.fulfill({
      status: 200,
      contentType: 'application/json',
      body: JSON.stringify({ data: [{ id: 1 }], total: 1 }),
    }),
  );
  await page.goto('/');
  await expect(h1(page)).toHaveText('Oh no!');
  await expect(page.getByText('Something went wrong! We are trying to fix it.')).toBeVisible();
  await expect(page.locator('main')).not.toContainText(/TypeError|undefined|at /);
  await expectAccessible(page);
  await page.unroute('**/api/v2/calls/published');
  await page.getByRole('button', { name: 'RELOAD PAGE' }).click();
  await expect(h1(page)).toHaveText('Open Calls for Proposals');
});
