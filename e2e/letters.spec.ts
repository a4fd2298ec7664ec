import { expect, type Page, test } from '@playwright/test';
import { demoPassword, firstPassword, newAccount, signIn } from './accounts.ts';
import { expectAccessible } from './axe.ts';

/** What the office does with letters, and how people choose to get them. */

const uid = 'ESAO-REG-2025R02-014';

/** A new person whom the office has asked for a scientific review; their address. */
async function reviewer(page: Page): Promise<string> {
  const email = await newAccount(page.request, 'reviewer');
  const login = async (data: object) =>
    (await page.request.post('/api/users/login', { data: { ...data, app: 'user_portal' } })).json();
  const { user } = await login({ email, password: firstPassword });
  const { token } = await login({ email: 'pro@example.org', password: demoPassword });
  const given = await page.request.post(`/api/v2/applications/${uid}/assign`, {
    headers: { Authorization: `Bearer ${token}`, 'Idempotency-Key': crypto.randomUUID() },
    data: { flowElementId: 'SCI', userId: user.id, role: 'scientific_reviewer', despiteEvidence: true },
  });
  expect(given.status()).toBe(200);
  await page.context().clearCookies();
  return email;
}

test('the office reads a reminder, sends it once a day, and finds it among the emails of the application', async ({
  page,
}) => {
  const email = await reviewer(page);
  await signIn(page, 'pro@example.org');
  await page.goto(`/applications/${uid}`);
  const row = page.getByRole('listitem').filter({ hasText: email });
  const remind = async () => {
    await row.getByRole('button', { name: /^More for/ }).click();
    await page.getByRole('menuitem', { name: 'Remind' }).click();
    return page.getByRole('dialog', { name: /^Remind / });
  };
  const letter = await remind();
  await expect(letter).toContainText(email);
  await expect(letter).toContainText('Scientific review is waiting for you');
  await expectAccessible(page);
  await letter.getByRole('button', { name: 'Send the reminder' }).click();
  await expect(page.getByText(`A reminder goes to ${email}.`)).toBeVisible();
  await expect(letter).toBeHidden();
  await expect(await remind()).toContainText('A reminder was sent today already.');
  await page.keyboard.press('Escape');

  await page
    .getByRole('navigation', { name: 'Parts of this application' })
    .getByRole('link', { name: 'Emails' })
    .click();
  // The flow has told them of their work as well.
  const mail = page
    .getByRole('list', { name: 'Emails' })
    .getByRole('listitem')
    .filter({ hasText: email })
    .filter({ hasText: 'Scientific review is waiting for you' });
  await expect(async () => {
    await page.reload();
    await expect(mail).toContainText('Sent', { timeout: 3_000 });
  }).toPass();
  await expectAccessible(page);
});

test('a person chooses to get emails once a day', async ({ page }) => {
  const email = await newAccount(page.request, 'pace');
  await page.context().clearCookies();
  await signIn(page, email, firstPassword);
  await page.goto('/profile/organization');
  const pace = page.getByLabel('How often');
  await expect(pace).toHaveValue('at_once');
  await pace.selectOption({ label: 'Once a day at 07:00, all together' });
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Save/ }).filter({ visible: true }).first().click();
  await expect(page.getByText('Profile saved successfully').first()).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('How often')).toHaveValue('daily');
});
