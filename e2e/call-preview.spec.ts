import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { signIn } from './accounts.ts';
import { expectAccessible } from './axe.ts';
import { downloaded } from './downloaded.ts';

/** A call of this test alone, whose draft has another title and is open now. Nobody sees it: it is not published. */
async function draftOf(page: Page, title: string): Promise<number> {
  const token = await signIn(page, 'admin@example.org', undefined, 'admin_portal');
  const headers = { authorization: `Bearer ${token}` };
  const named = {
    code: `PV${Date.now().toString(36).toUpperCase().slice(-6)}`,
    year: 2027,
    title: 'Unnamed',
  };
  const made = await page.request.post('/api/admin/calls', {
    headers,
    data: { ...named, from: { kind: 'template', template: 'peer_review' } },
  });
  expect(made.status(), await made.text()).toBe(200);
  const { id } = (await made.json()) as { id: number };
  const opened = await page.request.get(`/api/admin/calls/${id}/draft`, { headers });
  const { revision } = (await opened.json()) as { revision: number };
  const cutoff = {
    id: 'first',
    start: '2026-01-01T09:00:00.000Z',
    end: '2199-01-01T09:00:00.000Z',
    amounts: [{ id: 'lumi-c', disabled: false, min: '100', max: '2000', fixed: null, pool: null }],
    timeframes: [],
  };
  const uploaded = await page.request.post(`/api/admin/calls/${id}/documents`, {
    headers,
    multipart: {
      files: { name: 'notes.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 Notes') },
    },
  });
  const notes = { id: 'notes', title: { en: 'Notes for applicants' }, file: await uploaded.json() };
  const changed = await page.request.post(`/api/admin/calls/${id}/changes`, {
    headers,
    data: {
      base: revision,
      changes: [
        { do: 'set', at: ['title', 'en'], value: title },
        { do: 'add', to: ['cutoffs'], after: null, thing: cutoff },
        { do: 'add', to: ['documents'], after: null, thing: notes },
      ],
    },
  });
  expect(changed.status(), await changed.text()).toBe(200);
  return id;
}

/** The text of the file that a link brings. */
async function fileBehind(page: Page, link: Locator): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  return readFile(await download.path(), 'utf8');
}

test('shows a draft as visitors will see it, and to colleagues by a link until it is withdrawn', async ({
  page,
  browser,
}) => {
  const title = 'Access for previews';
  const id = await draftOf(page, title);
  await page.goto(`/admin/calls/${id}/preview`);
  await expect(page.getByRole('heading', { level: 1, name: `Preview: ${title}` })).toBeVisible();
  const frame = page.frameLocator('iframe');
  await expect(frame.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(frame.getByText('Visitors do not see it until it is published.')).toBeVisible();
  await expect(frame.getByText('LUMI-C').first()).toBeAttached();
  const notes = { name: 'Notes for applicants' };
  expect(await fileBehind(page, frame.getByRole('link', notes))).toBe('%PDF-1.7 Notes');
  const blank = { name: 'Blank form (PDF)' };
  const form = await downloaded(page, page.getByRole('button', blank));
  expect([form.name, form.start.slice(0, 5)]).toEqual([
    expect.stringMatching(/^PV.*Application form, preview\.pdf$/),
    '%PDF-',
  ]);
  await expectAccessible(page);

  await page.getByRole('textbox', { name: 'Note' }).fill('For the lawyers');
  await page.getByRole('button', { name: 'Make link' }).click();
  const address = await page.getByRole('textbox', { name: 'New link' }).inputValue();
  await expectAccessible(page);

  const colleague = await (await browser.newContext()).newPage();
  await colleague.goto(address);
  await expect(colleague.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(colleague.getByText(/This link works until/)).toBeVisible();
  await expectAccessible(colleague);
  expect(await fileBehind(colleague, colleague.getByRole('link', notes))).toBe('%PDF-1.7 Notes');
  expect(await downloaded(colleague, colleague.getByRole('button', blank))).toEqual(form);
  await colleague.getByRole('button', { name: 'Register to apply' }).click();
  await expect(colleague.getByText('Applying is not possible in a preview.')).toBeVisible();
  await colleague.getByRole('tab').nth(1).click();
  await expect(colleague.getByText('Nothing can be entered here.')).toBeVisible();
  await expect(colleague.getByRole('textbox').first()).toBeDisabled();
  await expectAccessible(colleague);
  // The call itself stays unseen.
  await colleague.goto(`/calls/${id}`);
  await expect(colleague.getByRole('heading', { level: 1, name: title })).toBeHidden();

  await colleague.goto(address);
  await expect(colleague.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await page.getByRole('button', { name: 'Withdraw link: For the lawyers' }).click();
  await expect(page.getByText('No links yet.')).toBeVisible();
  await colleague.getByRole('button', blank).click();
  await expect(colleague.getByRole('button', { name: 'Blank form (PDF): try again' })).toBeVisible();
  await expectAccessible(colleague);
  await colleague.reload();
  await expect(
    colleague.getByRole('heading', { level: 1, name: 'This link does not open a preview' }),
  ).toBeVisible();
  await expectAccessible(colleague);
  await colleague.context().close();
});
