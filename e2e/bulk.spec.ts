import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { signIn } from './accounts.ts';
import { expectAccessible } from './axe.ts';

const list = (filters: object[]) =>
  `/applications?${new URLSearchParams({ role: 'pro', filters: JSON.stringify(filters) })}`;
const rows = (page: Page) =>
  page.getByRole('region', { name: 'Applications' }).locator('tbody tr:has(a[data-id])');
/** The first of these steps in the dialog, which says how many each is about. */
async function chooseStep(dialog: Locator, title: string): Promise<void> {
  const option = dialog.getByRole('option', { name: new RegExp(`^${title}: \\d+ (ready|open)$`) }).first();
  await dialog.getByLabel('Step').selectOption((await option.getAttribute('value')) ?? '');
}

test('an officer finds late work, moves the deadlines of three, releases a cut-off, takes the list along and saves a view', {
  // At one width: the other would find what this one has moved and released.
  tag: '@wide',
}, async ({ page }) => {
  test.setTimeout(150_000);
  await signIn(page, 'pro@example.org');

  // Who looks for late work for the first time finds it among the views, without having saved one.
  await page.goto('/applications?role=pro');
  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('menuitemradio', { name: 'Late work' }).click();
  await expect(page).toHaveURL('/applications?role=pro&work=late');
  await expect(page.getByRole('button', { name: 'Late work' })).toBeVisible();

  const code = 'REG-2025R02';
  await page.goto(
    list([
      { column: 'status', op: 'equal', value: 'approved' },
      { column: 'id', op: 'contains', value: code },
    ]),
  );
  await expect(rows(page).nth(2)).toBeVisible();

  // By keys alone: to the first row, chosen, and the next.
  await page.keyboard.press('j');
  await expect(rows(page).first().getByRole('link')).toBeFocused();
  await page.keyboard.press('x');
  await expect(rows(page).first().getByRole('checkbox')).toBeChecked();
  await page.keyboard.press('j');
  await expect(rows(page).nth(1).getByRole('link')).toBeFocused();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await rows(page)
    .nth(2)
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] });
  await expect(page.getByText('3 applications selected')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Move a deadline' }).click();
  const dialog = page.getByRole('dialog');
  await chooseStep(dialog, 'Project follow-up');
  await dialog.getByRole('textbox', { name: 'New deadline' }).fill('14.3.2031');
  await expect(dialog.getByText(/^All open assignments of/)).toContainText(
    'get the deadline 14-03-2031 17:00',
  );
  await expectAccessible(page);
  const moved = Number(
    /of (\d)/.exec((await dialog.getByRole('button', { name: /^Move deadline/ }).textContent()) ?? '')?.[1],
  );
  expect(moved).toBeGreaterThan(0);
  await dialog.getByRole('button', { name: /^Move deadline/ }).click();
  await expect(dialog.getByText(`${moved} done.`)).toBeFocused();
  await dialog.getByRole('button', { name: 'Close' }).last().click();

  // A cut-off, found by its day and its call: some of it is ready, and the report says why the rest is not.
  await page.goto(
    list([
      { column: 'cutoff', op: 'equal', value: '2025-09-04' },
      { column: 'callTitle', op: 'contains', value: 'Regular Access' },
    ]),
  );
  await expect(rows(page).first()).toContainText(code);
  await rows(page).first().getByRole('checkbox').check();
  const all = page.getByRole('button', { name: /^Select all \d+ that match/ });
  if (await all.isVisible()) await all.click();
  await page.getByRole('button', { name: 'Release a step' }).click();
  await chooseStep(dialog, 'Consolidation');
  await expect(dialog.getByText(/applications? (is|are) ready for the release of/)).toBeVisible();
  await dialog.getByRole('button', { name: /^Release \d+ application/ }).click();
  await expect(
    dialog.getByText(/^\d+ applications? will be released in ten minutes\..* \d+ (was|were) not released:$/),
  ).toBeFocused();
  await expect(dialog.getByRole('list', { name: 'Not done' }).getByRole('listitem').first()).toContainText(
    code,
  );
  await expect(dialog.getByRole('button', { name: 'Copy the report' })).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Close' }).last().click();

  await page.getByRole('button', { name: 'Clear selection' }).click();
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).click();
  const file = await coming;
  expect(file.suggestedFilename()).toMatch(/^applications-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
  expect(lines[0]).toContain('Application ID,Project');
  expect(lines.slice(1).every((line) => line.startsWith(`ESAO-${code}`))).toBe(true);

  const name = `Cut-off ${code}`;
  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('menuitem', { name: 'Save this list as a view' }).click();
  await dialog.getByLabel('Name').fill(name);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save view' }).click();
  await expect(page.getByRole('button', { name })).toBeVisible();
  const address = page.url();
  await page.goto('/applications?role=pro');
  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('menuitemradio', { name }).click();
  await expect(page).toHaveURL(address);
  await expect(rows(page).first()).toContainText(code);
  await page.getByRole('button', { name }).click();
  await page.getByRole('menuitem', { name: `Delete ‘${name}’` }).click();
  await dialog.getByRole('button', { name: 'Delete view' }).click();
  await expect(page.getByText('Deletion Successful')).toBeVisible();
});
