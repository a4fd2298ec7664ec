import { expect, type Locator, type Page, test } from '@playwright/test';
import { demoPassword, firstPassword, newAccount, signIn } from './accounts.ts';

/** A proposal that its technical reviewer turns down, from the check to the answer, through the pages alone. */

const uid = 'ESAO-REG-2025R02-007';
const words = 'We looked at this closely, and what we found is said here in full. '.repeat(6);

async function enter(page: Page, email: string, password = demoPassword): Promise<void> {
  await page.context().clearCookies();
  await page.goto('about:blank');
  await signIn(page, email, password);
}

/** Everything that is asked for and still empty, first of all what is named. */
async function fillIn(form: Locator, wanted: readonly (readonly [RegExp, RegExp])[]): Promise<void> {
  // What is answered may ask for more.
  for (let pass = 0; pass < 3; pass += 1) {
    for (const [name, label] of wanted) {
      const group = form.getByRole('radiogroup', { name }).first();
      if (await group.isVisible()) {
        await group.getByRole('radio', { name: label }).first().check({ force: true });
        continue;
      }
      const box = form.getByRole('combobox', { name }).first();
      if (!(await box.isVisible())) continue;
      const texts = await box.locator('option').allTextContents();
      await box.selectOption({ label: texts.find((text) => label.test(text)) ?? '' });
    }
    for (const group of await form.getByRole('radiogroup').all())
      if ((await group.isVisible()) && (await group.getByRole('radio', { checked: true }).count()) === 0)
        await group.getByRole('radio').first().check({ force: true });
    for (const box of await form.locator('select:visible').all())
      if ((await box.inputValue()) === '') await box.selectOption({ index: 1 });
    for (const area of await form.locator('textarea:visible').all())
      if ((await area.inputValue()) === '') await area.fill(words);
    for (const input of await form.locator('input[inputmode]:visible').all())
      if ((await input.inputValue()) === '') await input.fill('1000');
    for (const box of await form.getByRole('checkbox', { checked: false }).all())
      if ((await box.isVisible()) && (await box.getAttribute('aria-required')) === 'true') await box.check();
  }
}

/** Accepts the work that is open on the page, fills it in and hands it in. */
async function work(page: Page, wanted: readonly (readonly [RegExp, RegExp])[] = []): Promise<void> {
  const submit = page.getByRole('button', { name: 'Submit', exact: true });
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
  const question = page.getByRole('dialog', { name: 'Are you sure you want to submit this assignment?' });
  await question.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('heading', { name: 'We received your submission' })).toBeFocused();
}

const sectionOf = (page: Page, step: string): Locator =>
  page.getByRole('region', { name: new RegExp(`^\\d+ ${step}$`) });

async function assign(
  page: Page,
  step: string,
  email: string,
  choices: Record<string, string> = {},
): Promise<void> {
  await page.goto(`/applications/${uid}?tab=assignments`);
  const section = sectionOf(page, step);
  await section.getByRole('button', { name: 'Assign User' }).click();
  const dialog = page.getByRole('dialog', { name: 'Assign User' });
  await dialog.getByLabel('Also show people in other roles').check();
  await dialog.getByLabel('Search by name or email').fill(email);
  await dialog.getByRole('checkbox', { name: email }).check();
  for (const [name, label] of Object.entries(choices))
    await dialog.getByLabel(new RegExp(`^${name}`)).selectOption({ label });
  await dialog.getByRole('button', { name: 'Assign User' }).click();
  await expect(page.getByText('User assigned')).toBeVisible();
  await expect(section).toContainText(email);
}

test(
  'a proposal that its technical reviewer turns down is rejected, from the check to the answer',
  {
    tag: '@full',
  },
  async ({ page }, { project }) => {
    test.skip(project.name !== 'wide', 'there is one such proposal in the demonstration');
    test.setTimeout(240_000);
    const reviewer = await newAccount(page.request, 'technical');

    await enter(page, 'pro@example.org');
    await page.goto(`/applications/${uid}`);
    const check = sectionOf(page, 'Administrative check');
    await check.getByRole('button', { name: /^Take/ }).click();
    await page
      .getByRole('list', { name: 'What needs you' })
      .getByRole('link', { name: 'Open my work' })
      .click();
    await work(page, [[/^Decision/, /approve|accept/i]]);

    await assign(page, 'Technical review', reviewer, {
      Role: 'Technical reviewer',
      Partition: 'MareNostrum 5 GPP',
    });
    await enter(page, reviewer, firstPassword);
    await page.goto('/dashboard');
    await page.getByRole('link', { name: /^Accept Assignment/ }).click();
    await work(page, [
      [/^Classification/, /reject/i],
      [/another machine/, /^No/],
    ]);

    // The applicant learns nothing before it is decided and released.
    await enter(page, 'tomas.dvoracek@example.org');
    await page.goto(`/applications/${uid}`);
    await expect(page.getByText('Submitted', { exact: true }).first()).toBeVisible();
    await expect(page.getByRole('main')).not.toContainText('Rejected');

    await enter(page, 'pro@example.org');
    await assign(page, 'Decision', 'ac-chair@example.org', { Role: 'AC Chair' });
    await enter(page, 'ac-chair@example.org');
    await page.goto(`/applications/${uid}`);
    await work(page);

    await enter(page, 'pro@example.org');
    await page.goto(`/applications/${uid}?tab=assignments`);
    const decision = sectionOf(page, 'Decision');
    await decision.getByRole('button', { name: 'Release' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Release/ })
      .click();
    await expect(page.getByText('Rejected', { exact: true }).first()).toBeVisible();

    await enter(page, 'tomas.dvoracek@example.org');
    await page.goto(`/applications/${uid}`);
    await expect(page.getByText('Rejected', { exact: true }).first()).toBeVisible();
  },
);
