import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { findChromium } from '../apps/start/chromium.mjs';
import { dataFolder, loadWorld, startPortal } from './portal.ts';
import { reviewedWorld } from './reviewed-world.ts';
import type { Row } from './row.ts';

const rows = 500;
const frameBoundMs = 50;
const rounds = 5;
const reader = 'scientific0@example.org';
const password = 'Bench-portal-2026!';

interface Step {
  do: string;
  step: string;
  to?: string;
}

/** As many applications, each with a scientific review that one reviewer has been given and has not answered. */
function waitingWorld(): unknown {
  const world = reviewedWorld(rows) as { applications: { history: Step[] }[] };
  for (const application of world.applications)
    application.history = application.history
      .filter((step) => step.step !== 'SCIENCE' || step.do === 'assign')
      .map((step) => (step.step === 'SCIENCE' ? { ...step, to: reader } : step));
  return world;
}

/** What one way down the page and back took: the longest time between two frames, and how many there were. */
interface Scrolled {
  longestMs: number;
  frames: number;
}

async function scroll(
  browser: Browser,
  { url, width, height }: { url: string; width: number; height: number },
): Promise<{ openedMs: number; turns: Scrolled[] }> {
  const context = await browser.newContext({ viewport: { width, height }, locale: 'en-GB' });
  try {
    const account = { email: reader, password, app: 'user_portal' };
    const response = await context.request.post(`${url}/api/users/login`, { data: account });
    if (!response.ok()) throw new Error(`The login answered ${response.status()}.`);
    await context.addInitScript(() => localStorage.setItem('clearcall.signed-in', '1'));
    const page = await context.newPage();
    const begun = performance.now();
    await page.goto(`${url}/dashboard`);
    await page
      .locator('main tbody tr')
      .nth(rows - 1)
      .waitFor({ state: 'attached', timeout: 60_000 });
    const openedMs = performance.now() - begun;
    await page.waitForLoadState('networkidle');
    const turns: Scrolled[] = [];
    for (let round = 0; round < rounds; round += 1) {
      // A frame is asked for after each other, and each goes on by what a wheel turns: about as fast as a hand can.
      turns.push(
        await page.evaluate(
          () =>
            new Promise<{ longestMs: number; frames: number }>((done) => {
              const bottom = document.documentElement.scrollHeight - innerHeight;
              let [last, longestMs, frames, step] = [performance.now(), 0, 0, 240];
              const next = (at: number): void => {
                // The first one waits for when it was asked.
                if (frames > 1) longestMs = Math.max(longestMs, at - last);
                last = at;
                frames += 1;
                if (scrollY >= bottom - 1) step = -240;
                if (step < 0 && scrollY <= 0) {
                  done({ longestMs, frames });
                  return;
                }
                scrollBy(0, step);
                requestAnimationFrame(next);
              };
              requestAnimationFrame(next);
            }),
        ),
      );
    }
    return { openedMs, turns };
  } finally {
    await context.close();
  }
}

/** A dashboard of 500 rows, scrolled from its top to its end and back: whether it ever stands still for the eye. */
export async function run(): Promise<Row[]> {
  const executablePath = await findChromium(process.execPath);
  const world = mkdtempSync(join(tmpdir(), 'clearcall-bench-world-'));
  const folder = dataFolder();
  try {
    const file = join(world, 'waiting.json');
    writeFileSync(file, JSON.stringify(waitingWorld()));
    await loadWorld(folder.path, file);
    const portal = await startPortal({ dataDir: folder.path, by: 'launcher' });
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
    try {
      const told: Row[] = [];
      for (const [width, height] of [
        [1440, 900],
        [390, 844],
      ] as const) {
        const { openedMs, turns } = await scroll(browser, { url: portal.url, width, height });
        const longest = turns.map(({ longestMs }) => longestMs).sort((one, other) => one - other);
        const most = longest.at(-1) ?? 0;
        told.push({
          figure: `dashboard of ${rows} rows at ${width} px: longest frame while it is scrolled`,
          bound: `under ${frameBoundMs} ms`,
          measured:
            `${most.toFixed(0)} ms; in each of ${rounds} turns: ${longest.map((ms) => ms.toFixed(0)).join(', ')}; ` +
            `${turns.reduce((sum, { frames }) => sum + frames, 0)} frames; all rows after ${openedMs.toFixed(0)} ms`,
          kept: most < frameBoundMs,
          peers: '',
        });
      }
      return told;
    } finally {
      await browser.close();
      await portal.stop();
    }
  } finally {
    folder.remove();
    rmSync(world, { recursive: true, force: true });
  }
}
