import { expect, type Locator, type Page, test } from '@playwright/test';
import { firstPassword, newAccount, signIn } from './accounts.ts';
import { expectAccessible } from './axe.ts';
import { newDraft, openForm, storedValues } from './drafts.ts';
import { row } from './filler.ts';

/** Fields under real hands: keys, Tab, the mouse and the clipboard. Nothing that was typed goes without a word. */

const field = (scope: Page | Locator, name: string) => scope.getByRole('textbox', { name, exact: true });
const shown = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).filter({ visible: true }).last();

/** Types into a field that has the focus, and goes on by Tab. */
async function write(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text);
  await page.keyboard.press('Tab');
}

/** Comes by keyboard to the field that the one with the focus follows. */
const goBack = (page: Page) => page.keyboard.press('Shift+Tab');

async function paste(page: Page, text: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await page.keyboard.press('ControlOrMeta+v');
}

test('a number is read as it is written, and what is left out of it is said', { tag: '@once' }, async ({
  page,
}) => {
  const draft = await newDraft(page);
  const main = await openForm(page, draft.uid, 'R4', 'Partitions and resources');
  const wall = field(main, 'Wall-clock of a typical job (hours)');
  await wall.click();
  await write(page, '2,5');
  await expect(wall).toHaveValue('2.5');
  await wall.focus();
  await wall.hover();
  await page.mouse.wheel(0, 200);
  await expect(wall).toHaveValue('2.5');

  // Who comes by Tab replaces, who comes by mouse sets the cursor.
  const cores = field(main, 'CPU cores of the largest job');
  await cores.click();
  await write(page, '123456');
  await expect(cores).toHaveValue('123\u202f456');
  await goBack(page);
  await expect(cores).toHaveValue('123456');
  await write(page, '2024');
  await expect(cores).toHaveValue('2\u202f024');
  await cores.click({ position: { x: 2, y: 12 } });
  await write(page, '900');
  await expect(cores).toHaveValue('9\u202f002\u202f024');
  await expect(cores).toHaveAttribute('aria-invalid', 'true');

  const average = field(main, 'Nodes of an average job');
  await average.click();
  await write(page, '20,5');
  await expect(average).toHaveValue('205');
  await expect(average).toHaveAccessibleDescription(/Read as 205\. Only whole numbers are allowed here\./);
  await goBack(page);
  await write(page, '-7');
  await expect(average).toHaveValue('0');
  await expect(average).toHaveAccessibleDescription(/Read as 0\. Negative numbers are not allowed here\./);
  await goBack(page);
  await write(page, '1,205');
  await expect(average).toHaveValue('1\u202f205');
  await expect(average).not.toHaveAccessibleDescription(/Read as/);

  // Letters are left out.
  const sum = main.getByRole('status', { name: 'Storage in all (TB)' });
  const scratch = field(main, 'SCRATCH (TB)');
  await scratch.click();
  await write(page, '12');
  await expect(sum).toHaveText('12 TB');
  await goBack(page);
  await page.keyboard.type('3');
  await expect(sum).toHaveText('3 TB');
  await page.keyboard.type('e');
  await expect(scratch).toHaveValue('3');
  await expect(sum).toHaveText('3 TB');

  // What is no number stays to be mended, on the page and through other forms; the stored one stays stored.
  const most = field(main, 'Nodes of the largest job');
  await most.click();
  await write(page, '12');
  await expect.poll(() => storedValues(page, draft, 'R4.n_max')).toEqual([['12']]);
  await goBack(page);
  await page.keyboard.type('..');
  // The sentence that comes as the field is left does not move the button away from under the mouse.
  await shown(page, 'Next').click();
  await expect(
    page.getByRole('heading', { name: 'Codes, scalability and workflow', level: 2 }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(most).toHaveValue('..');
  await expect(most).toHaveAccessibleDescription(/This value is not valid\./);
  await expectAccessible(page);
  expect(await storedValues(page, draft, 'R4.n_max')).toEqual([['12']]);
  expect(await storedValues(page, draft, 'R4.core_max')).toEqual([['9002024']]);
  // Nor does it go with a page that is left with the focus in it.
  await most.click();
  await page.keyboard.press('End');
  await page.keyboard.type(',');
  await page.goBack();
  await page.goForward();
  await expect(most).toHaveValue('..,');
  await most.click();
  await page.keyboard.press('ControlOrMeta+a');
  await write(page, '1300');
  await expect(most).not.toHaveAttribute('aria-invalid', 'true');
  await expect.poll(() => storedValues(page, draft, 'R4.n_max')).toEqual([['1300']]);
});

test('dates, telephones, addresses and lists are understood as people type and paste them', {
  tag: '@once',
}, async ({ page }) => {
  const draft = await newDraft(page);
  const main = await openForm(page, draft.uid, 'R2', 'Principal investigator');
  const birth = field(main, 'Date of birth');
  await birth.click();
  await write(page, '24/12/1984');
  await expect(birth).toHaveValue('24-12-1984');
  await expect.poll(() => storedValues(page, draft, 'R2.birth')).toEqual([['1984-12-24']]);
  // Over it a day that there is none of: said, kept on the page, and never in place of the stored one.
  await goBack(page);
  await write(page, '31/02/1984');
  await expect(birth).toHaveValue('31/02/1984');
  await expect(birth).toHaveAccessibleDescription(/There is no 31 February 1984\./);
  await expect(main.getByText('This is mandatory.')).toHaveCount(0);

  const email = field(main, 'Second e-mail');
  await email.click();
  await write(page, 'ada@example.org');
  await email.click();
  await paste(page, ' grace@example.eu ');
  await expect(email).toHaveValue(/^\s*grace@example\.eu\s*$/);

  const code = main.getByRole('combobox', { name: 'Phone: country code' });
  const phone = field(main, 'Phone');
  await expect(code).toHaveValue('+32');
  await phone.click();
  await write(page, '0475 12 34 56');
  await phone.click();
  await paste(page, '+36 20 555 12 34');
  await expect(code).toHaveValue('+36');
  await page.keyboard.press('Tab');
  await expect(phone).toHaveValue('20 555 12 34');

  const orcid = field(main, 'ORCID iD');
  await orcid.click();
  await write(page, '0000000218250097');
  await expect(orcid).toHaveValue('0000-0002-1825-0097');
  await expect
    .poll(async () =>
      Promise.all(['R2.email2', 'R2.phone', 'R2.orcid'].map((id) => storedValues(page, draft, id))),
    )
    .toEqual([[['grace@example.eu']], [['+36|20 555 12 34']], [['0000-0002-1825-0097']]]);
  expect(await storedValues(page, draft, 'R2.birth')).toEqual([['1984-12-24']]);

  await openForm(page, draft.uid, 'R1', 'The project');
  const words = field(main, 'Keywords');
  await words.click();
  await page.keyboard.type('waves, waves,ice');
  await paste(page, ' sheets; salt\nfoam;\n');
  await write(page, 'half typed');
  await goBack(page);
  await page.keyboard.press('Backspace');
  await expect(main.getByRole('button', { name: /^Remove / })).toHaveText(['', '', '', '']);
  await expect
    .poll(() => storedValues(page, draft, 'R1.keywords'))
    .toEqual([['waves', 'ice sheets', 'salt', 'foam']]);
  // Half a word outlives the page that it was typed into.
  page.on('dialog', (dialog) => void dialog.accept());
  await words.click();
  await page.keyboard.type('brine');
  await page.reload();
  await expect(main.getByRole('button', { name: 'Remove brine' })).toBeVisible();
  await expect
    .poll(() => storedValues(page, draft, 'R1.keywords'))
    .toEqual([['waves', 'ice sheets', 'salt', 'foam', 'brine']]);
});

test('a row that is moved by keyboard keeps the focus, and a year stays a year', { tag: '@once' }, async ({
  page,
}) => {
  const draft = await newDraft(page);
  await openForm(page, draft.uid, 'R7', 'Collaboration, funding and dissemination');
  for (const [index, year] of ['2021', '2022', '2023'].entries()) {
    const one = await row(page, 'Key publication', index + 1);
    await expect(field(one, 'Reference')).toBeFocused();
    await field(one, 'Year').click();
    await write(page, year);
    await expect(field(one, 'Year')).toHaveValue(year);
  }
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await button('Move Key publication #3 up').focus();
  await page.keyboard.press('Enter');
  await expect(button('Move Key publication #2 up')).toBeFocused();
  await page.keyboard.press('Enter');
  // At the end the only way is back.
  await expect(button('Move Key publication #1 down')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(button('Move Key publication #2 down')).toBeFocused();
  const years = ['2021', '2023', '2022'];
  for (const [index, year] of years.entries())
    await expect(field(await row(page, 'Key publication', index + 1), 'Year')).toHaveValue(year);
});

test('in the profile nothing typed vanishes, and what is no value is not saved', { tag: '@once' }, async ({
  page,
  request,
}) => {
  await signIn(page, await newAccount(request, 'typing'), firstPassword);
  await page.goto('/profile?tab=personal');
  const phone = field(page, 'Phone number');
  const save = page.getByRole('button', { name: 'Save Changes' });
  const birth = field(page, 'Date of birth');
  await birth.click();
  await write(page, '30/02/1984');
  await expect(birth).toHaveValue('30/02/1984');
  await expect(birth).toHaveAccessibleDescription('Invalid date of birth. There is no 30 February 1984.');
  await expect(save).toBeDisabled();
  await birth.click();
  await page.keyboard.press('ControlOrMeta+a');
  await write(page, '29 02 1984');
  await expect(birth).toHaveValue('29-02-1984');

  await page.getByLabel('Title').selectOption('Dr.');
  await page.getByLabel('Gender').selectOption('Female');
  for (const [name, words] of [
    ['Nationality', 'belg'],
    ['First field', 'products'],
  ] as const) {
    await page.getByRole('combobox', { name, exact: true }).fill(words);
    await page.keyboard.press('Enter');
  }
  await field(page, 'Home address').fill('Storgatan 1');
  await phone.click();
  await write(page, '+46 70-123 45 67');
  await expect(phone).toHaveValue('701234567');
  await save.click();
  await expect(page.getByText('Profile saved successfully').first()).toBeVisible();

  await phone.click();
  await page.keyboard.press('ControlOrMeta+a');
  await write(page, 'ask my office');
  const answer = page.waitForResponse((response) => response.request().method() === 'PATCH');
  await save.click();
  expect((await answer).status()).toBe(400);
  await expect(phone).toHaveValue('ask my office');
  await expect(phone).toHaveAccessibleDescription('Invalid phone number');
  await expect(phone).toBeFocused();
  await expectAccessible(page);
  await page.reload();
  await expect(phone).toHaveValue('701234567');
});
