import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { demoPassword, signIn } from './accounts.ts';
import { expectAccessible } from './axe.ts';
import { test } from './own-portal.ts';

interface Draft {
  revision: number;
}

/** Calls the API as the administrator who asks for approval. */
async function administrator(request: APIRequestContext) {
  const data = { email: 'admin@example.org', password: demoPassword, app: 'admin_portal' };
  const { token } = (await (await request.post('/api/users/login', { data })).json()) as { token: string };
  const headers = { authorization: `Bearer ${token}` };
  return async <Reply>(method: string, path: string, body?: object): Promise<Reply> => {
    const answer = await request.fetch(`/api/admin${path}`, { method, headers, ...(body && { data: body }) });
    expect(answer.status(), await answer.text()).toBe(200);
    return (await answer.json()) as Reply;
  };
}

/** Narrow, the page must not scroll sideways, and is accessible too. */
async function expectNarrow(page: Page) {
  await page.setViewportSize({ width: 390, height: 844 });
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(overflow).toBe(0);
  await expectAccessible(page, 'layout');
  await page.setViewportSize({ width: 1440, height: 900 });
}

test('refuses and approves the publication of another administrator, and closes the call for visitors', {
  tag: '@wide',
}, async ({ page, request }) => {
  const ask = await administrator(request);
  await ask('PUT', '/organisation', { changes: [{ at: ['secondPublisher'], seen: false, to: true }] });
  const { data: calls } = await ask<{ data: { id: number; title: string }[] }>('GET', '/calls');
  const id = calls.find(({ title }) => title === 'Benchmark Access')?.id;
  const askForApproval = async (title: string, note: string) => {
    const { revision: base } = await ask<Draft>('GET', `/calls/${id}/draft`);
    const changes = [{ do: 'set', at: ['title', 'en'], value: title }];
    const { revision } = await ask<Draft>('POST', `/calls/${id}/changes`, { base, changes });
    expect(await ask('POST', `/calls/${id}/publish`, { revision, note })).toEqual({
      number: null,
      dueAt: null,
    });
  };
  await askForApproval('Benchmarks', 'A shorter title');

  // The first page leads the second administrator to the publication, who refuses it with a reason.
  await signIn(page, 'super-admin@example.org', undefined, 'admin_portal');
  await page.goto('/admin/');
  const waiting = page.locator('section', { hasText: 'Publications that wait for your approval' });
  await waiting.getByRole('link').focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/admin/calls/${id}/publish$`));
  await expect(
    page.getByText('Vasilis Theodoropoulos asks for your approval of this publication.'),
  ).toBeVisible();
  await expect(page.getByText('Note: A shorter title')).toBeVisible();
  await expect(page.locator('del').getByText('Benchmark Access')).toBeVisible();
  await expect(page.locator('ins').getByText('Benchmarks')).toBeVisible();
  await expectAccessible(page);
  await expectNarrow(page);
  await page.getByRole('button', { name: 'Refuse approval' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  const refuse = dialog.getByRole('button', { name: 'Refuse approval' });
  await refuse.click();
  const reason = dialog.getByRole('textbox', { name: 'Reason' });
  await expect(reason).toHaveAttribute('aria-invalid', 'true');
  await reason.fill('The old title is on our posters.');
  await expectAccessible(page);
  await refuse.click();
  await expect(page.getByText('The publication is not approved. The draft stays.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue('Benchmarks');

  // Approved, it is live at once, and the page does not call that a change by others.
  await askForApproval('Benchmark Tests', 'A title like that of the posters');
  await page.goto(`/admin/calls/${id}`);
  await page.getByRole('link', { name: 'Check publication' }).press('Enter');
  await page.getByRole('button', { name: 'Approve publication' }).press('Enter');
  await expect(page.getByText('The publication is approved.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Benchmark Tests' })).toBeVisible();
  await expect(page.getByText(/^Changed meanwhile:|^The draft was published or discarded/)).toHaveCount(0);

  // Closed at once, the call opens again for visitors with its next cut-off.
  await page.getByRole('button', { name: 'Close call now' }).press('Enter');
  await expect(dialog.getByText(/now, also in an unpublished draft of the call/)).toBeVisible();
  await expectAccessible(page);
  await expectNarrow(page);
  await dialog.getByRole('button', { name: 'Close call now' }).press('Enter');
  await expect(page.getByText('The call is closed.')).toBeVisible();
  await page.goto(`/calls/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Benchmark Tests' })).toBeVisible();
  await expect(page.getByText('Opening Soon', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Register to apply' })).toBeDisabled();
});
