import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { findRunningDatabase } from '../apps/start/database.mjs';
import { signIn } from './accounts.ts';
import { expectAccessible } from './axe.ts';

/** What staff see of automations, and what they press there. */

const pro = 'pro@example.org';
// Each width has an application of its own, so that one does not find what the other has left.
const own = { wide: 'ESAO-REG-2025R02-011', narrow: 'ESAO-REG-2025R02-008' } as const;

/** As somebody at the keyboard does. */
async function press(control: Locator): Promise<void> {
  await control.focus();
  await expect(control).toBeFocused();
  await control.press('Enter');
}

/** Plans to assign the reply while that step is locked, which the workflow always refuses. */
async function planWhatFails(page: Page, token: string, uid: string): Promise<void> {
  const dataDir = process.env.CLEARCALL_E2E_DATA ?? '';
  const database = findRunningDatabase(dataDir);
  if (database === undefined) throw new Error(`No portal runs on the data folder '${dataDir}'.`);
  execFileSync(process.execPath, ['apps/api/src/testing/plan-action.ts', uid, 'reply'], {
    cwd: join(import.meta.dirname, '..'),
    env: { ...process.env, DATABASE_URL: database, DATA_DIR: dataDir, DEMO: 'on' },
  });
  const headers = { Authorization: `Bearer ${token}` };
  await expect
    .poll(async () => {
      const answer = await page.request.get(`/api/v2/applications/${uid}/actions`, { headers });
      return ((await answer.json()) as { data: { state: string }[] }).data.map(({ state }) => state);
    })
    .toEqual(['failed']);
}

test(
  'an officer finds what failed from the dashboard, tries it again and skips it with a reason, by keys alone',
  { tag: '@once' },
  async ({ page }, { project }) => {
    const uid = own[project.name as keyof typeof own];
    const token = await signIn(page, pro);
    await planWhatFails(page, token, uid);

    await page.goto('/dashboard');
    await press(page.getByRole('link', { name: /automatic actions? failed$/ }));
    await expect(page).toHaveURL(/\/dashboard\/automations\?state=failed$/);
    const rows = page.getByRole('region', { name: 'Automations' }).locator('tbody tr');
    const row = rows.filter({ hasText: uid });
    await expect(row).toContainText('Assign: Right to reply');
    await expect(row).toContainText('This step is locked. Unlock it first.');
    await expectAccessible(page);

    // Tried again it fails for the same reason.
    await press(row.getByRole('button', { name: 'Try again: Assign: Right to reply' }));
    const again = page.getByRole('dialog', { name: 'Try this action again?' });
    await press(again.getByRole('button', { name: 'Try again' }));
    await expect(page.getByText('Changes saved').first()).toBeVisible();
    await expect(async () => {
      await page.reload();
      await expect(row).toContainText('Failed', { timeout: 2_000 });
    }).toPass();

    await press(row.getByRole('button', { name: 'Skip: Assign: Right to reply' }));
    const dialog = page.getByRole('dialog', { name: 'Skip this action?' });
    await expect(dialog).toContainText(`will not be done for ${uid}`);
    const reason = dialog.getByLabel('Why is it skipped?');
    await expect(reason).toBeFocused();
    await press(dialog.getByRole('button', { name: 'Skip' }));
    await expect(reason).toHaveAccessibleDescription('Give a reason.');
    await expectAccessible(page);
    await reason.fill('They have replied on the phone.');
    await press(dialog.getByRole('button', { name: 'Skip' }));
    await expect(row).toBeHidden();
    await expect(page.getByRole('status').filter({ hasText: /automatic actions? failed/ })).toBeFocused();

    // The address is that of what is listed.
    await page.getByRole('combobox', { name: /^Show/ }).selectOption({ label: 'Skipped' });
    await expect(page).toHaveURL(/state=skipped/);
    await page.getByLabel('Call').selectOption({ label: 'Regular Access 2025' });
    await page
      .getByRole('combobox', { name: 'Automation' })
      .selectOption({ label: 'Assign: Right to reply (reply)' });
    await page.reload();
    await expect(row).toContainText('They have replied on the phone.');
    await expectAccessible(page);

    // On the application it stands beside what was done, and the emails that went out by it.
    await press(row.getByRole('link', { name: uid }));
    const action = page.getByRole('listitem').filter({ hasText: 'Assign: Right to reply' });
    await expect(action).toContainText('They have replied on the phone.');
    const headers = { Authorization: `Bearer ${token}` };
    const unlocked = await page.request.post(`/api/v2/applications/${uid}/unlock`, {
      headers,
      data: { flowElementId: 'RTR' },
    });
    expect(unlocked.status()).toBe(200);
    const mail = page.getByRole('listitem').filter({ hasText: 'Send a mail' });
    await expect(async () => {
      await page.reload();
      await expect(mail).toContainText('Done', { timeout: 2_000 });
    }).toPass();
    await expect(action.filter({ hasText: 'Done' })).toHaveCount(1);
    await expect(action.filter({ hasText: 'Skipped' })).toHaveCount(1);
    await expectAccessible(page);
    await press(
      page
        .getByRole('navigation', { name: 'Parts of this application' })
        .getByRole('link', { name: 'Emails' }),
    );
    await expect(page.getByRole('list', { name: 'Emails' }).getByRole('listitem').first()).toContainText(
      'reply if you want to',
    );
  },
);

test('what staff are told of a call moves nothing when it comes', { tag: '@wide' }, async ({ page }) => {
  await signIn(page, pro);
  // All of the page is in view, and what staff are told comes last.
  await page.setViewportSize({ width: 1440, height: 3_000 });
  await page.route('**/api/v2/calls/*/stragglers', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  await page.addInitScript(() => {
    const moved = { total: 0 };
    Object.assign(window, { moved });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if ('value' in entry && typeof entry.value === 'number') moved.total += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const published = await (await page.request.get('/api/v2/calls/published')).json();
  const call = (published as { data: { id: number; title: string }[] }).data.find(
    ({ title }) => title === 'Regular Access 2025',
  );
  await page.goto(`/calls/${call?.id}`);
  await expect(page.getByRole('region', { name: 'Waiting for each other' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  const total = await page.evaluate(() => (window as unknown as { moved: { total: number } }).moved.total);
  expect(total).toBeLessThan(0.02);
});

test(
  'an officer sees which applications a cut-off waits for, goes on without them, and reminds whoever is late',
  {
    tag: '@once',
  },
  async ({ page }, { project }) => {
    test.skip(project.name !== 'wide', 'there is one such cut-off in the demonstration');
    await signIn(page, pro);
    const published = await (await page.request.get('/api/v2/calls/published')).json();
    const call = (published as { data: { id: number; title: string }[] }).data.find(
      ({ title }) => title === 'Regular Access 2025',
    );
    await page.goto(`/calls/${call?.id}`);
    const place = page
      .getByRole('region', { name: 'Waiting for each other' })
      .locator('ul > li')
      .filter({ has: page.getByRole('heading', { name: /^Consolidation.* panel PE8 Products/ }) });
    // Other journeys hand in, and end, what is counted here.
    await expect(place).toContainText(/\d applications have handed this step in\. \d are missing\./);
    await expect(place).toContainText('When all have, this starts: Assign (Panel ranking).');
    await press(place.getByText(/^The \d that are missing$/));
    await expect(place.getByRole('link', { name: /R02-008$/ })).toBeVisible();
    await expectAccessible(page);

    await press(place.getByRole('button', { name: /^Start without them/ }));
    const dialog = page.getByRole('dialog', { name: /^Start without the \d missing applications\?$/ });
    await expect(dialog).toContainText(/This starts now for \d applications: Assign \(Panel ranking\)\./);
    await expect(dialog).toContainText(/The \d that are missing follow when/);
    await press(dialog.getByRole('button', { name: 'Start without them' }));
    await expect(dialog.getByLabel('Reason')).toHaveAccessibleDescription(/Give a reason\./);
    await expectAccessible(page);
    await dialog.getByLabel('Reason').fill('The panel meets on Monday.');
    await press(dialog.getByRole('button', { name: 'Start without them' }));
    await expect(page.getByText(/\d applications go on\./)).toBeVisible();
    await expect(place).toContainText('The panel meets on Monday.');
    await expect(place.getByRole('button', { name: /^Start without them/ })).toBeHidden();

    await press(place.getByRole('link', { name: 'Applications of this cut-off' }));
    await expect(page.getByRole('region', { name: 'Applications' })).toContainText('R02-008');
    await page.goBack();

    // Who is late with it is reminded from the list of late work, with the letter in view.
    await press(page.getByRole('link', { name: 'Late work in ‘Consolidation’' }).first());
    const late = page.getByRole('region', { name: 'Late work' }).locator('tbody tr').first();
    await expect(late).toContainText('Consolidation');
    await press(late.getByRole('button', { name: /^Remind / }));
    const letter = page.getByRole('dialog', { name: /^Remind / });
    await expect(letter).toContainText(/Reminder to (accept or reject|submit): Consolidation of/);
    await expectAccessible(page);
    await press(letter.getByRole('button', { name: 'Send the reminder' }));
    await expect(page.getByText(/A reminder goes to /)).toBeVisible();
    await expect(letter).toBeHidden();
  },
);
