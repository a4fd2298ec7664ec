import { expect, type Locator, test } from '@playwright/test';
import { openSession } from './accounts.ts';

/** The measures that Specification 1, section 9, gives in pixels. Each journey sets the widths that it needs. */

const widthOf = async (part: Locator) => (await part.boundingBox())?.width ?? 0;

test('page, carousel, dialog, drawer and rows keep their measures', async ({ page }, { project }) => {
  test.skip(project.name !== 'wide', 'sets its own widths');
  const resize = (width: number) => page.setViewportSize({ width, height: 900 });
  await openSession(page, 'applicant@example.org');
  await resize(1920);
  await page.goto('/');
  const carousel = page.getByRole('list', { name: 'Open calls' });
  await expect(carousel.getByRole('link').first()).toBeVisible();
  expect(await widthOf(carousel)).toBe(1000);
  expect(await widthOf(page.getByRole('contentinfo').locator('> div'))).toBe(1400);

  const menu = page.getByRole('button', { name: 'Open menu' });
  for (const [width, shown] of [
    [993, '1–3'],
    [992, '1–3'],
    [769, '1–3'],
    [767, '1'],
  ] as const) {
    await resize(width);
    await expect(page.getByText(new RegExp(`^${shown} of \\d+ open calls$`))).toBeVisible();
    await expect(menu).toBeVisible({ visible: width < 768 });
  }
  await resize(768);
  await expect(menu).toBeHidden();

  await resize(1440);
  await page.goto('/applications');
  const rows = page.getByRole('row').filter({ has: page.getByRole('cell').getByRole('link') });
  await expect(rows).toHaveCount(10);
  const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
  expect(new Set(heights)).toEqual(new Set([40]));
  await page.goto('/calls/1');
  await page.getByRole('main').getByRole('button', { name: 'Apply', exact: true }).click();
  expect(await widthOf(page.getByRole('dialog', { name: 'Apply to Call' }))).toBe(500);

  await resize(767);
  await page.goto('/documentation');
  await page.getByRole('button', { name: 'On this page' }).click();
  expect(await widthOf(page.getByRole('dialog', { name: 'On this page' }))).toBe(450);
});
