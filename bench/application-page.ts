import { type Browser, chromium, type Page } from '@playwright/test';
import { findChromium } from '../apps/start/chromium.mjs';
import { dataFolder, startPortal } from './portal.ts';
import { quantile } from './quantile.ts';
import type { Row } from './row.ts';
import { slowDown } from './slow-line.ts';

const fastBoundMs = 400;
const slowBoundMs = 1500;
const rounds = 9;
const password = 'Demo-portal-2026!';

/** Who opens an application from the list. */
const readers = [
  { name: 'staff', email: 'pro@example.org' },
  { name: 'applicant', email: 'applicant@example.org' },
] as const;

/**
 * Presses the link of an application in the list, and waits in the page itself until it can be read: it has the address
 * and a heading, nothing of it is on its way any more, and a frame with that was drawn. Milliseconds.
 */
const openByLink = (page: Page, uid: string): Promise<number> =>
  page.evaluate(
    (wanted) =>
      new Promise<number>((done, fail) => {
        const link = document.querySelector<HTMLElement>(`main a[href^="/applications/${wanted}"]`);
        if (link === null) return fail(new Error(`The list has no link to ${wanted}.`));
        const begun = performance.now();
        const isReadable = (): boolean =>
          location.pathname.endsWith(wanted) &&
          document.querySelector('main h1') !== null &&
          document.querySelector('main [data-loading]') === null &&
          document.querySelector('main table a[href^="/applications/"]') === null;
        const look = (): void => {
          if (isReadable()) requestAnimationFrame(() => setTimeout(() => done(performance.now() - begun)));
          else if (performance.now() - begun > 30_000) fail(new Error(`${wanted} did not open.`));
          else requestAnimationFrame(look);
        };
        link.click();
        look();
      }),
    uid,
  );

/** The application of the reader's list with the most assignments, so with the most of its steps done. */
async function mostSteps(url: string, token: string): Promise<{ uid: string; steps: number; role: string }> {
  const ask = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`${url}/api${path}`, {
      ...init,
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}.`);
    return response.json();
  };
  const { roles } = await ask('/v2/applications/search?limit=1&offset=0', { method: 'POST', body: '{}' });
  const role = roles.includes('pro') ? 'pro' : 'applicant';
  const { data }: { data: { uid: string; status: string }[] } = await ask(
    '/v2/applications/search?limit=200&offset=0',
    {
      method: 'POST',
      body: JSON.stringify({ role }),
    },
  );
  let most = { uid: '', steps: -1, role };
  for (const { uid, status } of data) {
    // A list names a draft otherwise, and it has only begun.
    if (status === 'draft') continue;
    const { process }: { process: unknown[] } = await ask(`/v2/applications/${uid}`);
    if (process.length > most.steps) most = { uid, steps: process.length, role };
  }
  return most;
}

async function measure(
  browser: Browser,
  { url, email, isSlow }: { url: string; email: string; isSlow: boolean },
): Promise<{ times: number[]; steps: number }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
  try {
    const account = { email, password, app: 'user_portal' };
    const response = await context.request.post(`${url}/api/users/login`, { data: account });
    if (!response.ok()) throw new Error(`The login answered ${response.status()}.`);
    const { token }: { token: string } = await response.json();
    const { uid, steps, role } = await mostSteps(url, token);
    await context.addInitScript(() => localStorage.setItem('clearcall.signed-in', '1'));
    const page = await context.newPage();
    const filters = JSON.stringify([{ column: 'id', op: 'contains', value: uid }]);
    const list = `${url}/applications?${new URLSearchParams({ role, filters })}`;
    const times: number[] = [];
    // The first opening brings the code, which the browser then keeps.
    for (let round = -1; round < rounds; round += 1) {
      await page.goto(list, { waitUntil: 'networkidle' });
      await page.locator(`main a[href^="/applications/${uid}"]`).first().waitFor({ timeout: 30_000 });
      if (round === 0 && isSlow) await slowDown(page);
      const ms = await openByLink(page, uid);
      if (round >= 0) times.push(ms);
    }
    return { times: times.sort((one, other) => one - other), steps };
  } finally {
    await context.close();
  }
}

/** From the click on an application in the list until it can be read, with the code in the cache of the browser. */
export async function run(): Promise<Row[]> {
  const rows: Row[] = [];
  const executablePath = await findChromium(process.execPath);
  const folder = dataFolder();
  try {
    const portal = await startPortal({ dataDir: folder.path, by: 'launcher' });
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
    try {
      for (const { name, email } of readers)
        for (const isSlow of [false, true]) {
          const { times, steps } = await measure(browser, { url: portal.url, email, isSlow });
          const bound = isSlow ? slowBoundMs : fastBoundMs;
          const middle = quantile(times, 0.5);
          rows.push({
            figure: `${name}, ${steps} steps${isSlow ? ', slow line and processor' : ''}`,
            bound: `under ${bound} ms`,
            measured: `${middle.toFixed(0)} ms; slowest of ${times.length}: ${Math.max(...times).toFixed(0)} ms`,
            kept: middle < bound,
            peers: '',
          });
        }
    } finally {
      await browser.close();
      await portal.stop();
    }
  } finally {
    folder.remove();
  }
  return rows;
}
