import { expect, type Page, test } from '@playwright/test';
import { newAccount, signIn } from './accounts.ts';
import { expectAccessible } from './axe.ts';

/** How the office gives work to people: some on one application, and one on many. */

const uid = 'ESAO-REG-2026R02-001';
const isNarrow = (page: Page) => (page.viewportSize()?.width ?? 0) < 768;

test('staff find three reviewers, read what is known of each and assign them at once', async ({ page }) => {
  const emails: string[] = [];
  for (let n = 0; n < 3; n += 1) emails.push(await newAccount(page.request, 'expert'));
  const another = await newAccount(page.request, 'expert');
  await page.context().clearCookies();
  const token = await signIn(page, 'pro@example.org');
  await page.goto(`/applications/${uid}`);
  const step = page.locator('section').filter({
    has: page.getByRole('heading', { level: 2, name: 'Scientific review' }),
  });
  await step.getByRole('button', { name: 'Assign User' }).click();
  const dialog = page.getByRole('dialog', { name: 'Assign User' });
  await expect(dialog.getByLabel('Search by name or email')).toBeFocused();
  await dialog.getByLabel('Also show people in other roles').check();
  const row = (email: string) => dialog.getByRole('listitem').filter({ hasText: email });
  for (const [at, email] of emails.entries()) {
    await dialog.getByLabel('Search by name or email').fill(email);
    await expect(dialog.getByText('1 person found')).toBeVisible();
    await expect(row(email)).toContainText('No conflict found');
    // From the search to the people by key.
    await page.keyboard.press('ArrowDown');
    await expect(row(email).getByRole('checkbox')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(
      dialog.getByRole('heading', { name: `${at + 1} ${at ? 'people' : 'person'} selected` }),
    ).toBeVisible();
  }
  // Also of those whom the last search hides.
  await expect(
    dialog.getByText('No tie was found by email domain, team, own proposals or shared proposals.'),
  ).toBeVisible();
  await expectAccessible(page);
  // Partition and deadline are reached without a list that scrolls by itself.
  await expect(dialog.getByLabel('Deadline', { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Assign 3 users' }).click();
  await expect(page.getByText('3 users assigned')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  for (const email of emails) await expect(step).toContainText(email);

  // Whoever has it already cannot get it again.
  await step.getByRole('button', { name: 'Assign User' }).click();
  await dialog.getByLabel('Also show people in other roles').check();
  await dialog.getByLabel('Search by name or email').fill(emails[0] ?? '');
  await expect(row(emails[0] ?? '')).toContainText('This user already has an ongoing assignment');
  await expect(row(emails[0] ?? '').getByRole('checkbox')).toBeDisabled();

  // Whom the applicant names is looked for, or invited with what is known of them.
  await dialog.getByText('Named by the applicant').click();
  await dialog
    .getByRole('button', { name: /^Invite User / })
    .first()
    .click();
  await expect(dialog.getByLabel(/^E-?mail/i)).toHaveValue(/@/);
  await expect(dialog.getByLabel(/^E-?mail/i)).toBeFocused();
  await expect(dialog.getByLabel('Last name')).not.toHaveValue('');
  await expectAccessible(page);

  // Where somebody was quicker that is said, and the page behind shows it at once.
  await dialog.getByLabel('Search by name or email').fill(another);
  await row(another).getByRole('checkbox').check();
  const headers = { Authorization: `Bearer ${token}` };
  const found = await page.request.post('/api/users/suggestions', {
    headers,
    data: { search: another, roles: [], page: 0, pageSize: 20 },
  });
  const quicker = await page.request.post(`/api/v2/applications/${uid}/assign`, {
    headers: { ...headers, 'Idempotency-Key': crypto.randomUUID() },
    data: { flowElementId: 'SCI', userId: (await found.json()).data[0].id, role: 'scientific_reviewer' },
  });
  expect(quicker.status()).toBe(200);
  await dialog.getByRole('button', { name: 'Assign User' }).click();
  await expect(dialog.getByRole('alert').first()).toContainText(
    'This user already has an ongoing assignment',
  );
  await expect(step).toContainText(another);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);

  // The side of the page adds to any step that takes it. On a low window the steps are more than its room: they scroll
  // next to the button, and never cover it.
  const add = page.getByRole('button', { name: 'Add Assignment' });
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  await page.setViewportSize({ width, height: 400 });
  await add.click();
  const [button, menu] = [
    await add.boundingBox(),
    await page.locator('[popover]:popover-open').boundingBox(),
  ];
  if (button === null || menu === null) throw new Error('the menu is not open');
  expect(menu.y >= button.y + button.height || menu.y + menu.height <= button.y).toBe(true);
  await page.setViewportSize({ width, height });
  await page.getByRole('menuitem', { name: 'Scientific review' }).click();
  await expect(dialog.getByLabel('Search by name or email')).toBeVisible();
  await expectAccessible(page);
});

test('whom the applicant names is invited from where the address stands', { tag: '@once' }, async ({
  page,
}) => {
  await signIn(page, 'pro@example.org');
  await page.goto(`/applications/${uid}?tab=application`);
  const named = page.getByRole('button', { name: /^Invite User / });
  // Each width has a person of its own.
  const offer = isNarrow(page) ? named.last() : named.first();
  const label = (await offer.textContent()) ?? '';
  await offer.click();
  await page.getByRole('menuitem', { name: 'Scientific review' }).click();
  const dialog = page.getByRole('dialog', { name: 'Assign User' });
  const email = dialog.getByLabel(/^E-?mail/i);
  await expect(email).toBeFocused();
  await expectAccessible(page);
  const invite = dialog.getByRole('button', { name: 'Invite User', exact: true });
  await invite.click();
  // An application that they share with the applicant is named, and staff decide.
  await expect(dialog.getByText('There may be a conflict of interest.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('I have checked this: it is no conflict of interest.').check();
  await invite.click();
  // Whoever works on it is not invited once more, and that stands there.
  await expect(page.getByText('Works on this application already').first()).toBeVisible();
  await expect(page.getByRole('button', { name: label, exact: true })).toHaveCount(0);
});

test('staff give one reviewer several applications, after the portal said which cannot be given and why', {
  tag: '@once',
}, async ({ page }) => {
  const name = isNarrow(page) ? 'Paweł Grzegorczyk' : 'Solveig Haraldsen';
  await signIn(page, 'pro@example.org');
  const filters = JSON.stringify([{ column: 'id', op: 'contains', value: 'REG-2025R02' }]);
  await page.goto(`/applications?${new URLSearchParams({ role: 'pro', filters })}`);
  for (const id of ['002', '018', '019'])
    await page.getByRole('checkbox', { name: `Select ESAO-REG-2025R02-${id}` }).check();
  await page.getByRole('button', { name: 'Assign people' }).click();
  const dialog = page.getByRole('dialog', { name: 'Assign people to a step' });
  await dialog.getByLabel('Step').selectOption({ label: 'Scientific review' });
  // A lookup that fails says nothing else.
  await page.route('**/users/suggestions', (route) => route.fulfill({ status: 500 }));
  await dialog.getByLabel('Search by name or email').fill('Nobody');
  await expect(dialog.getByText('No users found.')).toBeVisible();
  await expect(dialog.getByText('Something went wrong')).toBeHidden();
  await page.unroute('**/users/suggestions');
  await dialog.getByLabel('Search by name or email').fill(name);
  await dialog.getByRole('checkbox', { name }).check();
  await expect(dialog.getByText('2 assignments will be made.')).toBeVisible();
  const refused = dialog
    .getByRole('list', { name: 'What cannot be assigned, and why' })
    .getByRole('listitem');
  await expect(refused).toHaveText([
    `ESAO-REG-2025R02-002, ${name}This application is a draft, was rejected, or has ended.`,
  ]);
  await expectAccessible(page);
  // Who reloads the page meanwhile is asked: what has not been sent yet would not be.
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/assign', async (route) => {
    await held;
    await route.continue();
  });
  await dialog.getByRole('button', { name: 'Make 2 assignments' }).click();
  const asked = page.waitForEvent('dialog');
  await page.evaluate(() => setTimeout(() => window.location.reload()));
  const browserDialog = await asked;
  expect(browserDialog.type()).toBe('beforeunload');
  await browserDialog.dismiss();
  answer();
  await expect(dialog.getByText('2 done.')).toBeFocused();
  await dialog.getByRole('button', { name: 'Close' }).last().click();

  // Done once, it is refused: the portal says so beforehand.
  await page.getByRole('button', { name: 'Assign people' }).click();
  await dialog.getByLabel('Step').selectOption({ label: 'Scientific review' });
  await dialog.getByRole('checkbox', { name }).check();
  await expect(dialog.getByText('No assignment can be made.')).toBeVisible();
  await expect(refused).toHaveCount(3);
  await expect(refused.last()).toContainText('This user already has an ongoing assignment');
  await expect(dialog.getByRole('button', { name: 'Assign', exact: true })).toBeDisabled();
});

test('from the list of late work somebody else is chosen, and whoever was silent loses the work', {
  tag: '@once',
}, async ({ page }) => {
  const email = await newAccount(page.request, 'successor');
  await page.context().clearCookies();
  await signIn(page, 'pro@example.org');
  await page.goto('/dashboard/late');
  // At each width another one.
  const row = page
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: /^Remind / }) })
    .nth(isNarrow(page) ? 1 : 0);
  const more = row.getByRole('button', { name: /^More for / });
  const [, name = ''] = /: (.*), /.exec((await more.getAttribute('aria-label')) ?? '') ?? [];
  await more.click();
  await page.getByRole('menuitem', { name: 'Replace' }).click();
  const dialog = page.getByRole('dialog', { name: `Replace ${name}` });
  await dialog.getByLabel('Also show people in other roles').check();
  await dialog.getByLabel('Search by name or email').fill(email);
  await dialog.getByRole('checkbox', { name: email }).check();
  const role = dialog.getByLabel(/^Role/);
  if (await role.isVisible()) await role.selectOption({ index: 1 });
  await dialog.getByLabel('Why is this assignment revoked?').fill('There was no answer for weeks.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Assign User' }).click();
  await expect(page.getByText('User assigned')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(/tab=assignments$/);
  await expect(page.getByRole('listitem').filter({ hasText: email }).first()).toBeVisible();
  await expect(page.getByText('Reason: There was no answer for weeks.')).toBeVisible();
});
