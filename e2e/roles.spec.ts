import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { demoPassword, fillLogin, logOut, signIn } from './accounts.ts';
import { expectAccessible } from './axe.ts';

/**
 * The portals as each role finds them: tabs, name, menu, logo, the pages that are open and those that are not. What
 * stands on the pages is in the other journeys; axe looks here only at what hangs on the role.
 */

interface Walk {
  who: string;
  as: string;
  name: string;
  fullName: string;
  /** Tabs in their order, each with the heading of its page. */
  tabs: Record<string, string>;
  hasProfile: boolean;
  /** Whether they have finished reviews, which the menu leads to. */
  hasReviews?: true;
  logo: '/' | '/applications';
  /** Finds what another role finds, but for names: played by `npm run test:full`. */
  likeAnother?: true;
}

const home = 'Open Calls for Proposals';
const legacy = { Legacy: 'Legacy' };
const tabs = { Calls: home, Dashboard: 'Dashboard', Applications: 'Applications', ...legacy };

const walks: readonly Walk[] = [
  {
    who: 'a user',
    as: 'zofia.lekawska@example.org',
    name: 'Zofia',
    fullName: 'Zofia Łękawska',
    tabs,
    hasProfile: true,
    logo: '/',
    likeAnother: true,
  },
  {
    who: 'an applicant',
    as: 'applicant@example.org',
    name: 'Ilse',
    fullName: 'Ilse Vandenbroucke',
    tabs,
    hasProfile: true,
    logo: '/',
  },
  {
    who: 'a scientific reviewer',
    as: 'scientific-reviewer@example.org',
    name: 'Étienne',
    fullName: 'Étienne Bourgoin-Lacaze',
    tabs,
    hasProfile: true,
    hasReviews: true,
    logo: '/applications',
    likeAnother: true,
  },
  {
    who: 'a peer review officer',
    as: 'pro@example.org',
    name: 'PRO',
    fullName: 'Maija Heikkilänen',
    tabs,
    hasProfile: false,
    hasReviews: true,
    logo: '/applications',
  },
  {
    who: 'a computing centre representative',
    as: 'compute-centre-representative@example.org',
    name: 'Montserrat',
    fullName: 'Montserrat Figueres Puig',
    tabs,
    hasProfile: true,
    hasReviews: true,
    logo: '/applications',
    likeAnother: true,
  },
];

/** What is opened of a page behind the login, and its heading for somebody to whom nothing on it belongs. */
const behindLogin: Record<string, [string, (walk: Walk) => string | RegExp]> = {
  '/applications': ['/applications', () => 'Applications'],
  '/applications/$uid': ['/applications/ESAO-REG-1999R01-001', () => /couldn(’|')t be found/],
  '/dashboard': ['/dashboard', () => 'Dashboard'],
  '/dashboard/automations': [
    '/dashboard/automations',
    ({ name }) => (name === 'PRO' ? 'Automations' : 'This page is for staff'),
  ],
  '/dashboard/late': [
    '/dashboard/late',
    ({ name }) => (name === 'PRO' ? 'Late work' : 'This page is for staff'),
  ],
  '/calls/$id/scores': [
    '/calls/1/scores',
    ({ name }) => (name === 'PRO' ? 'Scores' : 'This page is for staff, panel chairs and the committee'),
  ],
  '/reviews': ['/reviews', () => 'My finished reviews'],
  '/profile': ['/profile', ({ fullName }) => fullName],
  '/profile/organization': ['/profile/organization', ({ fullName }) => fullName],
  '/profile/pwd': ['/profile/pwd', ({ fullName }) => fullName],
  '/legacy': ['/legacy', () => 'Legacy'],
  '/legacy/$id': ['/legacy/999999', () => /couldn(’|')t be found/],
  '/reports/$id': ['/reports/0190a0a0-0000-7000-8000-00000000dead', () => /couldn(’|')t be found/],
  '/cines/$id': ['/cines/999999', () => /couldn(’|')t be found/],
};

/** The paths that the portal's own table keeps behind the login. */
function pathsBehindLogin(): string[] {
  const table = join(import.meta.dirname, '../apps/user-portal/src/shell/page-access.ts');
  const rows = readFileSync(table, 'utf8').matchAll(/'(\/[^']*)': 'signed-in'/g);
  return [...rows].map(([, path = '']) => path);
}

const isNarrow = (page: Page) => (page.viewportSize()?.width ?? 0) < 768;

async function expectHeading(page: Page, text: string | RegExp): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).filter({ hasText: text })).toHaveCount(1);
}

/** Opens the menu in which a narrow page keeps everything, or the user's own on a wide one. */
async function openMenu(page: Page, name: string): Promise<Locator> {
  const header = page.getByRole('banner');
  if (!isNarrow(page)) {
    await header.getByRole('button', { name }).click();
    return page.getByRole('menu');
  }
  await header.getByRole('button', { name: 'Open menu' }).click();
  return page.getByRole('dialog', { name: 'Menu' }).getByRole('navigation', { name: 'Main' });
}

/** What one can press in a part of the page, without what sets the colours. */
function entriesOf(part: Locator): Locator {
  return part.locator('a, button:not([role="menuitemradio"])');
}

test('a visitor finds calls, texts and the way in, and is asked to log in for the rest', async ({ page }) => {
  await page.goto('/no-such-page');
  await expectHeading(page, "The page you're looking for couldn't be found");
  await expect(page.getByRole('main').getByRole('link')).toHaveText(['All Calls']);

  await page.goto('/documentation');
  const header = page.getByRole('banner');
  const narrow = isNarrow(page);
  if (narrow) {
    const all = await openMenu(page, '');
    await expect(entriesOf(all)).toHaveText(['Calls', 'Login', 'Sign Up']);
    // It covers the whole screen.
    const menu = await page.getByRole('dialog', { name: 'Menu' }).boundingBox();
    expect(menu).toEqual({ x: 0, y: 0, ...page.viewportSize() });
    await expectAccessible(page);
    await page.keyboard.press('Escape');
  } else {
    await expect(header.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText(['Calls']);
  }
  await expect(header.getByRole('link', { name: ', home' })).toHaveAttribute('href', '/');
  for (const [text, heading] of [
    ['Login', 'Log in'],
    ['Sign Up', 'Register'],
  ] as const) {
    const place = narrow ? await openMenu(page, '') : header;
    await place.getByRole('link', { name: text }).click();
    await expectHeading(page, heading);
    // An authentication page stands alone.
    await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
    await expect(page.getByRole('contentinfo')).toHaveCount(0);
    await page.goto('/documentation');
  }

  // Which pages open does not hang on the width.
  if (narrow) return;
  expect(pathsBehindLogin().toSorted()).toEqual(Object.keys(behindLogin).toSorted());
  for (const [address] of Object.values(behindLogin)) {
    await page.goto(address);
    await expectHeading(page, 'Log in');
    const back = address === '/applications' ? '' : `?return=${encodeURIComponent(address)}`;
    await expect(page).toHaveURL(`/auth/login${back}`);
  }
});

for (const walk of walks) {
  const { who, as, name, tabs, hasProfile, logo } = walk;
  const tag = walk.likeAnother ? ['@once', '@full'] : '@once';
  test(`${who} finds tabs, name, menu, logo and pages`, { tag }, async ({ page }) => {
    await signIn(page, as);
    await page.goto('/documentation');
    const header = page.getByRole('banner');
    const narrow = isNarrow(page);
    const menu = [
      hasProfile ? 'Profile' : 'Account',
      ...(walk.hasReviews ? ['My finished reviews'] : []),
      'Logout',
    ];

    // On a narrow screen one menu holds all, and says whose it is.
    const opened = entriesOf(await openMenu(page, name));
    await expect(opened).toHaveText(narrow ? [...Object.keys(tabs), ...menu] : menu);
    if (narrow) await expect(page.getByText(`Logged in as ${name}`)).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    if (!narrow)
      await expect(header.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText(
        Object.keys(tabs),
      );

    const brand = header.getByRole('link', { name: ', home' });
    await expect(brand).toHaveAttribute('href', logo);
    await brand.click();
    await expectHeading(page, logo === '/' ? home : 'Applications');

    for (const [label, heading] of Object.entries(tabs)) {
      const place = narrow ? await openMenu(page, name) : header;
      await place.getByRole('link', { name: label, exact: true }).click();
      await expectHeading(page, heading);
      if (label === 'Applications') await expectAccessible(page);
    }
    // Staff come to their password, passkeys and emails by a name of its own.
    await entriesOf(await openMenu(page, name))
      .filter({ hasText: hasProfile ? 'Profile' : 'Account' })
      .click();
    await expectHeading(page, walk.fullName);
    for (const [address, heading] of narrow ? [] : Object.values(behindLogin)) {
      if (Object.values<string | RegExp>(tabs).includes(heading(walk))) continue;
      await page.goto(address);
      await expectHeading(page, heading(walk));
    }

    await logOut(page, name);
    // Nothing is open any more, on the server neither, and the browser has no mark of it.
    const again = await page.request.post('/api/users/refresh', {
      headers: { 'Sec-Fetch-Site': 'same-origin' },
      data: { app: 'user_portal' },
    });
    expect(again.status()).toBe(401);
    expect(await page.evaluate(() => localStorage.getItem('clearcall.signed-in'))).toBeNull();
    await page.goto('/dashboard');
    await expectHeading(page, 'Log in');
  });
}

test('an administrator is kept out of the user portal and finds the administration', {
  tag: '@once',
}, async ({ page }) => {
  const email = 'admin@example.org';
  await page.goto('/auth/login');
  await fillLogin(page, email, demoPassword);
  await expect(page.getByText('Please use ADMIN Portal')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('clearcall.signed-in'))).toBeNull();
  await page.goto('/applications');
  await expectHeading(page, 'Log in');

  await signIn(page, email, demoPassword, 'admin_portal');
  await page.goto('/admin/');
  await expectHeading(page, 'Administration');
  const name = 'Vasilis';
  const menu = await openMenu(page, name);
  await expect(entriesOf(menu)).toHaveText(['Account', 'Logout']);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('banner').getByRole('link', { name: ', home' })).toHaveAttribute(
    'href',
    '/admin/',
  );
  await page.goto('/admin/no-such-page');
  await expectHeading(page, "The page you're looking for couldn't be found");
  await entriesOf(await openMenu(page, name))
    .filter({ hasText: 'Logout' })
    .click();
  await expect(page).toHaveURL(/\/admin\/auth\/login$/);
});
