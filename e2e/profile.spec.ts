import { expect, type Page, test } from '@playwright/test';
import { fillLogin, firstPassword, newAccount, newAddress, signIn } from './accounts.ts';
import { expectAccessible } from './axe.ts';
import { mailTo } from './mails.ts';

const isNarrow = (page: Page) => (page.viewportSize()?.width ?? 0) < 768;
const save = (page: Page) => page.getByRole('button', { name: 'Save Changes' });
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const combo = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true });

/** Opens a tab as a reader does: by the menu beside it, or on a narrow screen by the menu before it. */
async function openTab(page: Page, name: string): Promise<void> {
  if (isNarrow(page) && !(await page.getByRole('link', { name, exact: true }).isVisible()))
    await page.getByRole('link', { name: 'Back to Menu' }).click();
  await page.getByRole('link', { name, exact: true }).click();
}

async function expectSaved(page: Page): Promise<void> {
  const answer = page.waitForResponse((response) => response.request().method() === 'PATCH');
  await save(page).click();
  expect((await answer).status()).toBe(200);
  await expect(page.getByText('Profile saved successfully').first()).toBeVisible();
  await expect(page.getByText(/not saved/).filter({ visible: true })).toHaveCount(0);
}

test('fills in a profile tab by tab: what is missing, what is wrong, what is kept', { tag: '@once' }, async ({
  page,
  request,
}) => {
  test.setTimeout(120_000);
  const email = await newAccount(request, 'profile');
  await signIn(page, email, firstPassword);
  await page.goto('/profile');
  await expect(page.getByRole('heading', { level: 1, name: 'Siobhán Ní Chaoimh' })).toBeVisible();
  await expect(page.getByRole('main').getByText('SN', { exact: true })).toBeVisible();
  await expect(page.getByText(/^Last login \d\d-\d\d-\d{4} \d\d:\d\d/)).toBeVisible();
  if (isNarrow(page)) {
    await expect(field(page, 'First name')).toBeHidden();
    await expectAccessible(page);
    await openTab(page, 'Personal Information');
  }

  // A required field that is empty keeps the button shut, and the words beside it lead there.
  await expect(save(page)).toBeDisabled();
  await page.getByRole('button', { name: /^Still needed: Title, Gender, / }).click();
  await expect(page.getByLabel('Title')).toBeFocused();
  await expect(page.getByText('This field is required')).toHaveCount(5);
  await expect(page.getByText('Invalid date of birth')).toBeVisible();
  await expectAccessible(page);
  if (isNarrow(page)) {
    // The bar at the foot of the screen never lies over what gets the focus.
    await page.evaluate(() => window.scrollTo(0, 0));
    await page.getByLabel('Gender').focus();
    for (let stop = 0; stop < 6; stop += 1) {
      await page.keyboard.press('Tab');
      const [at, bar] = await Promise.all([page.locator(':focus').boundingBox(), save(page).boundingBox()]);
      if (at === null || bar === null) throw new Error('Nothing has the focus, or the bar has gone.');
      expect(at.y + at.height, `stop ${stop}`).toBeLessThan(bar.y);
    }
  }

  await page.getByLabel('Title').selectOption('Dr.');
  await page.getByLabel('Gender').selectOption('Female');
  await combo(page, 'Nationality').fill('belg');
  await page.keyboard.press('Enter');
  await expect(combo(page, 'Nationality')).toHaveValue('Belgian');
  const birth = field(page, 'Date of birth');
  for (const wrong of ['31-02-1984', '01-01-2020', '01-01-1901']) {
    await birth.fill(wrong);
    await page.keyboard.press('Tab');
    await expect(page.getByText('Invalid date of birth')).toBeVisible();
  }
  await birth.fill('31.03.1984');
  await page.keyboard.press('Tab');
  await expect(birth).toHaveValue('31-03-1984');
  await expect(page.getByLabel('Phone number: country code')).toHaveValue('+32');
  await field(page, 'Phone number').fill('+46 70-123 45 67');
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Phone number: country code')).toHaveValue('+46');
  await expect(field(page, 'Phone number')).toHaveValue('701234567');
  await field(page, 'Home address').fill('Storgatan 1\nUppsala');

  // The next field of expertise is there once the one before it is; none is offered twice.
  await expect(field(page, 'Second field')).toBeDisabled();
  await combo(page, 'First field').fill('products');
  await page.keyboard.press('Enter');
  await expect(combo(page, 'First field')).toHaveValue('PE8 Products and Processes Engineering');
  await expect(field(page, 'Third field')).toBeDisabled();
  await combo(page, 'Second field').fill('PE8');
  await expect(page.getByText('There are no results matching your search')).toBeVisible();
  await combo(page, 'Second field').fill('life sciences neuro');
  await page.keyboard.press('Enter');
  await expect(combo(page, 'Second field')).toHaveValue(/^LS5 Neuroscience/);
  await field(page, 'First name').fill('Saoirse');
  await field(page, 'Last name').fill('Ní Chaoimh-Byrne');
  await expectSaved(page);
  if (!isNarrow(page))
    await expect(page.getByRole('banner').getByRole('button', { name: 'Saoirse' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Saoirse Ní Chaoimh-Byrne');
  await expect(field(page, 'Phone number')).toHaveValue('701234567');
  await expect(page.getByLabel('Gender').locator('option:checked')).toHaveText('Female');
  await expect(combo(page, 'Nationality')).toHaveValue('Belgian');
  await expect(field(page, 'Home address')).toHaveValue('Storgatan 1\nUppsala');

  // Additional Information: addresses of the web and nothing else, to be opened once they are saved.
  await openTab(page, 'Additional Information');
  await expect(page).toHaveURL(/\/profile\/organization$/);
  for (const name of ['LinkedIn', 'ResearchGate', 'Scopus', 'Link 1', 'Link 2'])
    await field(page, name).fill(`https://example.org/${encodeURIComponent(name)}`);
  await field(page, 'Website').fill('example.org/saoirse');
  await field(page, 'Google Scholar').fill('javascript:alert(1)');
  await page.keyboard.press('Tab');
  await expect(page.getByText('Enter the whole address, such as https://example.org')).toBeVisible();
  await expect(save(page)).toBeDisabled();
  await expectAccessible(page);
  await field(page, 'Google Scholar').fill('');
  await expectSaved(page);
  const link = page.getByRole('link', { name: 'Open example.org/saoirse' });
  await expect(link).toHaveAttribute('href', 'https://example.org/saoirse');
  await page.reload();
  for (const name of ['LinkedIn', 'ResearchGate', 'Scopus', 'Link 1', 'Link 2'])
    await expect(field(page, name)).toHaveValue(`https://example.org/${encodeURIComponent(name)}`);

  await openTab(page, 'Involvement');
  const away = page.getByRole('switch', { name: 'Temporarily unavailable as committee member' });
  await expect(away).toBeDisabled();
  await expect(away).not.toBeChecked();
  await expect(page.getByRole('radio')).toHaveCount(2);
  await page.getByRole('radio', { name: 'No', exact: true }).check();
  await page.getByRole('radio', { name: 'Yes' }).check();
  await expectAccessible(page);
  await expectSaved(page);
  // What the office keeps of a member of a committee.
  await page.route('**/api/users/*', async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    const profile = await (await route.fetch()).json();
    const kept = { temporary: true, mandateStartDate: '2026-01-15', mandateEndDate: '2027-12-31' };
    await route.fulfill({ json: { ...profile, ...kept } });
  });
  await page.goto('/profile?tab=involvement');
  await expect(page.getByRole('radio', { name: 'Yes' })).toBeChecked();
  await expect(away).toBeChecked();
  await expect(away).toBeDisabled();
  const facts = page.getByRole('main').locator('dl');
  await expect(facts).toContainText(/Mandate start\s*15-01-2026/);
  await expect(facts).toContainText(/Mandate end\s*31-12-2027/);
  await page.unroute('**/api/users/*');

  await openTab(page, 'Bank Details');
  await expect(page.getByText('Bank details are used only for the scientific review process.')).toBeVisible();
  const iban = field(page, 'Account number (IBAN)');
  await iban.fill('BE68 5390 0754 7035');
  await page.keyboard.press('Tab');
  await expect(page.getByText('The check digits of this IBAN are wrong.')).toBeVisible();
  await expect(save(page)).toBeDisabled();
  await iban.fill('be68 5390 0754 7034');
  await field(page, 'BIC/SWIFT code').fill('gebabebb');
  await field(page, 'Bank name').fill('Fortis');
  await field(page, 'Account holder name').fill('Saoirse Ní Chaoimh');
  await field(page, 'Bank branch address').fill('Rue Royale 20\nBrussels');
  await field(page, 'Routing number').fill('6000-77');
  await field(page, 'Remarks').fill('Fees only');
  await expectAccessible(page);
  await expectSaved(page);
  await expect(iban).toHaveValue('BE68539007547034');
  await expect(field(page, 'Bank branch address')).toHaveValue('Rue Royale 20\nBrussels');
  await expect(field(page, 'Routing number')).toHaveValue('6000-77');
});

test('nothing typed is lost: leaving, no connection, an expired session, another device', {
  tag: '@once',
}, async ({ page, request }) => {
  test.setTimeout(90_000);
  const email = await newAccount(request, 'profile.kept');
  await signIn(page, email, firstPassword);
  const elsewhere = await signIn(page, email, firstPassword);
  await page.goto('/profile/organization');
  await field(page, 'LinkedIn').fill('https://linkedin.example.org/siobhan');
  const unsaved = page.getByText('1 change not saved').filter({ visible: true });
  await expect(unsaved).toBeVisible();

  // Tabs of the profile are left freely; the portal asks before the profile is.
  await openTab(page, 'Bank Details');
  await field(page, 'Bank name').fill('Fortis');
  const brand = page.getByRole('banner').getByRole('link').first();
  await brand.click();
  const dialog = page.getByRole('dialog', { name: 'Save before you leave?' });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Stay' }).click();
  await expect(field(page, 'Bank name')).toHaveValue('Fortis');

  await page.context().setOffline(true);
  await save(page).click();
  await expect(page.getByText('No connection to the server.').first()).toBeVisible();
  await expect(field(page, 'Bank name')).toHaveValue('Fortis');
  await page.context().setOffline(false);

  // Another device saves another field meanwhile; both stand afterwards.
  const headers = { Authorization: `Bearer ${elsewhere}` };
  const { user } = await (
    await page.request.post('/api/users/refresh', {
      headers: { 'Sec-Fetch-Site': 'same-origin' },
      data: { app: 'user_portal' },
    })
  ).json();
  const other = await page.request.patch(`/api/users/${user.id}`, { headers, data: { bankRouting: '6000' } });
  expect(other.status()).toBe(200);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`**/api/users/${user.id}`, async (route) => {
    if (route.request().method() === 'PATCH') await released;
    await route.continue();
  });
  await save(page).click();
  await expect(save(page)).toBeDisabled();
  release();
  await expect(page.getByText('Profile saved successfully').first()).toBeVisible();
  await expect(field(page, 'Routing number')).toHaveValue('6000');

  // The session ends under the page: the way to the login and back brings what was typed.
  await field(page, 'Remarks').fill('Call me before you pay');
  const loggedOut = await page.request.post('/api/users/logout', {
    headers: { 'Sec-Fetch-Site': 'same-origin' },
    data: { app: 'user_portal' },
  });
  expect(loggedOut.ok()).toBe(true);
  // Any call of the page may bring the dialog first, and it covers the button.
  await save(page).dispatchEvent('click');
  const expired = page.getByRole('dialog', { name: 'Your session has expired' });
  await expired.getByRole('button', { name: 'Login' }).click();
  await fillLogin(page, email, firstPassword);
  await expect(page).toHaveURL(/\/profile\?tab=bank$/);
  await expect(field(page, 'Remarks')).toHaveValue('Call me before you pay');

  // Save and leave saves every tab, then goes on.
  await brand.click();
  await dialog.getByRole('button', { name: 'Save and leave' }).click();
  await expect(page).toHaveURL(/\/$/);
  await page.goto('/profile/organization');
  await expect(field(page, 'LinkedIn')).toHaveValue('https://linkedin.example.org/siobhan');
  await openTab(page, 'Bank Details');
  await expect(field(page, 'Remarks')).toHaveValue('Call me before you pay');
});

test('changes the password, and asks for another e-mail address', { tag: '@once' }, async ({
  page,
  request,
}) => {
  const email = await newAccount(request, 'profile.access');
  await signIn(page, email, firstPassword);
  await page.goto('/profile/pwd');
  const next = 'Sea thrift, 4 islands';
  const change = page.getByRole('button', { name: 'Save Password' });
  await expect(change).toBeDisabled();
  // The other tabs have theirs; here is one button alone.
  await expect(save(page)).toHaveCount(0);
  await field(page, 'Current password').fill(firstPassword);
  await page.keyboard.press('Tab');
  await expect(change).toBeDisabled();
  await field(page, 'Current password').fill('too short');
  await field(page, 'New password').fill(next);
  await field(page, 'Verify new password').fill(`${next}.`);
  await page.keyboard.press('Tab');
  await expect(page.getByText('Please input the new password again.', { exact: true })).toBeVisible();
  await expect(change).toBeDisabled();
  await expectAccessible(page);
  await field(page, 'Verify new password').fill(next);
  await page.keyboard.press('Tab');
  await expect(page.getByText('Please input the new password again.')).toBeHidden();
  await expect(field(page, 'Current password')).toHaveAttribute('aria-invalid', 'true');
  await expect(change).toBeDisabled();
  await field(page, 'Current password').fill('Not-the-password');
  await change.click();
  await expect(field(page, 'Current password')).toHaveAttribute('aria-invalid', 'true');
  await expect(field(page, 'New password')).toHaveValue(next);
  await field(page, 'Current password').fill(firstPassword);
  await change.click();
  await expect(page.getByText('Password updated successfully').first()).toBeVisible();
  await expect(field(page, 'New password')).toHaveValue('');

  await openTab(page, 'Personal Information');
  await expect(field(page, 'Email')).toHaveAttribute('readonly', '');
  await page.getByRole('button', { name: 'Change E-mail' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change E-mail' });
  await dialog.getByRole('textbox', { name: 'New email' }).fill('nobody');
  await dialog.getByRole('button', { name: 'Update E-mail' }).click();
  await expect(dialog.getByText('Invalid e-mail', { exact: true })).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'Current password' })).toHaveAccessibleDescription(
    'This field is required',
  );
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Change E-mail' })).toBeFocused();
  // The dialog lies over the form of the profile, and sent its own form alone: nothing was saved, nothing judged.
  await expect(page.getByText(/^(This field is required|Profile saved successfully)$/)).toHaveCount(0);

  const wanted = newAddress('moved');
  await page.getByRole('button', { name: 'Change E-mail' }).click();
  await dialog.getByRole('textbox', { name: 'New email' }).fill(wanted);
  await dialog.getByRole('textbox', { name: 'Current password' }).fill(next);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Confirmation email sent').first()).toBeVisible();
  await expect(page).toHaveURL(/\/auth\/email\/confirmation\?email=/);
  await expect(page.getByRole('heading', { level: 1, name: 'Email Change' })).toBeVisible();
  await mailTo(request, wanted, /./);
});
