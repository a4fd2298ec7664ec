import { expect } from '@playwright/test';
import { firstPassword, newAccount } from './accounts.ts';
import { assign, enter, release, sectionOf, work } from './at-work.ts';
import { test } from './own-portal.ts';

/** A proposal that its technical reviewer turns down, from the check to the answer, through the pages alone. */

const uid = 'ESAO-REG-2025R02-007';
test('a proposal that its technical reviewer turns down is rejected, from the check to the answer', {
  tag: '@full',
}, async ({ page }) => {
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

  await assign(page, uid, 'Technical review', reviewer, {
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
  await assign(page, uid, 'Decision', 'ac-chair@example.org', { Role: 'AC Chair' });
  await enter(page, 'ac-chair@example.org');
  await page.goto(`/applications/${uid}`);
  await work(page);

  await enter(page, 'pro@example.org');
  await release(page, uid, 'Decision');
  await expect(page.getByText('Rejected', { exact: true }).first()).toBeVisible();

  await enter(page, 'tomas.dvoracek@example.org');
  await page.goto(`/applications/${uid}`);
  await expect(page.getByText('Rejected', { exact: true }).first()).toBeVisible();
});
