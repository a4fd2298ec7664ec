import { expect, test } from '@playwright/test';
import { signIn } from './accounts.ts';
import { expectAccessible } from './axe.ts';

/** What a card and the head of a call show, held against what the API says, for a reader in another time zone. */

test.use({ timezoneId: 'America/New_York' });
// An answer that is still being changed when a journey ends is nobody's fault.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }));

interface Call {
  id: number;
  code: string;
  title: string;
  description: string;
  timeZone: string;
  logo: string | null;
  current: { start: string; end: string };
}

/** dd-MM-yyyy HH:mm in a zone. */
function clock(at: string, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(new Date(at));
  return parts.replace(/^(\d+)\/(\d+)\/(\d+), /, '$1-$2-$3 ');
}

test('a card and the head of a call show what the call is, its deadline in both zones', {
  tag: '@wide',
}, async ({ page }) => {
  const { data } = (await (await page.request.get('/api/v2/calls/published')).json()) as { data: Call[] };
  const call = data.find(({ code }) => code === 'REG');
  if (call === undefined) throw new Error('no Regular Access');
  const { start, end } = call.current;

  await page.goto('/');
  const card = page
    .getByRole('tabpanel')
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: call.title, exact: true }) });
  for (const text of [call.code, 'Open', call.title, call.description])
    await expect(card).toContainText(text);
  await expect(card).toContainText(clock(start, 'America/New_York').slice(0, 10));
  await expect(card).toContainText(clock(end, 'America/New_York'));

  await page.goto(`/calls/${call.id}`);
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(call.title);
  await expect(main.getByText(call.code, { exact: true })).toBeVisible();
  // The reader's clock, its zone in the tooltip, and the clock of the call beside it.
  const panel = page.getByRole('complementary', { name: 'Apply' });
  const deadline = panel.locator('time').last();
  await expect(deadline).toHaveText(clock(end, 'America/New_York'));
  await expect(deadline).toHaveAttribute('title', 'New York time');
  const place = call.timeZone.split('/')[1] ?? '';
  await expect(panel).toContainText(new RegExp(`${clock(end, call.timeZone).slice(-5)} ${place} time`));

  // With a logo that stands in place of the initials.
  const logo = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=';
  await page.route('**/api/v2/calls/*', async (route) => {
    const answer = await (await route.fetch()).json();
    const withLogo = (one: Call) => ({ ...one, logo });
    await route.fulfill({
      json: 'data' in answer ? { ...answer, data: answer.data.map(withLogo) } : withLogo(answer),
    });
  });
  await page.goto('/');
  await expect(card.locator('img')).toHaveAttribute('src', logo);
  await page.goto(`/calls/${call.id}`);
  await expect(main.locator('header img')).toHaveAttribute('src', logo);
  await expect(main.getByText(call.code, { exact: true })).toHaveCount(0);
});

test('what a call does not say yet will be there soon', { tag: '@wide' }, async ({ page }) => {
  await page.route('**/api/v2/calls/*', async (route) => {
    const call = await (await route.fetch()).json();
    await route.fulfill({
      json: {
        ...call,
        state: 'closed',
        description: '',
        info: '',
        flow: { ...call.flow, steps: [] },
        current: null,
      },
    });
  });
  const { data } = (await (await page.request.get('/api/v2/calls/published')).json()) as { data: Call[] };
  await page.goto(`/calls/${data[0]?.id}`);
  await expect(page.getByText('Information will be available soon')).toHaveCount(2);
  await expect(page.getByText('No cut-off date has been set yet.')).toBeVisible();
  await expect(page.getByText('Actions will be available soon')).toBeVisible();
});

test('an application of another portal is opened there, where the organisation says so', {
  tag: '@wide',
}, async ({ page }) => {
  await signIn(page, 'applicant@example.org');
  let externalPortal = { pattern: '', address: '' };
  await page.route('**/theme.json?*', async (route) => {
    await route.fulfill({ json: { ...(await (await route.fetch()).json()), externalPortal } });
  });
  await page.route('https://other.example.org/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>The other portal</h1>' }),
  );
  await page.goto('/applications/EHPC-REG-2021R01-007');
  await expect(page.getByText('The application you’re looking for couldn’t be found')).toBeVisible();
  externalPortal = { pattern: 'EHPC', address: 'https://other.example.org/applications/' };
  await page.goto('/applications/EHPC-REG-2021R01-007');
  await expect(page).toHaveURL('https://other.example.org/applications/EHPC-REG-2021R01-007');
});

test('whoever has a conflict of interest is told that, and the title of the call', { tag: '@wide' }, async ({
  page,
  browser,
}) => {
  const ofPro = await (await browser.newContext()).newPage();
  const found = await ofPro.request.post('/api/v2/applications/search?limit=100', {
    data: { role: 'pro' },
    headers: { Authorization: `Bearer ${await signIn(ofPro, 'pro@example.org')}` },
  });
  const { data } = (await found.json()) as { data: { uid: string; callTitle: string }[] };
  const token = await signIn(page, 'isolde.vermeersch@example.org');
  const answers = await Promise.all(
    data.map(async ({ uid, callTitle }) => {
      const headers = { Authorization: `Bearer ${token}` };
      const answer = await page.request.get(`/api/v2/applications/${uid}`, { headers });
      return { uid, callTitle, body: (await answer.json()) as object };
    }),
  );
  const [stopped, ...more] = answers.filter(({ body }) => 'conflict' in body);
  expect(more).toEqual([]);
  await page.goto(`/applications/${stopped?.uid}`);
  const main = page.getByRole('main');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is a conflict of interest');
  await expect(main).toContainText('This assignment has conflicts.');
  await expect(main).toContainText(stopped?.callTitle ?? 'none');
  await expect(main).not.toContainText(stopped?.uid ?? 'none');
  await expectAccessible(page);
});

test('an application in which there is nothing to see says so', { tag: '@wide' }, async ({ page }) => {
  const token = await signIn(page, 'applicant@example.org');
  const found = await page.request.post('/api/v2/applications/search', {
    data: { searchBy: [{ column: 'status', op: 'equal', value: 'submitted' }] },
    headers: { Authorization: `Bearer ${token}` },
  });
  const { data } = (await found.json()) as { data: { uid: string }[] };
  await page.route('**/api/v2/applications/*', async (route) => {
    const application = await (await route.fetch()).json();
    await route.fulfill({ json: { ...application, assignments: [] } });
  });
  await page.goto(`/applications/${data[0]?.uid}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This application is not available');
});
