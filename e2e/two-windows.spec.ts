import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { expectSaved, newDraft, openForm, storedValues } from './drafts.ts';

/** One application in two windows: no version is lost or stored before its writer has chosen. */

const titleField = (page: Page) => page.getByRole('textbox', { name: 'Project title', exact: true });
const choiceOf = (page: Page) => page.getByRole('group', { name: 'Project title: two versions' });
const nothingLeft = async (page: Page) => {
  await expect(page.getByText('Everything saved').filter({ visible: true })).toBeVisible();
  await expect(page.getByText(/We found/)).toHaveCount(0);
  await expect(choiceOf(page)).toHaveCount(0);
};

/** A draft open in two windows; the other one has saved its title already. */
async function otherWasFirst(page: Page) {
  const draft = await newDraft(page);
  const other = await page.context().newPage();
  for (const one of [page, other]) {
    one.on('dialog', (dialog) => void dialog.accept());
    await openForm(one, draft.uid, 'R1', 'The project');
  }
  await titleField(other).fill('From the other window');
  await expectSaved(other);
  return { draft, other };
}

async function reload(page: Page): Promise<void> {
  await page.reload();
  await expect(page.getByRole('heading', { name: 'The project', level: 2 })).toBeVisible();
}

test('a question between two versions is asked until it is answered, and the answer holds', {
  tag: '@once',
}, async ({ page }) => {
  const { draft } = await otherWasFirst(page);
  await titleField(page).fill('From this window');
  await expect(choiceOf(page)).toContainText('From the other window');
  await expect(titleField(page)).toHaveValue('From this window');
  await page.getByRole('link', { name: '1 field needs your choice' }).filter({ visible: true }).click();
  await expect(titleField(page)).toBeFocused();
  await expectAccessible(page);

  // Not choosing is no choice, however often the page is loaded.
  for (const _ of [1, 2, 3]) {
    await reload(page);
    await expect(choiceOf(page)).toContainText('From the other window');
    await expect(titleField(page)).toHaveValue('From this window');
  }
  expect(await storedValues(page, draft, 'R1.title')).toEqual([['From the other window']]);
  // From another form a link leads to it.
  await openForm(page, draft.uid, 'R2', 'Principal investigator');
  await page.getByRole('main').getByRole('link', { name: 'Project title' }).click();
  await expect(titleField(page)).toBeFocused();

  // By keyboard: theirs, and back, and theirs again.
  const take = choiceOf(page).getByRole('button', { name: 'Take theirs' });
  await take.focus();
  await page.keyboard.press('Enter');
  await expect(titleField(page)).toHaveValue('From the other window');
  await expect(page.getByText(/^Saved|^Everything saved/).filter({ visible: true })).toBeVisible();
  const undo = page.getByRole('button', { name: 'Undo', exact: true });
  await expect(undo).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(titleField(page)).toHaveValue('From this window');
  await expectSaved(page);
  expect(await storedValues(page, draft, 'R1.title')).toEqual([['From this window']]);
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(titleField(page)).toHaveValue('From the other window');
  await expectSaved(page);

  // What was refused does not come back.
  for (const _ of [1, 2]) {
    await reload(page);
    await nothingLeft(page);
    await expect(titleField(page)).toHaveValue('From the other window');
  }
  expect(await storedValues(page, draft, 'R1.title')).toEqual([['From the other window']]);
});

test('both answers by mouse: mine goes over theirs, theirs leaves nothing of mine', { tag: '@once' }, async ({
  page,
}) => {
  const { draft, other } = await otherWasFirst(page);
  await titleField(page).fill('From this window');
  await choiceOf(page).getByRole('button', { name: 'Keep mine' }).click();
  await expectSaved(page);
  expect(await storedValues(page, draft, 'R1.title')).toEqual([['From this window']]);

  await titleField(other).fill('From the other window again');
  await choiceOf(other).getByRole('button', { name: 'Take theirs' }).click();
  await expect(titleField(other)).toHaveValue('From this window');
  await reload(other);
  await nothingLeft(other);
  await expect(titleField(other)).toHaveValue('From this window');
});

test('a window that is behind takes the changes before the whole proposal is read, and says which', {
  tag: '@once',
}, async ({ page }) => {
  const { draft, other } = await otherWasFirst(page);
  await titleField(other).fill('Changed once more');
  await expectSaved(other);
  await page.getByRole('link', { name: 'Read the whole proposal' }).filter({ visible: true }).first().click();
  await expect(page.getByRole('article')).toContainText('Changed once more');
  await expect(page.getByText(/changed in another window or on another device/)).toBeVisible();
  await expectAccessible(page);

  const heading = page.getByRole('heading', { level: 1 });
  await page.getByRole('button', { name: 'Hide this message' }).press('Enter');
  await expect(heading).toBeFocused();

  // Without an answer of the server the page says that it may be behind, until it can check again.
  const stored = `**/api/v2/applications/${draft.uid}`;
  await page.route(stored, (route) => route.abort());
  await openForm(other, draft.uid, 'R1', 'The project');
  await titleField(other).fill('Changed while the line was down');
  await expectSaved(other);
  await page.getByRole('link', { name: 'Back to the form' }).click();
  await page.getByRole('link', { name: 'Read the whole proposal' }).filter({ visible: true }).first().click();
  const isBehind = page.getByText(/^We could not check for changes made elsewhere/);
  await expect(isBehind).toBeVisible();
  await expectAccessible(page);
  const again = page.getByRole('button', { name: 'Check again' });
  await again.press('Enter');
  await expect(again).toBeFocused();
  await page.unroute(stored);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(page.getByRole('article')).toContainText('Changed while the line was down');
  await expect(isBehind).toHaveCount(0);
  await expect(heading).toBeFocused();

  // Another field is saved: this window learns of the change.
  await openForm(page, draft.uid, 'R1', 'The project');
  await titleField(other).fill('Changed a third time');
  await expectSaved(other);
  await page.getByRole('textbox', { name: 'Acronym', exact: true }).fill('THIRD');
  await expect(titleField(page)).toHaveValue('Changed a third time');
  await expect(page.getByText(/changed in another window or on another device/)).toBeVisible();
});
