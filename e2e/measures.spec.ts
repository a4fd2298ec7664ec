import { expect, type Locator, test } from '@playwright/test';
import { fillRegistration, newAddress, playHumanCheck, signIn } from './accounts.ts';
import { hiddenStops } from './axe.ts';
import { Api } from './pages.ts';

/** The measures of Requirements 1, 9.8 and 9.16 to 9.19. Each journey sets the widths that it needs. */

// An answer that is still being changed when a journey ends is nobody's fault.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }));

const widthOf = async (part: Locator) => (await part.boundingBox())?.width ?? 0;

test('page, carousel, dialog, drawer and rows keep their measures', { tag: '@wide' }, async ({ page }) => {
  const resize = (width: number) => page.setViewportSize({ width, height: 900 });
  await signIn(page, 'applicant@example.org');
  await resize(1920);
  await page.goto('/');
  const carousel = page.getByRole('list', { name: 'Open calls' });
  await expect(carousel.getByRole('link').first()).toBeVisible();
  expect(await widthOf(carousel)).toBe(1000);
  // Also where nothing stands beside it.
  await resize(1100);
  expect(await widthOf(carousel)).toBe(1000);
  await resize(1920);
  for (const part of ['main', 'contentinfo'] as const)
    expect(await widthOf(page.getByRole(part).locator('.page').last())).toBe(1400);

  const menu = page.getByRole('button', { name: 'Open menu' });
  for (const [width, shown] of [
    [993, '1–3'],
    [992, '1–3'],
    [769, '1–3'],
    [768, '1'],
    [767, '1'],
  ] as const) {
    await resize(width);
    await expect(page.getByText(new RegExp(`^${shown} of \\d+ open calls$`))).toBeVisible();
    // As many as the line says lie within the carousel, each as wide as the others.
    const slides = await carousel.evaluate((list) => {
      const { left, right } = list.getBoundingClientRect();
      const places = [...list.children].map((slide) => slide.getBoundingClientRect());
      return places.filter((place) => place.left >= left - 1 && place.right <= right + 1).length;
    });
    expect(slides, `slides at ${width}`).toBe(shown === '1' ? 1 : 3);
    await expect(menu).toBeVisible({ visible: width < 768 });
  }
  await resize(1440);
  const rows = page.getByRole('row').filter({ has: page.getByRole('cell').getByRole('link') });
  const expectHeight = async (list: string, height: number) => {
    await expect(rows.first()).toBeVisible();
    const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
    expect(new Set(heights), list).toEqual(new Set([height]));
  };
  for (const list of ['/legacy', '/applications']) {
    await page.goto(list);
    await expectHeight(list, 40);
  }
  await expect(rows).toHaveCount(10);
  await page.goto('/dashboard');
  await expectHeight('/dashboard', 40);
  // A line each; amounts and deadlines have two.
  const lines = await rows
    .locator('td:is([data-column="project"], [data-column="firstName"], [data-column="step"])')
    .evaluateAll((cells) =>
      cells.map((cell) => Math.max(...[...cell.children].map((part) => part.getBoundingClientRect().height))),
    );
  expect(Math.max(...lines)).toBeLessThanOrEqual(24);
  await page.goto('/applications');
  await expect(rows).toHaveCount(10);
  // What hangs under the head of a column follows it, and goes where the rows become cards.
  const filter = page.getByRole('columnheader').getByRole('button', { expanded: false }).first();
  await filter.click();
  const open = page.locator('[popover]:popover-open');
  const opener = page.getByRole('columnheader').getByRole('button', { expanded: true });
  for (const width of [1440, 1100]) {
    await resize(width);
    await expect
      .poll(async () => ((await open.boundingBox())?.x ?? -1) - ((await opener.boundingBox())?.x ?? 1))
      .toBe(0);
  }
  await resize(767);
  await expect(open).toHaveCount(0);
  await resize(1440);
  await page.goto('/calls/1');
  await page.getByRole('main').getByRole('button', { name: 'Apply', exact: true }).click();
  expect(await widthOf(page.getByRole('dialog', { name: 'Apply to Call' }))).toBe(500);

  await resize(767);
  await page.goto('/documentation');
  await page.getByRole('button', { name: 'On this page' }).click();
  expect(await widthOf(page.getByRole('dialog', { name: 'On this page' }))).toBe(450);
});

test('who goes by keyboard sees every stop of a long list: no head or bar lies over what has the focus', {
  tag: '@wide',
}, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page, 'pro@example.org');
  for (const list of ['/applications', '/dashboard/late']) {
    await page.goto(list);
    const boxes = page.getByRole('row').getByRole('checkbox');
    await expect(boxes.nth(1)).toBeVisible();
    await boxes.last().focus();
    const stops = await page.getByRole('row').locator('a, button, input').count();
    expect(stops).toBeGreaterThan(20);
    expect(await hiddenStops(page, 'Shift+Tab', stops), list).toEqual([]);
    expect(await hiddenStops(page, 'Tab', stops), list).toEqual([]);
  }
});

test('late work has rows of two lines, and its head stays in view below what is done with the selected ones', {
  tag: '@wide',
}, async ({ page }) => {
  await signIn(page, 'pro@example.org');
  await page.goto('/dashboard/late');
  const rows = page.getByRole('row').filter({ has: page.getByRole('cell').getByRole('link') });
  await expect(rows.first()).toBeVisible();
  for (const width of [1440, 1280, 1024, 768]) {
    await page.setViewportSize({ width, height: 600 });
    const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
    expect(new Set(heights), `${width}`).toEqual(new Set([56]));
  }
  const top = async (part: Locator) => (await part.boundingBox())?.y ?? -1;
  const first = await top(rows.first());
  await rows.first().getByRole('checkbox').check();
  expect(await top(rows.first())).toBe(first);
  const bar = page.getByRole('region', { name: 'With what is selected' });
  const head = page.getByRole('columnheader', { name: 'Deadline' });
  for (const width of [1440, 1024]) {
    await page.setViewportSize({ width, height: 600 });
    await rows.nth(8).scrollIntoViewIfNeeded();
    await page.mouse.wheel(0, 400);
    await expect.poll(() => top(rows.first())).toBeLessThan(0);
    await expect(bar).toBeInViewport({ ratio: 1 });
    const box = await bar.boundingBox();
    // At the head of a wide window, else at its foot.
    expect(await top(head)).toBe(width === 1440 ? (box?.y ?? 0) + (box?.height ?? 0) : 0);
  }
});

test('the bars of a form leave the screen of a phone to its fields', { tag: '@wide' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const api = new Api(page.request, await signIn(page, 'applicant@example.org'));
  for (const status of ['draft', 'changes_requested']) {
    await page.goto(await api.application(status));
    const next = page.getByRole('button', { name: 'Next', exact: true });
    await expect(next.filter({ visible: true }).first()).toBeInViewport({ ratio: 1 });
    await page.mouse.wheel(0, 600);
    // What lies over the page, row by row of pixels.
    const covered = () =>
      page.evaluate(() => {
        let rows = 0;
        for (let y = 0; y < window.innerHeight; y += 1) {
          const over = document.elementFromPoint(window.innerWidth / 2, y);
          for (let part = over; part !== null; part = part.parentElement)
            if (getComputedStyle(part).position === 'sticky') {
              rows += 1;
              break;
            }
        }
        return rows;
      });
    await expect.poll(() => page.evaluate(() => window.scrollY), status).toBe(600);
    expect(await covered(), status).toBeLessThanOrEqual(120);
    expect(await covered(), status).toBeGreaterThan(80);
  }
});

test('what can be done about a task is on one line beside it', { tag: '@wide' }, async ({ page }) => {
  await signIn(page, 'pro@example.org');
  await page.goto('/dashboard?role=pro');
  const actions = page.getByRole('main').locator('section > ul > li > :last-child');
  await expect(actions.filter({ hasText: 'Move the deadline' })).toHaveCount(1);
  const heights = await actions.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
  expect(new Set(heights)).toEqual(new Set([32]));
});

test('an input is judged 300 ms after the last key', { tag: '@wide' }, async ({ page }) => {
  await page.goto('/auth/register');
  const password = page.getByRole('textbox', { name: /^Password/ });
  const rule = page.getByRole('list', { name: 'Password rule' }).getByRole('listitem').first();
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await password.pressSequentially('ab');
  await page.clock.runFor(299);
  await expect(rule).toHaveText('lowercase, missing');
  await page.clock.runFor(1);
  await expect(rule).toHaveText('lowercase, there');
});

test('the human check goes back 500 ms after a wrong answer, and holds the right one for 500 ms', {
  tag: '@wide',
}, async ({ page }) => {
  await playHumanCheck(page);
  await page.goto('/auth/register');
  await fillRegistration(page, newAddress('half.a.second'));
  await page.getByRole('button', { name: 'Register' }).click();
  const dialog = page.getByRole('dialog', { name: 'Turn the picture upright' });
  await expect(dialog.getByAltText('Not upright yet')).toBeVisible();
  const slider = dialog.getByRole('slider', { name: 'Turn' });
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  const answer = async (steps: number) => {
    for (let step = 0; step < steps; step += 1) await slider.press('ArrowRight');
    await slider.press('Enter');
  };
  await answer(1);
  await expect(dialog.locator('[data-state="wrong"]')).toBeVisible();
  await page.clock.runFor(499);
  await expect(slider).toHaveAttribute('aria-valuetext', '5 degrees to the right');
  await page.clock.runFor(1);
  await expect(slider).toHaveAttribute('aria-valuetext', 'Not turned');
  await answer(9);
  await expect(dialog.locator('[data-state="right"]')).toBeVisible();
  await page.clock.runFor(499);
  await expect(dialog).toBeVisible();
  await page.clock.runFor(1);
  await expect(dialog).toBeHidden();
});

test('a notice closes after 3000 ms, that of the report after 5000', { tag: '@wide' }, async ({ page }) => {
  await signIn(page, 'pro@example.org');
  let answer: object = { json: { done: true } };
  await page.route('**/api/download/call/**', (route) => route.fulfill(answer));
  await page.goto('/calls/2');
  const ask = page.getByRole('button', { name: 'Applications report (CSV)' });
  await expect(ask).toBeVisible();
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  const closesAfter = async (text: string, ms: number) => {
    await ask.click();
    const notice = page.getByText(text);
    await expect(notice).toBeVisible();
    await page.clock.runFor(ms - 1);
    await expect(notice).toBeVisible();
    await page.clock.runFor(1);
    await expect(notice).toBeHidden();
  };
  await closesAfter(
    'The applications report will be sent to your email address. This could take up to 5 minutes.',
    5000,
  );
  answer = { status: 409, json: { code: 'other', message: 'Not now.' } };
  await closesAfter('Not now.', 3000);
});

test('a table is searched 1000 ms after the last key', { tag: '@wide' }, async ({ page }) => {
  await signIn(page, 'pro@example.org');
  await page.goto('/legacy');
  const search = page.getByRole('searchbox', { name: 'Search the archive' });
  await expect(page.getByRole('table').getByRole('link').first()).toBeVisible();
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await search.pressSequentially('Fermi');
  await page.clock.runFor(999);
  await expect(page).toHaveURL('/legacy');
  await page.clock.runFor(1);
  await expect(page).toHaveURL('/legacy?search=Fermi');
});

test('a filter of the list is followed 1000 ms after the last key', { tag: '@wide' }, async ({ page }) => {
  await signIn(page, 'applicant@example.org');
  await page.goto('/applications');
  await expect(page.getByRole('table').getByRole('link').first()).toBeVisible();
  await page.getByRole('button', { name: 'Filter by Call' }).click();
  const value = page.getByRole('textbox', { name: 'Call: value' });
  await expect(value).toBeVisible();
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await value.pressSequentially('Regular');
  await page.clock.runFor(999);
  await expect(page).toHaveURL('/applications');
  await page.clock.runFor(1);
  await expect(page).toHaveURL('/applications?callTitle=Regular');
});

test('the foot of a page and the legal texts are the organisation’s', { tag: '@wide' }, async ({ page }) => {
  let [terms, privacy] = ['/terms', '/privacy'];
  await page.route('**/theme.json?*', async (route) => {
    const theme = await (await route.fetch()).json();
    const organization = { ...theme.organization, link: 'https://office.example.org/' };
    await route.fulfill({ json: { ...theme, organization, links: { ...theme.links, terms, privacy } } });
  });
  // The year is that of this day, which browser and server agree about.
  await page.clock.setFixedTime('2041-01-02T12:00:00Z');
  await page.route('**/api/**', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({
      response: answer,
      headers: { ...answer.headers(), 'clearcall-time': String(Date.parse('2041-01-02T12:00:00Z')) },
    });
  });
  await page.goto('/contact');
  const foot = page.getByRole('contentinfo');
  await expect(foot.getByRole('link', { name: ', home' }).locator('svg')).toBeVisible();
  await expect(foot.getByRole('link', { name: ', home' })).toContainText('ESAO');
  await expect(foot.getByText('© 2041 European Supercomputing Access Office', { exact: true })).toBeVisible();
  await expect(
    foot.getByRole('link', { name: 'European Supercomputing Access Office', exact: true }),
  ).toHaveAttribute('href', 'https://office.example.org/');
  await expect(foot.getByText('Version 1.7.0', { exact: true })).toBeVisible();
  await expect(foot.getByText('Time on Europe’s public supercomputers')).toBeVisible();
  await expect(foot.getByRole('navigation', { name: 'Footer' }).getByRole('link')).toHaveText([
    'Documentation',
    'Terms of Use',
    'Privacy Policy',
    'Accessibility',
    'Contact',
  ]);
  await expect(foot.getByRole('link', { name: 'Terms of Use' })).toHaveAttribute('href', '/terms');
  [terms, privacy] = ['https://example.org/terms', 'https://example.org/privacy'];
  await page.goto('/auth/login');
  await expect(page.getByRole('link', { name: 'Terms of Use' })).toHaveAttribute('href', terms);
  await expect(page.getByRole('link', { name: 'Privacy Policy' })).toHaveAttribute('href', privacy);
  await page.goto('/auth/register');
  const form = page.getByRole('main').getByRole('link');
  await expect(form.filter({ hasText: 'Terms of Use' })).toHaveAttribute('href', terms);
  await expect(form.filter({ hasText: 'Privacy Policy' })).toHaveAttribute('href', privacy);
});
