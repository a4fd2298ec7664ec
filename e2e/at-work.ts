import { expect, type Locator, type Page } from '@playwright/test';
import { demoPassword, signIn } from './accounts.ts';

/** What people do to an application, through the pages alone. */

const words = 'We looked at this closely, and what we found is said here in full. '.repeat(6);

/** Somebody else signs in on the same page. */
export async function enter(page: Page, email: string, password = demoPassword): Promise<void> {
  // A page that is still open would find itself logged out, and say so to the next one.
  await page.goto('about:blank');
  await page.context().clearCookies();
  await signIn(page, email, password);
}

const nameOf = (input: Locator): Promise<string> =>
  input.evaluate((box) => (box as HTMLInputElement).labels?.[0]?.textContent ?? '');

/** What was sent was sent before; what ends ends after it began. */
const dayFor = (name: string): string =>
  /sent/i.test(name) ? '02-03-2026' : /end|until/i.test(name) ? '28-02-2029' : '01-03-2028';

/** Everything that is asked for and still empty, first of all what is named. */
async function fillIn(form: Locator, wanted: readonly (readonly [RegExp, RegExp])[]): Promise<void> {
  // What is answered may ask for more.
  for (let pass = 0; pass < 3; pass += 1) {
    for (const [name, label] of wanted) {
      for (const group of await form.getByRole('radiogroup', { name }).all())
        if (await group.isVisible()) await group.getByRole('radio', { name: label }).first().press('Space');
      for (const box of await form.getByRole('combobox', { name }).all()) {
        if (!(await box.isVisible())) continue;
        const texts = await box.locator('option').allTextContents();
        await box.selectOption({ label: texts.find((text) => label.test(text)) ?? '' });
      }
    }
    for (const group of await form.getByRole('radiogroup').all())
      if ((await group.isVisible()) && (await group.getByRole('radio', { checked: true }).count()) === 0)
        await group.getByRole('radio').first().press('Space');
    for (const box of await form.locator('select:visible').all())
      if ((await box.inputValue()) === '') await box.selectOption({ index: 1 });
    for (const area of await form.locator('textarea:visible').all())
      if ((await area.inputValue()) === '')
        // A report is asked for at length.
        await area.fill(/report/i.test(await nameOf(area)) ? words + words : words);
    for (const input of await form.locator('input[placeholder^="dd"]:visible').all())
      if ((await input.inputValue()) === '') await input.fill(dayFor(await nameOf(input)));
    for (const input of await form.locator('input[inputmode]:visible').all())
      if ((await input.inputValue()) === '') await input.fill('1');
    for (const box of await form.getByRole('checkbox', { checked: false }).all())
      if ((await box.isVisible()) && (await box.getAttribute('aria-required')) === 'true') await box.check();
  }
}

/** Accepts the work that is open on the page, fills it in and hands it in. */
export async function work(page: Page, wanted: readonly (readonly [RegExp, RegExp])[] = []): Promise<void> {
  // An applicant's step is open in the editor, which has it in its bar and at the end of the last form.
  const submit = page.getByRole('button', { name: 'Submit', exact: true }).filter({ visible: true }).last();
  const accept = page.getByRole('button', { name: 'Accept', exact: true });
  await expect(submit.or(accept).first()).toBeVisible();
  if (await accept.isVisible()) {
    await accept.click();
    const agree = page.getByRole('dialog').getByRole('button', { name: 'I Agree' });
    await expect(agree.or(submit).first()).toBeVisible();
    if (await agree.isVisible()) await agree.click();
  }
  await expect(submit).toBeVisible();
  await fillIn(page.getByRole('main'), wanted);
  await submit.click();
  const question = page.getByRole('dialog', { name: /^Are you sure you want to submit/ });
  await question.getByRole('button', { name: 'Submit' }).click();
  const told = page.getByRole('heading', { name: 'We received your submission' });
  await expect(told.and(page.locator(':focus')).or(told.locator(':focus'))).toBeVisible();
}

/** The part of the page of staff about a step. */
export const sectionOf = (page: Page, step: string): Locator =>
  page.getByRole('region', { name: new RegExp(`^(\\d+ )?${step}$`) });

/** Opens a tab of the page of staff. On narrow pages the tabs are a list to choose from. */
export async function openTab(page: Page, name: string): Promise<void> {
  const tabs = page.getByRole('navigation', { name: 'Parts of this application' });
  const list = tabs.getByRole('combobox');
  if (!(await list.isVisible())) return tabs.getByRole('link', { name }).click();
  const option = list.getByRole('option', { name });
  await list.selectOption(await option.getAttribute('value'));
}

/** Staff give a step of an application to somebody. */
export async function assign(
  page: Page,
  uid: string,
  step: string,
  email: string,
  choices: Record<string, string> = {},
): Promise<void> {
  await page.goto(`/applications/${uid}?tab=assignments`);
  const section = sectionOf(page, step);
  await section.getByRole('button', { name: 'Assign User' }).click();
  const dialog = page.getByRole('dialog', { name: 'Assign User' });
  await dialog.getByLabel('Search by name or email').fill(email);
  const person = dialog.getByRole('checkbox', { name: email });
  await expect(person.or(dialog.getByText('No users found.')).first()).toBeVisible();
  if (!(await person.isVisible())) await dialog.getByLabel('Also show people in other roles').check();
  await person.check();
  for (const [name, label] of Object.entries(choices))
    await dialog.getByLabel(new RegExp(`^${name}`)).selectOption({ label });
  const despite = dialog.getByLabel('I have read this. It is not a conflict of interest.');
  if (await despite.isVisible()) await despite.check();
  await dialog.getByRole('button', { name: 'Assign User' }).click();
  await expect(page.getByText('User assigned')).toBeVisible();
  await expect(section).toContainText(email);
}

/** Staff release a step, and the clock of the demonstration goes past the minutes in which they can stop it. */
export async function release(page: Page, uid: string, step: string): Promise<void> {
  await page.goto(`/applications/${uid}?tab=assignments`);
  const section = sectionOf(page, step);
  await expect(section).toBeVisible();
  const folded = section.getByRole('heading').getByRole('button', { expanded: false });
  if (await folded.isVisible()) await folded.click();
  await section.getByRole('button', { name: 'Release' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Release step' }).click();
  const stop = page.getByRole('button', { name: /^Stop release/ });
  await expect(stop).toBeVisible();
  const { now } = await (await page.request.get('/api/demo/clock')).json();
  const to = new Date(Date.parse(now) + 11 * 60_000).toISOString();
  expect((await page.request.post('/api/demo/clock', { data: { to } })).status()).toBe(200);
  await expect(stop).toBeHidden();
}
