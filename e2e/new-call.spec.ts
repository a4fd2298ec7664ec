import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { signIn } from './accounts.ts';
import { expectAccessible } from './axe.ts';

/** Fills a field of a dialog by keyboard, from the field that has the focus. */
async function type(page: Page, field: Locator, text: string) {
  await expect(field).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
  await page.keyboard.press('Tab');
}

/** Opens a menu of the list by keyboard and presses one of its items. */
async function choose(page: Page, title: string, item: string) {
  await page.getByRole('button', { name: `Actions for ${title}`, exact: true }).focus();
  await page.keyboard.press('Enter');
  const entry = page.getByRole('menuitem', { name: item });
  await expect(entry).toBeVisible();
  await entry.focus();
  await page.keyboard.press('Enter');
}

test('starts a call from a template, copies one, moves it as a package and deletes all of them by keyboard', {
  tag: '@once',
}, async ({ page }) => {
  await signIn(page, 'admin@example.org', undefined, 'admin_portal');
  await page.goto('/admin/calls');
  const code = `K${test.info().project.name.slice(0, 1).toUpperCase()}${Date.now() % 1_000_000}`;
  const title = `Benchmark ${code}`;

  const template = page.getByRole('button', { name: /^Technical check only/ });
  await template.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading', { name: 'New call: Technical check only' })).toBeVisible();
  await expectAccessible(page);
  await type(page, dialog.getByRole('textbox', { name: 'Title' }), title);
  await type(page, dialog.getByRole('textbox', { name: 'Code' }), 'no code!');
  await type(page, dialog.getByRole('textbox', { name: 'Year', exact: true }), '2031');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Enter a code like REG.').first()).toBeVisible();
  await expectAccessible(page);
  await type(page, dialog.getByRole('textbox', { name: 'Code' }), code.toLowerCase());
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();

  // The list names the draft, and what prevents its publication.
  await page.goto('/admin/calls');
  const row = page.getByRole('row').filter({ hasText: title });
  await expect(row.getByText('never published', { exact: true })).toBeVisible();
  await expect(row.getByRole('link', { name: '2 errors' })).toBeVisible();
  await expectAccessible(page);

  // A package of a published call becomes another one.
  const downloading = page.waitForEvent('download');
  await choose(page, 'Regular Access 2025', 'Download package');
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('REG-2025-2-call.zip');
  await page.getByRole('link', { name: 'Import a package' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Import a package' })).toBeVisible();
  const file = page.locator('input[type="file"]');
  await file.setInputFiles({ name: 'letter.zip', mimeType: 'application/zip', buffer: Buffer.from('hello') });
  await expect(page.getByText('This file is no ZIP file, or it is damaged.').first()).toBeVisible();
  await expectAccessible(page);
  await file.setInputFiles({
    name: 'call.zip',
    mimeType: 'application/zip',
    buffer: await readFile(await download.path()),
  });
  await expect(page.getByText('14 steps, 25 forms')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create call from package' }).focus();
  await page.keyboard.press('Enter');
  await type(page, dialog.getByRole('textbox', { name: 'Title' }), `Package ${code}`);
  await type(page, dialog.getByRole('textbox', { name: 'Code' }), `${code}-P`);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: `Package ${code}` })).toBeVisible();

  // A copy without its rights says so.
  await page.goto('/admin/calls');
  await choose(page, 'Regular Access 2025', 'Make a copy');
  await expect(page.getByRole('combobox', { name: 'Call to copy' })).toContainText('Regular Access 2025');
  await page.getByRole('checkbox', { name: 'Rights and links' }).focus();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Make a copy', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('heading', { name: 'Copy of Regular Access 2025' })).toBeVisible();
  await type(page, dialog.getByRole('textbox', { name: 'Title' }), `Copy ${code}`);
  await type(page, dialog.getByRole('textbox', { name: 'Code' }), `${code}-C`);
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Rights and links: you did not choose them.')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Tab');
  await dialog.getByRole('button', { name: 'Open call' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: `Copy ${code}` })).toBeVisible();

  for (const made of [title, `Package ${code}`, `Copy ${code}`]) {
    await page.goto('/admin/calls');
    await choose(page, made, 'Delete call');
    await expect(dialog.getByText('Its draft with 1 edit is deleted too.').first()).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Delete call' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('row').filter({ hasText: made })).toHaveCount(0);
  }
});
