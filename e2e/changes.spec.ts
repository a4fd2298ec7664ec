import { expect, type Page, test } from '@playwright/test';
import { signIn } from './accounts.ts';
import { sectionOf } from './at-work.ts';
import { expectAccessible } from './axe.ts';
import { expectSaved, openForm } from './drafts.ts';
import { tomorrow } from './tomorrow.ts';

/** Changes are asked for at fields, answered there and seen, twice, until it is approved. Each width has an application of its own. */

const applications = {
  wide: { uid: 'ESAO-REG-2026R02-002', applicant: 'gabor.szentirmai@example.org' },
  narrow: { uid: 'ESAO-REG-2026R02-004', applicant: 'matteo.brambati@example.org' },
};

/** Asks for changes with all that was gathered. */
async function ask(page: Page, points: readonly string[]): Promise<void> {
  await page.getByRole('link', { name: /^Assignments/ }).click();
  await page.getByRole('button', { name: '1 Application', expanded: false }).click();
  await page.getByRole('button', { name: /^Decide: / }).click();
  const dialog = page.getByRole('dialog', { name: /^Decide/ });
  await dialog.getByLabel('Request changes').check();
  for (const text of points) await expect(dialog.getByText(text)).toBeVisible();
  await dialog.getByLabel(/^Reason/).fill('See the fields.');
  await dialog.getByRole('textbox', { name: 'Changes are due on' }).fill(tomorrow());
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Request changes' }).click();
  await expect(dialog).toHaveCount(0);
}

async function readWhole(page: Page, uid: string): Promise<void> {
  await page.goto(`/applications/${uid}?tab=application`);
  await expect(page.getByRole('button', { name: 'Ask for a change: Project title' })).toBeVisible();
}

async function point(page: Page, field: string, text: string): Promise<void> {
  await page.getByRole('button', { name: `Ask for a change: ${field}`, exact: true }).click();
  await expect(page.getByLabel('What has to be changed')).toBeFocused();
  await page.keyboard.type(text);
  await page.getByRole('button', { name: 'Save request' }).click();
  await expect(page.locator(':focus')).toHaveText('Change');
}

/** A note that is typed and not added is there again, and leaving asks. */
async function leaveNote(page: Page): Promise<void> {
  const note = page.getByLabel('New note');
  await page.getByRole('link', { name: /^Notes/ }).click();
  await note.fill('Ask the centre first.');
  await page.getByRole('link', { name: /^Emails/ }).click();
  await expect(note).toHaveCount(0);
  await page.getByRole('link', { name: /^Notes/ }).click();
  await expect(note).toHaveValue('Ask the centre first.');
  await page.getByRole('link', { name: 'Dashboard' }).filter({ visible: true }).first().click();
  const question = page.getByRole('dialog', { name: 'Leave without sending your text?' });
  await expect(question).toContainText('New note');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Stay' }).click();
  await page.reload();
  await expect(note).toHaveValue('Ask the centre first.');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(note).toHaveValue('');
  await page.reload();
  await expect(page.getByText('Ask the centre first.')).toBeVisible();
  await expect(note).toHaveValue('');
}

async function submitAgain(page: Page, uid: string): Promise<void> {
  await openForm(page, uid, 'R10', 'Documents, declarations and submission');
  await page.getByRole('button', { name: 'Submit', exact: true }).filter({ visible: true }).first().click();
}
async function confirm(page: Page): Promise<void> {
  const question = page.getByRole('dialog').getByRole('button', { name: 'Submit', exact: true });
  await question.click();
  await expect(question).toHaveCount(0);
  await expect(page.getByText(/^Resubmitted on/).first()).toBeVisible();
}

test(
  'changes are asked for at fields, answered there, asked for again, and approved in the end',
  { tag: '@once' },
  async ({ browser }, { project }) => {
    const { uid, applicant } = applications[project.name === 'narrow' ? 'narrow' : 'wide'];
    const officer = await (await browser.newContext()).newPage();
    const page = await (await browser.newContext()).newPage();
    await signIn(officer, 'pro@example.org');
    await signIn(page, applicant);

    await readWhole(officer, uid);
    await point(officer, 'Project title', 'Say which waves.');
    await expectAccessible(officer);
    // What was kept is there for whoever comes back.
    await officer.reload();
    await expect(officer.getByText('Say which waves.')).toBeVisible();
    // Typed and not kept: it is there after a reload, and the decision takes it along.
    officer.on('dialog', (dialog) => void dialog.accept());
    await officer.getByRole('button', { name: 'Ask for a change: Acronym', exact: true }).click();
    await officer.getByLabel('What has to be changed').fill('Spell it out.');
    await officer.reload();
    await expect(officer.getByLabel('What has to be changed')).toHaveValue('Spell it out.');
    await ask(officer, ['Say which waves.', 'Spell it out.']);

    await openForm(page, uid, 'R1', 'The project');
    await expect(page.getByText('2 changes asked for at fields.')).toBeVisible();
    const threads = page.getByRole('group', { name: /^Change asked for/ });
    await expect(threads).toHaveCount(2);
    await expect(threads.first()).toContainText('Peer Review Officer');
    await expectAccessible(page);
    const box = threads.first().getByLabel('Your answer');
    await box.fill('Long ones.');
    // Kept on the device until it is sent.
    await page.reload();
    await expect(box).toHaveValue('Long ones.');
    await threads.first().getByRole('button', { name: 'Save answer' }).click();
    await expect(threads.first()).toBeFocused();
    await expect(threads.first()).toContainText('Done');
    await expect(page.getByText('1 is still to be answered.')).toBeVisible();
    await page
      .getByRole('textbox', { name: 'Project title', exact: true })
      .fill('Long waves in narrow harbours');

    await submitAgain(page, uid);
    await expect(page.getByText(/1 change that you were asked for is not marked as done/)).toBeVisible();
    await confirm(page);

    // Whoever asked sees the answer, and what changed; and asks again in the same place.
    await readWhole(officer, uid);
    await expect(officer.getByText('Long ones.')).toBeVisible();
    await officer.getByLabel('Show what changed').check();
    await expect(officer.getByText('1 field or row changed.')).toBeVisible();
    await expect(officer.locator('ins').filter({ hasText: /Long/ })).toBeVisible();
    await expectAccessible(officer);
    await point(officer, 'Project title', 'How long?');
    await ask(officer, ['How long?']);

    await openForm(page, uid, 'R1', 'The project');
    await expect(page.getByText('1 change asked for at a field.')).toBeVisible();
    await expect(threads.first()).toContainText('How long?');
    await expect(threads.first()).toContainText('Long ones.');
    await page
      .getByRole('textbox', { name: 'Project title', exact: true })
      .fill('Long waves of ten minutes in narrow harbours');
    await threads.first().getByRole('button', { name: 'Mark as done' }).click();
    await expect(page.getByText('All are done.')).toBeVisible();
    // Typed and not sent: it goes with the submission.
    await threads.first().getByRole('button', { name: 'Write another answer' }).click();
    await threads.first().getByLabel('Your answer').fill('Ten minutes.');
    await submitAgain(page, uid);
    await expect(page.getByText(/not marked as done/)).toHaveCount(0);
    await expect(page.getByText(/^1 answer .* is sent with/)).toBeVisible();
    // Another window saves while the question is open: what it changed is shown before it is submitted.
    const other = await page.context().newPage();
    await openForm(other, uid, 'R1', 'The project');
    await other.getByRole('textbox', { name: 'Acronym', exact: true }).fill('TENMIN');
    await expectSaved(other);
    await other.close();
    const question = page.getByRole('dialog');
    await question.getByRole('button', { name: 'Submit', exact: true }).click();
    await expect(question.getByText(/changed in another window or on another device/)).toBeVisible();
    await expect(question.getByRole('link', { name: 'Acronym' })).toBeVisible();
    await expectAccessible(page);
    await confirm(page);

    // Against the second submission, not the first one: what was new in the first round is old by now.
    await readWhole(officer, uid);
    await officer.getByLabel('Show what changed').check();
    await expect(officer.getByText('2 fields and rows changed.')).toBeVisible();
    await expect(officer.locator('ins').filter({ hasText: /ten minutes/ })).toBeVisible();
    await expect(officer.locator('ins, del').filter({ hasText: /Long waves/ })).toHaveCount(0);
    await expect(officer.getByText('Ten minutes.')).toBeVisible();
    await officer.getByRole('link', { name: /^Assignments/ }).click();
    await officer.getByRole('button', { name: '1 Application', expanded: false }).click();
    await officer.getByRole('button', { name: /^Decide: / }).click();
    const decision = officer.getByRole('dialog', { name: /^Decide/ });
    await decision.getByLabel('Approve').check();
    await decision.getByRole('button', { name: 'Approve' }).click();
    await expect(decision).toHaveCount(0);
    await expect(sectionOf(officer, 'Application')).toContainText('Approved');
    await leaveNote(officer);
    // Nothing waits for the applicant any more.
    await page.goto(`/applications/${uid}`);
    await expect(page.getByText(/^Resubmitted on/).first()).toBeVisible();
    await expect(page.getByRole('main')).not.toContainText(/asked for at a field/);
  },
);
