import { expect, type Page } from '@playwright/test';
import { newDraft } from './drafts.ts';
import { test } from './moved-clock.ts';

/** The minute of the day in 'Server time 14:02, Luxembourg time'. */
async function shownMinute(page: Page): Promise<number> {
  const shown = page.getByRole('contentinfo').getByText(/^Server time \d\d:\d\d/);
  const [hours = 0, minutes = 0] = ((await shown.textContent()) ?? '').match(/\d\d/g)?.map(Number) ?? [];
  return hours * 60 + minutes;
}

/** How many parts of the application the page got from the cache of the browser. */
const partsFromCache = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      performance
        .getEntriesByType('resource')
        .filter((entry) => entry.name.includes('/v2/parts/'))
        .filter((entry) => (entry as PerformanceResourceTiming).transferSize === 0).length,
  );

test('a draft that is opened again shows the time of the server and not that of the cached answers', {
  tag: '@once',
}, async ({ page, serverClock }) => {
  const { uid } = await newDraft(page);
  const visit = async () => {
    const opened = await page.context().newPage();
    await opened.goto(`${serverClock.address}/applications/${uid}?form=R1`);
    await expect(opened.getByRole('heading', { level: 1 })).toBeVisible();
    return { minute: await shownMinute(opened), cached: await partsFromCache(opened) };
  };
  const first = await visit();
  expect(first.cached).toBe(0);
  serverClock.aheadMs = 40 * 60_000;
  const second = await visit();
  expect(second.cached).toBeGreaterThan(0);
  // The real clock may have moved on by a minute meanwhile.
  expect([40, 41]).toContain((second.minute - first.minute + 1_440) % 1_440);
});

test('a visitor reads the time of the server on a device whose clock is wrong', {
  tag: '@once',
}, async ({ page, serverClock }) => {
  await page.goto(`${serverClock.address}/contact`);
  const right = await shownMinute(page);
  await page.clock.install({ time: Date.now() - 150 * 60_000 });
  await page.goto(`${serverClock.address}/contact`);
  expect([0, 1]).toContain(((await shownMinute(page)) - right + 1_440) % 1_440);
});
