import { type Browser, chromium, type Page } from '@playwright/test';
import { findChromium } from '../apps/start/chromium.mjs';
import { dataFolder, startPortal } from './portal.ts';
import { quantile } from './quantile.ts';
import type { Row } from './row.ts';

const partitions = 22;
const cutoffs = 12;
const limits = 4;
const arrows = 200;
const pastes = 15;
/** What one paste fills. */
const pasted = partitions * cutoffs;
const arrowBoundMs = 24;
const pasteBoundMs = 200;
/** Longer than what follows an edit: its request, and the check of the call. */
const restMs = 700;

type Watched = Window & { measured: { arrows: number[]; pastes: number[] } };

/**
 * Runs in the page, before anything else does. A measure begins with the time stamp of a key and ends in the first task
 * behind the frame that follows it, or that follows the paste of the key: by then that frame is painted.
 */
function watchGrid(): void {
  const measured = { arrows: [] as number[], pastes: [] as number[] };
  Object.assign(window, { measured });
  let pressedAt = 0;
  const afterPaint = (into: number[]) => {
    const begun = pressedAt;
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => into.push(performance.now() - begun);
      channel.port2.postMessage(null);
    });
  };
  window.addEventListener(
    'keydown',
    ({ key, timeStamp }) => {
      pressedAt = timeStamp;
      if (key.startsWith('Arrow')) afterPaint(measured.arrows);
    },
    true,
  );
  window.addEventListener('paste', () => afterPaint(measured.pastes), true);
}

/** Makes a call whose draft has every amount of the grid, and returns its id. */
async function makeCall(url: string, token: string): Promise<number> {
  const post = async (path: string, body: unknown): Promise<{ id: number }> => {
    const answer = await fetch(`${url}/api${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as { id: number };
  };
  const { id } = await post('/admin/calls', {
    code: 'GRID',
    year: 2100,
    title: 'A call with a grid',
    from: { kind: 'template', template: 'peer_review' },
  });
  const amounts = Array.from({ length: partitions }, (_, nth) => ({
    id: `partition-${nth + 1}`,
    disabled: false,
    pool: String(1_000_000 + nth * 1_000),
    min: String(1_000 + nth),
    max: String(100_000 + nth),
    fixed: null,
  }));
  const value = Array.from({ length: cutoffs }, (_, nth) => ({
    id: `cutoff-${nth + 1}`,
    start: new Date(Date.UTC(2100, nth, 1)).toISOString(),
    end: new Date(Date.UTC(2100, nth + 1, 1)).toISOString(),
    amounts,
    timeframes: [],
  }));
  const draft = await fetch(`${url}/api/admin/calls/${id}/draft`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { revision } = (await draft.json()) as { revision: number };
  await post(`/admin/calls/${id}/changes`, {
    base: revision,
    changes: [{ do: 'set', at: ['cutoffs'], value }],
  });
  return id;
}

const median = (list: readonly number[], q: number): number =>
  quantile(
    list.toSorted((one, other) => one - other),
    q,
  );

function rowOf(figure: string, taken: readonly number[], boundMs: number): Row {
  const p95 = median(taken, 0.95);
  return {
    figure: `${figure}, p95 (p50) of ${taken.length}`,
    bound: `under ${boundMs} ms`,
    measured: `${p95.toFixed(1)} ms (${median(taken, 0.5).toFixed(1)} ms)`,
    kept: p95 < boundMs,
    peers: '',
  };
}

async function openGrid(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const reply = await context.request.post(`${url}/api/users/login`, {
    data: { email: 'admin@example.org', password: 'Demo-portal-2026!', app: 'admin_portal' },
  });
  if (!reply.ok()) throw new Error(`The login answered ${reply.status()}.`);
  const { token } = (await reply.json()) as { token: string };
  const id = await makeCall(url, token);
  await context.addInitScript(() => localStorage.setItem('clearcall.signed-in.admin', '1'));
  await context.addInitScript(watchGrid);
  const page = await context.newPage();
  await page.goto(`${url}/admin/calls/${id}`);
  await page.getByRole('gridcell').first().click();
  await page.waitForTimeout(restMs);
  return page;
}

/** Keys and pastes in the grid of a call, in the built portal. */
export async function run(): Promise<Row[]> {
  const data = dataFolder();
  try {
    const portal = await startPortal({ dataDir: data.path, by: 'launcher' });
    const browser = await chromium.launch({
      executablePath: await findChromium(process.execPath),
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    });
    try {
      const page = await openGrid(browser, portal.url);
      const cells = await page.getByRole('gridcell').count();
      if (cells !== partitions * cutoffs * limits) throw new Error(`The grid has ${cells} cells.`);
      // To the far corner and back, so that the grid scrolls both ways.
      for (let nth = 0; nth < arrows; nth += 1) {
        const isBack = nth >= arrows / 2;
        await page.keyboard.press(
          nth % 5 === 4 ? (isBack ? 'ArrowUp' : 'ArrowDown') : isBack ? 'ArrowLeft' : 'ArrowRight',
        );
        await page.waitForTimeout(20);
      }
      for (let nth = 0; nth < pastes; nth += 1) {
        await page.keyboard.press('Control+Home');
        const line = (row: number) =>
          Array.from({ length: cutoffs }, (_, column) => (nth + 1) * 1_000 + row * 20 + column).join('\t');
        const text = Array.from({ length: partitions }, (_, row) => line(row)).join('\n');
        await page.evaluate((held) => navigator.clipboard.writeText(held), text);
        await page.keyboard.press('Control+v');
        await page.waitForTimeout(restMs);
      }
      const measured = await page.evaluate(() => (window as unknown as Watched).measured);
      if (measured.arrows.length !== arrows || measured.pastes.length !== pastes)
        throw new Error(
          `Measured were ${measured.arrows.length} arrows and ${measured.pastes.length} pastes.`,
        );
      const last = await page.getByRole('gridcell').first().textContent();
      if (last?.replace(/\D/g, '') !== String(pastes * 1_000)) throw new Error(`The first cell has ${last}.`);
      const grid = `grid of ${partitions} × ${cutoffs}`;
      return [
        rowOf(`${grid}: arrow to paint`, measured.arrows, arrowBoundMs),
        rowOf(`${grid}: paste of ${pasted} cells to paint`, measured.pastes, pasteBoundMs),
      ];
    } finally {
      await browser.close();
      await portal.stop();
    }
  } finally {
    data.remove();
  }
}
