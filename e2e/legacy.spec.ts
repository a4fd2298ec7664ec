import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { signIn } from './accounts.ts';

// An answer that is on its way when a test ends is nobody's fault.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }));

test('staff leaf through the archive, search it, read one and fetch its files', async ({ page }) => {
  await signIn(page, 'pro@example.org');
  await page.goto('/applications');
  if ((page.viewportSize()?.width ?? 0) >= 768)
    await page.getByRole('banner').getByRole('link', { name: 'Legacy' }).click();
  else {
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('link', { name: 'Legacy' }).click();
  }
  await expect(page).toHaveURL(/\/legacy$/);
  const rows = page.getByRole('table').locator('tbody tr');
  await expect(rows).toHaveCount(10);
  await expect(page.getByText('41 proposals')).toBeVisible();
  const cells = async (number: string) =>
    (await rows.filter({ hasText: number }).getByRole('cell').allInnerTexts()).map(
      (text) => text.trim().split('\n')[0],
    );
  const [first, last] = [
    [
      '2010RA1074',
      'Lattice determination of the nucleon axial charge at the physical point',
      'Yes',
      'Project Access, call 1 (2010)',
      'Nuno Vasconcelos',
      'n.vasconcelos@example.org',
    ],
    [
      '2011RA1148',
      'Allosteric pathways of a bacterial two-component receptor',
      'No',
      'Project Access, call 2 (2011)',
      'Tuğba Karaöz',
      't.karaoz@example.org',
    ],
  ] as const;
  expect([await cells('2010RA1074'), await cells('2011RA1148')]).toEqual([
    [...first, 'Curie Thin Nodes'],
    [...last, 'Curie Fat Nodes'],
  ]);
  if ((page.viewportSize()?.width ?? 0) >= 768)
    expect(await page.getByRole('columnheader').allTextContents()).toEqual([
      'Proposal ID',
      'Project',
      'Submitted',
      'Call Name',
      'User',
      'User Email',
      'Call Machines',
    ]);

  // By keyboard to the last page; what lies behind it leads back there.
  const jump = page.getByRole('textbox', { name: 'Go to page' });
  await jump.fill('5');
  await jump.press('Enter');
  await expect(page).toHaveURL(/\/legacy\?page=5$/);
  await expect(rows).toHaveCount(1);
  await page.goto('/legacy?page=77');
  await expect(page).toHaveURL(/\/legacy\?page=5$/);

  // The list follows a second after the last key, in the address.
  const search = page.getByRole('searchbox', { name: 'Search the archive' });
  const asked = page.waitForRequest(/\/api\/cines\?.*search=/);
  await search.pressSequentially('kraken');
  const typedAt = Date.now();
  expect((await asked).url()).toContain('search=kraken');
  expect(Date.now() - typedAt).toBeGreaterThan(900);
  await expect(page).toHaveURL(/\/legacy\?search=kraken$/);
  await expect(page.getByRole('heading', { name: 'No proposal matches this search.' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear the search' }).click();
  await expect(search).toHaveValue('');
  await expect(rows).toHaveCount(10);
  // By a title too, which stands under the number.
  await search.fill('nucleon axial');
  await search.press('Enter');
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText(
    'Lattice determination of the nucleon axial charge at the physical point',
  );
  await search.fill('2010RA1074');
  await search.press('Enter');
  await expect(page).toHaveURL(/\/legacy\?search=2010RA1074$/);
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('Nuno Vasconcelos');
  await page.getByRole('link', { name: '2010RA1074' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '2010RA1074' })).toBeVisible();
  await expect(page.getByText('n.vasconcelos@example.org')).toBeVisible();
  // The older address of the same proposal shows the same.
  const shown = await page.getByRole('main').textContent();
  await page.goto(page.url().replace('/legacy/', '/cines/'));
  await expect(page).toHaveURL(/\/cines\/\d+$/);
  await expect.poll(() => page.getByRole('main').textContent()).toBe(shown);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download project-scope-and-plan.pdf' }).click();
  expect((await download).suggestedFilename()).toBe('project-scope-and-plan.pdf');
  const all = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download All Proposal Files' }).click();
  const zip = await all;
  expect(zip.suggestedFilename()).toBe('2010RA1074.zip');
  // Names stand in a zip as they are, also in its list at the end.
  const packed = await readFile(await zip.path(), 'utf8');
  for (const name of ['détails techniques – scaling', 'guidelines-for-applicants', 'project-scope-and-plan'])
    expect(packed.split(`${name}.pdf`).length).toBe(3);
  await page.getByRole('link', { name: 'Legacy' }).and(page.getByRole('main').getByRole('link')).click();
  await expect(page).toHaveURL(/\/legacy$/);
});

test('a record is read field by field: labels, classes, flags, numbered reviews with their responses', {
  tag: '@once',
}, async ({ page }) => {
  await signIn(page, 'pro@example.org');
  await page.goto('/legacy?search=2010RA1074');
  await page.getByRole('link', { name: '2010RA1074' }).click();
  const part = (name: string) => page.getByRole('region', { name, exact: true });
  const told = async (region: string, label: string) =>
    part(region)
      .getByRole('definition')
      .and(page.locator(`dt:text-is("${label}") + dd`))
      .textContent();
  expect(await told('Record', 'Project ID')).toBe('2010RA1074');
  expect(await told('Record', 'Access')).toBe('Regular');
  expect(await told('Record', 'Created')).toMatch(/^24-09-2010 \d\d:\d\d$/);
  expect(await told('Record', 'Submitted')).toBe('Yes');
  expect(await told('Record', 'Submitted at')).toMatch(/^03-11-2010 \d\d:\d\d$/);
  expect(await told('Applicant', 'Contact name')).toBe('Nuno Vasconcelos');
  expect(await told('Applicant', 'User ID')).toBe('2102');
  const dates = part('Dates of the call').getByRole('row', { name: /^Call / });
  await expect(dates.getByRole('cell').nth(1)).toHaveText('04-09-2010');
  expect(await told('Proposal', 'Proposal type')).toBe('Project Access');
  expect(await told('Regular access', 'Civilian project')).toBe('Yes');
  expect(await told('Curie Thin Nodes', 'Central memory')).toMatch(/^\d[\d\u202f]*\u00a0GB$/);
  expect(await told('Scientific review 1', 'Class of the quality')).toMatch(/^(Excellent|High|Medium|Low)$/);
  expect(await told('Scientific review 2', 'Response')).not.toBe('');
  expect(await told('Technical review 1', 'Computing centre')).toBe('TGCC');
  expect(await told('Technical review 1', 'Completed')).toBe('Yes');
  // A link of the description to a file downloads it, for whoever is signed in.
  const guide = part('Description of the call').getByRole('link', { name: 'guidelines for applicants' });
  await expect(guide).toHaveAttribute('title', 'Downloads a file');
  const download = page.waitForEvent('download');
  await guide.click();
  expect((await download).suggestedFilename()).toBe('guidelines-for-applicants.pdf');
  await page
    .getByRole('navigation', { name: 'On this page' })
    .getByRole('link', { name: 'Technical reviews' })
    .click();
  await expect(page).toHaveURL(/#technical-reviews$/);
  await expect(part('Technical reviews')).toBeInViewport();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: 'Download All Proposal Files' })).toBeHidden();
  await expect(part('Scientific review 1')).toBeVisible();
});

test('others find their own proposals alone, and without an archive there is no such page', {
  tag: '@once',
}, async ({ page }) => {
  await signIn(page, 'applicant@example.org');
  await page.goto('/legacy');
  const rows = page.getByRole('table').locator('tbody tr');
  await expect(rows.first()).toContainText('Ilse Vandenbroucke');
  await expect(page.getByText('@example.org').filter({ hasNotText: 'applicant@example.org' })).toHaveCount(0);
  await page.goto('/cines/3');
  await expect(
    page.getByRole('heading', { level: 1, name: 'This archived proposal couldn’t be found' }),
  ).toBeVisible();

  await page.route('**/theme.json?*', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), legacy: false } });
  });
  await page.goto('/legacy');
  await expect(
    page.getByRole('heading', { level: 1, name: "The page you're looking for couldn't be found" }),
  ).toBeVisible();
});
