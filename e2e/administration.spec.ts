import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { newAddress, signIn } from './accounts.ts';
import { expectAccessible } from './axe.ts';

/** Presses the button that opens a dialog, holds the dialog against axe, and gives it. */
async function openDialog(page: Page, name: string) {
  await page.getByRole('button', { name, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading', { name })).toBeVisible();
  await expectAccessible(page);
  return dialog;
}

test('invites a person, gives them a role and a place in a centre, and adds a partition to it', async ({
  page,
}) => {
  await signIn(page, 'admin@example.org', undefined, 'admin_portal');
  const email = newAddress('administered');
  await page.goto('/admin/people');
  const invite = await openDialog(page, 'Invite people');
  await invite.getByRole('textbox', { name: 'Email addresses' }).fill(email);
  await expect(invite.getByText('1 person gets an invitation by email:')).toBeVisible();
  await invite.getByRole('button', { name: 'Invite people' }).click();
  await expect(invite).toBeHidden();

  await page.getByRole('searchbox', { name: 'Search names and email addresses' }).fill(email);
  await page.getByRole('link', { name: email }).click();
  await expect(page.getByRole('heading', { level: 1, name: email })).toBeVisible();
  const role = await openDialog(page, 'Change role');
  await role.getByRole('combobox', { name: 'Role' }).selectOption({ label: 'Technical reviewer' });
  await role.getByRole('textbox', { name: 'Reason' }).fill('Joins the team');
  await role.getByRole('button', { name: 'Change role' }).click();
  await expect(role).toBeHidden();
  const membership = await openDialog(page, 'Add membership');
  await membership.getByRole('combobox', { name: 'Computing centre' }).selectOption({ label: 'NAISS' });
  await membership.getByRole('combobox', { name: 'As' }).selectOption('technical_reviewer');
  await membership.getByRole('button', { name: 'Add membership' }).click();
  await expect(page.getByText('NAISS, technical reviewer', { exact: true })).toBeVisible();

  // The centre has the person as well, and gets a partition.
  await page.goto('/admin/centres/naiss');
  // Both are named by its changes as well.
  await expect(page.getByRole('link', { name: email })).toHaveCount(2);
  const partition = await openDialog(page, 'Add partition');
  const name = `Partition ${email.split('@')[0]}`;
  for (const [field, text] of [
    ['Name', name],
    ['System', 'Arrhenius'],
    ['Type', 'CPU'],
    ['Unit', 'node hours'],
    ['Core hours per unit', 'many'],
  ] as const)
    await partition.getByRole('textbox', { name: field, exact: true }).fill(text);
  await partition.getByRole('button', { name: 'Add partition' }).click();
  await expect(partition.getByText('Enter amounts in digits, without a unit.')).toBeVisible();
  await partition.getByRole('textbox', { name: 'Core hours per unit' }).fill('256');
  await partition.getByRole('button', { name: 'Add partition' }).click();
  await expect(page.getByRole('link', { name })).toHaveCount(2);
  await page.getByRole('link', { name }).first().click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  const removal = await openDialog(page, 'Delete partition');
  await removal.getByRole('button', { name: 'Delete partition' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Partitions' })).toBeVisible();
});

test('the parts of the header never overlap, however wide the window and whatever the language', {
  tag: '@wide',
}, async ({ page }) => {
  await signIn(page, 'admin@example.org', undefined, 'admin_portal');
  for (const language of ['de', 'fr']) {
    await page.addInitScript((chosen) => localStorage.setItem('clearcall.language', chosen), language);
    await page.goto('/admin/panels');
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    for (const width of [1440, 1200, 1199, 768]) {
      await page.setViewportSize({ width, height: 900 });
      const boxes = await page
        .locator('header nav > *, header > div > a, header button')
        .evaluateAll((parts) =>
          parts
            .map((part) => ({ text: part.textContent, box: part.getBoundingClientRect() }))
            .filter(({ box }) => box.width > 0),
        );
      expect(boxes.length, `${width} px`).toBeGreaterThan(width < 1200 ? 2 : 9);
      const overlaps = boxes.flatMap(({ text, box }, nth) =>
        boxes
          .slice(nth + 1)
          .filter(
            ({ box: other }) =>
              box.left < other.right &&
              other.left < box.right &&
              box.top < other.bottom &&
              other.top < box.bottom,
          )
          .map((other) => `${text} / ${other.text}`),
      );
      const cut = boxes.filter(({ box }) => box.right > width).map(({ text }) => text);
      expect([...overlaps, ...cut], `${language}, ${width} px`).toEqual([]);
    }
  }
});

test('invites people from a table with roles, hands over a link, and gives several another role at once', {
  tag: '@once',
}, async ({ page }) => {
  await page.context().grantPermissions(['clipboard-write']);
  await signIn(page, 'admin@example.org', undefined, 'admin_portal');
  const stem = newAddress('several').replace(/@.*/, '');
  const [one, other] = [`${stem}-a@example.org`, `${stem}-b@example.org`];
  await page.goto('/admin/people');
  const invite = await openDialog(page, 'Invite people');
  const list = invite.getByRole('textbox', { name: 'Email addresses' });
  await expect(list).toBeFocused();
  await list.fill(`E-Mail;Rolle\n${one};Leitung der Begutachtung\n${other};\nno@example.org;Boss`);
  await expect(invite.getByText(/with an unknown role: 4: Boss/)).toBeVisible();
  await expect(invite.getByText(`${one}, Peer Review Officer`)).toBeVisible();
  await invite.getByRole('button', { name: 'Invite people' }).click();
  await expect(invite).toBeHidden();

  const search = page.getByRole('searchbox', { name: 'Search names and email addresses' });
  await search.fill(stem);
  await expect(page.getByText('2 people', { exact: true })).toBeVisible();
  const selectBoth = () => page.getByRole('checkbox', { name: 'Select all people on this page' }).check();
  await selectBoth();
  const roles = await openDialog(page, 'Change roles');
  await expect(roles.getByRole('combobox', { name: 'Role' })).toBeFocused();
  await roles.getByRole('button', { name: 'Change roles' }).click();
  await expect(roles.getByText('Give a reason.')).toBeVisible();
  await roles.getByRole('combobox', { name: 'Role' }).selectOption({ label: 'Finance Manager' });
  await roles.getByRole('textbox', { name: 'Reason' }).fill('Joins the office');
  await roles.getByRole('button', { name: 'Change roles' }).click();
  await expect(roles.getByText('2 done.')).toBeVisible();
  await roles.getByText('Close', { exact: true }).click();
  await expect(roles).toBeHidden();
  await expect(page.getByRole('cell', { name: 'Finance Manager' })).toHaveCount(2);
  // The report names each person that a command was refused for.
  await selectBoth();
  const lock = await openDialog(page, 'Lock accounts');
  await lock.getByRole('textbox', { name: 'Reason' }).fill('Leave the office');
  await lock.getByRole('button', { name: 'Lock accounts' }).click();
  await expect(lock.getByText('Nothing was done. 2 were not done:')).toBeVisible();
  await expect(lock.getByRole('listitem')).toHaveText([/not active/, /not active/]);
  await lock.getByText('Close', { exact: true }).click();
  await expect(lock).toBeHidden();
  await selectBoth();
  const again = await openDialog(page, 'Send invitations again');
  await again.getByRole('button', { name: 'Send invitations again' }).click();
  await expect(again.getByText('2 done.')).toBeVisible();
  await again.getByText('Close', { exact: true }).click();
  await expect(again).toBeHidden();

  await page.getByRole('link', { name: one }).click();
  const links = await openDialog(page, 'Copy invitation link');
  await links.getByRole('button', { name: `Copy invitation link of ${one}` }).click();
  await expect(links.getByRole('textbox', { name: one })).toHaveValue(/\/auth\/invite\//);
  await expectAccessible(page);
});

test('counts what would be handed on to a successor, whom the search chooses if only one person matches', {
  tag: '@once',
}, async ({ page }) => {
  await signIn(page, 'admin@example.org', undefined, 'admin_portal');
  await page.goto('/admin/people?search=scientific-reviewer@example.org');
  await page.getByRole('row').getByRole('link').click();
  await page.getByRole('button', { name: 'Hand on work' }).click();
  const dialog = page.getByRole('dialog', { name: 'Hand on open work' });
  const successor = dialog.getByRole('combobox', { name: 'Successor' });
  const search = dialog.getByRole('textbox', { name: 'Search names and email addresses' });
  await expect(search).toBeFocused();
  // Somebody who leaves is no successor of theirs.
  await search.fill('scientific-reviewer@example.org');
  await expect(dialog.getByText('1 person matches and is chosen.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Leaves in December');
  await dialog.getByRole('button', { name: 'Hand on work' }).click();
  await expect(dialog.getByText('Choose somebody else as the successor.')).toBeVisible();
  await search.fill('applicant@example.org');
  await expect(successor).toHaveValue(/\d/);
  await expect(dialog.getByText('Stay: the role of the successor does not fit')).toBeVisible();
  await expect(dialog.getByText('none', { exact: true })).toBeVisible();
  await expectAccessible(page);
  // More words, and nobody is left.
  await search.fill('applicant@example.org nobody');
  await expect(dialog.getByText('Nobody matches.')).toBeVisible();
  await expect(successor).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Hand on work' })).toBeFocused();
});

test('checks an archive file, says what an import will do, and imports it', { tag: '@once' }, async ({
  page,
}) => {
  await signIn(page, 'admin@example.org', undefined, 'admin_portal');
  await page.goto('/admin/running');
  await page.getByRole('link', { name: 'Archive import' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Archive import' })).toBeVisible();
  // A proposal that is archived already: other journeys count the proposals of the archive.
  const archived: object[] = JSON.parse(
    await readFile(join(import.meta.dirname, '../apps/api/demo/legacy.json'), 'utf8'),
  );
  const records = [{ ...archived[20], colour: 'red' }, archived[20]];
  const buffer = Buffer.from(JSON.stringify(records));
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: 'export.json', mimeType: 'application/json', buffer });
  await expect(page.getByText(/The file was checked on .* Nothing has changed yet/)).toBeVisible();
  await expect(page.getByRole('row')).toContainText([
    'Finding',
    '‘colour’ is not a field of the archive.',
    'Row 1 already has this number.',
  ]);
  await expectAccessible(page);
  const question = await openDialog(page, 'Import proposals');
  await expect(question).toContainText(
    '0 proposals are added, 1 proposal is replaced, and 1 row is left out.',
  );
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Import proposals' }).click();
  await expect(page.getByText('The proposals were imported on')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Import proposals' })).toHaveCount(0);
  await page.goto('/admin/changes');
  await expect(
    page.getByText(/Archive file .* imported: 0 added, 1 replaced, 1 left out/).first(),
  ).toBeVisible();
});

test('finds a call, reads it, archives it out of the list, and takes it back', async ({ page }) => {
  await signIn(page, 'admin@example.org', undefined, 'admin_portal');
  await page.goto('/admin/');
  await page.getByRole('link', { name: 'Calls', exact: true }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Calls' })).toBeVisible();
  // Its cut-offs are in words too.
  await expect(page.getByRole('row', { name: /Benchmark Access/ })).toContainText('Cut-offs: ');
  await page.getByRole('searchbox', { name: 'Find a call' }).fill('data-intensive');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/search=data-intensive/);
  await expect(page.getByRole('status').getByText('1 call', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'AI and Data-Intensive Applications Access' }).click();

  const title = page.getByRole('heading', { level: 1, name: 'AI and Data-Intensive Applications Access' });
  await expect(title).toBeVisible();
  await expect(
    page.getByRole('region', { name: 'Amounts by partition and cut-off' }).getByRole('grid'),
  ).toBeVisible();
  const archive = await openDialog(page, 'Archive call');
  await archive.getByRole('button', { name: 'Archive call' }).click();
  await expect(archive).toBeHidden();
  await expect(page.getByText('Archived. Lists of calls no longer show it.').first()).toBeVisible();

  // Visitors do not find it in the list, administrators among the archived ones.
  await page.getByRole('link', { name: 'Calls', exact: true }).first().click();
  const row = page.getByRole('link', { name: 'AI and Data-Intensive Applications Access' });
  await expect(page.getByRole('link', { name: 'Benchmark Access' })).toBeVisible();
  await expect(row).toBeHidden();
  await page.getByRole('combobox', { name: 'State' }).selectOption('archived');
  await row.click();
  const restore = await openDialog(page, 'Restore call');
  await restore.getByRole('button', { name: 'Restore call' }).click();
  await expect(restore).toBeHidden();
  await expect(page.getByRole('button', { name: 'Archive call' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/state=archived/);
  await expect(page.getByText('No call matches')).toBeVisible();
});
