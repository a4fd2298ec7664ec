import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'];

/**
 * Holds the page as it stands now against WCAG 2.2 AA; a violation fails with what is wrong and where. A page that was
 * held against all of it and then only changed its colours is held against `contrast` alone.
 */
export async function expectAccessible(page: Page, rules: 'all' | 'contrast' = 'all'): Promise<void> {
  const runOnly =
    rules === 'all'
      ? { type: 'tag' as const, values: tags }
      : { type: 'rule' as const, values: ['color-contrast', 'link-in-text-block'] };
  // What passes is not told one by one: that took half of the time.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ runOnly, resultTypes: ['violations'] });
  // Nothing runs inside of a mail that is shown, axe neither: it would wait for ever.
  const { violations } = await axe.exclude('iframe[sandbox]').analyze();
  // What a bar at the edge of the window covers by half is not small: it is measured once more at the end of the page.
  const covered = violations.some(({ id }) => id === 'target-size') ? await smallAtTheEnd(page) : null;
  const found = violations
    .filter(
      ({ id, nodes }) => id !== 'target-size' || nodes.some(({ target }) => covered?.has(target.join(' '))),
    )
    .map(({ id, help, nodes }) => ({
      id,
      help,
      where: nodes.map(({ target, any }) =>
        [target.join(' '), ...any.map(({ message }) => message)].join(': '),
      ),
    }));
  expect(found, `accessibility of ${page.url()}`).toEqual([]);
}

async function smallAtTheEnd(page: Page): Promise<ReadonlySet<string>> {
  const before = await page.evaluate(() => {
    const { scrollY } = window;
    window.scrollTo(0, document.documentElement.scrollHeight);
    return scrollY;
  });
  const runOnly = { type: 'rule' as const, values: ['target-size'] };
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ runOnly, resultTypes: ['violations'] });
  const { violations } = await axe.exclude('iframe[sandbox]').analyze();
  await page.evaluate((top) => window.scrollTo(0, top), before);
  return new Set(violations.flatMap(({ nodes }) => nodes.map(({ target }) => target.join(' '))));
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
