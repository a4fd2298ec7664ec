import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { findChromium } from '../apps/start/chromium.mjs';
import { type Probe, watchKeys } from './key-probe.ts';
import { type Kind, kinds, type Target, type TypedForm, typedForm } from './keystroke-form.ts';
import { owner, typedWorld } from './keystroke-world.ts';
import { dataFolder, loadWorld, ofOwnWorld, startPortal } from './portal.ts';
import { quantile } from './quantile.ts';
import type { Row } from './row.ts';

const sizes = [500, 2000] as const;
/** How many times slower the processor is made, and under what 95 of 100 keys have to be. */
const rates = [
  { rate: 1, boundMs: 24 },
  { rate: 4, boundMs: 48 },
] as const;

const typing: Record<Kind, { begins: string; keys: readonly string[]; words: string }> = {
  text: { begins: 'End', keys: [' ', 'm', 'o', 'r', 'e'], words: 'a text among 60 fields' },
  row: { begins: 'Control+a', keys: ['1', '4', '.', '5'], words: 'a number in one of 20 rows' },
  summed: {
    begins: 'Control+a',
    keys: ['1', '2', '.', '2', '5'],
    words: 'a number that a sum on the page adds',
  },
};
/** With three kinds of fields 208 keys for each page, size and speed. */
const keysOfKind = 68;
const warmFields = 2;
const fieldsInTurn = 6;
const pauseMs = 20;
/** Long enough for what is drawn after a pause in typing. */
const restMs = 150;

const pagesAddress = 'http://pages.bench';

interface Contender {
  name: string;
  address: (fields: number, kind: Kind) => string;
  /** After the page was loaded: what somebody would do who wants to type there. */
  prepare: (page: Page, kind: Kind) => Promise<void>;
  selector: (target: Target) => string;
}

interface Seat {
  contender: Contender;
  page: Page;
  session: CDPSession;
}

interface Keys {
  times: number[];
  work: number[];
}

const byId = (id: string): string => `[id=${JSON.stringify(id)}]`;

function ours(url: string): Contender {
  let rows: string[] = [];
  return {
    name: 'clearcall',
    address: (fields, kind) => `${url}/applications/F${fields}-001?form=${kind}`,
    prepare: async (page, kind) => {
      await page.getByRole('heading', { level: 1 }).waitFor();
      if (kind !== 'row') return;
      // A long list of rows opens folded.
      const folded = page.locator(`${byId('group0')} > fieldset[data-folded]`);
      while ((await folded.count()) > 0) await folded.first().getByRole('button', { name: /^Open/ }).click();
      rows = await page
        .locator(`${byId('group0')} > fieldset`)
        .evaluateAll((list) => list.map(({ id }) => id));
    },
    selector: ({ elementId, row }) => byId(row === null ? elementId : `${elementId}@${rows[row]}`),
  };
}

const hookForm: Contender = {
  name: 'react-hook-form',
  address: (fields, kind) => `${pagesAddress}/hook-form.html?fields=${fields}&kind=${kind}`,
  prepare: (page) => page.locator('input').first().waitFor(),
  selector: ({ elementId, row }) => byId(row === null ? elementId : `group0.${row}.${elementId}`),
};

const survey: Contender = {
  name: 'SurveyJS',
  address: (fields, kind) => `${pagesAddress}/survey.html?fields=${fields}&kind=${kind}`,
  prepare: (page) => page.locator('input').first().waitFor(),
  selector: ({ elementId, row }) => {
    const field = `[data-name=${JSON.stringify(elementId)}] :is(input, textarea)`;
    return row === null ? field : `:nth-match(${field}, ${row + 1})`;
  },
};

/** The pages of the peers, built as a product is; gives the folder. */
async function buildPeers(into: string): Promise<string> {
  const root = join(import.meta.dirname, 'peer-pages');
  const outDir = join(into, 'pages');
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    build: {
      outDir,
      emptyOutDir: true,
      chunkSizeWarningLimit: 10_000,
      rolldownOptions: { input: [join(root, 'hook-form.html'), join(root, 'survey.html')] },
    },
  });
  return outDir;
}

const contentTypes: Record<string, string> = { html: 'text/html', js: 'text/javascript', css: 'text/css' };

async function seat(browser: Browser, contender: Contender, url: string, folder: string): Promise<Seat> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
  if (contender.address(0, 'text').startsWith(url)) {
    const reply = await context.request.post(`${url}/api/users/login`, {
      data: { ...owner, app: 'user_portal' },
    });
    if (!reply.ok()) throw new Error(`The login answered ${reply.status()}.`);
    // Without this mark a page does not ask for the session that the cookie stands for.
    await context.addInitScript(() => localStorage.setItem('clearcall.signed-in', '1'));
  }
  await context.route(`${pagesAddress}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    const contentType = contentTypes[pathname.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
    return route.fulfill({ body: readFileSync(join(folder, pathname)), contentType });
  });
  await context.addInitScript(watchKeys);
  const page = await context.newPage();
  return { contender, page, session: await context.newCDPSession(page) };
}

type Watched = Window & { probe: Probe };

/** Types in some fields and gives what was measured meanwhile. */
async function type({ contender, page }: Seat, kind: Kind, targets: readonly Target[]): Promise<Keys> {
  const { begins, keys } = typing[kind];
  await page.bringToFront();
  await page.evaluate(() => {
    const { probe } = window as unknown as Watched;
    probe.times = [];
    probe.work = [];
  });
  for (const target of targets) {
    await page.focus(contender.selector(target));
    await page.keyboard.press(begins);
    for (const key of keys) {
      await page.keyboard.press(key);
      await page.waitForTimeout(pauseMs);
    }
  }
  await page.waitForTimeout(restMs);
  const { times, work } = await page.evaluate(() => (window as unknown as Watched).probe);
  const pressed = targets.length * keys.length;
  if (times.length !== pressed)
    throw new Error(`${contender.name} was told of ${times.length} of ${pressed} keys.`);
  return { times, work };
}

/** How many components of React are drawn for a key, with what is drawn after a pause. */
async function drawnForAKey({ contender, page }: Seat, kind: Kind, target: Target): Promise<number> {
  await page.bringToFront();
  await page.focus(contender.selector(target));
  await page.keyboard.press('End');
  await page.waitForTimeout(restMs);
  const keys = ['1', 'Backspace', '2', 'Backspace'];
  const drawn = async (counts: boolean): Promise<number> =>
    page.evaluate((on) => {
      const { probe } = window as unknown as Watched;
      probe.counts = on;
      return probe.drawn;
    }, counts);
  const before = await drawn(true);
  for (const key of kind === 'text' ? ['a', 'Backspace', 'b', 'Backspace'] : keys) {
    await page.keyboard.press(key);
    await page.waitForTimeout(restMs);
  }
  return ((await drawn(false)) - before) / keys.length;
}

interface Measured {
  /** By contender, then by kind. */
  keys: Map<string, Map<Kind, Keys>>;
}

async function measure(
  seats: readonly Seat[],
  form: TypedForm,
  fields: number,
  drawn: Map<string, Map<Kind, number>>,
): Promise<Map<number, Measured>> {
  const all = new Map<number, Measured>();
  for (const { rate } of rates) {
    all.set(rate, { keys: new Map(seats.map(({ contender }) => [contender.name, new Map()])) });
  }
  for (const kind of kinds) {
    for (const { contender, page } of seats) {
      await page.bringToFront();
      await page.goto(contender.address(fields, kind));
      await contender.prepare(page, kind);
    }
    const targets = form.targets[kind];
    const needed = Math.ceil(keysOfKind / typing[kind].keys.length);
    const at = (from: number, count: number): Target[] =>
      Array.from({ length: count }, (_, i) => targets[(from + i) % targets.length]).filter(
        (target) => target !== undefined,
      );
    for (const { rate } of rates) {
      for (const one of seats) {
        await one.session.send('Emulation.setCPUThrottlingRate', { rate });
        await type(one, kind, at(needed, warmFields));
      }
      // In turns, so that a busy moment of the machine meets everybody; who is first takes turns too.
      for (let from = 0, turn = 0; from < needed; from += fieldsInTurn, turn++) {
        const part = at(from, Math.min(fieldsInTurn, needed - from));
        for (const one of turn % 2 === 0 ? seats : seats.toReversed()) {
          const { times, work } = await type(one, kind, part);
          const byKind = all.get(rate)?.keys.get(one.contender.name);
          const known = byKind?.get(kind) ?? { times: [], work: [] };
          byKind?.set(kind, { times: [...known.times, ...times], work: [...known.work, ...work] });
        }
      }
    }
    for (const one of seats) {
      await one.session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
      const target = targets[0];
      if (target === undefined) continue;
      const known = drawn.get(one.contender.name) ?? new Map<Kind, number>();
      drawn.set(one.contender.name, known.set(kind, await drawnForAKey(one, kind, target)));
    }
  }
  return all;
}

const at = (list: readonly number[], q: number): number =>
  quantile(
    [...list].sort((a, b) => a - b),
    q,
  );
const inWords = (list: readonly number[]): string =>
  `${at(list, 0.95).toFixed(1)} ms (${at(list, 0.5).toFixed(1)} ms)`;

function rowsOf(fields: number, measured: ReadonlyMap<number, Measured>, names: readonly string[]): Row[] {
  const rows: Row[] = [];
  for (const { rate, boundMs } of rates) {
    const keys = measured.get(rate)?.keys;
    const of = (name: string, which: readonly Kind[], what: keyof Keys): number[] =>
      which.flatMap((kind) => keys?.get(name)?.get(kind)?.[what] ?? []);
    const row = (figure: string, which: readonly Kind[], what: keyof Keys, isBound: boolean): void => {
      const own = of('clearcall', which, what);
      rows.push({
        figure: `${fields} elements${rate === 1 ? '' : `, processor ${rate} × slower`}: ${figure}`,
        bound: isBound ? `under ${boundMs} ms` : '',
        measured: inWords(own),
        kept: isBound ? at(own, 0.95) < boundMs : null,
        peers: names
          .map((name) => {
            const theirs = of(name, which, what);
            return `${name} ${inWords(theirs)}, ${(at(theirs, 0.95) / at(own, 0.95)).toFixed(1)} × ours`;
          })
          .join('; '),
      });
    };
    row(`key to paint, p95 (p50) of ${of('clearcall', kinds, 'times').length}`, kinds, 'times', true);
    for (const kind of kinds) row(`… ${typing[kind].words}`, [kind], 'times', false);
    row('… what of it the page works', kinds, 'work', false);
  }
  return rows;
}

function drawnRow(
  fields: number,
  drawn: ReadonlyMap<string, ReadonlyMap<Kind, number>>,
  names: readonly string[],
): Row {
  const words = (name: string): string =>
    kinds.map((kind) => (drawn.get(name)?.get(kind) ?? Number.NaN).toFixed(0)).join(' / ');
  return {
    figure: `${fields} elements: components drawn for a key (${kinds.join(' / ')})`,
    bound: '',
    measured: words('clearcall'),
    kept: null,
    peers: names.map((name) => `${name} ${words(name)}`).join('; '),
  };
}

/** From a key to the paint after it, in the editor of the built portal and in the pages of the peers. */
export async function run(): Promise<Row[]> {
  const rows: Row[] = [];
  const forms = new Map(sizes.map((fields) => [fields, typedForm(fields)]));
  const data = dataFolder();
  const made = dataFolder();
  try {
    const pages = await buildPeers(made.path);
    const world = join(made.path, 'world.json');
    const named = new Map([...forms].map(([fields, form]) => [`f${fields}`, form]));
    writeFileSync(world, JSON.stringify(typedWorld(named)));
    await loadWorld(data.path, world);
    const portal = await startPortal({ dataDir: data.path, by: 'launcher', env: ofOwnWorld });
    const browser = await chromium.launch({
      executablePath: await findChromium(process.execPath),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
      ],
    });
    try {
      const contenders = [ours(portal.url), hookForm, survey];
      const peers = [hookForm.name, survey.name];
      for (const [fields, form] of forms) {
        const seats: Seat[] = [];
        for (const contender of contenders) seats.push(await seat(browser, contender, portal.url, pages));
        const drawn = new Map<string, Map<Kind, number>>();
        rows.push(...rowsOf(fields, await measure(seats, form, fields, drawn), peers));
        rows.push(drawnRow(fields, drawn, peers));
        for (const { page } of seats) await page.context().close();
      }
    } finally {
      await browser.close();
      await portal.stop();
    }
  } finally {
    data.remove();
    made.remove();
  }
  return rows;
}
