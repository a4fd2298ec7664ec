import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { findChromium } from '../apps/start/chromium.mjs';
import { dataFolder, loadWorld, ofOwnWorld, startPortal } from './portal.ts';
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

/** One way down a page and back. */
interface Scrolled {
  /** The longest time between two frames. */
  longestMs: number;
  frames: number;
  /** The longest piece of work of the page on a processor, whatever else the machine had to do. */
  workMs: number;
}

/** A piece of work of a browser's thread, as it notes it. Microseconds; `tdur` is what it had of a processor. */
interface Traced {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  tdur?: number;
  args?: { name?: string };
}

/** The longest task on a main thread of a page. */
function longestTask(trace: Buffer): number {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: Traced[] };
  const mainThreads = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = traceEvents.filter(
    ({ name, tdur, pid, tid }) =>
      tdur !== undefined && name.endsWith('RunTask') && mainThreads.has(`${pid} ${tid}`),
  );
  if (tasks.length === 0) throw new Error('The browser has noted no work.');
  return tasks.reduce((most, { tdur = 0 }) => Math.max(most, tdur), 0) / 1000;
}

/** Scrolls by what a wheel turns, a frame after the other, down and up: about as fast as a hand can. */
async function scroll(browser: Browser, page: Page): Promise<Scrolled> {
  await browser.startTracing(page, { categories: ['toplevel', 'disabled-by-default-devtools.timeline'] });
  const scrolled = await page.evaluate(
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
  );
  return { ...scrolled, workMs: longestTask(await browser.stopTracing()) };
}

async function measure(
  browser: Browser,
  { url, width, height }: { url: string; width: number; height: number },
): Promise<{ openedMs: number; turns: Scrolled[]; empty: Scrolled[] }> {
  const context = await browser.newContext({ viewport: { width, height }, locale: 'en-GB' });
  try {
    const account = { email: reader, password, app: 'user_portal' };
    const response = await context.request.post(`${url}/api/users/login`, { data: account });
    if (!response.ok()) throw new Error(`The login answered ${response.status()}.`);
    await context.addInitScript(() => {
      if (location.protocol !== 'about:') localStorage.setItem('clearcall.signed-in', '1');
    });
    const page = await context.newPage();
    const begun = performance.now();
    await page.goto(`${url}/dashboard`);
    await page
      .locator('main tbody tr')
      .nth(rows - 1)
      .waitFor({ state: 'attached', timeout: 60_000 });
    const openedMs = performance.now() - begun;
    await page.waitForLoadState('networkidle');
    const pageHeight = await page.evaluate(() => document.documentElement.scrollHeight);
    const nothing = await context.newPage();
    await nothing.setContent(`<div style="height: ${pageHeight}px">Nothing</div>`);
    const [turns, empty]: [Scrolled[], Scrolled[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      await page.bringToFront();
      turns.push(await scroll(browser, page));
      await nothing.bringToFront();
      empty.push(await scroll(browser, nothing));
    }
    return { openedMs, turns, empty };
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
    const portal = await startPortal({ dataDir: folder.path, by: 'launcher', env: ofOwnWorld });
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
    try {
      const told: Row[] = [];
      for (const [width, height] of [
        [1440, 900],
        [390, 844],
      ] as const) {
        const { openedMs, turns, empty } = await measure(browser, { url: portal.url, width, height });
        const most = (of: readonly Scrolled[], what: 'longestMs' | 'workMs') =>
          Math.max(...of.map((turn) => turn[what]));
        const longestMs = most(turns, 'longestMs');
        told.push({
          figure: `dashboard of ${rows} rows at ${width} px: longest frame while it is scrolled`,
          bound: `under ${frameBoundMs} ms`,
          measured:
            `${longestMs.toFixed(0)} ms of ${turns.reduce((sum, { frames }) => sum + frames, 0)} frames; ` +
            `all rows after ${openedMs.toFixed(0)} ms`,
          kept: longestMs < frameBoundMs,
          peers: `an empty page as high: ${most(empty, 'longestMs').toFixed(0)} ms`,
        });
        const workMs = most(turns, 'workMs');
        told.push({
          figure: 'the same: longest work of the page on a processor',
          bound: `under ${frameBoundMs} ms`,
          measured: `${workMs.toFixed(1)} ms`,
          kept: workMs < frameBoundMs,
          peers: `an empty page as high: ${most(empty, 'workMs').toFixed(1)} ms`,
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
