import { expect, type Page, test } from '@playwright/test';
import { signIn } from './accounts.ts';
import { expectAccessible } from './axe.ts';
import { downloaded } from './downloaded.ts';

/** What people take along as a PDF. */

const isNarrow = (page: Page) => (page.viewportSize()?.width ?? 0) < 768;

test('a visitor takes the empty form from the page of the call, and a reviewer takes the own review', async ({
  page,
}) => {
  await page.goto('/calls');
  await page.getByRole('link', { name: 'Regular Access', exact: true }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Regular Access' })).toBeVisible();
  const form = await downloaded(page, page.getByRole('button', { name: 'The form as PDF' }));
  expect([form.name, form.start]).toEqual(['REG-2026-2 - Application form.pdf', '%PDF-1.7']);
  await expect(page.getByText('REG-2026-2 - Application form.pdf is ready')).toBeVisible();
  await expectAccessible(page);

  await signIn(page, 'henrike.brandenburger@example.org');
  await page.goto('/applications/ESAO-REG-2025R02-015');
  const main = page.getByRole('main');
  if (isNarrow(page)) await main.getByRole('button', { name: 'Proposal', exact: true }).click();
  await main.getByRole('button', { name: 'Download', exact: true }).click();
  const proposal = await downloaded(page, page.getByRole('menuitem', { name: 'Application as PDF' }));
  expect(proposal.name).toMatch(/^ESAO-REG-2025R02-015 - .* - Application\.pdf$/);
  expect(proposal.start).toBe('%PDF-1.7');
  await expectAccessible(page);
  if (isNarrow(page)) await main.getByRole('button', { name: /^My review/ }).click();
  const review = await downloaded(page, main.getByRole('button', { name: 'As PDF: Scientific review' }));
  expect(review.name).toMatch(/^ESAO-REG-2025R02-015 - .* - Scientific review, Henrike Brandenburger\.pdf$/);
  expect(review.start).toBe('%PDF-1.7');
  await expectAccessible(page);
});
