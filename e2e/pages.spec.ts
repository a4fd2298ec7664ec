import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeLink } from '@clearcall/domain/mail/link.ts';
import { type APIRequestContext, test as base, expect, type Page } from '@playwright/test';
import { demoPassword, signIn } from './accounts.ts';
import { expectAccessible } from './axe.ts';
import { mailTo } from './mails.ts';

/**
 * Every page, as it stands when somebody opens its address: in light and dark and in a narrow window, with what has to
 * hold of all of them. What pages do is in the journeys. A new page without a row here fails.
 */

type Portal = 'user-portal' | 'admin-portal';

interface Row {
  portal: Portal;
  /** The path as it stands in the portal's routes.tsx; null for an address that has no route. */
  route: string | null;
  /** What is opened, when it is not the route itself. */
  open?: string | ((api: Api) => Promise<string>);
  /** Whose session is open; nobody's when absent. */
  as?: string;
  heading: string | RegExp;
  /** The answer of the API that belongs to this page though it is a refusal. */
  refusal?: number;
}

const applicant = 'applicant@example.org';
const pro = 'pro@example.org';
const admin = 'admin@example.org';
/** Gets a mail that no journey waits for. */
const reader = 'user@example.org';
const link = encodeLink({ email: 'nobody@example.org', token: 'x'.repeat(43) });
const changeLink = encodeLink({ id: 1, email: 'nobody@example.org', token: 'x'.repeat(43) });
/** The short name of the demonstration's organisation, and which portal it is. */
const titles: Record<Portal, string> = {
  'user-portal': 'ESAO - User Portal',
  'admin-portal': 'ESAO - Administration',
};
const prefixes: Record<Portal, string> = { 'user-portal': '', 'admin-portal': '/admin' };
const notFound = "The page you're looking for couldn't be found";

const rows: readonly Row[] = [
  { portal: 'user-portal', route: '/', heading: 'Open Calls for Proposals' },
  { portal: 'user-portal', route: '/', as: applicant, heading: 'Open Calls for Proposals' },
  { portal: 'user-portal', route: '/calls', heading: 'Open Calls for Proposals' },
  {
    portal: 'user-portal',
    route: '/calls/$id',
    open: (api) => api.call('REG', 'open'),
    heading: 'Regular Access',
  },
  {
    portal: 'user-portal',
    route: '/calls/$id',
    open: (api) => api.call('REG', 'closed'),
    as: applicant,
    heading: /^Regular Access/,
  },
  {
    portal: 'user-portal',
    route: '/calls/$id',
    open: '/calls/999999',
    heading: 'The call you’re looking for couldn’t be found',
    refusal: 404,
  },
  { portal: 'user-portal', route: '/auth', heading: 'Log in' },
  { portal: 'user-portal', route: '/auth/login', heading: 'Log in' },
  { portal: 'user-portal', route: '/auth/register', heading: 'Register' },
  { portal: 'user-portal', route: '/auth/provider', heading: 'Almost there', refusal: 410 },
  {
    portal: 'user-portal',
    route: '/auth/register/confirmation',
    heading: 'Thanks for joining us!',
  },
  {
    portal: 'user-portal',
    route: '/auth/register/confirmation',
    open: '/auth/register/confirmation?email=nobody%40example.org',
    heading: 'Email Change',
  },
  {
    portal: 'user-portal',
    route: '/auth/confirm/$token',
    open: `/auth/confirm/${link}`,
    heading: 'Confirm your account',
  },
  {
    portal: 'user-portal',
    route: '/auth/confirm/$token',
    open: '/auth/confirm/torn',
    heading: 'Confirm your account',
  },
  { portal: 'user-portal', route: '/auth/email/confirmation', heading: 'Email Change' },
  {
    portal: 'user-portal',
    route: '/auth/confirm/email/$token',
    open: `/auth/confirm/email/${changeLink}`,
    heading: 'Confirm your new address',
  },
  {
    portal: 'user-portal',
    route: '/auth/confirm/email/$token',
    open: `/auth/confirm/email/${link}`,
    heading: 'Confirm your new address',
  },
  {
    portal: 'user-portal',
    route: '/auth/invite/$token',
    open: `/auth/invite/${link}`,
    heading: 'Choose a Password',
  },
  {
    portal: 'user-portal',
    route: '/auth/invite/$token',
    open: '/auth/invite/torn',
    heading: 'Choose a Password',
  },
  { portal: 'user-portal', route: '/auth/invite/sent', heading: 'Check your mailbox!' },
  { portal: 'user-portal', route: '/auth/forgot', heading: 'Forgot password' },
  { portal: 'user-portal', route: '/auth/forgot/sent', heading: 'Check your mailbox!' },
  {
    portal: 'user-portal',
    route: '/auth/reset/$token',
    open: `/auth/reset/${link}`,
    heading: 'Choose a new password',
  },
  { portal: 'user-portal', route: '/applications', as: applicant, heading: 'Applications' },
  {
    portal: 'user-portal',
    route: '/applications/$uid',
    open: (api) => api.application('draft'),
    as: applicant,
    heading: /\S/,
  },
  {
    portal: 'user-portal',
    route: '/applications/$uid',
    open: async (api) => `${await api.application('submitted')}?view=read`,
    as: applicant,
    heading: 'The whole proposal',
  },
  {
    portal: 'user-portal',
    route: '/applications/$uid',
    open: (api) => api.application('submitted'),
    as: applicant,
    heading: /\S/,
  },
  {
    portal: 'user-portal',
    route: '/applications/$uid',
    open: (api) => api.application('changes_requested'),
    as: applicant,
    heading: /\S/,
  },
  {
    portal: 'user-portal',
    route: '/applications/$uid',
    open: (api) => api.toAccept(),
    as: 'scientific-reviewer@example.org',
    heading: /^ESAO-/,
  },
  {
    portal: 'user-portal',
    route: '/applications/$uid',
    open: '/applications/ESAO-REG-1999R01-001',
    as: applicant,
    heading: /couldn(’|')t be found/,
    refusal: 404,
  },
  { portal: 'user-portal', route: '/profile', as: applicant, heading: 'Ilse Vandenbroucke' },
  {
    portal: 'user-portal',
    route: '/profile',
    open: '/profile?tab=personal',
    as: applicant,
    heading: 'Ilse Vandenbroucke',
  },
  {
    portal: 'user-portal',
    route: '/profile',
    open: '/profile?tab=involvement',
    as: applicant,
    heading: 'Ilse Vandenbroucke',
  },
  {
    portal: 'user-portal',
    route: '/profile',
    open: '/profile?tab=bank',
    as: applicant,
    heading: 'Ilse Vandenbroucke',
  },
  { portal: 'user-portal', route: '/profile/organization', as: applicant, heading: 'Ilse Vandenbroucke' },
  { portal: 'user-portal', route: '/profile/pwd', as: applicant, heading: 'Ilse Vandenbroucke' },
  { portal: 'user-portal', route: '/dashboard', as: applicant, heading: 'Dashboard' },
  {
    portal: 'user-portal',
    route: '/dashboard',
    open: '/dashboard?role=ac_chair',
    as: pro,
    heading: 'Dashboard',
  },
  { portal: 'user-portal', route: '/legacy', as: pro, heading: 'Legacy' },
  { portal: 'user-portal', route: '/legacy', open: '/legacy?search=zzz', as: applicant, heading: 'Legacy' },
  {
    portal: 'user-portal',
    route: '/legacy/$id',
    open: (api) => api.archived(),
    as: applicant,
    heading: /^\d{4}[RP]A\d+$/,
  },
  {
    portal: 'user-portal',
    route: '/legacy/$id',
    open: '/legacy/999999',
    as: applicant,
    heading: 'This archived proposal couldn’t be found',
    refusal: 404,
  },
  {
    portal: 'user-portal',
    route: '/cines/$id',
    open: '/cines/1',
    as: pro,
    heading: /^\d{4}[RP]A\d+$/,
  },
  {
    portal: 'user-portal',
    route: '/reports/$id',
    open: '/reports/0190a0a0-0000-7000-8000-00000000dead',
    as: applicant,
    heading: 'This report couldn’t be found',
    refusal: 404,
  },
  { portal: 'user-portal', route: '/documentation', heading: 'Guide for applicants and reviewers' },
  { portal: 'user-portal', route: '/terms', heading: 'Terms of Use' },
  { portal: 'user-portal', route: '/privacy', heading: 'Privacy Policy' },
  { portal: 'user-portal', route: '/accessibility', heading: 'Accessibility' },
  { portal: 'user-portal', route: '/contact', heading: 'Contact' },
  {
    portal: 'user-portal',
    route: '/mailing-list/$token',
    open: `/mailing-list/${'A'.repeat(40)}`,
    heading: 'Mails about new calls',
  },
  { portal: 'user-portal', route: '/mailbox', heading: 'Mailbox' },
  { portal: 'user-portal', route: '/mailbox', open: (api) => api.mail(), heading: 'Mailbox' },
  { portal: 'user-portal', route: null, open: '/no-such-page', heading: notFound },
  { portal: 'user-portal', route: null, open: '/applications/', as: applicant, heading: 'Applications' },
  { portal: 'admin-portal', route: '/auth/login', heading: 'Log in' },
  { portal: 'admin-portal', route: '/', as: admin, heading: 'Administration' },
  { portal: 'admin-portal', route: null, open: '/admin/no-such-page', heading: notFound },
];

/** Asks the API for what an address needs. */
class Api {
  readonly #request: APIRequestContext;
  readonly #token: string;

  constructor(request: APIRequestContext, token: string) {
    this.#request = request;
    this.#token = token;
  }

  async call(code: string, state: string): Promise<string> {
    const response = await this.#request.get('/api/v2/calls/published');
    const { data } = (await response.json()) as { data: { id: number; code: string; state: string }[] };
    const found = data.find((call) => call.code === code && call.state === state);
    expect(found, `a call ${code} that is ${state}`).toBeDefined();
    return `/calls/${found?.id}`;
  }

  async application(status: string, call = ''): Promise<string> {
    const ofCall = call === '' ? [] : [{ column: 'callTitle', op: 'contains', value: call }];
    const response = await this.#request.post('/api/v2/applications/search', {
      data: { searchBy: [{ column: 'status', op: 'equal', value: status }, ...ofCall] },
      headers: { Authorization: `Bearer ${this.#token}` },
    });
    const { data } = (await response.json()) as { data: { uid: string }[] };
    expect(data.length, `applications with the status ${status}`).toBeGreaterThan(0);
    return `/applications/${data[0]?.uid}`;
  }

  /** An application of which whoever is signed in was given a step, and has not accepted it. */
  async toAccept(): Promise<string> {
    const response = await this.#request.post('/api/v2/applications/dashboard', {
      data: {},
      headers: { Authorization: `Bearer ${this.#token}` },
    });
    const { data } = (await response.json()) as {
      data: { uid: string; assignments: { status: string }[] }[];
    };
    const found = data.find(({ assignments }) => assignments.every(({ status }) => status === 'assigned'));
    expect(found, 'a step that waits to be accepted').toBeDefined();
    return `/applications/${found?.uid}`;
  }

  /** An archived application of whoever is signed in. */
  async archived(): Promise<string> {
    const response = await this.#request.get('/api/cines', {
      headers: { Authorization: `Bearer ${this.#token}` },
    });
    const { data } = (await response.json()) as { data: { id: number }[] };
    expect(data.length).toBeGreaterThan(0);
    return `/legacy/${data[0]?.id}`;
  }

  /** The address of every form of an application. */
  async forms(application: string): Promise<string[]> {
    const read = async (path: string) =>
      (
        await this.#request.get(`/api/v2${path}`, { headers: { Authorization: `Bearer ${this.#token}` } })
      ).json();
    const { parts } = (await read(application)) as { parts: string[] };
    type Part = { steps?: { forms: { id: string }[] }[] };
    const told = await Promise.all(parts.map(async (hash) => (await read(`/parts/${hash}`)) as Part));
    const [first] = told.flatMap(({ steps }) => steps ?? []);
    expect(first?.forms.length, 'forms of the first step').toBeGreaterThan(1);
    return (first?.forms ?? []).map(({ id }) => `${application}?form=${id}`);
  }

  /** A mailbox with a mail in it. */
  async mail(): Promise<string> {
    await this.#request.post('/api/users/forgot', { data: { email: reader } });
    await mailTo(this.#request, reader, /password/i);
    return `/mailbox?to=${encodeURIComponent(reader)}`;
  }
}

/** What goes wrong behind a page: errors in the console, requests that fail or are refused. */
function listen(page: Page, { refusal }: Row): string[] {
  const wrong: string[] = [];
  page.on('console', (message) => {
    const expected = refusal !== undefined && message.text().includes(`status of ${refusal} `);
    if (message.type() === 'error' && !expected) wrong.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => wrong.push(`thrown: ${error.message}`));
  page.on('response', (response) => {
    const status = response.status();
    if (status >= 400 && status !== refusal) wrong.push(`${status}: ${response.url()}`);
  });
  page.on('requestfailed', (request) => {
    // What was still under way when the page was left is nobody's fault.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED')
      wrong.push(`${request.failure()?.errorText}: ${request.url()}`);
  });
  return wrong;
}

const name = ({ portal, route, open, as, heading }: Row): string =>
  [
    portal === 'admin-portal' ? 'administration ' : '',
    typeof open === 'string' ? open.replace(link, '…') : (route ?? ''),
    typeof open === 'function' ? ` (${open.toString().replace(/^.*?=>\s*api\./, '')})` : '',
    as === undefined ? '' : `, ${as}`,
    typeof heading === 'string' ? `: ${heading}` : '',
  ].join('');

interface Visit {
  page: Page;
  api: Api;
}

/** Who has been here keeps the window: what it fetched and compiled once, and its session, need not come again. */
const test = base.extend<
  { visit: (row: Pick<Row, 'portal' | 'as'>) => Promise<Visit> },
  { visitors: Map<string, Visit> }
>({
  visitors: [
    // biome-ignore lint/correctness/noEmptyPattern: a fixture says so that it needs no other
    async ({}, use) => {
      const visitors = new Map<string, Visit>();
      await use(visitors);
      for (const { page } of visitors.values()) await page.context().close();
    },
    { scope: 'worker' },
  ],
  visit: async ({ browser, visitors }, use) => {
    const visited: Page[] = [];
    await use(async ({ portal, as }) => {
      const key = `${portal} ${as}`;
      const known = visitors.get(key);
      const page = known?.page ?? (await browser.newPage());
      visited.push(page);
      if (known !== undefined) return known;
      const app = portal === 'user-portal' ? 'user_portal' : 'admin_portal';
      const token = as === undefined ? '' : await signIn(page, as, demoPassword, app);
      const visit = { page, api: new Api(page.request, token) };
      visitors.set(key, visit);
      return visit;
    });
    for (const page of visited) {
      for (const told of ['console', 'pageerror', 'response', 'requestfailed'])
        await page.removeAllListeners(told);
    }
  },
});

type Scheme = 'light' | 'dark';

const narrow = { width: 390, height: 844 };
const isFull = process.env.CLEARCALL_FULL === 'yes';

/** Holds what stands on the page against everything that has to hold of all pages, as wide as its window is now. */
async function expectSoundNow(page: Page, schemes: Scheme[]): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  const beyond = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(beyond, `pixels to scroll sideways at ${page.url()}`).toBe(0);
  for (const scheme of schemes) {
    // Somebody whose system turns dark in the evening has the page open.
    await page.emulateMedia({ colorScheme: scheme });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme);
    await expectAccessible(page, scheme === schemes[0] ? 'all' : 'contrast');
  }
}

/**
 * Opens an address and holds what stands there against all of that: light and dark, then in a narrow window. Its colours
 * are the same in both. `npm run test:full` opens each page on a telephone as well.
 */
async function expectSound(page: Page, address: string, { portal, heading }: Row): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 }).filter({ hasText: heading })).toHaveCount(1);
  await page.waitForLoadState('networkidle');
  await expect(page).toHaveTitle(titles[portal]);
  await expectSoundNow(page, ['light', 'dark']);
  if (isFull) return;
  const wide = page.viewportSize();
  await page.setViewportSize(narrow);
  await expectSoundNow(page, ['light']);
  if (wide !== null) await page.setViewportSize(wide);
}

test('page of every form between wide and narrow: each field has room to type', { tag: '@wide' }, async ({
  page,
}) => {
  const api = new Api(page.request, await signIn(page, applicant));
  await page.setViewportSize({ width: 1024, height: 900 });
  for (const address of await api.forms(await api.application('draft', 'Regular Access'))) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const widths = await page
      .getByRole('main')
      .getByRole('textbox')
      .evaluateAll((boxes) => boxes.map((box) => box.getBoundingClientRect().width));
    expect(Math.min(100, ...widths), address).toBeGreaterThan(60);
  }
});

test('page of an application on paper: white in the dark, and as wide as the paper', {
  tag: '@once',
}, async ({ page }) => {
  const api = new Api(page.request, await signIn(page, applicant));
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(await api.application('submitted'));
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toBeVisible();
  await page.setViewportSize({ width: 794, height: 1123 });
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  expect((await heading.boundingBox())?.width).toBeGreaterThan(700);
});

for (const row of rows) {
  test(`page ${name(row)}`, { tag: '@once' }, async ({ visit }) => {
    const { page, api } = await visit(row);
    const address =
      typeof row.open === 'function'
        ? await row.open(api)
        : (row.open ?? `${prefixes[row.portal]}${row.route}`);
    const wrong = listen(page, row);
    await expectSound(page, address, row);
    expect(wrong).toEqual([]);
  });
}

test('page of every form of the Regular application', { tag: '@once' }, async ({ visit }) => {
  const row: Row = { portal: 'user-portal', route: '/applications/$uid', as: applicant, heading: /\S/ };
  const { page, api } = await visit(row);
  const wrong = listen(page, row);
  const addresses = await api.forms(await api.application('draft', 'Regular Access'));
  expect(addresses.length).toBeGreaterThan(8);
  for (const address of addresses) await expectSound(page, address, row);
  expect(wrong).toEqual([]);
});

for (const portal of ['user-portal', 'admin-portal'] as const) {
  test(`pages of the ${portal}: each has a row`, { tag: '@wide' }, () => {
    const source = readFileSync(join(import.meta.dirname, '../apps', portal, 'src/routes.tsx'), 'utf8');
    const written = [...source.matchAll(/\bpath\s*:\s*([^,}\n]+)/g)].map(([, path]) => path?.trim() ?? '');
    expect(written.length).toBeGreaterThan(0);
    for (const path of written) expect(path, 'a path is written out').toMatch(/^'[^']*'$/);
    const routes = written.map((path) => path.slice(1, -1));
    const covered = rows.filter((row) => row.portal === portal).map(({ route }) => route);
    expect(
      routes.filter((path) => !covered.includes(path)),
      'routes without a row',
    ).toEqual([]);
    expect(
      covered.filter((path) => path !== null && !routes.includes(path)),
      'rows without a route',
    ).toEqual([]);
  });
}
