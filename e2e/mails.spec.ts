import { expect, test } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { mailTo } from './mails.ts';

/** Mails as their readers see them, and the pages that they lead to without a login. */

const owner = 'applicant@example.org';

test('a mail is shown as it looks, on a telephone, as text and with its headers', async ({
  page,
  request,
}) => {
  // The oldest draft of the demonstration is warned about as soon as the portal runs.
  const { text } = await mailTo(request, owner, /^DRAFT-\d+ will be deleted if it stays a draft$/);
  expect(text).toMatch(/^Deleted after: \d\d-\d\d-\d{4} \d\d:\d\d \(\w+ time\)$/m);
  await page.goto(`/mailbox?to=${encodeURIComponent(owner)}`);
  await page
    .getByRole('link', { name: /^DRAFT-\d+ will be deleted/ })
    .first()
    .click();
  const mail = page.getByRole('article');
  await expect(mail.getByRole('heading', { level: 2, name: /^DRAFT-\d+ will be deleted/ })).toBeVisible();
  const looks = page.frameLocator('iframe');
  await expect(
    looks.getByRole('heading', { name: /^Your draft will be deleted\.\s*In \d+ days\.$/ }),
  ).toBeVisible();
  await expectAccessible(page);
  await mail.getByRole('button', { name: 'On a phone' }).click();
  const wide = await page.locator('iframe').evaluate((frame) => frame.clientWidth);
  expect(wide).toBeLessThanOrEqual(392);
  await mail.getByRole('button', { name: 'Headers' }).click();
  await expect(mail.getByText('auto-generated')).toBeVisible();
  await expect(mail.getByText(/^<[0-9a-f-]{36}@\S+>$/)).toBeVisible();
  await expectAccessible(page);
  await mail.getByRole('button', { name: 'Plain text' }).click();
  await mail.getByRole('link', { name: /\/applications\// }).click();
  // Whose it is has to say so first.
  await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible();
});

test('the clock is moved on the mailbox page, and what counts down follows at once', {
  tag: '@once',
}, async ({ page }) => {
  // The portal is shared with other journeys: it hears only what it refuses. What a moved one does is shown below the browser.
  const dayMs = 86_400_000;
  const asked: unknown[] = [];
  await page.route('**/api/demo/clock', async (route) => {
    if (route.request().method() !== 'POST' || asked.length > 0) return route.continue();
    const { to } = route.request().postDataJSON();
    asked.push(to);
    const aheadMs = Math.round((Date.parse(to) - Date.now()) / dayMs) * dayMs;
    const body = { now: to, realNow: new Date().toISOString(), offsetSeconds: aheadMs / 1_000 };
    await route.fulfill({ json: body, headers: { 'clearcall-ahead-ms': String(aheadMs) } });
  });
  await page.goto('/');
  const open = page.getByRole('tabpanel').getByRole('listitem').filter({ hasText: 'Cut-off ends in' });
  const regular = open.filter({ hasText: 'Regular Access' });
  const daysLeft = async () =>
    Number(/Cut-off ends in (\d+) days/.exec((await regular.textContent()) ?? '')?.[1]);
  await expect(regular).toBeVisible();
  const before = await daysLeft();

  await page.goto('/mailbox');
  const clock = page.getByRole('region', { name: 'Clock of this demonstration' });
  await expect(clock).toContainText(/it is \d\d-\d\d-\d{4} \d\d:\d\d, the real time/);
  await clock.getByRole('button', { name: '+1 week' }).click();
  await expect(clock).toContainText('7 days ahead of the real time');
  await expect(page.getByText('You moved the clock.')).toBeVisible();

  // The portal says why it does not go back, at the field.
  await clock.locator('summary').press('Enter');
  const to = clock.getByRole('textbox', { name: 'Move the clock to', exact: true });
  await to.fill('01-01-2020');
  await clock.getByRole('textbox', { name: 'Time', exact: true }).fill('17:00');
  await clock.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(to).toHaveAccessibleDescription(/only moves forward/);
  await expect(to).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  expect(asked).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)]);

  // Within the page, which knows the clock.
  await page.getByRole('link', { name: 'ESAO' }).first().click();
  await expect.poll(daysLeft).toBe(before - 7);
});

test('one leaves the mailing list with one button, and comes back with another', { tag: '@once' }, async ({
  page,
}) => {
  // A link that nobody was sent: opening it asks nothing of the portal.
  const asked: string[] = [];
  page.on('request', (sent) => {
    if (sent.url().includes('/api/mailing-list')) asked.push(sent.method());
  });
  await page.goto(`/mailing-list/${'A'.repeat(40)}`);
  const stop = page.getByRole('button', { name: 'Stop these emails' });
  await expect(stop).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(asked).toEqual([]);
  await stop.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'This link is not complete.' })).toBeVisible();
  await expect(stop).toBeHidden();
  await expectAccessible(page);
  expect(asked).toEqual(['PUT']);

  // What the API does with a link of its own is shown by its tests; here it is what the page says.
  await page.route('**/api/mailing-list', async (route) => {
    const { accept } = route.request().postDataJSON() as { accept: boolean };
    await route.fulfill({ json: { onList: accept } });
  });
  await page.goto(`/mailing-list/${'B'.repeat(40)}`);
  await stop.press('Enter');
  await expect(
    page.getByRole('status').filter({ hasText: 'You will get no more of these emails.' }),
  ).toBeVisible();
  const back = page.getByRole('button', { name: 'Send me these emails again' });
  await expect(back).toBeFocused();
  await expectAccessible(page);
  await back.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'You are on the list again' })).toBeVisible();
  await expect(stop).toBeFocused();
});
