import { expect, type Page, test } from '@playwright/test';
import { demoPassword, firstPassword, newAccount, signIn } from './accounts.ts';
import { openTab } from './at-work.ts';
import { expectAccessible } from './axe.ts';
import { mailTo } from './mails.ts';

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
  await expect(letter).toContainText(/Reminder to (accept or reject|submit): Scientific review of/);
  await expectAccessible(page);
  await letter.getByLabel('Your message (optional)').fill('The panel <b>meets</b> on Friday.');
  await letter.getByRole('button', { name: 'Send the reminder' }).click();
  await expect(page.getByText(`A reminder goes to ${email}.`)).toBeVisible();
  await expect(letter).toBeHidden();
  await expect(await remind()).toContainText('You can send one reminder a day.');
  await page.keyboard.press('Escape');

  const sent = await mailTo(page.request, email, /^Reminder/);
  expect(sent.text).toContain('The panel <b>meets</b> on Friday.');

  await openTab(page, 'Emails');
  // The flow has told them of their work as well.
  const mail = page
    .getByRole('list', { name: 'Emails' })
    .getByRole('listitem')
    .filter({ hasText: email })
    .filter({ hasText: /Reminder to (accept or reject|submit): Scientific review of/ });
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

test(
  'the emails of a release can be read before, it waits ten minutes on both pages, and is stopped wholly',
  {
    tag: '@full',
  },
  async ({ page }, { project }) => {
    test.skip(project.name !== 'wide', 'each result is released once');
    const token = await signIn(page, 'pro@example.org');
    const headers = { Authorization: `Bearer ${token}` };
    const decided = ['ESAO-REG-2025R02-018', 'ESAO-REG-2025R02-019'] as const;
    const [, reserve] = decided;
    const ask = (method: string, path: string, data?: object) =>
      page.request.fetch(`/api/v2${path}`, { method, headers, ...(data === undefined ? {} : { data }) });
    // Nobody is waited for any more, and the second loses its place on the reserve list.
    for (const uid of decided) {
      const { assignments } = await (await ask('GET', `/applications/${uid}`)).json();
      for (const { id, stepId, status } of assignments)
        if (stepId === 'ALL' && status === 'assigned')
          await ask('PUT', `/assignments/${id}/revoke`, { reason: 'It is decided.' });
    }
    const reason = 'Nobody gave an award back.';
    const rejected = (partitionId: string) => ({ partitionId, outcome: 'rejected', reason });
    const changed = await ask('POST', `/applications/${reserve}/outcome`, {
      rows: [rejected('mn5-gpp'), rejected('lumi-c')],
      reason,
    });
    expect(changed.status()).toBe(200);
    const filters = JSON.stringify([{ column: 'id', op: 'contains', value: 'REG-2025R02-01' }]);
    await page.goto(`/applications?${new URLSearchParams({ role: 'pro', filters })}`);
    const rows = page.getByRole('region', { name: 'Applications' }).locator('tbody tr');
    for (const uid of decided) await rows.filter({ hasText: uid }).getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Release a step' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Step').selectOption({ label: 'Decision: 2 ready' });
    // Also those that automations send because of it: to accept the award, and to the centre.
    const shown = dialog.getByText(/^\d+ emails are sent:$/);
    await expect(shown).toBeVisible();
    const count = Number(/\d+/.exec((await shown.textContent()) ?? '')?.[0]);
    const emails = dialog.getByRole('region', { name: 'Emails' }).getByRole('group');
    await expect(emails).toHaveCount(count);
    const recipients: string[] = [];
    for (const uid of decided) {
      const email = emails.filter({ hasText: `${uid}: the result of your application` });
      const head = email.getByText(', to ');
      recipients.push(((await head.textContent()) ?? '').split(', to ')[1] ?? '');
      await head.click();
      await expect(email.getByText(`${uid}: the result of your application`, { exact: true })).toBeVisible();
    }
    expect(count).toBeGreaterThan(decided.length);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Release 2 applications' }).click();
    await expect(dialog.getByText('2 applications will be released in ten minutes.')).toBeFocused();
    await dialog.getByRole('button', { name: 'Close' }).last().click();

    // It waits, and both pages count down, also for another officer and after a reload.
    const waits = page.getByText(/^Decision: 2 applications will be released at \d\d:\d\d\./);
    await expect(waits).toBeVisible();
    await expect(page.getByText(/^(9|10) minutes left to stop it\.$/)).toBeVisible();
    await expectAccessible(page);
    await page.goto(`/applications/${reserve}`);
    await expect(page.getByText(/^Decision will be released at \d\d:\d\d\./)).toBeVisible();
    await expect(page.getByRole('button', { name: /^Stop release/ })).toBeVisible();
    await expectAccessible(page);
    await page.goto('/applications?role=pro');
    await expect(waits).toBeVisible();
    await page.getByRole('button', { name: /^Stop release/ }).click();
    await expect(
      page.getByText('The release was stopped. Nothing was shown and no email was sent.'),
    ).toBeVisible();
    await expect(waits).toBeHidden();

    for (const [nth, uid] of decided.entries()) {
      const { status } = await (await ask('GET', `/applications/${uid}`)).json();
      expect(status).toBe('submitted');
      await page.goto(`/mailbox?to=${encodeURIComponent(recipients[nth] ?? '')}`);
      await expect(page.getByRole('heading', { level: 1, name: 'Mailbox' })).toBeVisible();
      await page.waitForLoadState('networkidle');
      await expect(page.getByRole('link', { name: uid })).toHaveCount(0);
    }
  },
);
