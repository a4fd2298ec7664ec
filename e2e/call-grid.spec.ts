import { expect, type Page, test } from '@playwright/test';
import { signIn } from './accounts.ts';
import { expectAccessible } from './axe.ts';

/** The grid of a call of its own, which is deleted afterwards. */
const numbers: Record<string, number> = { wide: 71, narrow: 72 };

async function withCall(page: Page, number: number, play: (id: number) => Promise<void>): Promise<void> {
  const token = await signIn(page, 'admin@example.org', undefined, 'admin_portal');
  const headers = { authorization: `Bearer ${token}` };
  const made = await page.request.post('/api/admin/calls', {
    headers,
    data: {
      code: 'GRID',
      year: 2030,
      number,
      title: 'A call with a grid',
      from: { kind: 'template', template: 'peer_review' },
    },
  });
  expect(made.status(), await made.text()).toBe(200);
  const { id } = (await made.json()) as { id: number };
  try {
    await play(id);
  } finally {
    await page.goto('/admin/calls');
    expect((await page.request.delete(`/api/admin/calls/${id}`, { headers })).status()).toBe(200);
  }
}

const cell = (page: Page, name: string | RegExp) => page.getByRole('gridcell', { name });
const stored = (page: Page) => expect(page.getByText(/^Saved /).first()).toBeVisible();

/** Puts a text where the next paste takes it from. */
const hold = (page: Page, text: string) => page.evaluate((held) => navigator.clipboard.writeText(held), text);
const held = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

test('edits the amounts of a call by keyboard, as in a spreadsheet', {
  tag: '@once',
}, async ({ page }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await withCall(page, numbers[test.info().project.name] ?? 73, async (id) => {
    await page.goto(`/admin/calls/${id}`);

    // Cut-offs from a pattern, of which the last is in an hour that the clocks repeat.
    await page.getByRole('button', { name: 'Add several cut-offs' }).focus();
    await page.keyboard.press('Enter');
    const pattern = page.getByRole('dialog');
    await expect(pattern.getByRole('button', { name: 'Add cut-offs' })).toBeDisabled();
    await pattern.getByRole('textbox', { name: 'Months between them' }).fill('3');
    await pattern.getByRole('combobox', { name: 'They end on' }).selectOption('A weekday of the month');
    await pattern.getByRole('combobox', { name: 'Week', exact: true }).selectOption('Last');
    await pattern.getByRole('combobox', { name: 'Weekday' }).selectOption('Sunday');
    await pattern.getByRole('textbox', { name: /^Time/ }).fill('02:30');
    await pattern.getByRole('textbox', { name: /^First day/ }).fill('01-07-2030');
    await pattern.getByRole('textbox', { name: /^Last day/ }).fill('31-12-2030');
    await page.keyboard.press('Tab');
    await expect(pattern.getByText(/its start is not known/)).toBeVisible();
    await pattern
      .getByRole('combobox', { name: 'Each cut-off opens' })
      .selectOption('A number of days before its end');
    await expect(pattern.getByText('2 cut-offs, Luxembourg time')).toBeVisible();
    await expect(pattern.getByText('The clocks show 02:30 twice, and the second one counts.')).toBeVisible();
    await expectAccessible(page);
    await pattern.getByRole('button', { name: 'Add 2 cut-offs' }).press('Enter');
    await expect(pattern).toBeHidden();
    await stored(page);

    // Two partitions of the first cut-off.
    for (const name of ['Karolina GPU', 'LUMI-C']) {
      await page.getByRole('button', { name: 'Add partition' }).press('Enter');
      await page.getByRole('menuitem', { name, exact: true }).press('Enter');
      await expect(page.getByRole('rowheader', { name, exact: true })).toBeVisible();
    }
    const first = cell(page, /Karolina GPU .* Pool/).first();
    await first.focus();

    // Typing, an amount with two readings, a date, and what a screen reader hears.
    await page.keyboard.type('1 200 000');
    await page.keyboard.press('Enter');
    await expect(first).toHaveText('1\u202f200\u202f000');
    await expect(cell(page, /LUMI-C .* Pool/).first()).toBeFocused();
    await expect(page.getByRole('status').filter({ hasText: 'The amount is' })).toHaveCount(1);
    await page.keyboard.type('1.200');
    await page.keyboard.press('Enter');
    await expect(page.getByText('‘1.200’ has two readings.')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: '1\u202f200', exact: true }).press('Enter');
    await expect(cell(page, /LUMI-C .* Pool/).first()).toHaveText('1\u202f200');
    await page.keyboard.press('F2');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('04-09-2026');
    await page.keyboard.press('Enter');
    await expect(page.getByText(/This is a date, not an amount\./)).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(cell(page, /LUMI-C .* Pool/).first()).toBeFocused();
    await expect(cell(page, /LUMI-C .* Pool/).first()).toHaveText('1\u202f200');

    // A paste with wrong cells changes nothing, a right one is one change.
    await page.keyboard.press('Control+Home');
    await hold(page, '5\t6\n-1\t12345678901234567890\n');
    await page.keyboard.press('Control+v');
    await expect(page.getByText(/2 cells are wrong/)).toBeVisible();
    await expect(page.getByText(/^LUMI-C, Pool: An amount cannot be negative\./)).toBeVisible();
    await expect(first).toHaveText('1\u202f200\u202f000');
    await hold(page, '900 000\t"5"\t60\r\n800.000.000\t7\t1,5e3\r\n');
    await page.keyboard.press('Control+v');
    await expect(page.getByText('6 cells, sum 800\u202f901\u202f572')).toBeVisible();
    await expect(cell(page, /LUMI-C .* Max/).first()).toHaveText('1\u202f500');
    await page.keyboard.press('Control+c');
    expect(await held(page)).toBe('900000\t5\t60\n800000000\t7\t1500');
    await stored(page);
    await page.keyboard.press('Control+z');
    await expect(page.getByText('Undone.', { exact: true })).toHaveCount(1);
    await expect(first).toHaveText('1\u202f200\u202f000');
    await expect(cell(page, /LUMI-C .* Max/).first()).toHaveText('–');

    // Fill down, and clear.
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Control+d');
    await expect(cell(page, /LUMI-C .* Pool/).first()).toHaveText('1\u202f200\u202f000');
    await page.keyboard.press('Delete');
    await expect(first).toHaveText('–');

    // A press on another cell takes what was typed for the one before.
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('77');
    await cell(page, /LUMI-C .* Min/)
      .first()
      .click();
    await expect(first).toHaveText('77');
    await expect(cell(page, /LUMI-C .* Min/).first()).toHaveText('–');

    // A minimum above the maximum is found where it is.
    await page.keyboard.press('Control+Home');
    await hold(page, '100\t50\t40');
    await page.keyboard.press('Control+v');
    await expect(first).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByText(/minimum of partition .* is above its maximum/).first()).toBeVisible();
    await expectAccessible(page);

    // Closing, offering and the amounts of another cut-off.
    await page.getByRole('button', { name: 'Karolina GPU at this cut-off' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Close for this cut-off' }).press('Enter');
    await expect(cell(page, /Closed for this cut-off/)).toBeFocused();
    const select = page
      .getByRole('region', { name: 'Cut-offs and amounts' })
      .getByRole('combobox', { name: 'Cut-off', exact: true });
    if (await select.isVisible()) await select.selectOption({ index: 1 });
    await cell(page, /LUMI-C .*Not offered/).press('Enter');
    await page.getByRole('button', { name: 'Copy amounts from' }).press('Enter');
    await page.getByRole('menuitem').first().press('Enter');
    await expect(cell(page, /Closed for this cut-off/)).toHaveCount((await select.isVisible()) ? 1 : 2);
    await stored(page);

    // The file has every cut-off.
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).press('Enter');
    expect((await download).suggestedFilename()).toMatch(/^GRID-2030-\d+\.csv$/);
  });
});

test('sets the timeframes of a call by dates and by keys, and copies them to another cut-off', {
  tag: '@once',
}, async ({ page }) => {
  await withCall(page, (numbers[test.info().project.name] ?? 73) + 10, async (id) => {
    await page.goto(`/admin/calls/${id}`);
    await page.getByRole('button', { name: 'Add cut-off' }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Add cut-off' }).press('Enter');
    await expect(dialog.getByText('Enter each day and hour.')).toBeVisible();
    const fill = async (part: typeof dialog, from: string, to: string) => {
      await part.getByRole('textbox', { name: /^Start/ }).fill(from);
      await part.getByRole('textbox', { name: /^Time/ }).first().fill('10:00');
      await part.getByRole('textbox', { name: /^End/ }).fill(to);
      await part.getByRole('textbox', { name: /^Time/ }).last().fill('17:00');
      await page.keyboard.press('Tab');
    };
    await fill(dialog, '01-02-2030', '01-01-2030');
    await dialog.getByRole('button', { name: 'Add cut-off' }).press('Enter');
    await expect(dialog.getByText('The end must be after the start.')).toBeVisible();
    await expectAccessible(page);
    await fill(dialog, '01-02-2030', '01-03-2030');
    await dialog.getByRole('button', { name: 'Add cut-off' }).press('Enter');
    await expect(dialog).toBeHidden();

    const section = page.getByRole('region', { name: 'Timeframes of the steps' });
    const dates = section.getByRole('button', { name: /Change dates of/ }).first();
    await dates.press('Enter');
    await fill(section, '02-03-2030', '20-03-2030');
    await expectAccessible(page);
    await section.getByRole('button', { name: 'Save dates' }).press('Enter');
    await expect(dates).toContainText('02-03-2030 10:00 to 20-03-2030 17:00');
    await expect(dates).toBeFocused();

    // Over the night in which the clocks turn, at the same hour.
    const end = section.getByRole('slider', { name: /^End of/ }).first();
    await end.press('PageUp');
    await end.press('PageUp');
    await end.press('ArrowLeft');
    await expect(dates).toContainText('02-03-2030 10:00 to 02-04-2030 17:00');
    await expectAccessible(page);

    // By pointer and back by keys.
    await end.hover();
    await page.mouse.down();
    const box = await end.boundingBox();
    await page.mouse.move((box?.x ?? 0) - 40, box?.y ?? 0, { steps: 4 });
    await page.mouse.up();
    await expect(dates).not.toContainText('02-04-2030');
    await expect(dates).toContainText('02-03-2030 10:00 to');
    await stored(page);
    await page.keyboard.press('Control+z');
    await expect(dates).toContainText('02-03-2030 10:00 to 02-04-2030 17:00');

    await page.getByRole('button', { name: 'Add cut-off' }).press('Enter');
    await fill(dialog, '01-03-2030', '01-09-2030');
    await dialog.getByRole('button', { name: 'Add cut-off' }).press('Enter');
    await expect(dialog).toBeHidden();
    // Moved with the cut-off by 184 days.
    await expect(dates).toContainText('02-09-2030 10:00 to 03-10-2030 17:00');
    await section.getByRole('button', { name: 'Copy from another cut-off' }).press('Enter');
    await dialog.getByRole('textbox', { name: 'Days later' }).fill('200');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Copy from another cut-off' }).press('Enter');
    await expect(dates).toContainText('18-09-2030 10:00 to 19-10-2030 17:00');
    await stored(page);

    // Removing is a question.
    await page
      .getByRole('button', { name: /Change cut-off$/ })
      .last()
      .press('Enter');
    await dialog.getByRole('button', { name: 'Remove cut-off' }).press('Enter');
    await expect(dialog).toContainText('The draft will no longer have this cut-off');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Remove cut-off' }).press('Enter');
    await expect(dialog).toBeHidden();
    await expect(dates).toContainText('02-03-2030 10:00 to 02-04-2030 17:00');
  });
});
