import { expect, type Page, test } from '@playwright/test';
import { firstPassword, newAccount, signIn } from './accounts.ts';
import { expectAccessible } from './axe.ts';

const isNarrow = (page: Page) => (page.viewportSize()?.width ?? 0) < 768;
const rows = (page: Page) => page.locator('tbody tr[data-clickable]');
const ids = (page: Page) => page.locator('tbody a[data-id]').allInnerTexts();

async function open(page: Page, address = '/applications'): Promise<void> {
  await signIn(page, 'applicant@example.org');
  await page.goto(address);
  await expect(rows(page).first()).toBeVisible();
}

test('shows drafts and submitted applications ten to a page', async ({ page }) => {
  await open(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Applications' })).toBeVisible();
  await expect(rows(page)).toHaveCount(10);
  const shown = await ids(page);
  expect(shown.some((id) => /^DRAFT-\d+$/.test(id))).toBe(true);
  if (!isNarrow(page)) {
    const heads = await page.getByRole('columnheader').allInnerTexts();
    expect(heads.map((text) => text.trim().replace(/\s+/g, ' ')).slice(0, 8)).toEqual([
      'Application ID',
      'Project',
      'Call',
      'Status',
      'Research F. Group',
      'Research F. Title',
      'Partition',
      'Submit Date',
    ]);
    await expect(page.getByRole('columnheader', { name: /Submit Date/ })).toHaveAttribute(
      'aria-sort',
      'descending',
    );
  }

  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(page).toHaveURL(/\?page=2$/);
  await expect(page.getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page');
  await expect.poll(() => ids(page)).not.toEqual(shown);
  await page.goBack();
  await expect(page).toHaveURL(/\/applications$/);
  await expect(page.getByRole('link', { name: 'Page 1' })).toHaveAttribute('aria-current', 'page');
  await expect(rows(page)).toHaveCount(10);

  const jump = page.getByRole('textbox', { name: 'Go to page' });
  await jump.fill('99');
  await jump.press('Enter');
  await expect(jump).toHaveAttribute('aria-invalid', 'true');
  await expect(page).toHaveURL(/\/applications$/);
  await jump.fill('2');
  await jump.press('Enter');
  await expect(page).toHaveURL(/\?page=2$/);
});

test('sorts by a column, both ways, and keeps it in the address', async ({ page }) => {
  await open(page);
  if (isNarrow(page)) {
    await page.getByRole('button', { name: 'Filter and sort' }).click();
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('callTitle');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Show the list' }).click();
  } else {
    await page.getByRole('button', { name: 'Call', exact: true }).click();
  }
  await expect(page).toHaveURL(/order=callTitle&direction=ASC/);
  const calls = page.locator('tbody td[data-column="callTitle"]');
  // The sorted page holds other rows than the one before it: both sides are read at the same moment.
  await expect
    .poll(async () => {
      const shown = await calls.allInnerTexts();
      const sorted = [...shown].sort((one, other) =>
        one.toLowerCase().localeCompare(other.toLowerCase(), 'en'),
      );
      return shown.length > 0 && JSON.stringify(shown) === JSON.stringify(sorted);
    })
    .toBe(true);
  await page.reload();
  await expect(rows(page).first()).toBeVisible();
  if (!isNarrow(page)) {
    await expect(page.getByRole('columnheader', { name: /^Call/ })).toHaveAttribute('aria-sort', 'ascending');
    await page.getByRole('button', { name: 'Call', exact: true }).click();
    await expect(page).toHaveURL(/order=callTitle&direction=DESC/);
  }
});

test('filters by several columns, with chips that take them back', async ({ page }) => {
  await open(page);
  const narrow = isNarrow(page);
  if (narrow) await page.getByRole('button', { name: 'Filter and sort' }).click();
  else await page.getByRole('button', { name: 'Filter by Call' }).click();
  await page.getByRole('textbox', { name: 'Call: value' }).fill('Regular');
  await page.getByRole('textbox', { name: 'Call: value' }).press('Enter');
  await expect(page).toHaveURL(/callTitle/);
  if (!narrow) {
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Filter by Status' }).click();
  }
  await page.getByRole('combobox', { name: 'Status: value' }).selectOption('draft');
  if (narrow) await page.getByRole('button', { name: 'Show the list' }).click();
  else await page.keyboard.press('Escape');

  await expect.poll(async () => (await ids(page)).every((id) => id.startsWith('DRAFT-'))).toBe(true);
  const chips = page.getByRole('list', { name: 'Filters in use' });
  await expect(chips.getByRole('listitem')).toHaveText([/Call.*contains.*Regular/, /Status.*is.*Draft/]);
  await page.reload();
  await expect(chips.getByRole('listitem')).toHaveCount(2);
  await chips.getByRole('button', { name: /Remove filter: Status/ }).click();
  await expect(chips.getByRole('listitem')).toHaveCount(1);
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(page).toHaveURL(/\/applications$/);
  await page.goBack();
  await expect(chips.getByRole('listitem')).toHaveCount(1);
});

test('a day to filter by is typed as in every form, or chosen from the calendar', async ({ page }) => {
  await open(page);
  await page
    .getByRole('button', { name: isNarrow(page) ? 'Filter and sort' : 'Filter by Submit Date' })
    .click();
  const day = page.getByRole('textbox', { name: 'Submit Date: value' });
  if (!isNarrow(page)) await expect(day).toBeFocused();
  await day.fill('31.2.2025');
  await page.getByRole('combobox', { name: 'Submit Date: how' }).focus();
  await expect(page.getByText('There is no 31 February 2025.')).toBeVisible();
  await expect(day).toHaveAccessibleDescription('There is no 31 February 2025.');
  await expectAccessible(page);
  await expect(page).toHaveURL(/\/applications$/);
  await day.fill('1/9/2025');
  await day.press('Enter');
  await expect(page).toHaveURL(/2025-09-01/);
  await page.getByRole('button', { name: 'Submit Date: value: choose from a calendar' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '17 September 2025' }).click();
  await expect(page).toHaveURL(/2025-09-17/);
  await expect(day).toHaveValue('17-09-2025');
});

test('a filter that nothing matches says so and can be cleared', { tag: '@once' }, async ({ page }) => {
  await signIn(page, 'applicant@example.org');
  const filters = JSON.stringify([{ column: 'callTitle', op: 'contains', value: 'no such call' }]);
  await page.goto(`/applications?filters=${encodeURIComponent(filters)}`);
  await expect(
    page.getByRole('heading', { name: 'There are no results matching your search' }),
  ).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Clear all filters' }).click();
  await expect(rows(page).first()).toBeVisible();
});

test('a corrupt address falls back to the plain list, a page too far to the last one', {
  tag: '@once',
}, async ({ page }) => {
  await open(page, '/applications?page=-4&order=password&direction=up&filters=%5B%7B%22column%22%3A7%7D%5D');
  await expect(page.getByRole('link', { name: 'Page 1' })).toHaveAttribute('aria-current', 'page');
  await page.goto('/applications?page=900');
  await expect(page).toHaveURL(/page=\d{1,2}$/);
  await expect(rows(page).first()).toBeVisible();
});

test('a row opens its application, by mouse and by keyboard', async ({ page }) => {
  await open(page);
  const link = page.locator('tbody a[data-id]').first();
  const address = await link.getAttribute('href');
  await rows(page).first().locator('td[data-column="callTitle"]').click();
  await expect(page).toHaveURL(new RegExp(`${address}`));
  await page.goBack();
  await link.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`${address}`));

  // The keys of the list: down, up, to the filters and out of them again; Enter opens where one stands.
  await page.goto('/applications');
  await expect(link).toBeVisible();
  const links = page.locator('tbody a[data-id]');
  // The page that has just been drawn may still take the focus once.
  await expect(async () => {
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.keyboard.press('j');
    await expect(links.first()).toBeFocused({ timeout: 500 });
  }).toPass({ timeout: 20_000 });
  for (const [key, at] of [
    ['j', 1],
    ['k', 0],
    ['j', 1],
  ] as const) {
    await page.keyboard.press(key);
    await expect(links.nth(at)).toBeFocused();
  }
  await page.keyboard.press('/');
  const filters = page.getByRole('dialog', { name: 'Filter and sort' });
  await expect(filters).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(filters).toHaveCount(0);
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(help).toContainText('Enter');
  await page.keyboard.press('Escape');
  await expect(help).toHaveCount(0);
  await expect(links.nth(1)).toBeFocused();
  const second = await links.nth(1).getAttribute('href');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`${second}`));
});

test('a submitted application is duplicated without its declarations, and the copy deleted', {
  tag: '@once',
}, async ({ page }) => {
  const filters = JSON.stringify([{ column: 'status', op: 'not_equal', value: 'draft' }]);
  await open(page, `/applications?filters=${encodeURIComponent(filters)}`);
  expect((await ids(page)).every((id) => id.startsWith('ESAO-'))).toBe(true);
  const source = rows(page).filter({ hasText: 'ESAO-DEV-' }).first();
  const sourceId = await source.locator('a[data-id]').textContent();
  await source.getByRole('button', { name: /^Actions for/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toHaveCount(0);
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await expect(page).toHaveURL(/\/applications\/ESAO-DEV-/);
  await expect(page.getByText(/Copied from ESAO-DEV-.* into a new draft/).first()).toBeVisible();
  await expect(page.getByText(`This draft is a copy of ${sourceId}.`)).toBeVisible();
  await page.getByText(/^We do not copy declarations: \d+ of \d+ are still to be ticked$/).click();
  // Each leads to its form and field; a declaration that is made is not listed any more.
  const civilian = page.getByRole('link', { name: 'Civilian purposes only' });
  const box = page.getByRole('checkbox', { name: 'Civilian purposes only' });
  await civilian.click();
  await expect(box).not.toBeChecked();
  await box.check();
  await expect(civilian).toHaveCount(0);
  await expectAccessible(page);
  const shownId = await page.getByText(/^Proposal ID: DRAFT-/).textContent();
  const draftId = shownId?.replace('Proposal ID: ', '') ?? '';

  // Others read the list of this account too: it stays as it was.
  await page.goto('/applications');
  const copy = rows(page).filter({ has: page.getByRole('link', { name: draftId, exact: true }) });
  const menu = copy.getByRole('button', { name: `Actions for ${draftId}` });
  await menu.press('Enter');
  await expect(page.getByRole('menuitem')).toHaveText(['Open', 'Delete']);
  await page.keyboard.press('d');
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: 'Delete this application?' });
  await expect(question).toContainText(
    `We will delete ${draftId}, all its answers and its files. You cannot undo this.`,
  );
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Keep it' }).click();
  await expect(menu).toBeFocused();
  await menu.press('Enter');
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await question.getByRole('button', { name: 'Delete Application' }).click();
  await expect(page.getByText('Application deleted')).toBeVisible();
  await expect(copy).toHaveCount(0);
  await expect(rows(page)).toHaveCount(10);
  await expect(page.getByRole('heading', { level: 1, name: 'Applications' })).toBeFocused();
});

test('a peer review officer chooses a role', async ({ page }) => {
  await signIn(page, 'pro@example.org');
  await page.goto('/applications');
  const role = page.getByRole('combobox', { name: 'Role' });
  await expect(role).toHaveValue('pro');
  await expect(rows(page).first()).toBeVisible();
  expect((await ids(page)).some((id) => id.startsWith('DRAFT-'))).toBe(false);
  await expectAccessible(page);
  await role.selectOption('applicant');
  await expect(page).toHaveURL(/role=applicant$/);
  await expect(page.getByText("It looks like you haven't applied to any calls yet.")).toBeVisible();

  // The list opens in the role of the last time, whatever the address is silent about.
  await page.goto('/applications');
  await expect(role).toHaveValue('applicant');
  await expect(page.getByText("It looks like you haven't applied to any calls yet.")).toBeVisible();
  await role.selectOption('pro');
  await expect(rows(page).first()).toBeVisible();
});

test('a peer review officer reads who assigned whom, asked for in one call', { tag: '@once' }, async ({
  page,
}) => {
  const asked: string[] = [];
  let fails = false;
  await page.route('**/api/users', (route) => {
    asked.push(route.request().postData() ?? '');
    return fails ? route.fulfill({ status: 503, json: { statusCode: 503 } }) : route.continue();
  });
  await signIn(page, 'pro@example.org');
  // From any page to the applications of a person.
  await page.goto('/calls/1');
  const search = page.getByRole('combobox', { name: 'Search applications' });
  await expect(search).toBeVisible();
  // The words follow each other in no text: a part of a last name, a part of an ID.
  await page.keyboard.press('Control+k');
  await page.keyboard.type('kasem fta');
  const results = page.getByRole('listbox', { name: 'Applications found' });
  const first = results.getByRole('option', { name: /ESAO-FTA/ }).first();
  await expect(first).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(results).toHaveCount(0);
  await expect(search).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(first).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/applications\/ESAO-FTA/);
  await page.goBack();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('zzzz');
  await expect(page.getByText('No application found.').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await search.fill('closures');
  await search.press('Enter');
  await expect(page).toHaveURL('/applications?role=pro&search=closures');
  await page
    .getByRole('link', { name: /^ESAO-AIF/ })
    .first()
    .click();
  const assignments = page.getByRole('main').getByRole('listitem').filter({ hasText: '@example.org' });
  // Steps that are done are one line until they are opened.
  await page.getByRole('button', { name: '1 Application' }).click();
  await page.getByRole('button', { name: '2 Administrative check' }).click();
  await expect(assignments).toHaveText([
    /Ilse Vandenbroucke/,
    /Maija Heikkilänen.*Assigned by Maija Heikkilänen/,
    /Søren.*Assigned by Pirkko Laaksonharju/,
  ]);
  // The own name is known.
  expect(asked.map((body) => JSON.parse(body).length)).toEqual([1]);
  await expectAccessible(page);

  // A lookup that fails is told in its place, not by a notice.
  fails = true;
  await page.reload();
  await expect(assignments.filter({ hasText: 'No users found.' })).toHaveCount(1);
  await expect(page.getByRole('alert')).toHaveText('');
});

test('a row is one line, whole where it has the focus, and selecting it moves nothing', async ({ page }) => {
  await signIn(page, 'pro@example.org');
  await page.goto('/applications');
  const first = rows(page).first();
  const box = first.getByRole('checkbox');
  const top = async () => (await first.boundingBox())?.y;
  await expect(first).toBeVisible();
  const before = await top();
  await box.check();
  await expect(page.getByRole('region', { name: 'Selected applications' })).toBeVisible();
  expect(await top()).toBe(before);
  await expectAccessible(page);
  await box.uncheck();
  expect(await top()).toBe(before);
  if (isNarrow(page)) return;

  const heights = await rows(page).evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
  expect(new Set(heights.map(Math.round))).toEqual(new Set([40]));
  const title = first.locator('td[data-column="projectTitle"] > span');
  const isCut = () => title.evaluate((span) => span.scrollWidth > span.clientWidth);
  expect(await isCut()).toBe(true);
  await page.keyboard.press('Tab');
  await expect(first.locator('a[data-id]')).toBeFocused();
  expect(await isCut()).toBe(false);
  await page.keyboard.press('Escape');
  expect(await isCut()).toBe(true);
});

test('a column is switched off and on, and stays as it was chosen for each role', { tag: '@wide' }, async ({
  page,
}) => {
  await signIn(page, 'pro@example.org');
  await page.goto('/applications');
  const heads = () => page.getByRole('columnheader').filter({ visible: true }).allInnerTexts();
  const titles = async () => (await heads()).map((text) => text.trim()).filter((text) => text !== '');
  await expect(rows(page).first()).toBeVisible();
  expect(await titles()).toContain('Partition');
  await page.getByRole('button', { name: 'Columns' }).click();
  const partition = page.getByRole('checkbox', { name: 'Partition' });
  await expect(page.getByRole('checkbox', { name: 'Project' })).toBeFocused();
  await expectAccessible(page);
  // A column that is switched on and has no room all the same says so; one that is switched off has nothing to say.
  const noRoom = page.getByText('No room in this window').filter({ visible: true });
  // Beside the step neither the affiliation nor the columns of the field of research have room.
  await expect(noRoom).toHaveCount(3);
  await expect(page.getByRole('checkbox', { name: 'Research F. Title' })).toHaveAccessibleName(
    'Research F. Title No room in this window',
  );
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1024, height: 900 });
  await page.getByRole('button', { name: 'Columns' }).click();
  await expect(noRoom).toHaveCount(6);
  await expect(partition).toHaveAccessibleName('Partition No room in this window');
  await partition.uncheck();
  await expect(noRoom).toHaveCount(5);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Columns' })).toBeFocused();
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect.poll(titles).not.toContain('Partition');
  await page.reload();
  await expect(rows(page).first()).toBeVisible();
  expect(await titles()).not.toContain('Partition');
  await page.getByRole('button', { name: 'Columns' }).click();
  await partition.check();
  await expect.poll(titles).toContain('Partition');

  // What says the same in every row of one's own is off until it is wanted; the project's title has a column.
  await signIn(page, 'applicant@example.org');
  await page.goto('/applications');
  await expect(rows(page).filter({ hasText: 'Ice on rotor blades' })).toContainText('DRAFT-');
  expect((await titles()).filter((text) => ['PI Name', 'Affiliation'].includes(text))).toEqual([]);
  // Whoever uses half of a screen has the columns that matter, and nothing to scroll sideways.
  for (const [width, missing] of [
    [1024, ['Research F. Title']],
    [768, ['Research F. Title', 'Research F. Group', 'Partition']],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    // The columns that have room are chosen after the window has changed.
    const shown = async () => (await titles()).map((text) => text.replaceAll('\n', ' '));
    await expect
      .poll(async () => (await shown()).filter((text) => missing.some((one) => one === text)))
      .toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
  }
  // Paper is as narrow, and has them: nothing there can be switched on or shown whole by a pointer.
  await page.emulateMedia({ media: 'print' });
  expect(await titles()).toContain('Call');
  const cut = () =>
    page
      .locator('tbody td[data-text] > span')
      .evaluateAll(
        (all) => all.filter((one) => one.scrollHeight > one.clientHeight + 2 && one.clientHeight > 0).length,
      );
  expect(await cut()).toBe(0);
});

test('whoever has not applied yet is shown the way', { tag: '@once' }, async ({ page, request }) => {
  const email = await newAccount(request, 'noor.haddad');
  await signIn(page, email, firstPassword);
  await page.goto('/applications');
  await expect(page.getByText("It looks like you haven't applied to any calls yet.")).toBeVisible();
  await expectAccessible(page);
  await page.goto('/dashboard');
  await expect(page.getByRole('link', { name: 'Apply To Calls' })).toBeVisible();
  await page.goto('/applications');
  await page.getByRole('link', { name: 'Apply To Calls' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Open Calls for Proposals' })).toBeVisible();
});

test('signed out, the list asks to log in and comes back', { tag: '@once' }, async ({ page }) => {
  await page.goto('/applications?page=2');
  await expect(page).toHaveURL(/\/auth\/login\?return=/);
});

test('when the server fails the list says so', { tag: '@once' }, async ({ page }) => {
  await page.route('**/api/v2/applications/search*', (route) =>
    route.fulfill({
      status: 500,
      json: { statusCode: 500, code: 'internal', message: 'Something went wrong' },
    }),
  );
  await signIn(page, 'applicant@example.org');
  await page.goto('/applications');
  await expect(page.getByText('We could not load your applications')).toBeVisible();
  await expectAccessible(page);
  await page.unroute('**/api/v2/applications/search*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(rows(page).first()).toBeVisible();
});
