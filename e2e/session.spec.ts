import { encodeLink } from '@clearcall/domain/mail/link.ts';
import { type BrowserContext, expect, type Page, type PlaywrightWorkerArgs, test } from '@playwright/test';
import {
  demoPassword,
  fillLogin,
  firstPassword,
  logIn,
  logOut,
  newAccount,
  playOpenLinks,
  signIn,
} from './accounts.ts';
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

/** The API as another browser of the same person uses it: with cookies of its own. */
async function elsewhere(playwright: PlaywrightWorkerArgs['playwright'], email: string) {
  const { baseURL = '' } = test.info().project.use;
  const request = await playwright.request.newContext({ baseURL });
  const answer = await request.post('/api/users/login', {
    data: { email, password: firstPassword, app: 'user_portal' },
  });
  expect(answer.status()).toBe(200);
  const { token } = (await answer.json()) as { token: string };
  return (method: string, path: string) =>
    request.fetch(`/api${path}`, { method, headers: { authorization: `Bearer ${token}` } });
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

test('two tabs whose token expired ask once for a new one, and nobody notices', { tag: '@once' }, async ({
  page,
  context,
}) => {
  await logIn(page, 'applicant@example.org');
  expect(await mark(page)).toBe('1');
  const second = await context.newPage();
  await second.goto('/calls');
  await expect(h1(second)).toBeVisible();
  await second.waitForLoadState('networkidle');

  // The mark says only that there is something to renew; nothing that is kept is a secret.
  const kept = await page.evaluate(() => Object.values({ ...localStorage, ...sessionStorage }).join(' '));
  expect(kept).not.toMatch(/[\w-]{43}/);
  await page.evaluate(() => localStorage.removeItem('clearcall.signed-in'));

  const asked = await expireTokens(context);
  await Promise.all([goTo(page, 'Profile'), goTo(second, 'Profile')]);
  for (const tab of [page, second]) {
    await expect(h1(tab)).toHaveText(/Ilse/);
    // With its date, which needs the new token: the words alone stand there before.
    await expect(tab.getByText(/Last login.*\d\d-\d\d-\d{4}/)).toBeVisible();
    await expect(tab.getByText('Unauthorized')).toHaveCount(0);
  }
  expect(asked()).toBe(1);
  expect(await mark(page)).toBe('1');
  await logOut(page, 'Ilse');
  expect(await mark(page)).toBeNull();
  // The other tab of the same browser is logged out with it.
  await expect(h1(second)).toHaveText('Log in');
});

test('validation, reset and forgot forget who was signed in', { tag: '@once' }, async ({ page, request }) => {
  const email = await newAccount(request, 'forgets');
  await playOpenLinks(page);
  const link = encodeLink({ email, token: 'x'.repeat(43) });
  for (const [address, button] of [
    ['/auth/forgot', 'Send Recovery Link'],
    [`/auth/reset/${link}`, 'Reset Password'],
    [`/auth/confirm/${link}`, 'Confirm my account'],
  ] as const) {
    await page.goto('/auth/login');
    await fillLogin(page, email, firstPassword);
    await expect(page).toHaveURL(/\/applications$/);
    await page.goto(address);
    // Such pages stand alone.
    await expect(h1(page)).toBeVisible();
    await expect(page.getByRole('contentinfo')).toHaveCount(0);
    await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
    expect(await mark(page)).toBe('1');
    if (address === '/auth/forgot') await page.getByLabel('Email').fill(email);
    for (const field of address.startsWith('/auth/reset') ? [/^New password/, /^Confirm/] : [])
      await page.getByRole('textbox', { name: field }).fill(firstPassword);
    await page.getByRole('button', { name: button }).click();
    await expect.poll(() => mark(page), address).toBeNull();
    await page.goto('/applications');
    await expect(h1(page)).toHaveText('Log in');
  }
});

test('a session that was ended elsewhere: the dialog on a page of one’s own, silence on the calls', {
  tag: '@once',
}, async ({ page, context, request, playwright }) => {
  const email = await newAccount(request, 'sessions');
  await signIn(page, email, firstPassword);
  await page.goto('/applications');
  // What the page asks for as it opens is not the request that is to be refused.
  await expect(page.getByText("It looks like you haven't applied to any calls yet.")).toBeVisible();
  // Neither is what the menu asks for when somebody reaches for it.
  if (!isNarrow(page)) await page.getByRole('banner').locator('[aria-haspopup=menu]').hover();
  await page.waitForLoadState('networkidle');
  const onCalls = await context.newPage();
  await onCalls.goto('/');
  await expect(h1(onCalls)).toBeVisible();
  // Nor what the other tab asks for: a refusal there is told to this page at once.
  await onCalls.waitForLoadState('networkidle');
  const api = await elsewhere(playwright, email);
  // That of the page, and the one in which the account was made.
  expect(await (await api('DELETE', '/users/sessions')).json()).toEqual({ ended: 2 });

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

test('the list of own sessions signs others out', { tag: '@once' }, async ({ page, request, playwright }) => {
  const email = await newAccount(request, 'devices');
  await logIn(page, email, firstPassword);
  const one = await elsewhere(playwright, email);
  const another = await elsewhere(playwright, email);
  await page.clock.install();
  await page.goto('/profile/pwd');
  const section = page.getByRole('region', { name: 'Where you are logged in' });
  const rows = section.getByRole('listitem');
  // This one, two elsewhere, and the one in which the account was made.
  await expect(rows).toHaveCount(4);
  await expect(rows.filter({ hasText: 'This one' })).toContainText('Chrome on');
  await expect(rows.filter({ hasText: 'This one' }).getByRole('button')).toHaveCount(0);
  await expectAccessible(page);

  await rows.filter({ hasNotText: 'This one' }).first().getByRole('button', { name: 'Log out' }).click();
  await expect(rows).toHaveCount(3);
  // Its notice is told to screen readers, and stays as long as the pointer or the focus is on it.
  const notice = page.getByRole('status').getByText('You are logged out on that device');
  await expect(notice).toBeVisible();
  const { y = 999 } = (await notice.boundingBox()) ?? {};
  // Just below the header of the portal.
  expect(y).toBeLessThan(100);
  await notice.hover();
  await page.clock.fastForward(10_000);
  await expect(notice).toBeVisible();
  await page.getByRole('button', { name: 'Close this notice' }).focus();
  await page.mouse.move(5, 500);
  await page.clock.fastForward(10_000);
  await expect(notice).toBeVisible();
  await h1(page).click();
  await page.clock.fastForward(3_100);
  await expect(notice).toBeHidden();
  const open = async () => [await one('GET', '/users/sessions'), await another('GET', '/users/sessions')];
  expect((await open()).map((answer) => answer.status()).sort()).toEqual([200, 401]);
  await section.getByRole('button', { name: 'Log out everywhere else' }).click();
  await expect(rows).toHaveCount(1);
  expect((await open()).map((answer) => answer.status())).toEqual([401, 401]);
  await expect(section.getByRole('button', { name: 'Log out everywhere else' })).toBeDisabled();

  // What fails says what the server says; the same again collapses into one.
  const third = await elsewhere(playwright, email);
  expect((await third('GET', '/users/sessions')).status()).toBe(200);
  await page.reload();
  await page.route('**/api/users/sessions', (route) =>
    route.request().method() === 'DELETE'
      ? route.fulfill({
          status: 400,
          contentType: 'application/json',
          body: JSON.stringify({ code: 'invalid_input', message: ['It rains', 'Come in'] }),
        })
      : route.fallback(),
  );
  await section.getByRole('button', { name: 'Log out everywhere else' }).click();
  const error = page.getByRole('alert').getByText('It rains. Come in');
  await expect(error).toBeVisible();
  await section.getByRole('button', { name: 'Log out everywhere else' }).click();
  await expect(error).toHaveText(/\(2 times\)/);
  await page.unroute('**/api/users/sessions');
  await section.getByRole('button', { name: 'Log out everywhere else' }).click();
  await expect(rows).toHaveCount(1);

  // The notices of the last minutes: a drawer at the right, with what went wrong under a tab of its own.
  const bell = page.getByRole('button', { name: 'Recent notices, 2' });
  await bell.click();
  const recent = page.getByRole('dialog', { name: 'Recent notices' });
  await expect(recent.getByRole('listitem')).toHaveCount(2);
  await expectAccessible(page);
  const box = (await recent.boundingBox()) ?? { x: 0, width: 0 };
  expect(box.width).toBeLessThanOrEqual(450);
  expect(Math.round(box.x + box.width)).toBe(page.viewportSize()?.width);
  await recent.getByRole('tab', { name: 'All (2)' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(recent.getByRole('tab', { name: 'Errors and warnings (1)' })).toBeFocused();
  await expect(recent.getByRole('listitem')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(recent).toBeHidden();
  await expect(bell).toBeFocused();
});

test('a role that changes during a session counts at the next request', { tag: '@once' }, async ({
  page,
  context,
}) => {
  // What the server answers after such a change is proved with the database; here is what the page makes of it.
  await signIn(page, 'applicant@example.org');
  await page.goto('/applications');
  const logo = page.getByRole('banner').getByRole('link', { name: /home$/ });
  await expect(logo).toHaveAttribute('href', '/');
  await goTo(page, 'Profile');
  await expect(page.getByText(/Last login/)).toBeVisible();
  let role = 'pro';
  await context.route('**/api/**', async (route) => {
    const url = route.request().url();
    if (/\/(?:login|logout)$/.test(url) || (role === 'admin' && url.endsWith('/refresh')))
      return route.fallback();
    if (role === 'pro') {
      const answer = await route.fetch();
      if (url.endsWith('/refresh')) {
        const opened = (await answer.json()) as { user: object };
        return route.fulfill({ response: answer, json: { ...opened, user: { ...opened.user, role } } });
      }
      const headers = answer.headers();
      // Every answer names the same role, as the server would.
      if (headers['clearcall-role'] !== undefined) headers['clearcall-role'] = role;
      return route.fulfill({ response: answer, headers });
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
  await page.reload();
  if (isNarrow(page)) {
    await page.getByRole('button', { name: 'Open menu' }).click();
    await expect(page.getByText('Logged in as PRO')).toBeVisible();
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
  await expect(logo).toHaveAttribute('href', '/applications');

  role = 'admin';
  await page.reload();
  await expect(page).toHaveURL(/\/auth\/login$/);
  await expect(page.getByText('You dont have permission to access this portal.')).toBeVisible();
  expect(await mark(page)).toBeNull();
  const held = async () =>
    (await context.cookies()).filter(({ name }) => name.startsWith('clearcall_')).length;
  await expect.poll(held).toBe(0);

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
  await expect(h1(page)).toBeVisible();
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

  // The foot of the page: its links open without loading the portal again, at the top; so does the way back.
  await page.goto('/documentation');
  const foot = page.getByRole('contentinfo');
  await expect(foot.getByText(`© ${new Date().getUTCFullYear()}`)).toBeVisible();
  await expect(foot.getByText('Version 1.7.0', { exact: true })).toBeVisible();
  await expect(foot.getByRole('link', { name: 'Contact' })).toBeVisible();
  await expect(foot.getByRole('link', { name: /ESAO.*home$/ })).toBeVisible();
  await expect(foot.getByText('Time on Europe’s public supercomputers')).toBeVisible();
  await page.evaluate(() => Object.assign(window, { stillHere: true }));
  await foot.getByRole('link', { name: 'Accessibility' }).scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => window.scrollY);
  expect(before).toBeGreaterThan(500);
  await foot.getByRole('link', { name: 'Accessibility' }).click();
  await expect(h1(page)).toHaveText('Accessibility');
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  expect(await page.evaluate(() => 'stillHere' in window)).toBe(true);
  await page.goBack();
  await expect(h1(page)).toHaveText('Guide for applicants and reviewers');
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);

  if (isNarrow(page)) {
    // The way back leads within the portal.
    await foot.getByRole('link', { name: 'Accessibility' }).click();
    await expect(h1(page)).toHaveText('Accessibility');
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
    // The browser has gone back by then, and comes again.
    await expect(page).toHaveURL(address);
    const narrow = page.viewportSize() ?? { width: 390, height: 844 };
    await page.getByRole('button', { name: 'Open menu' }).click();
    await expect(menu).toBeVisible();
    await page.setViewportSize({ width: 1024, height: 800 });
    await expect(menu).toBeHidden();
    await page.setViewportSize(narrow);
    await expect(menu).toBeHidden();
  }

  // A page that one reaches from another one leads back to it by name.
  await page.goto('/');
  await page
    .getByRole('main')
    .getByRole('link', { name: /Regular Access/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/calls\/\d+$/);
  await page.getByRole('main').getByRole('link', { name: 'Calls', exact: true }).click();
  await expect(h1(page)).toHaveText('Open Calls for Proposals');

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
