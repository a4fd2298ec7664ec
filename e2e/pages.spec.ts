import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { areas } from '@clearcall/i18n/compiled/areas.ts';
import { defaultLanguage, languages } from '@clearcall/i18n/language.ts';
import { test as base, expect, type Page } from '@playwright/test';
import { demoPassword, playOpenLinks, signIn } from './accounts.ts';
import { answerInEnglishAlone, textsInWrongLanguage } from './author-languages.ts';
import { expectAccessible } from './axe.ts';
import { type Bounds, faultsIn, firstField, measure } from './measured.ts';
import { Api, addressOf, applicant, name, type Portal, type Row, rows } from './pages.ts';
import { passingThemes } from './palettes.ts';
import { withoutEvents } from './without-events.ts';

/**
 * Every page, as it stands when somebody opens its address: in light and dark and in a narrow window, with what has to
 * hold of all of them. What pages do is in the journeys. A new page without a row in pages.ts fails.
 */

/** The short name of the demonstration's organisation, and which portal it is. */
const titles: Record<Portal, string> = {
  'user-portal': 'ESAO - User Portal',
  'admin-portal': 'ESAO - Administration',
};

/** What goes wrong behind a page: errors in the console, requests that fail or are refused. */
function listen(page: Page, { refusal }: Row): string[] {
  const wrong: string[] = [];
  page.on('console', (message) => {
    const expected = refusal !== undefined && message.text().includes(`status of ${refusal} `);
    if (message.type() === 'error' && !expected) wrong.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => wrong.push(`thrown: ${error.message}`));
  page.on('response', (response) => {
    const status = response.status();
    if (status >= 400 && status !== refusal) wrong.push(`${status}: ${response.url()}`);
  });
  page.on('requestfailed', (request) => {
    // What was still under way when the page was left is nobody's fault.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED')
      wrong.push(`${request.failure()?.errorText}: ${request.url()}`);
  });
  return wrong;
}

interface Visit {
  page: Page;
  api: Api;
}

/** Who has been here keeps the window: what it fetched and compiled once, and its session, need not come again. */
const test = base.extend<
  { visit: (row: Pick<Row, 'portal' | 'as'>) => Promise<Visit> },
  { visitors: Map<string, Visit> }
>({
  visitors: [
    // biome-ignore lint/correctness/noEmptyPattern: a fixture says so that it needs no other
    async ({}, use) => {
      const visitors = new Map<string, Visit>();
      await use(visitors);
      for (const { page } of visitors.values()) await page.context().close();
    },
    { scope: 'worker' },
  ],
  visit: async ({ browser, visitors }, use) => {
    const visited: Page[] = [];
    await use(async ({ portal, as }) => {
      const key = `${portal} ${as}`;
      const known = visitors.get(key);
      const page = known?.page ?? (await browser.newPage());
      visited.push(page);
      if (known !== undefined) return known;
      const app = portal === 'user-portal' ? 'user_portal' : 'admin_portal';
      const token = as === undefined ? '' : await signIn(page, as, demoPassword, app);
      await playOpenLinks(page);
      const visit = { page, api: new Api(page.request, token) };
      visitors.set(key, visit);
      return visit;
    });
    for (const page of visited) {
      for (const eventName of ['console', 'pageerror', 'response', 'requestfailed'])
        await page.removeAllListeners(eventName);
    }
  },
});

type Scheme = 'light' | 'dark';

const narrow = { width: 390, height: 844 };
const textId = new RegExp(`(?<![\\w-])(?:${Object.keys(areas).join('|')})\\.[a-z]\\w+`, 'g');
const isFull = process.env.CLEARCALL_FULL === 'yes';

/** Holds what stands on the page against everything that has to hold of all pages, as wide as its window is now. */
async function expectSoundNow(
  page: Page,
  schemes: Scheme[],
  bounds: Bounds,
  first: 'all' | 'layout' = 'all',
): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  // A text whose area was not loaded shows its id.
  if (!page.url().endsWith('/organisation/texts'))
    expect((await page.locator('body').textContent())?.match(textId) ?? []).toEqual([]);
  expect(faultsIn(await measure(page, bounds.work), bounds), `measures of ${page.url()}`).toEqual([]);
  for (const scheme of schemes) {
    // Somebody whose system turns dark in the evening has the page open.
    await page.emulateMedia({ colorScheme: scheme });
    await expect(page.locator('html')).toHaveAttribute('data-color-scheme', scheme);
    await expectAccessible(page, scheme === schemes[0] ? first : 'colours');
  }
}

/**
 * Opens an address and holds what stands there against all of that: light and dark, then in a narrow window. Its colours
 * are the same in both. `npm run test:full` opens each page on a telephone as well.
 */
async function expectSound(
  page: Page,
  address: string,
  row: Row,
  schemes: Scheme[] = ['light', 'dark'],
): Promise<void> {
  const { portal, heading } = row;
  // Releases of other journeys would be above the work.
  if (row.work !== undefined)
    await page.route('**/api/v2/releases/waiting*', (route) => route.fulfill({ json: [] }));
  await withoutEvents(page);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 }).filter({ hasText: heading })).toHaveCount(1);
  // What comes after the page has stood belongs to it too; a request that outlasts this is not what is looked at here.
  await expect(page.locator('main [data-loading]')).toHaveCount(0);
  await page.waitForLoadState('networkidle', { timeout: 10_000 }).catch(() => {});
  const isStart = /^\/(admin\/?)?$/.test(new URL(page.url()).pathname);
  // What a page is about follows its heading where several pages have the same.
  const named = await page.locator('main h1').allTextContents();
  const about = await page.locator('main [data-titles-page]').allTextContents();
  const parts = [...new Set([...named, ...about].map((text) => text.replaceAll('\u00ad', '')))];
  await expect(page).toHaveTitle([...(isStart ? [] : parts), titles[portal]].join(' · '));
  await expectSoundNow(page, schemes, row);
  if (isFull) return;
  const wide = page.viewportSize();
  await page.setViewportSize(narrow);
  // A window that changes its width moves everything: a page that opens there is measured by `npm run test:full`.
  await expectSoundNow(page, ['light'], { ...row, shift: Number.POSITIVE_INFINITY }, 'layout');
  if (wide !== null) await page.setViewportSize(wide);
}

test('page of every form between wide and narrow: each field has room to type', {
  tag: ['@wide', '@full'],
}, async ({ page }) => {
  const api = new Api(page.request, await signIn(page, applicant));
  await page.setViewportSize({ width: 1024, height: 900 });
  for (const address of await api.forms(await api.application('draft', 'Regular Access'))) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const widths = await page
      .getByRole('main')
      .getByRole('textbox')
      .evaluateAll((boxes) => boxes.map((box) => box.getBoundingClientRect().width));
    expect(Math.min(100, ...widths), address).toBeGreaterThan(60);
  }
});

test('page of an application on paper: white in the dark, and as wide as the paper', {
  tag: '@once',
}, async ({ page }) => {
  const api = new Api(page.request, await signIn(page, applicant));
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(await api.application('submitted'));
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toBeVisible();
  await page.setViewportSize({ width: 794, height: 1123 });
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  expect((await heading.boundingBox())?.width).toBeGreaterThan(700);
});

for (const row of rows) {
  test(`page ${name(row)}`, { tag: '@once' }, async ({ visit }) => {
    const { page, api } = await visit(row);
    const address = await addressOf(row, api);
    const wrong = listen(page, row);
    await expectSound(page, address, row);
    expect(wrong).toEqual([]);
  });
}

const widths = [320, 390, 768, 1024, 1440] as const;
const wideSpacing = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-bottom: 2em !important }`;
for (const row of rows) {
  test(`measures of ${name(row)} at each width in each language`, {
    tag: ['@wide', '@full'],
  }, async ({ browser }) => {
    test.setTimeout(300_000);
    const page = await browser.newPage();
    const app = row.portal === 'user-portal' ? 'user_portal' : 'admin_portal';
    const token = row.as === undefined ? '' : await signIn(page, row.as, demoPassword, app);
    await playOpenLinks(page);
    const address = await addressOf(row, new Api(page.request, token));
    // As on a slow line: what is drawn too early moves when the next answer comes.
    await page.route('**/api/**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 100));
      await route.fallback();
    });
    const device = await page.context().newCDPSession(page);
    const faults: string[] = [];
    await withoutEvents(page);
    for (const language of languages) {
      // A busy device draws one after the other what a quick one draws at once.
      await device.send('Emulation.setCPUThrottlingRate', { rate: language === defaultLanguage ? 4 : 1 });
      await page.addInitScript((chosen) => localStorage.setItem('clearcall.language', chosen), language);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        await page.goto(address);
        await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
        await expect(page.locator('main [data-loading]')).toHaveCount(0);
        await page.waitForLoadState('networkidle', { timeout: 10_000 }).catch(() => {});
        // The words of other languages are longer: where the work begins is held by the pages above.
        const { work: _work, ...bounds } = row;
        for (const fault of faultsIn(await measure(page), bounds))
          faults.push(`${language} ${width}: ${fault}`);
        if (width > widths[0]) continue;
        if (language !== defaultLanguage) faults.push(...(await textsInWrongLanguage(page)));
        // Source: WCAG 2.2, 1.4.12.
        await page.evaluate((rules) => {
          const sheet = new CSSStyleSheet();
          sheet.replaceSync(rules);
          document.adoptedStyleSheets.push(sheet);
        }, wideSpacing);
        const { beyond } = await measure(page);
        if (beyond > 0) faults.push(`${language} ${width}, text spaced: ${beyond} px to scroll sideways`);
      }
    }
    await page.close();
    expect(faults).toEqual([]);
  });
}

/** Forty pages of both portals. */
const colouredPages = rows
  .filter(({ refusal }) => refusal === undefined)
  .filter(
    ({ portal, route }, place, all) =>
      all.findIndex((row) => row.portal === portal && row.route === route) === place,
  )
  .filter((_row, place) => place % 10 < 7);
const palettes = 12;
for (const row of colouredPages) {
  test(`contrast of ${name(row)} with ${palettes} palettes`, { tag: ['@wide', '@full'] }, async ({
    visit,
  }) => {
    test.setTimeout(300_000);
    const { page, api } = await visit(row);
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await page.goto(await addressOf(row, api));
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(page.locator('main [data-loading]')).toHaveCount(0);
    const themes = passingThemes(palettes);
    expect(themes).toHaveLength(palettes);
    for (const theme of themes) {
      await page.evaluate((rules) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(rules);
        document.adoptedStyleSheets = [sheet];
      }, theme);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await expect(page.locator('html')).toHaveAttribute('data-color-scheme', colorScheme);
        await test.step(`${colorScheme} ${theme}`, () => expectAccessible(page, 'colours'));
      }
    }
  });
}

for (const [as, address] of [
  ['pro@example.org', '/dashboard'],
  ['pro@example.org', '/dashboard/late'],
  ['pro@example.org', '/applications'],
  ['pro@example.org', '/calls/2/scores'],
  ['pro@example.org', '/applications/ESAO-REG-2025R02-013'],
  ['panel-chair@example.org', '/dashboard'],
  ['ac-chair@example.org', '/dashboard'],
  ['call-coordinator@example.org', '/dashboard'],
  ['scientific-reviewer@example.org', '/reviews'],
] as const) {
  test(`titles that are given in English alone are marked as English on ${address} of ${as}`, {
    tag: ['@wide', '@full'],
  }, async ({ browser }) => {
    const page = await browser.newPage();
    await signIn(page, as);
    await page.addInitScript(() => localStorage.setItem('clearcall.language', 'de'));
    await answerInEnglishAlone(page);
    await withoutEvents(page);
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(page.locator('main [data-loading]')).toHaveCount(0);
    await page.waitForLoadState('networkidle', { timeout: 10_000 }).catch(() => {});
    expect(await textsInWrongLanguage(page)).toEqual([]);
    await page.close();
  });
}

test('page of every form of the Regular application', { tag: '@once' }, async ({ visit }) => {
  const row: Row = {
    portal: 'user-portal',
    route: '/applications/$uid',
    as: applicant,
    heading: /\S/,
    work: firstField,
  };
  const { page, api } = await visit(row);
  const wrong = listen(page, row);
  const addresses = await api.forms(await api.application('draft', 'Regular Access'));
  expect(addresses.length).toBeGreaterThan(8);
  // Each kind of field has its dark colours on one of the rows above; `npm run test:full` looks at every form in both.
  const schemes: Scheme[] = isFull ? ['light', 'dark'] : ['light'];
  const opened = addresses.filter((_address, place) => isFull || place % 2 === 0);
  for (const address of opened) await expectSound(page, address, row, schemes);
  expect(wrong).toEqual([]);
});

for (const portal of ['user-portal', 'admin-portal'] as const) {
  test(`pages of the ${portal}: each has a row`, { tag: '@wide' }, () => {
    const source = readFileSync(join(import.meta.dirname, '../apps', portal, 'src/routes.tsx'), 'utf8');
    const written = [...source.matchAll(/\bpath\s*:\s*([^,}\n]+)/g)].map(([, path]) => path?.trim() ?? '');
    expect(written.length).toBeGreaterThan(0);
    for (const path of written) expect(path, 'a path is written out').toMatch(/^'[^']*'$/);
    const routes = written.map((path) => path.slice(1, -1));
    const covered = rows.filter((row) => row.portal === portal).map(({ route }) => route);
    expect(
      routes.filter((path) => !covered.includes(path)),
      'routes without a row',
    ).toEqual([]);
    expect(
      covered.filter((path) => path !== null && !routes.includes(path)),
      'rows without a route',
    ).toEqual([]);
  });
}
