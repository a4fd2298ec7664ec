import { expect, type Page, test } from '@playwright/test';
import { signIn } from './accounts.ts';
import { expectAccessible } from './axe.ts';

const isNarrow = (page: Page) => (page.viewportSize()?.width ?? 0) < 768;
const rows = (page: Page) => page.getByRole('region', { name: 'Pending actions' }).locator('tbody tr');
const deadlines = (page: Page) =>
  rows(page)
    .locator('td[data-column="deadline"]')
    .evaluateAll((cells) =>
      cells.map((cell) => cell.querySelector('time')?.getAttribute('datetime') ?? 'none'),
    );

test('an applicant finds the drafts by deadline, sorts them, and goes on with one', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/applications/dashboard')) asked.push(request.url());
  });
  await signIn(page, 'applicant@example.org');
  await page.goto('/dashboard');
  await expect(page.getByText(/^\d+ pending actions/)).toBeVisible();
  const earliest = await deadlines(page);
  expect(earliest.length).toBeGreaterThan(4);
  expect(earliest).toEqual(earliest.toSorted());
  await expect(rows(page).filter({ hasText: 'DRAFT-' }).first()).toContainText('Submit Application');
  await expect(rows(page).filter({ hasText: 'Submit Changes' }).first()).toContainText(/ESAO-/);
  // A call without a cut-off: the draft is old, and its owner has a mail that says so.
  await expect(rows(page).filter({ hasText: 'Ice on rotor blades' })).toContainText(
    /No deadlineDeletion on \d\d-\d\d-\d{4}/,
  );
  const beyond = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(beyond).toBe(0);

  if (!isNarrow(page)) {
    const head = page.getByRole('columnheader', { name: 'Deadline' });
    await expect(head).toHaveAttribute('aria-sort', 'ascending');
    await page.getByRole('button', { name: 'Deadline' }).click();
    await expect(head).toHaveAttribute('aria-sort', 'descending');
    await expect(page).toHaveURL(/\/dashboard\?direction=DESC$/);
    expect(await deadlines(page)).toEqual(earliest.toReversed());
    for (const fixed of ['Project', 'Step', 'Action'])
      await expect(page.getByRole('columnheader', { name: fixed }).getByRole('button')).toHaveCount(0);
    await page.goBack();
    await expect(head).toHaveAttribute('aria-sort', 'ascending');
  }

  const first = rows(page).filter({ hasText: 'Submit Application' }).first();
  const id = await first.locator('a[data-id]').textContent();
  await first.getByRole('link', { name: 'Submit Application' }).click();
  await expect(page.getByText(`Proposal ID: ${id}`)).toBeVisible();
  // What was fetched a moment ago is shown again without asking.
  const before = asked.length;
  await page.goBack();
  await expect(rows(page)).toHaveCount(earliest.length);
  expect(asked).toHaveLength(before);
});

test('project, action and deadline are in view on half of a screen too', { tag: '@wide' }, async ({
  page,
}) => {
  await signIn(page, 'applicant@example.org');
  await page.goto('/dashboard');
  await expect(rows(page).first()).toBeVisible();
  for (const width of [1280, 1024, 768]) {
    await page.setViewportSize({ width, height: 900 });
    const beyond = await page.evaluate(() =>
      ['project', 'action', 'deadline'].flatMap((column) =>
        [...document.querySelectorAll(`tbody td[data-column="${column}"]`)].flatMap((cell) => {
          const { left, right, height } = cell.getBoundingClientRect();
          const cut = column !== 'project' && cell.scrollWidth > cell.clientWidth + 1;
          return left >= 0 && right <= window.innerWidth && height <= 41 && right - left > 100 && !cut
            ? []
            : [`${column} ${left} ${right} ${height} ${cell.textContent}`];
        }),
      ),
    );
    expect(beyond, String(width)).toEqual([]);
  }
});

for (const who of ['scientific-reviewer', 'compute-centre-representative', 'pro'])
  test(`nothing on the dashboard moves when slow rows come: ${who}`, {
    tag: who === 'pro' ? '@wide' : ['@wide', '@full'],
  }, async ({ page }) => {
    await signIn(page, `${who}@example.org`);
    await page.addInitScript(() => {
      const moved = { by: 0 };
      Object.assign(window, { moved });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          moved.by += (entry as PerformanceEntry & { value: number }).value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    let seen = Promise.withResolvers<void>();
    await page.route('**/api/v2/applications/dashboard*', async (route) => {
      await seen.promise;
      await route.continue();
    });
    for (const width of [1440, 768, 390]) {
      seen = Promise.withResolvers();
      await page.setViewportSize({ width, height: 900 });
      await page.goto('/dashboard');
      await expect(page.locator('main [data-loading]')).toHaveCount(1);
      seen.resolve();
      await expect(page.locator('main [data-loading]')).toHaveCount(0);
      await expect(page.getByText(/^Times are in/).or(page.getByText(/^You have no/))).toBeVisible();
      // Two frames: what moved is told after it was drawn.
      const by = await page.evaluate(
        () =>
          new Promise<number>((resolve) =>
            requestAnimationFrame(() =>
              setTimeout(() => resolve((window as unknown as { moved: { by: number } }).moved.by), 100),
            ),
          ),
      );
      expect(by, `${who} at ${width}`).toBeLessThan(0.02);
    }
  });

test('whoever is signed in finds what waits for them, or that nothing does', { tag: '@once' }, async ({
  page,
}) => {
  await signIn(page, 'pro@example.org');
  await page.goto('/dashboard');
  // Overdue work is in a card above the table.
  const waiting = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Administrative check' });
  // Its deadline has passed: staff move it themselves.
  await expect(waiting.filter({ hasText: 'ESAO-FTA-' })).toContainText('Move the deadline');
  const all = await rows(page).count();
  await page.goto('/dashboard?role=ac_chair');
  await expect(
    page.getByRole('heading', { name: 'You have no pending actions for the selected role AC Chair.' }),
  ).toBeVisible();
  await page.getByRole('combobox', { name: 'Role' }).selectOption({ label: 'Peer Review Officer' });
  await expect(page).toHaveURL(/role=pro$/);
  await expect(rows(page)).toHaveCount(all);

  await page.context().clearCookies();
  await signIn(page, 'call-coordinator@example.org');
  await page.goto('/dashboard');
  // The checks to assign, and the numbers of each cut-off, one press away from their lists.
  await expect(page.getByRole('heading', { name: /^People must be assigned to/ })).toBeVisible();
  const numbers = page.getByRole('region', { name: 'Applications by call' });
  await expect(numbers.getByRole('link', { name: /^Administrative check: / }).first()).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByRole('combobox', { name: 'Role' })).toHaveValue('call_coordinator');

  await page.route('**/api/v2/applications/dashboard*', (route) =>
    route.fulfill({ status: 500, json: { statusCode: 500, code: 'internal', message: 'No' } }),
  );
  await page.goto('/dashboard');
  await expect(page.getByText('We could not load your pending actions')).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await numbers
    .getByRole('link', { name: /^Submitted: / })
    .first()
    .click();
  await expect(page.getByRole('main').getByRole('row').nth(1)).toContainText('Submitted');
});
