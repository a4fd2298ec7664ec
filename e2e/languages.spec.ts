import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { languageNames } from '@clearcall/i18n/language.ts';
import { type Browser, test as base, expect, type Page } from '@playwright/test';
import { demoPassword, signIn } from './accounts.ts';
import { Api, addressOf, name, type Row, rows } from './pages.ts';

/**
 * Every page in the pseudo-language, in which each letter of the catalogue has a sign: what stands there in plain letters
 * is somebody's own words, which came from the API, or is said beside the catalogue. How many of those each page has is kept
 * in uncatalogued-texts.json; no page may have more. CLEARCALL_TEXTS=write writes down how many they are now.
 */

const file = join(import.meta.dirname, 'uncatalogued-texts.json');
const allowed = JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>;

/** The strings of an answer, at any depth, and those of texts with markup without it. */
function stringsIn(value: unknown, found: Set<string>): void {
  if (typeof value === 'string') {
    found.add(value.replace(/\s+/g, ' ').trim());
    if (value.includes('<'))
      found.add(
        value
          .replace(/<[^>]+>/g, ' ')
          .replace(/\s+/g, ' ')
          .trim(),
      );
  } else if (typeof value === 'object' && value !== null) {
    for (const part of Object.values(value)) stringsIn(part, found);
  }
}

/** What a reader sees or hears on the page: its texts, and the names of its parts. */
const textsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const texts: string[] = [document.title];
    for (const part of document.querySelectorAll('[aria-label], [title], [placeholder], img[alt]')) {
      for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
        texts.push(part.getAttribute(name) ?? '');
    }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode() !== null) {
      const parent = walker.currentNode.parentElement;
      if (parent?.closest('script, style, noscript') === null)
        texts.push(walker.currentNode.textContent ?? '');
    }
    return [...new Set(texts.map((text) => text.replace(/\s+/g, ' ').trim()))].filter((text) => text !== '');
  });

/** What belongs to no language, and the names of zones, which the browser itself has. */
const ofNoLanguage = /^(?:[A-Z]{2,5}|kB|MB|min|Central European (?:Standard|Summer) Time.*|https?:.*)$/;

/** Runs of plain letters that nobody wrote who is known. */
function outsideOf(texts: readonly string[], data: ReadonlySet<string>): string[] {
  const theirs = [...data, ...Object.values(languageNames)]
    .filter((known) => known.length > 2)
    .sort((one, other) => other.length - one.length);
  return texts.flatMap((text) => {
    let ours = text;
    for (const known of theirs) if (ours.includes(known)) ours = ours.replaceAll(known, ' ');
    // A sign stands on every letter of the catalogue; what is between those was put in.
    return ours
      .split(/[^\p{ASCII}’‘“”–—…©·×°€µ²³]+/u)
      .map((run) => run.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, ''))
      .filter(
        (run) =>
          /\p{L}{2}/u.test(run) && !ofNoLanguage.test(run) && !theirs.some((known) => known.includes(run)),
      );
  });
}

const portalOf = { 'user-portal': 'user_portal', 'admin-portal': 'admin_portal' } as const;

async function open(browser: Browser, { portal, as }: Pick<Row, 'portal' | 'as'>) {
  const page = await browser.newPage();
  // The names of buttons that the login presses are those of English, so the language changes after it.
  const token = as === undefined ? '' : await signIn(page, as, demoPassword, portalOf[portal]);
  await page.addInitScript(() => localStorage.setItem('clearcall.language', 'en-XA'));
  // In the addresses of mailed links.
  const data = new Set<string>(['nobody@example.org']);
  const pending = new Set<Promise<void>>();
  page.on('response', (response) => {
    if (!/\/api\/|theme\.json/.test(response.url())) return;
    const read = response.json().then(
      (body) => stringsIn(body, data),
      () => undefined,
    );
    pending.add(read);
  });
  return { page, api: new Api(page.request, token), data, settled: () => Promise.all(pending) };
}

const visitors = [...new Set(rows.map(({ portal, as }) => JSON.stringify({ portal, as })))].map(
  (key) => JSON.parse(key) as Pick<Row, 'portal' | 'as'>,
);

for (const visitor of visitors) {
  base(
    `no page says more beside the catalogue than before: ${visitor.portal}, ${visitor.as ?? 'a visitor'}`,
    {
      tag: ['@full', '@wide'],
    },
    async ({ browser }) => {
      base.setTimeout(600_000);
      const { page, api, data, settled } = await open(browser, visitor);
      const found: Record<string, string[]> = {};
      // All that is asked of the API before the pages: a connection that rests meanwhile may be closed.
      const addresses: [Row, string][] = [];
      for (const row of rows.filter(({ portal, as }) => portal === visitor.portal && as === visitor.as)) {
        addresses.push([row, await addressOf(row, api)]);
      }
      for (const [row, address] of addresses) {
        await page.goto(address);
        await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
        await page.waitForLoadState('networkidle');
        await settled();
        expect(await page.locator('html').getAttribute('lang')).toBe('en-XA');
        found[name(row)] = outsideOf(await textsOf(page), data);
      }
      await page.context().close();
      const lines = Object.entries(found).map(
        ([name, texts]) =>
          `${texts.length} of at most ${allowed[name] ?? 0} at ${name}: ${texts.slice(0, 6).join(' | ')}`,
      );
      console.log(lines.join('\n'));
      if (process.env.CLEARCALL_WORDS === 'write') {
        const kept = JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>;
        for (const [name, texts] of Object.entries(found)) kept[name] = texts.length;
        const sorted = Object.fromEntries(
          Object.entries(kept).sort(([one], [other]) => (one < other ? -1 : 1)),
        );
        writeFileSync(file, `${JSON.stringify(sorted, null, 2)}\n`);
        return;
      }
      const more = Object.entries(found).filter(([name, texts]) => texts.length > (allowed[name] ?? 0));
      expect(Object.fromEntries(more)).toEqual({});
    },
  );
}
