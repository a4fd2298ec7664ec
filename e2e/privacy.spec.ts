import { expect, type Page, test } from '@playwright/test';
import { demoPassword, firstPassword, newAccount, signIn } from './accounts.ts';
import { expectAccessible } from './axe.ts';
import { keptTexts } from './drafts.ts';
import { mailTo } from './mails.ts';

async function openYourData(page: Page): Promise<void> {
  await page.goto('/profile/pwd');
  await expect(page.getByRole('heading', { name: 'Your data' })).toBeVisible();
}

/** Puts down on the device what an editor had not sent when it was closed, as an account's words. */
async function keepWords(page: Page, userId: number): Promise<void> {
  await page.evaluate(async (id) => {
    const unsaved = { answers: [], rows: [], removed: [] };
    const kept = { assignmentId: 'one', userId: id, pageId: `page ${id}`, writtenAt: '2026-01-01', unsaved };
    localStorage.setItem(`clearcall.editor.last-words.one.page ${id}`, JSON.stringify(kept));
    await new Promise((resolve) => {
      const opening = indexedDB.open('clearcall-editor', 1);
      opening.onupgradeneeded = () =>
        opening.result
          .createObjectStore('changes', { keyPath: ['assignmentId', 'pageId'] })
          .createIndex('assignment', 'assignmentId');
      opening.onsuccess = () => {
        const writing = opening.result.transaction('changes', 'readwrite');
        writing.objectStore('changes').put(kept);
        writing.oncomplete = () => resolve(opening.result.close());
      };
    });
  }, userId);
}

test('takes the own data along, then deletes the account for good', { tag: '@once' }, async ({
  page,
  request,
}) => {
  const email = await newAccount(request, 'leaving');
  await signIn(page, email, firstPassword);

  // A text has changed: asked for at the foot of the page, which can be read all the same.
  const agreed: unknown[] = [];
  const due = { subject: 'privacy', wording: '2099-01' };
  await page.route('**/api/users/*/consents', async (route) => {
    if (route.request().method() === 'POST') agreed.push(route.request().postDataJSON());
    const json =
      route.request().method() === 'POST'
        ? { done: true }
        : { data: [], due: agreed.length > 0 ? [] : [due] };
    await route.fulfill({ json });
  });
  await page.goto('/applications');
  const bar = page.getByRole('region', { name: 'Changed texts' });
  await expect(bar.getByRole('link', { name: 'Privacy Policy' })).toHaveAttribute('href', '/privacy');
  await expect(page.getByRole('heading', { name: 'Applications', level: 1 })).toBeVisible();
  await expectAccessible(page);
  await bar.getByRole('button', { name: 'I accept' }).click();
  await expect(bar).toBeHidden();
  expect(agreed).toEqual([{ data: [due] }]);
  await page.unroute('**/api/users/*/consents');

  await openYourData(page);
  await expect(
    page.getByRole('region', { name: 'What you agreed to' }).getByText(/^Agreed.*version/),
  ).toHaveCount(2);

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  expect((await downloading).suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.zip$/);

  // Two people have written on this device.
  const data = { email, password: firstPassword, app: 'user_portal' };
  const { user } = await (await request.post('/api/users/login', { data })).json();
  await keepWords(page, user.id);
  await keepWords(page, 0);

  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account' });
  await expect(
    dialog.getByText('They stay with the organisation as the record of a decision.'),
  ).toBeVisible();
  await expectAccessible(page);
  const remove = dialog.getByRole('button', { name: 'Delete my account' });
  await expect(remove).toBeDisabled();
  await dialog.getByRole('textbox', { name: 'Type DELETE to confirm' }).fill('DELETE');
  await dialog.getByRole('textbox', { name: 'Your password' }).fill('Not my password, 1');
  await remove.click();
  await expect(dialog.getByText('Your current password is not right.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Your password' }).fill(firstPassword);
  await remove.click();

  await expect(page.getByText('We deleted your account')).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('clearcall.signed-in'))).toBeNull();
  // Their unsent words went along, and nobody else's.
  expect(await keptTexts(page)).toEqual([0, 0]);
  await mailTo(request, email, /your account was deleted/);
  const refused = await request.post('/api/users/login', {
    data: { email, password: firstPassword, app: 'user_portal' },
  });
  expect(refused.status()).toBe(401);
});

test('asks those of the administration as well when a text has changed', { tag: '@once' }, async ({
  page,
}) => {
  await signIn(page, 'eurohpc-admin@example.org', demoPassword, 'admin_portal');
  const agreed: unknown[] = [];
  const due = { subject: 'terms', wording: '2099-01' };
  await page.route('**/api/users/*/consents', async (route) => {
    const posted = route.request().method() === 'POST';
    if (posted) agreed.push(route.request().postDataJSON());
    await route.fulfill({
      json: posted ? { done: true } : { data: [], due: agreed.length > 0 ? [] : [due] },
    });
  });
  await page.goto('/admin/');
  const bar = page.getByRole('region', { name: 'Changed texts' });
  await expect(bar.getByRole('link', { name: 'Terms of Use' })).toHaveAttribute('href', '/terms');
  await expectAccessible(page);
  await bar.getByRole('button', { name: 'I accept' }).click();
  await expect(bar).toBeHidden();
  expect(agreed).toEqual([{ data: [due] }]);
});

test('shows a number to quote where the portal fails, and reports it without a word about anybody', {
  tag: '@once',
}, async ({ page }) => {
  const posted: string[] = [];
  const origin = 'https://errors.portal.test';
  await page.route(`${origin}/**`, async (route) => {
    posted.push(route.request().postData() ?? '');
    await route.fulfill({ headers: { 'access-control-allow-origin': '*' }, json: {} });
  });
  // The portal as it answers with SENTRY_DSN set: the address in the page, and its origin in the policy.
  await page.route(
    ({ pathname }) => pathname === '/privacy',
    async (route) => {
      if (route.request().resourceType() !== 'document') return route.continue();
      const answer = await route.fetch();
      const policy = answer.headers()['content-security-policy'] ?? '';
      await route.fulfill({
        response: answer,
        headers: {
          ...answer.headers(),
          'content-security-policy': policy.replace("connect-src 'self'", `connect-src 'self' ${origin}`),
        },
        body: (await answer.text()).replace(
          'name="error-tracing" content=""',
          'name="error-tracing" content="https://abc123@errors.portal.test/1"',
        ),
      });
    },
  );
  // An answer that the page cannot draw.
  await page.route('**/api/v2/privacy', (route) =>
    route.fulfill({ json: { retention: null, person: 'zoe@example.org' } }),
  );
  await page.goto('/privacy?mail=zoe@example.org');
  await expect(page.getByRole('heading', { name: 'Oh no!' })).toBeVisible();
  const number = (await page.getByText(/and quote/).textContent())?.match(/[0-9a-f-]{36}/)?.[0];
  expect(number).toBeDefined();
  await expect.poll(() => posted.length).toBe(1);
  const [head, kind, event, ...more] = (posted[0] ?? '').split('\n').filter((line) => line !== '');
  expect([JSON.parse(kind ?? ''), more]).toEqual([{ type: 'event' }, []]);
  expect(JSON.parse(head ?? '')).toMatchObject({ sdk: { name: 'sentry.javascript.browser' } });
  expect(JSON.parse(event ?? '')).toEqual({
    event_id: expect.any(String),
    timestamp: expect.any(Number),
    platform: 'javascript',
    level: 'error',
    release: 'clearcall@1.7.0',
    environment: 'production',
    tags: { requestId: number, part: 'user_portal', route: '/privacy' },
    exception: {
      values: [{ type: 'TypeError', value: '', stacktrace: { frames: expect.any(Array) } }],
    },
    sdk: expect.any(Object),
  });
  expect(posted.join('')).not.toMatch(/zoe|example\.org|mail=|localhost/);
});
