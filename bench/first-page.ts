import { get } from 'node:http';
import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import { findChromium } from '../apps/start/chromium.mjs';
import { dataFolder, startPortal } from './portal.ts';
import type { Row } from './row.ts';
import { slowDown } from './slow-line.ts';

const scriptBound = 150;
const styleBound = 120;
const shiftBound = 0.02;
/** After the network fell silent: what a page fetches when it has nothing else to do counts too. */
const idleMs = 3000;

const sizes = [
  { width: 1440, height: 900, isMobile: false },
  { width: 390, height: 844, isMobile: true },
] as const;

type Kind = 'script' | 'style' | 'font';

interface Visit {
  /** Kilobytes (of a thousand bytes) with Accept-Encoding: gzip. */
  kilobytes: Record<Kind, number>;
  scripts: number;
  shift: number;
  /** Milliseconds; null when the browser told none. */
  largestPaint: number | null;
}

function kindOf(contentType: string): Kind | null {
  if (/javascript/.test(contentType)) return 'script';
  if (/^text\/css/.test(contentType)) return 'style';
  if (/^font\//.test(contentType)) return 'font';
  return null;
}

/** How many bytes of body the server sends to somebody who understands gzip and nothing better. */
function sentBytes(address: string): Promise<number> {
  return new Promise((done, fail) => {
    get(address, { headers: { 'Accept-Encoding': 'gzip' } }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.on('end', () => {
        if (response.statusCode === 200) done(bytes);
        else fail(new Error(`${address} answered ${response.statusCode}.`));
      });
      response.on('error', fail);
    }).on('error', fail);
  });
}

/** Runs in the page, before anything else does. Every shift counts, not only the worst second. */
function watchPaint(): void {
  const seen = { shift: 0, largestPaint: null as number | null };
  Object.assign(window, { seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
    })[])
      if (!entry.hadRecentInput) seen.shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => {
    seen.largestPaint = list.getEntries().at(-1)?.startTime ?? seen.largestPaint;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
}

interface Way {
  url: string;
  path: string;
  size: (typeof sizes)[number];
  isSlow: boolean;
  /** Signs in, where the page is for people with an account. */
  enter: (context: BrowserContext) => Promise<void>;
}

/** Opens a page with an empty cache and waits until it rests. */
async function visit(browser: Browser, { url, path, size, isSlow, enter }: Way): Promise<Visit> {
  const { width, height, isMobile } = size;
  const context = await browser.newContext({ viewport: { width, height }, isMobile, locale: 'en-GB' });
  try {
    await enter(context);
    const loaded = new Map<string, Kind>();
    context.on('response', (response) => {
      const kind = kindOf(response.headers()['content-type'] ?? '');
      if (kind !== null) loaded.set(response.url(), kind);
    });
    const page = await context.newPage();
    await page.addInitScript(watchPaint);
    if (isSlow) await slowDown(page);
    await page.goto(url + path, { waitUntil: 'networkidle', timeout: 90_000 });
    await page.getByRole('heading', { level: 1 }).waitFor({ timeout: 30_000 });
    await page.waitForTimeout(idleMs);
    // Who is sent to the login page instead would measure that.
    const shown = new URL(page.url()).pathname;
    if (shown !== path) throw new Error(`${path} led to ${shown}.`);
    const seen = await page.evaluate(
      () =>
        (window as Window & { seen?: { shift: number; largestPaint: number | null } }).seen ?? {
          shift: Number.NaN,
          largestPaint: null,
        },
    );
    const kilobytes: Visit['kilobytes'] = { script: 0, style: 0, font: 0 };
    for (const [address, kind] of loaded) kilobytes[kind] += (await sentBytes(address)) / 1000;
    return { kilobytes, scripts: [...loaded.values()].filter((kind) => kind === 'script').length, ...seen };
  } finally {
    await context.close();
  }
}

const largest = (visits: readonly Visit[], of: (visit: Visit) => number): number =>
  Math.max(...visits.map(of));
const each = (visits: readonly Visit[], of: (visit: Visit) => string): string => visits.map(of).join(' / ');

/** The figures of one page at both widths; the larger one counts. `isBound`: whether the bounds are for this page. */
function rowsOf(name: string, { fast, slow }: { fast: Visit[]; slow: Visit[] }, isBound: boolean): Row[] {
  const row = (figure: string, bound: string, measured: string, kept: boolean): Row => ({
    figure: `${name}: ${figure}`,
    bound: isBound ? bound : '',
    measured,
    kept: isBound ? kept : null,
    peers: '',
  });
  const all = [...fast, ...slow];
  const script = ({ kilobytes }: Visit): number => kilobytes.script;
  const style = ({ kilobytes }: Visit): number => kilobytes.style + kilobytes.font;
  const paint = ({ largestPaint }: Visit): string =>
    largestPaint === null ? 'none' : `${largestPaint.toFixed(0)} ms`;
  return [
    row(
      'JavaScript',
      `under ${scriptBound} KB`,
      `${each(fast, (one) => `${script(one).toFixed(1)} KB in ${one.scripts} files`)}`,
      largest(all, script) < scriptBound,
    ),
    row(
      'CSS and font',
      `under ${styleBound} KB`,
      each(fast, ({ kilobytes }) => `${kilobytes.style.toFixed(1)} + ${kilobytes.font.toFixed(1)} KB`),
      largest(all, style) < styleBound,
    ),
    row(
      'layout shift; on a slow line',
      `under ${shiftBound}`,
      `${each(fast, ({ shift }) => shift.toFixed(3))}; ${each(slow, ({ shift }) => shift.toFixed(3))}`,
      largest(all, ({ shift }) => shift) < shiftBound,
    ),
    {
      figure: `${name}: largest paint; on a slow line`,
      bound: '',
      measured: `${each(fast, paint)}; ${each(slow, paint)}`,
      kept: null,
      peers: '',
    },
  ];
}

const account = { email: 'applicant@example.org', password: 'Demo-portal-2026!', app: 'user_portal' };

/** What a first visit loads and how steady the page is, at 1440 and 390 px, with an empty cache. */
export async function run(): Promise<Row[]> {
  const rows: Row[] = [];
  const executablePath = await findChromium(process.execPath);
  const folder = dataFolder();
  try {
    const portal = await startPortal({ dataDir: folder.path, by: 'launcher' });
    const browser = await chromium.launch({
      executablePath,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
      ],
    });
    try {
      const { url } = portal;
      const stranger = async (): Promise<void> => {};
      const signIn = async (context: BrowserContext): Promise<void> => {
        const response = await context.request.post(`${url}/api/users/login`, { data: account });
        if (!response.ok()) throw new Error(`The login answered ${response.status()}.`);
        // Without this mark a page does not ask for the session that the cookie stands for.
        await context.addInitScript(() => localStorage.setItem('clearcall.signed-in', '1'));
      };
      const { data: calls }: { data: { id: number; code: string; state: string }[] } = await (
        await fetch(`${url}/api/v2/calls/published`)
      ).json();
      const regular = calls.find(({ code, state }) => code === 'REG' && state === 'open');
      if (regular === undefined) throw new Error('The demonstration has no open Regular call.');
      const { token }: { token: string } = await (
        await fetch(`${url}/api/users/login`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(account),
        })
      ).json();
      const { uid }: { uid: string } = await (
        await fetch(`${url}/api/v2/applications`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
          body: JSON.stringify({ callId: regular.id }),
        })
      ).json();
      const pages = [
        { name: 'first page', path: '/', enter: stranger, isBound: true },
        { name: 'a call', path: `/calls/${regular.id}`, enter: stranger, isBound: false },
        { name: 'editor', path: `/applications/${uid}`, enter: signIn, isBound: false },
      ];
      for (const { name, path, enter, isBound } of pages) {
        const at = async (isSlow: boolean): Promise<Visit[]> => {
          const visits: Visit[] = [];
          for (const size of sizes) visits.push(await visit(browser, { url, path, size, isSlow, enter }));
          return visits;
        };
        rows.push(...rowsOf(name, { fast: await at(false), slow: await at(true) }, isBound));
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
