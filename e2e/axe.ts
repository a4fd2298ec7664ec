import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'];

/** What takes longest of all. */
const ofColours = ['color-contrast', 'link-in-text-block'];

interface Violation {
  id: string;
  help: string;
  nodes: { target: string; messages: string[] }[];
}

/**
 * What axe finds on the page as it stands now, or in the dialog that lies over it: pages are held by themselves. A fifth of
 * what journeys cost is this, so it does nothing twice.
 */
async function violationsOf(
  page: Page,
  runOnly: axe.RunOnly,
  rules: axe.RuleObject = {},
): Promise<Violation[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(`${source}; undefined`);
  return page.evaluate(
    async ([only, some]) => {
      const dialog = [...document.querySelectorAll('[role="dialog"][aria-modal="true"]')].at(-1);
      const run = (selectors: boolean) =>
        window.axe.run(
          // Nothing runs inside of a mail that is shown, axe neither: it would wait for ever.
          { ...(dialog && { include: [dialog] }), exclude: [['iframe[sandbox]']] },
          // No rule of these tags reads style sheets. What passes is not told one by one.
          {
            runOnly: only,
            rules: some,
            resultTypes: ['violations'],
            preload: { assets: ['media'] },
            selectors,
          },
        );
      if ((await run(false)).violations.length === 0) return [];
      // Only now: the name of each place takes a quarter of the time.
      const { violations } = await run(true);
      return violations.map(({ id, help, nodes }) => ({
        id,
        help,
        nodes: nodes.map(({ target, any }) => ({
          target: target.join(' '),
          messages: any.map(({ message }) => message),
        })),
      }));
    },
    [runOnly, rules] as const,
  );
}

/**
 * Holds the page as it stands now against WCAG 2.2 AA; a violation fails with what is wrong and where. A page that was
 * held against all of it and then only changed its colours is held against `colours` alone; one that then changed its
 * width, against `layout`: all but these.
 */
export async function expectAccessible(
  page: Page,
  rules: 'all' | 'colours' | 'layout' = 'all',
): Promise<void> {
  const violations = await violationsOf(
    page,
    rules === 'colours' ? { type: 'rule', values: ofColours } : { type: 'tag', values: tags },
    rules === 'layout' ? Object.fromEntries(ofColours.map((rule) => [rule, { enabled: false }])) : {},
  );
  // What a bar at the edge of the window covers by half is not small: it is measured once more elsewhere.
  const covered = violations.some(({ id }) => id === 'target-size') ? await smallElsewhere(page) : null;
  const found = violations
    .filter(({ id, nodes }) => id !== 'target-size' || nodes.some(({ target }) => covered?.has(target)))
    .map(({ id, help, nodes }) => ({
      id,
      help,
      where: nodes.map(({ target, messages }) => [target, ...messages].join(': ')),
    }));
  expect(found, `accessibility of ${page.url()}`).toEqual([]);
}

/** Measures at the end of the page, or half a window above it where the page is at its end already. */
async function smallElsewhere(page: Page): Promise<ReadonlySet<string>> {
  const before = await page.evaluate(() => {
    const { scrollY } = window;
    window.scrollTo(0, document.documentElement.scrollHeight);
    if (window.scrollY - scrollY < window.innerHeight / 2)
      window.scrollTo(0, scrollY - window.innerHeight / 2);
    return scrollY;
  });
  const violations = await violationsOf(page, { type: 'rule', values: ['target-size'] });
  await page.evaluate((top) => window.scrollTo(0, top), before);
  return new Set(violations.flatMap(({ nodes }) => nodes.map(({ target }) => target)));
}

/**
 * Walks with a key through so many stops and gives those of which nothing can be seen, such as a field behind a bar that
 * stays at the edge of the window (WCAG 2.4.11); axe cannot tell.
 */
export async function hiddenStops(page: Page, key: 'Tab' | 'Shift+Tab', stops: number): Promise<string[]> {
  const hidden: string[] = [];
  for (let stop = 0; stop < stops; stop += 1) {
    await page.keyboard.press(key);
    const name = await page.evaluate(() => {
      const at = document.activeElement;
      if (at === null || at === document.body || at.parentElement === null) return '';
      const { x, y, width, height } = at.getBoundingClientRect();
      const parts = [0.1, 0.5, 0.9].flatMap((across) =>
        [0.1, 0.5, 0.9].map((down) => [across, down] as const),
      );
      const seen = parts.some(([across, down]) => {
        const top = document.elementFromPoint(x + width * across, y + height * down);
        // A label, an icon or the box around an input is the input as well.
        return top !== null && (at.parentElement?.contains(top) || top.contains(at));
      });
      return seen ? '' : `${at.id || at.getAttribute('aria-label') || at.textContent} at ${Math.round(y)}`;
    });
    if (name !== '') hidden.push(name);
  }
  return hidden;
}
