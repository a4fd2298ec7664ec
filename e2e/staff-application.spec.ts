import { expect, type Page, test } from '@playwright/test';
import { demoPassword, firstPassword, newAccount, signIn } from './accounts.ts';
import { openTab } from './at-work.ts';
import { expectAccessible } from './axe.ts';

/** How the office looks after an application: who has what until when, what was decided, and all that is kept about it. */

const uid = 'ESAO-REG-2025R02-014';
const isNarrow = (page: Page) => (page.viewportSize()?.width ?? 0) < 768;

// An answer that is on its way when a test ends is nobody's fault.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }));

/** A new person whom the office has asked for a scientific review; their address. */
async function reviewer(page: Page): Promise<string> {
  const email = await newAccount(page.request, 'reviewer');
  const login = async (data: object) =>
    (await page.request.post('/api/users/login', { data: { ...data, app: 'user_portal' } })).json();
  const { user } = await login({ email, password: firstPassword });
  const { token } = await login({ email: 'pro@example.org', password: demoPassword });
  const given = await page.request.post(`/api/v2/applications/${uid}/assign`, {
    headers: { Authorization: `Bearer ${token}`, 'Idempotency-Key': crypto.randomUUID() },
    data: { flowElementId: 'SCI', userId: user.id, role: 'scientific_reviewer', despiteEvidence: true },
  });
  expect(given.status()).toBe(200);
  await page.context().clearCookies();
  return email;
}

const rowOf = (page: Page, email: string) => page.getByRole('listitem').filter({ hasText: email });
async function choose(page: Page, email: string, action: string): Promise<void> {
  await rowOf(page, email)
    .getByRole('button', { name: /^More for/ })
    .click();
  await page.getByRole('menuitem', { name: action }).click();
}

test('staff change a deadline and the panel, take work back, mark a conflict, write a note and find it all in the log', {
  tag: '@once',
}, async ({ page }) => {
  const first = await reviewer(page);
  const second = await reviewer(page);
  await signIn(page, 'pro@example.org');
  await page.goto(`/applications/${uid}`);
  await expect(page.getByRole('heading', { level: 2, name: '4 Scientific review' })).toBeVisible();
  await expectAccessible(page);

  // What cannot be done now stands there with the reason.
  await rowOf(page, first)
    .getByRole('button', { name: /^More for/ })
    .click();
  const reopen = page.getByRole('menuitem', { name: /^Reopen/ });
  await expect(reopen).toContainText('You can only do this with a submission that has not been decided on.');
  await expect(reopen).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Escape');

  await choose(page, first, 'Change deadline');
  const deadline = page.getByRole('dialog', { name: 'Change the deadline' });
  await expect(deadline).toContainText('Luxembourg time');
  await expectAccessible(page);
  await deadline.getByRole('textbox', { name: 'Day' }).fill('23-12-2030');
  await deadline.getByLabel('Time').fill('17:00');
  await deadline.getByRole('button', { name: 'Change deadline' }).click();
  await expect(page.getByText('Assignment updated')).toBeVisible();
  await expect(rowOf(page, first)).toContainText('23-12-2030');
  // The action is done, and the menu that led to it has the focus again.
  await expect(rowOf(page, first).getByRole('button', { name: /^More for/ })).toBeFocused();

  await choose(page, first, 'Revoke');
  const revoke = page.getByRole('dialog', { name: 'Revoke this assignment?' });
  await revoke.getByLabel('Reason').fill('Somebody else is nearer to the field.');
  await revoke.getByRole('button', { name: 'Revoke' }).click();
  await expect(rowOf(page, first)).toContainText('Revoked');
  await expect(rowOf(page, first)).toContainText('Reason: Somebody else is nearer to the field.');

  await choose(page, second, 'Mark a conflict of interest');
  const conflict = page.getByRole('dialog', { name: 'Mark a conflict of interest' });
  await conflict.getByRole('button', { name: 'Mark conflict' }).click();
  await expect(conflict).toContainText('Give a reason.');
  await conflict.getByLabel(/^Reason/).fill('They share an office.');
  await conflict.getByRole('button', { name: 'Mark conflict' }).click();
  await expect(page.getByText('Changes saved')).toBeVisible();
  await expect(rowOf(page, second)).toContainText('Conflicted');
  await expect(page.getByText('They share an office.').first()).toBeVisible();

  await page.getByRole('button', { name: 'Change panel' }).click();
  const panel = page.getByRole('dialog', { name: 'Change panel' });
  await expectAccessible(page);
  await panel.getByLabel('Panel').selectOption('SH6 The Study of the Human Past');
  await panel.getByRole('button', { name: 'Change panel' }).click();
  await expect(panel).toBeHidden();
  await expect(page.getByText('SH6 The Study of the Human Past')).toBeVisible();

  await openTab(page, 'Notes');
  await expect(page).toHaveURL(/\?tab=notes$/);
  const note = `Asked by ${first}.`;
  await page.getByLabel('New note').fill(note);
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: note })).toBeVisible();
  await expectAccessible(page);

  await openTab(page, 'Event log');
  const revoked = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Assignment revoked' });
  await expect(revoked.first()).toHaveText(/^\d\d:\d\dMaija Heikkilänen: Assignment revoked/);
  await expectAccessible(page);
  await expect(
    page.getByRole('main').getByRole('listitem').filter({ hasText: 'Panel changed' }),
  ).not.toHaveCount(0);
  await page.getByLabel('What happened').selectOption('Deadline changed');
  await expect(page.getByText(/^\d+ events?, the newest first/)).toBeVisible();
  // What is left is of that kind; the choice among kinds still names the others.
  await expect(revoked).toHaveCount(0);
  await expect(
    page.getByRole('main').getByRole('listitem').filter({ hasText: 'Deadline changed' }),
  ).not.toHaveCount(0);

  await openTab(page, 'Application');
  await expect(page.getByRole('heading', { level: 2, name: '1. The project' })).toBeVisible();
  await expectAccessible(page);
  await openTab(page, 'Documents');
  await expect(page.getByRole('button', { name: /^Download / }).first()).toBeVisible();
});

test('staff ask for changes of what was submitted, with a reason and until a day', async ({ page }) => {
  await signIn(page, 'pro@example.org');
  await page.goto(`/applications/${isNarrow(page) ? 'ESAO-DEV-2026D01-005' : 'ESAO-FTA-2026F01-002'}`);
  await page.getByRole('button', { name: '1 Application' }).click();
  await page.getByRole('button', { name: /^Decide: / }).click();
  const decide = page.getByRole('dialog', { name: /^Decide/ });
  await decide.getByLabel('Request changes').check();
  await decide.getByRole('button', { name: 'Request changes' }).click();
  await expect(decide).toContainText('Enter when the changes are due.');
  await expectAccessible(page);
  await decide.getByLabel(/^Reason/).fill('The budget is missing.');
  await decide.getByRole('textbox', { name: 'Changes are due on' }).fill('23-12-2030');
  await decide.getByRole('button', { name: 'Request changes' }).click();
  await expect(page.getByText('Assignment updated')).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Reason: The budget is missing.');
  await expect(page.getByRole('main').getByText('Changes requested').first()).toBeVisible();
});

test('what needs staff, with its button, and the tabs are in view on a small window', async ({ page }) => {
  if (!isNarrow(page)) await page.setViewportSize({ width: 1366, height: 768 });
  await signIn(page, 'pro@example.org');
  await page.goto('/applications/ESAO-REG-2025R02-013');
  const waits = page.getByRole('list', { name: 'What needs you' });
  const inView = { ratio: 1 };
  await expect(waits.getByRole('button').first()).toBeInViewport(inView);
  const tabs = page.getByRole('navigation', { name: 'Parts of this application' });
  await expect(tabs).toBeInViewport(inView);
  const steps = page.getByRole('button', { name: /^Step \d of \d: / });
  await steps.click();
  await expect(page.getByRole('region', { name: /^Step \d of \d: / })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(steps).toBeFocused();
  // The tabs stay in view.
  await page.mouse.wheel(0, 2_000);
  await expect(tabs).toBeInViewport(inView);
  await expectAccessible(page);
});

test('a step is unlocked only after a question that names the emails', { tag: '@wide' }, async ({ page }) => {
  await signIn(page, 'pro@example.org');
  await page.goto('/applications/ESAO-REG-2025R02-013');
  const unlock = page.getByRole('button', { name: 'Unlock', exact: true });
  await unlock.click();
  const dialog = page.getByRole('dialog', { name: 'Unlock Right to reply?' });
  await expect(dialog).toContainText(/Right to reply \(Applicant\): at the same time, until .+\d\d:\d\d/);
  await expect(dialog).toContainText(/One email is sent:.+, to eleni\.papachristodoulou@example\.org/);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(unlock).toBeFocused();
});
