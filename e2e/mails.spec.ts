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
  expect(text).toMatch(/^Deleted after: \d\d-\d\d-\d{4} \d\d:\d\d \(\w+, Europe\/\w+\)$/m);
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
  await mail.getByRole('button', { name: 'On a telephone' }).click();
  const wide = await page.locator('iframe').evaluate((frame) => frame.clientWidth);
  expect(wide).toBeLessThanOrEqual(392);
  await mail.getByRole('button', { name: 'Headers' }).click();
  await expect(mail.getByText('auto-generated')).toBeVisible();
  await expect(mail.getByText(/^<[0-9a-f-]{36}@\S+>$/)).toBeVisible();
  await expectAccessible(page);
  await mail.getByRole('button', { name: 'As plain text' }).click();
  await mail.getByRole('link', { name: /\/applications\// }).click();
  // Whose it is has to say so first.
  await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible();
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
  const stop = page.getByRole('button', { name: 'Stop these mails' });
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
  await expect(page.getByRole('status').filter({ hasText: 'You get no more of these mails.' })).toBeVisible();
  const back = page.getByRole('button', { name: 'Send me these mails again' });
  await expect(back).toBeFocused();
  await expectAccessible(page);
  await back.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'You are on the list again' })).toBeVisible();
  await expect(stop).toBeFocused();
});
