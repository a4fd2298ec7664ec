import { expect, type Page, test } from '@playwright/test';
import { signIn } from './accounts.ts';
import { expectAccessible } from './axe.ts';

interface Draft {
  revision: number;
  definition: { documents: { id: string }[] };
}

/** A call of this test alone, which visitors never see, and what changes its draft over the API. */
async function newCall(page: Page) {
  const token = await signIn(page, 'admin@example.org', undefined, 'admin_portal');
  const headers = { authorization: `Bearer ${token}` };
  const code = `PB${Date.now().toString(36).toUpperCase().slice(-6)}`;
  const named = { code, year: 2027, title: 'Access to publish' };
  const made = await page.request.post('/api/admin/calls', {
    headers,
    data: { ...named, from: { kind: 'template', template: 'empty' } },
  });
  expect(made.status(), await made.text()).toBe(200);
  const { id } = (await made.json()) as { id: number };
  const draft = async () =>
    (await (await page.request.get(`/api/admin/calls/${id}/draft`, { headers })).json()) as Draft;
  const change = async (...changes: object[]) => {
    const { revision: base } = await draft();
    const answer = await page.request.post(`/api/admin/calls/${id}/changes`, {
      headers,
      data: { base, changes },
    });
    expect(answer.status(), await answer.text()).toBe(200);
  };
  return { id, draft, change };
}

const cutoff = {
  id: 'first',
  start: '2026-01-01T09:00:00.000Z',
  end: '2199-01-01T09:00:00.000Z',
  amounts: [{ id: 'lumi-c', disabled: false, min: '100', max: '2000', fixed: null, pool: null }],
  timeframes: [],
};
const set = (at: string[], value: unknown) => ({ do: 'set', at, value });

test('leads to what prevents a publication, lets it wait and stops it, publishes and goes back', async ({
  page,
}) => {
  const { id, draft, change } = await newCall(page);
  const { documents } = (await draft()).definition;
  await change(
    set(['links'], {}),
    ...documents.map((document) => ({ do: 'remove', at: ['documents', document.id] })),
  );
  const open = () => page.goto(`/admin/calls/${id}/publish`);
  const stop = async () => {
    await page.getByRole('button', { name: 'Stop publication' }).first().click();
    await expect(page.getByText('The publication is stopped. The draft stays.').first()).toBeVisible();
  };

  // A finding leads to its place.
  await open();
  await page.getByRole('button', { name: 'Go to 1 error' }).click();
  await expect(page.getByRole('link', { name: 'Go to ‘Cut-offs and amounts’' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/admin/calls/${id}#cutoffs$`));

  // A publication that opens the call waits, and its draft has no fields meanwhile.
  await change({ do: 'add', to: ['cutoffs'], after: null, thing: cutoff });
  await open();
  await expect(page.getByText('The call opens for applicants.')).toBeVisible();
  await page.getByRole('button', { name: 'Publish call' }).click();
  await expect(page.getByText(/^Goes live on .* The draft cannot be changed until then\.$/)).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toBeHidden();
  await expectAccessible(page);
  await stop();
  await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toBeVisible();

  // One that visitors do not see waits only for a time that is chosen.
  await change(set(['published'], false));
  await open();
  await page.getByRole('radio', { name: 'At a time' }).check();
  await page.getByRole('button', { name: 'Publish call' }).click();
  await expect(page.getByRole('textbox', { name: /^Day/ })).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByRole('textbox', { name: /^Day/ })).toBeFocused();
  await page.getByRole('textbox', { name: /^Day/ }).fill('01-02-2099');
  await page.getByRole('textbox', { name: /^Time/ }).fill('10:00');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Publish call' }).click();
  await expect(page.getByText(/^Goes live on 01-02-2099 10:00/)).toBeVisible();
  await stop();
  await open();
  await page.getByRole('textbox', { name: 'Note' }).fill('The first one');
  await page.getByRole('button', { name: 'Publish call' }).click();
  await expect(page.getByText('The call is live, as publication 1.').first()).toBeVisible();

  // Before and after, then back to the first publication.
  await change(set(['title', 'en'], 'Another title'));
  await open();
  await expect(page.locator('del').getByText('Access to publish')).toBeVisible();
  await expect(page.locator('ins').getByText('Another title')).toBeVisible();
  await page.getByRole('button', { name: 'Publish call' }).click();
  await expect(page.getByText('The call is live, as publication 2.').first()).toBeVisible();
  await page.goto(`/admin/calls/${id}/history`);
  await expect(page.getByText('The first one')).toBeVisible();
  await expect(page.getByText('Times are in Luxembourg time.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Check and publish the draft' })).toBeHidden();
  await page.getByRole('button', { name: 'Back to publication 1' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.locator('ins').getByText('Access to publish')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Restore all' }).click();
  await expect(page).toHaveURL(new RegExp(`/admin/calls/${id}/publish$`));
  await expect(page.locator('ins').getByText('Access to publish')).toBeVisible();
});
