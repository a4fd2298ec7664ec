import { harmlessTag, richTextAttacks } from '@clearcall/domain/values/rich-text-attacks.ts';
import { expect, type Page, test } from '@playwright/test';
import { demoPassword, fillLogin, firstPassword, logIn, newAccount, signIn } from './accounts.ts';
import { expectAccessible } from './axe.ts';
import { linkIn, mailTo } from './mails.ts';

const isNarrow = (page: Page) => (page.viewportSize()?.width ?? 0) < 768;

/** No page scrolls sideways. */
async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const [content, window] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ]);
  expect(content).toBe(window);
}

test('a visitor sees the open calls on the cover and all calls below', async ({ page }) => {
  await page.goto('/');
  await expect(page).toHaveTitle('ESAO - User Portal');
  await expect(page.getByRole('heading', { level: 1, name: 'Open Calls for Proposals' })).toBeVisible();
  const cards = page
    .getByRole('tabpanel')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') });
  await expect(cards.filter({ hasText: 'Benchmark Access' })).toBeVisible();
  const all = await cards.count();

  const benchmark = cards.filter({ hasText: 'Benchmark Access' });
  await expect(benchmark).toContainText('Open');
  await expect(benchmark.getByText('BEN', { exact: true })).toBeVisible();
  await expect(benchmark.getByText(/^Scaling tests and first measurements/)).toBeVisible();
  // The timeframe of the first step: from the first of this month to its cut-off.
  await expect(benchmark).toContainText(/01-\d\d-\d{4}.*\d\d-\d\d-\d{4} \d\d:\d\d/);
  await expect(benchmark).toContainText(/Cut-off ends in \d+ (days?|hours?|minutes?)/);
  await expect(cards.filter({ hasText: 'Extreme Scale Access' })).toContainText(/Opening Soon.*Opens in \d/);
  await expect(cards.filter({ hasText: 'AI Factory Playground' })).toContainText('Always open');
  await expectNoSidewaysScroll(page);

  await page.getByRole('tab', { name: 'Open Calls' }).click();
  await expect(page).toHaveURL(/\?tab=open$/);
  await expect(page.getByRole('tab', { name: 'Open Calls' })).toHaveAttribute('aria-selected', 'true');
  await expect(cards.filter({ hasText: 'Extreme Scale Access' })).toHaveCount(0);
  expect(await cards.count()).toBeLessThan(all);
  await page.reload();
  await expect(page.getByRole('tab', { name: 'Open Calls' })).toHaveAttribute('aria-selected', 'true');
  await page.goBack();
  await expect(cards).toHaveCount(all);
});

test('tabs turn with the arrow keys', { tag: '@once' }, async ({ page }) => {
  await page.goto('/');
  await page.getByRole('tab', { name: 'All Calls' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/\?tab=open$/);
  await expect(page.getByRole('tab', { name: 'Open Calls' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/\/$/);
});

test('the carousel turns by its buttons and by keyboard, and never by itself', async ({ page }) => {
  await page.goto('/');
  const narrow = isNarrow(page);
  const where = (text: string) => page.getByText(new RegExp(`^${text} of \\d+ open calls$`));
  await expect(where(narrow ? '1' : '1–3')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Previous calls' })).toHaveAttribute('aria-disabled', 'true');

  await page.getByRole('button', { name: 'Next calls' }).focus();
  await page.keyboard.press('Enter');
  await expect(where(narrow ? '2' : '4–6')).toBeVisible();
  await page.getByRole('button', { name: 'Previous calls' }).click();
  await expect(where(narrow ? '1' : '1–3')).toBeVisible();

  const carousel = page.getByRole('list', { name: 'Open calls' });
  await carousel.getByRole('link').first().focus();
  await page.keyboard.press('End');
  await expect(carousel.getByRole('link').last()).toBeFocused();
  await expect(carousel.getByRole('link').last()).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Next calls' })).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Home');
  await expect(where(narrow ? '1' : '1–3')).toBeVisible();
});

test('the line of cut-offs stands on wide screens alone', async ({ page }) => {
  await page.goto('/');
  const axis = page.getByRole('figure', { name: /^Cut-offs from/ });
  if (isNarrow(page)) await expect(axis).toBeHidden();
  else await expect(axis).toContainText('Classic');
});

test('three answers lead to the access mode that fits, which comes into view', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Which access mode fits my project?' }).click();
  const dialog = page.getByRole('dialog', { name: 'Which access mode fits my project?' });
  const needed = dialog.getByRole('textbox', { name: 'How much computing time do you need?' });
  await needed.click();
  await page.keyboard.type('100,000');
  await expect(dialog.getByText('Close, but not quite')).toBeVisible();
  await expect(dialog.getByRole('link', { name: 'Regular Access' })).toBeVisible();
  await needed.fill('');
  await dialog.evaluate((element) => element.scrollTo(0, 0));
  await dialog
    .getByRole('combobox', { name: 'What kind of work' })
    .selectOption('Work on a quantum computer');
  await expect(dialog.getByRole('heading', { name: '1 call fits' })).toBeInViewport();
  await expect(dialog.getByRole('link', { name: 'Quantum Access Pilot' })).toBeInViewport();
  await expect(dialog.getByRole('status').filter({ hasText: 'fits' })).toHaveText(
    '1 call fits Quantum Access Pilot',
  );
  await expectAccessible(page);
  await dialog.getByRole('link', { name: 'Quantum Access Pilot' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Quantum Access Pilot' })).toBeVisible();
});

test('a call says what it gives, to whom and until when', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('tabpanel').getByRole('link', { name: 'Regular Access', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Regular Access' })).toBeVisible();
  const main = page.getByRole('main');
  await expect(main.getByText('Open', { exact: true })).toBeVisible();
  await expect(main.getByText('REG', { exact: true })).toBeVisible();
  for (const name of ['Call Details', 'Call Process', 'Partitions and limits', 'Documents', 'Other Calls']) {
    await expect(main.getByRole('heading', { level: 2, name })).toBeVisible();
  }
  await expect(main.getByRole('listitem').filter({ hasText: 'Right to reply' })).toBeVisible();
  const own = main.getByRole('region', { name: 'Call Details' });
  await expect(own.getByText(/^For groups whose codes run well at scale/)).toBeVisible();
  const others = main.getByRole('region', { name: 'Other Calls' }).getByRole('listitem').getByRole('link');
  await expect(others).toHaveCount(4);

  const lumi = main.getByRole('row').filter({ hasText: 'LUMI-G' });
  await expect(lumi).toContainText('20\u202f000');
  await main.getByRole('button', { name: 'GPU hours' }).click();
  await expect(lumi).toContainText('80\u202f000');
  await expect(main.getByRole('row').filter({ hasText: 'MeluXina GPU' })).toContainText(
    'Closed for this cut-off',
  );
  await expectNoSidewaysScroll(page);
  const documents = main.getByRole('region', { name: 'Documents' });
  await expect(documents.getByRole('link', { name: 'Guide for applicants' })).toBeVisible();
  // Each opens the document of this very call that it names.
  for (const [name, file] of [
    [/^Project scope and plan: Regular Access, call 2/, 'project-scope-and-plan-reg'],
    ['Guideline for reviewers', 'guideline-reviewers-reg'],
    ['Terms of reference', 'terms-of-reference-reg'],
  ] as const) {
    const address = await documents.getByRole('link', { name }).getAttribute('href');
    const opened = await page.request.get(address ?? '');
    expect([opened.status(), opened.headers()['content-disposition']]).toEqual([
      200,
      expect.stringContaining(file),
    ]);
  }
  await expect(documents.getByRole('row', { name: 'Terms of reference' })).toHaveText(
    /^Terms of referencePDF\d\d-\d\d-\d{4}\d+ kB$/,
  );
  // Rights to download come with an account that has them.
  await expect(page.getByRole('button', { name: 'Download Bundle' })).toHaveCount(0);

  // Each of the others leads to its page, where it is not among them.
  const next = (await others.first().textContent()) ?? '';
  await others.first().click();
  await expect(page.getByRole('heading', { level: 1, name: next, exact: true })).toBeVisible();
  await expect(others).toHaveCount(4);
  await expect(others.filter({ hasText: next })).toHaveCount(0);
});

test('a closed call cannot be applied to', { tag: '@once' }, async ({ page }) => {
  await page.goto('/');
  await page
    .getByRole('tabpanel')
    .getByRole('link', { name: /^Extreme Scale Access/ })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Extreme Scale Access' })).toBeVisible();
  await expect(page.getByRole('main').getByText('Opening Soon', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Register to apply' })).toBeDisabled();
  await expect(page.getByText('Actions will be available soon')).toBeVisible();
  await expectAccessible(page);

  // Nobody is invited to register for a call that is over.
  await page.goto('/calls/2');
  await expect(page.getByRole('main').getByText('Closed', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Apply', exact: true })).toBeDisabled();
  await expect(page.getByText('Register to apply')).toHaveCount(0);
  await page.getByRole('link', { name: 'See other calls' }).click();
  await expect(page.getByRole('heading', { name: 'Other Calls' })).toBeInViewport();
  await expectAccessible(page);
});

for (const address of ['/calls/999999', '/calls/nonsense', '/calls/0']) {
  test(`a call that is not there says so: ${address}`, { tag: '@once' }, async ({ page }) => {
    await page.goto(address);
    await expect(
      page.getByRole('heading', { level: 1, name: 'The call you’re looking for couldn’t be found' }),
    ).toBeVisible();
  });
}

test('signed out, applying leads to the registration and back', { tag: '@once' }, async ({ page }) => {
  await page.goto('/calls/5');
  await expect(
    page.getByRole('banner').getByRole('link', { name: 'Login', includeHidden: true }).first(),
  ).toHaveAttribute('href', '/auth/login?return=%2Fcalls%2F5');
  await page.getByRole('link', { name: 'Register to apply' }).click();
  await expect(page).toHaveURL(/\/auth\/register\?return=%2Fcalls%2F5$/);
  await page.getByRole('link', { name: 'Already have an account?' }).click();
  await expect(page).toHaveURL(/\/auth\/login\?return=%2Fcalls%2F5$/);
});

test('the first application is created at once, the second only after a question', { tag: '@once' }, async ({
  page,
  request,
}) => {
  const email = await newAccount(request, 'ana.horvat');
  await page.goto('/auth/login?return=%2Fcalls%2F5');
  await fillLogin(page, email, firstPassword);
  await expect(page.getByRole('heading', { level: 1, name: 'Benchmark Access' })).toBeVisible();
  await expect(page.getByText('You have not applied to this call yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(page).toHaveURL(/\/applications\/ESAO-BEN-/);
  const first = page.url();

  await page.goto('/calls/5');
  const apply = page.getByRole('main').getByRole('button', { name: 'Apply', exact: true });
  await expect(page.getByText('You have 1 draft for this call.')).toBeVisible();
  await apply.click();
  const dialog = page.getByRole('dialog', { name: 'Apply to Call' });
  await expect(dialog).toContainText('You already have an open proposal');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect(apply).toBeFocused();

  await apply.click();
  await dialog.getByRole('link', { name: 'Go to Dashboard' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await page.goBack();

  // What goes wrong meanwhile is said inside the dialog: outside of it nothing is heard or can be pressed.
  await apply.click();
  await page.route('**/api/v2/applications', (route) => route.abort());
  await dialog.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(dialog.getByRole('alert')).not.toBeEmpty();
  await dialog.getByRole('alert').getByRole('button').first().click();
  await expect(page.getByRole('alert')).toBeEmpty();
  await expect(dialog).toBeVisible();
  await page.unroute('**/api/v2/applications');
  await page.keyboard.press('Escape');
  await expect(apply).toBeFocused();

  await apply.click();
  await dialog.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(page).toHaveURL(/\/applications\/ESAO-BEN-/);
  expect(page.url()).not.toBe(first);
});

test('when the server fails the page says so and can be tried again', { tag: '@once' }, async ({ page }) => {
  await page.route('**/api/v2/calls/published', (route) =>
    route.fulfill({
      status: 500,
      json: { statusCode: 500, code: 'internal', message: 'Something went wrong' },
    }),
  );
  await page.goto('/');
  await expect(page.getByText('We could not load the calls')).toBeVisible();
  // The cover claims nothing that nobody knows.
  await expect(page.getByText('No call is open')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Next calls' })).toBeHidden();
  await expectAccessible(page);
  await page.unroute('**/api/v2/calls/published');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('tabpanel').getByRole('link', { name: 'Benchmark Access' })).toBeVisible();

  // An answer that takes long is said to, and still shown when it comes.
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/v2/calls/published', async (route) => {
    await held;
    await route.continue();
  });
  await page.reload();
  const slow = page.getByText('This is taking longer than usual.');
  await expect(slow).toBeVisible({ timeout: 4_000 });
  await expectAccessible(page);
  answer();
  await expect(page.getByRole('tabpanel').getByRole('link', { name: 'Benchmark Access' })).toBeVisible();
  await expect(slow).toHaveCount(0);
});

test('a portal without any call says so, and offers nothing that leads nowhere', { tag: '@once' }, async ({
  page,
}) => {
  await page.route('**/api/v2/calls/published', (route) => route.fulfill({ json: { data: [], total: 0 } }));
  await page.goto('/');
  await expect(page.getByText('There are no calls yet.')).toBeVisible();
  for (const name of ['Which access mode fits my project?', 'Next calls'])
    await expect(page.getByRole('button', { name })).toBeHidden();
  await expect(page.getByText('No call is open')).toBeHidden();
  await expectAccessible(page);
});

test('nothing of the home page moves once it was drawn', async ({ page }) => {
  await page.addInitScript(() => {
    const moved = { total: 0 };
    Object.assign(window, { moved });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if ('value' in entry && typeof entry.value === 'number') moved.total += entry.value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  for (const address of ['/', '/calls/1']) {
    await page.goto(address);
    await page.waitForLoadState('networkidle');
    const total = await page.evaluate(() => (window as unknown as { moved: { total: number } }).moved.total);
    expect(total, address).toBeLessThan(0.02);
  }
});

test('the mailbox shows what was sent, and its links lead on', { tag: '@once' }, async ({
  page,
  request,
}) => {
  await request.post('/api/users/forgot', { data: { email: 'pro@example.org' } });
  await mailTo(request, 'pro@example.org', /password/i);
  await page.goto('/mailbox');
  await page.getByRole('textbox', { name: 'Emails to' }).fill('pro@example.org');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page).toHaveURL(/\?to=pro%40example\.org$/);
  await page.getByRole('list', { name: 'Emails' }).getByRole('link').first().click();
  await expect(page).toHaveURL(/id=/);
  await expect(page.getByRole('heading', { level: 2, name: /password/i })).toBeVisible();
  await page.getByRole('button', { name: 'Plain text' }).click();
  await expect(page.getByRole('article').getByRole('link', { name: /\/auth\/reset\// })).toBeVisible();
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.frameLocator('iframe').getByRole('link', { name: 'Choose a new password' }).click();
  await expect(page).toHaveURL(/\/auth\/reset\//);

  await page.goto('/mailbox?to=nobody%40example.org');
  await expect(page.getByText('No emails to nobody@example.org yet.')).toBeVisible();
  await expectAccessible(page);
});

test('the organisation’s colours and names come with the theme, at run time', { tag: '@once' }, async ({
  page,
}) => {
  await page.route('**/theme.json?*', async (route) => {
    const answer = await route.fetch();
    const theme = (await answer.json()) as { organization: { shortName: string } };
    theme.organization.shortName = 'OTHER';
    await route.fulfill({ json: theme });
  });
  await page.goto('/');
  await expect(page).toHaveTitle('OTHER - User Portal');
  const fill = await page.evaluate(() =>
    getComputedStyle(document.documentElement).getPropertyValue('--accent-7'),
  );
  const sheet = await (await page.request.get('/theme.css')).text();
  expect(sheet).toContain(fill.trim());
});

test('those with the right have the applications report mailed, others see no button', {
  tag: '@once',
}, async ({ page, request }) => {
  const buttons = page.getByRole('button', { name: /^Applications report/ });
  await signIn(page, 'compute-centre-representative@example.org');
  await page.goto('/calls/2');
  await expect(buttons).toHaveCount(2);
  await expectAccessible(page);
  const bundle = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download Bundle' }).click();
  expect((await bundle).suggestedFilename()).toMatch(/^REG-\d{4}-\d-bundle\.zip$/);
  await (await bundle).cancel();
  const callReport = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download Call Report' }).click();
  expect((await callReport).suggestedFilename()).toMatch(/^REG-\d{4}-\d - Call report\.pdf$/);
  await page.getByRole('button', { name: 'Applications report (Excel)' }).click();
  await expect(
    page.getByText(
      'The applications report will be sent to your email address. This could take up to 5 minutes.',
    ),
  ).toBeVisible();
  const mail = await mailTo(request, 'compute-centre-representative@example.org', /^Applications report/);
  await page.goto(linkIn(mail, '/reports/'));
  await expect(page.getByRole('heading', { level: 1, name: 'Applications report' })).toBeVisible();
  await expectAccessible(page);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the report' }).click();
  expect((await download).suggestedFilename()).toMatch(/^REG-\d{4}-\d-applications\.xlsx$/);

  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await logIn(page, 'applicant@example.org', demoPassword);
  await page.goto('/calls/2');
  await expect(page.getByRole('link', { name: 'Guideline for reviewers' })).toBeVisible();
  await expect(buttons).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Download (Bundle|Call Report)$/ })).toHaveCount(0);
});

test('rich text that came into the database by another way runs nothing and loads nothing', {
  tag: '@wide',
}, async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const path = '**/api/v2/calls/1';
  const atOnce = 4;
  // A few at a time: what one leaves open must not hide all others.
  for (let from = 0; from < richTextAttacks.length; from += atOnce) {
    const attacks = richTextAttacks.slice(from, from + atOnce).join('<p>between</p>');
    await page.unroute(path);
    await page.route(path, async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ json: { ...(await answer.json()), info: `<h1>First</h1>${attacks}` } });
    });
    await page.goto('/calls/1');
    const process = page.getByRole('region', { name: 'Call Process' });
    await expect(process.getByRole('heading', { level: 3, name: 'First' })).toBeVisible();
    await expect(page.locator('h1')).toHaveCount(1);
    const html = await process.locator('> div > div.read').first().innerHTML();
    expect((html.match(/<[^>]*>/g) ?? []).filter((tag) => !harmlessTag.test(tag))).toEqual([]);
    expect(await page.evaluate(() => 'attacked' in window), attacks).toBe(false);
  }
  expect(asked.filter((url) => url.includes('attacker.invalid'))).toEqual([]);
});
