import { expect, type Page, test } from '@playwright/test';
import { firstPassword } from './accounts.ts';

/**
 * From now on the server has no such file, until a page that missed it is loaded again: a new version is just being put
 * in place.
 */
async function goneUntilReload(page: Page, file: RegExp): Promise<{ asked: () => number }> {
  let isGone = true;
  let asked = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest() && asked > 0) isGone = false;
  });
  await page.route(file, async (route) => {
    asked += 1;
    if (isGone) await route.fulfill({ status: 404, contentType: 'text/html', body: 'Not found' });
    else await route.continue();
  });
  return { asked: () => asked };
}

/** Whether the error page was there, if only for a moment. */
async function watchForErrorPage(page: Page): Promise<() => Promise<boolean>> {
  await page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.body?.textContent.includes('Oh no!')) sessionStorage.setItem('error-page', 'seen');
    }).observe(document, { subtree: true, childList: true });
  });
  return () => page.evaluate(() => sessionStorage.getItem('error-page') === 'seen');
}

test('a page that is gone from the server for a moment comes all the same, and no error page', {
  tag: '@wide',
}, async ({ page }) => {
  const errorPage = await watchForErrorPage(page);
  await page.goto('/contact');
  const gone = await goneUntilReload(page, /\/assets\/terms-[^/]+\.js$/);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms of Use' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Terms of Use' })).toBeVisible();
  expect([gone.asked() > 0, await errorPage()]).toEqual([true, false]);

  // Where nothing helps, the page says so at last and offers another try, and goes on trying nothing by itself.
  await page.addInitScript(() => {
    sessionStorage.setItem('clearcall.reloads', JSON.stringify([Date.now(), Date.now(), Date.now()]));
  });
  await page.route(/\/assets\/privacy-[^/]+\.js$/, (route) => route.fulfill({ status: 404 }));
  await page.goto('/contact');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).click();
  await expect(page.getByRole('heading', { name: 'We could not load this page' })).toBeVisible();
  await page.unroute(/\/assets\/privacy-[^/]+\.js$/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeVisible();
  expect(await errorPage()).toBe(false);
});

test('a human check that is gone takes no name of the registration along', { tag: '@wide' }, async ({
  page,
}) => {
  const errorPage = await watchForErrorPage(page);
  await page.goto('/auth/register');
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  const names = { 'First name': 'Siobhán', 'Last name': 'Ní Chaoimh', Email: 'siobhan@lakeside.example.eu' };
  for (const [name, text] of Object.entries(names)) await field(name).fill(text);
  await field('Password').fill(firstPassword);
  await field('Confirm password').fill(firstPassword);
  await page.getByRole('checkbox', { name: /Terms of Use/ }).check();
  const gone = await goneUntilReload(page, /\/assets\/human-check-[^/]+\.js$/);
  const reloaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  await reloaded;
  for (const [name, text] of Object.entries(names)) await expect(field(name)).toHaveValue(text);
  await expect(field('Password')).toHaveValue('');
  expect([gone.asked() > 0, await errorPage()]).toEqual([true, false]);
});
